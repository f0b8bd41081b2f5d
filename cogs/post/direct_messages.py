"""Direct messages about one table or all waiting tables; for users who accept none, a line in the table's channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from cogs.post import decider_text, digests, discord_messages, message_layout, reminders, seat_offers
from cogs.post.headline import MESSAGE_LENGTH
from cogs.post.message_editor import EDITABLE_SECONDS
from cogs.post.message_layout import PublicMessage
from cogs.post.vote_publisher import compose_vote_message
from cogs.screen import Button, Link, Row, Screen, lost_channel, time_text, truncate_text
from cogs.screen.links import jump_links, message_url
from cogs.screen.reader_language import localize_for_reader, localize_tables_for_reader
from db.errors import StoreError
from service.machines.machines import find_machine_to_move
from service.state.mail import DirectMessage, Notification
from service.state.membership import EMPTY
from service.state.model import Post, Table, Vote
from service.state.notifications import ASK, ASKED, OWNER, REMINDERS, START, TURN, VOTE, is_about_pending_turn
from service.state.seat_control import find_notified_seat, unanswered_user_ids
from service.state.seat_offer import find_offer_to_user
from service.state.table_rest import announced_due_time
from words import Voice

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = (30, 120, 600)  # seconds
MACHINE_CHECK_SECONDS: Final = 1.5  # seconds between two checks whether the machines at the start of a game have moved
MAX_CHECKS: Final = 20  # of these checks
Compose = Callable[[Table, list[Post], str, int], Awaitable[PublicMessage]]


class DirectMessageSender:
    """Sends pending direct messages, one user at a time. `compose(table, posts, above, user_id)`: the message of a
    table for one reader; `above` replaces the ping line of the posts."""

    def __init__(self, app: App, compose: Compose) -> None:
        self.app = app
        self.compose = compose
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._notified_meanwhile: set[int] = set()  # users notified while their messages were being sent
        self._waiting_for_retry: set[int] = set()  # users whose messages wait for a retry

    def schedule(self, user_id: int, seconds: float, *, before: bool = False) -> None:
        """Send a user's pending messages after `seconds`. `before`: an earlier attempt may have reached Discord."""
        task = self._tasks.get(user_id)
        if task is not None and not task.done():
            self._notified_meanwhile.add(user_id)
            return
        self._tasks[user_id] = asyncio.create_task(
            self._send_until_done(user_id, seconds, before), name=f"letters-{user_id}"
        )

    def running_tasks(self) -> set[asyncio.Task[None]]:
        """The send tasks in progress, without those that wait for a retry."""
        return {task for user, task in self._tasks.items() if not task.done() and user not in self._waiting_for_retry}

    async def close(self) -> None:
        """Stop; unsent messages go out at the next start."""
        tasks = [task for task in self._tasks.values() if not task.done()]
        if tasks:
            _, unfinished = await asyncio.wait(tasks, timeout=0 if self._waiting_for_retry else 3)
            for task in unfinished:
                task.cancel()
            await asyncio.gather(*unfinished, return_exceptions=True)

    async def _send_until_done(self, user_id: int, seconds: float, was_tried: bool) -> None:
        failures = checks = 0
        attempted: set[int] = set()
        await self.app.clock.sleep(seconds)
        while True:
            self._notified_meanwhile.discard(user_id)
            try:
                pending = await self.app.tables.direct_messages.list_due_messages(user_id)
                attempted.update(message.number for message in pending if was_tried)
                messages = await self._merge_by_table(pending, attempted)
                new = [message for message in messages if checks < MAX_CHECKS and message.number not in attempted]
                postponed = [message for message in new if self._may_turn_follow_soon(message)]
                for message in messages:
                    if message not in postponed:
                        attempted.add(message.number)
                        await self._try_to_deliver(message)
                if postponed:
                    checks += 1
                    await self.app.clock.sleep(MACHINE_CHECK_SECONDS)
                    continue
            except (discord_messages.DiscordUnavailable, StoreError) as error:
                delay = RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]
                failures += 1
                reason = error.key if isinstance(error, StoreError) else error
                details = {"why": reason, "seconds": delay}
                log.warning("a letter could not be sent (%(why)s); again in %(seconds)d s", details)
                self._waiting_for_retry.add(user_id)
                await self.app.clock.sleep(delay)
                self._waiting_for_retry.discard(user_id)
                continue
            if user_id not in self._notified_meanwhile:
                break
        if self._tasks.get(user_id) is asyncio.current_task():
            del self._tasks[user_id]

    async def _merge_by_table(
        self, pending: Sequence[DirectMessage], attempted: Collection[int]
    ) -> list[DirectMessage]:
        """The pending messages, merged by table, so that each table pings once. Those in `attempted` are not merged, as
        they may have arrived."""
        merged: list[DirectMessage] = []
        for message in pending:
            same_table = (earlier for earlier in merged if _supersedes(earlier, message))
            former = next((earlier for earlier in same_table if earlier.number not in attempted), None)
            if former is not None:
                merged.remove(former)
                await self.app.tables.direct_messages.merge_messages(former, message)
                message = replace(message, notifications=(*former.notifications, *message.notifications))
            merged.append(message)
        return merged

    def _may_turn_follow_soon(self, message: DirectMessage) -> bool:
        """Whether it announces a game start where machines move first: a turn notification may follow soon."""
        table = self.app.tables.registry.get(message.table_id or 0)
        is_start = (
            message.how == "dm"
            and message.notifications
            and all(notice.what == START for notice in message.notifications)
        )
        return bool(is_start) and table is not None and find_machine_to_move(table) is not None

    async def _try_to_deliver(self, message: DirectMessage) -> None:
        """Send one message; an unexpected error is logged, so that the other messages still go out."""
        try:
            await self._deliver(message)
        except (discord_messages.DiscordUnavailable, StoreError):
            raise
        except Exception:
            log.exception("letter %(letter)d could not be sent", {"letter": message.number})

    async def _deliver(self, message: DirectMessage) -> None:
        tables = self.app.tables
        notified = [(notice, await tables.registry.load_table(notice.table_id)) for notice in message.notifications]
        if not notified:
            await tables.direct_messages.drop_message(message)
            return
        if message.how != "mention":
            notified = [
                (notice, localize_for_reader(self.app.tables, message.user_id, table)) for notice, table in notified
            ]
        first_notice, first_table = notified[0]
        nonce = _message_nonce(message, notified)
        shown_ids: list[int] = []
        try:
            if message.how == "mention":
                if first_table.homeless:
                    return  # pending until the channel works again
                line = self._notification_line(first_notice, first_table)
                channel = first_table.home.channel_id
                sent = await discord_messages.send_to_table(self.app, first_table, line, nonce)
            else:
                if message.table_id is not None:
                    vote = self._find_unanswered_vote(first_table, message.user_id)
                    shown_ids = [] if vote is None else [vote.id]
                    public = await self._compose_table_message(message, notified, vote)
                else:
                    named = await self._load_named_tables(message, notified)
                    shown_ids = [id for id, table in named.items() if _waits_for_user(table, message.user_id)]
                    notices = {table.id: notice for notice, table in notified}
                    public = digests.digest_message(self.app, message.user_id, message.how, named, notices)
                channel, sent = await discord_messages.send_direct_message(
                    self.app, message.user_id, public, nonce, first_table.language
                )
        except discord_messages.DirectMessagesClosed:
            await tables.direct_messages.record_refused_messages(message)
            return
        except discord_messages.NoSharedServer:
            return  # pending until they share a server
        except discord_messages.ChannelLost as error:
            await tables.channels.mark_unreachable(first_table.id, error.why)  # pending until the channel works again
            return
        for former_channel, former_message in await tables.direct_messages.record_sent_message(
            message, sent, channel, shown_ids
        ):
            if former_message != sent:
                await discord_messages.delete_message(self.app, former_channel, former_message)

    async def update_answered(self, table: Table) -> None:
        """Edit the direct messages of users who have acted, so that they show the present state."""
        for sent in await self.app.tables.direct_messages.take_answered_messages(table):
            shown = localize_for_reader(self.app.tables, sent.user_id, table)
            reason, pings = "letter", tuple[int, ...]()
            if table.is_open and table.seq <= message_layout.START_SEQ:  # it announces the start until the first move
                reason, pings = START, (sent.user_id,)
            elif _waits_for_user(table, sent.user_id):  # only a vote was answered
                reason, pings = TURN, (sent.user_id,)
            post = Post(table.id, 0, table.seq, reason, pings, sent.message_id, sent.channel_id, sent_at=sent.sent_at)
            if self.app.clock.now() - sent.sent_at < EDITABLE_SECONDS:
                question, answers = self._empty_seat_question(shown, sent.user_id)
                public = self._add_table_link(shown, await self.compose(shown, [post], question, sent.user_id), answers)
                await discord_messages.edit_message(self.app, shown, post, public)
        await digests.refresh_digests(self.app, table)

    # Composing

    def _find_unanswered_vote(self, table: Table, user_id: int) -> Vote | None:
        """The open vote that the user has not answered yet; None if there is none."""
        vote = self.app.tables.registry.open_vote_of(table.id)
        return vote if vote is not None and user_id in unanswered_user_ids(table, vote) else None

    async def _compose_table_message(
        self, message: DirectMessage, notified: Iterable[tuple[Notification, Table]], vote: Vote | None
    ) -> PublicMessage:
        """The table message with all its buttons and a link to the table. An unanswered vote replaces it if nothing
        else is new; otherwise the vote stands below the text, without the picture."""
        notices = [notice for notice, _ in notified]
        table = next(table for _, table in notified)
        say = self.app.voice(table, table.language)
        only_vote = all(notice.what == VOTE for notice in notices) and not _waits_for_user(table, message.user_id)
        if vote is not None and only_vote:
            return self._add_table_link(table, await compose_vote_message(self.app, vote, table, [message.user_id]))
        texts, posts = [], []
        for notice in notices:
            kind = notice.what.split(" ")[0]
            if kind in (*REMINDERS, ASK, ASKED, OWNER):
                texts.append(self._describe_notification(notice, table, say))
            if kind not in (VOTE, ASK, EMPTY, OWNER):
                posts.append(Post(table.id, 0, notice.seq, notice.what, (message.user_id,)))
        question, answers = self._empty_seat_question(table, message.user_id)
        above = " ".join(filter(None, (" ".join(texts), question)))
        seat = find_notified_seat(table, message.user_id)
        hushable = any(notice.what in reminders.ACKNOWLEDGEABLE for notice in notices)
        on_it = [reminders.on_it_button(table, seat.index, say)] if hushable and seat is not None else []
        offer = find_offer_to_user(table, message.user_id)
        offer_buttons = seat_offers.seat_offer_buttons(table, offer, say) if offer is not None else ()
        public = await self.compose(table, posts, above, message.user_id)  # it pings its reader even without posts
        public = self._add_table_link(
            table, replace(public, pings=(message.user_id,)), [*on_it, *offer_buttons, *answers]
        )
        if vote is None:
            return public
        return _merge_vote_message(public, await compose_vote_message(self.app, vote, table, ()))

    def _empty_seat_question(self, table: Table, user_id: int) -> tuple[str, list[Button]]:
        """The question about an empty seat with its answer buttons; ("", []) if the table is not asked."""
        seats, seat = reminders.empty_seats_to_decide(table), find_notified_seat(table, user_id)
        if not seats or seat is None or not seat.is_present:
            return "", []
        say = self.app.voice(table, table.language)
        notification = Notification(user_id, table.id, table.seq, EMPTY, "dm", 0, 0)
        return self._notification_line(notification, table).screen.text, reminders.empty_seat_buttons(
            self.app, table, seats[0], say
        )

    def _add_table_link(
        self, table: Table, public: PublicMessage, extra_buttons: Sequence[Button] = ()
    ) -> PublicMessage:
        """The message with extra buttons, a link to the table, and a warning if its channel is lost."""
        say = self.app.voice(table, table.language)
        links = [] if table.homeless else jump_links(table, say, "button.to_table")
        last_row: Row = [*extra_buttons, *links]
        screen = replace(public.screen, rows=[*public.screen.rows, *([last_row] if last_row else [])])
        lost_lines = lost_channel.describe_lost_channel(table, say, self.app.game_name(table.kind, table.language), 0)
        if lost_lines:
            screen = replace(screen, text=truncate_text("\n".join([screen.text, *lost_lines]), MESSAGE_LENGTH))
        return replace(public, screen=screen)

    def _describe_notification(self, notification: Notification, table: Table, say: Voice) -> str:
        """The text of a reminder or another notification."""
        seat = find_notified_seat(table, notification.user_id)
        turn = table.pending_turn_of(seat.index) if seat is not None else None
        if notification.what in REMINDERS and seat is not None and turn is not None:
            name = self.app.game_name(table.kind, table.language)
            mention = decider_text.describe_decider(table, notification.user_id, say)
            return reminders.describe_reminder(table, seat.index, notification.what, turn, say, name, mention)
        return self._notification_line(notification, table).screen.text

    def _notification_line(self, notification: Notification, table: Table) -> PublicMessage:
        """One line about a table, posted in its channel."""
        say = self.app.voice(table, table.language)
        key = notification.what.split(" ")[0]
        params = {
            "who": message_layout.mention(notification.user_id),
            "game": self.app.game_name(table.kind, table.language),
            "id": table.id,
        }
        if key == OWNER:
            params |= self._stand_in_params(notification, table)
        vote = self.app.tables.registry.open_vote_of(table.id) if key == VOTE else None
        row: Row = jump_links(table, say, "button.to_table")
        if vote is not None and vote.message_id is not None:
            row = [Link(message_url(table.home.guild_id, vote.channel_id, vote.message_id), say("button.to_vote"))]
        offer = find_offer_to_user(table, notification.user_id) if key == ASK else None
        if offer is not None:
            return seat_offers.seat_offer_message(table, offer, say, str(params["game"]), called=True)
        return PublicMessage(Screen(say(f"call.{key}", **params), rows=[row]), (notification.user_id,))

    def _stand_in_params(self, notification: Notification, table: Table) -> dict[str, object]:
        """The stand-in of the user's seat, and the due time of its turn."""
        seat = next(seat for seat in table.seats if seat.user_id == notification.user_id)
        turn = table.pending_turn_of(seat.index)
        due = announced_due_time(turn.timer) if turn is not None else None
        return {"user": seat.standin or 0, "due": time_text.format_relative_time(due or notification.made_at)}

    async def _load_named_tables(
        self, message: DirectMessage, notified: Iterable[tuple[Notification, Table]]
    ) -> dict[int, Table]:
        """The tables that a digest names, by number: those that wait for its reader first."""
        named = {table.id: table for _, table in notified}
        own_tables = self.app.tables.tables_by_urgency(message.user_id)
        waiting_ids = [table.id for table in own_tables if _waits_for_user(table, message.user_id)]
        waiting = {table_id: await self.app.tables.registry.load_table(table_id) for table_id in waiting_ids}
        return {**localize_tables_for_reader(self.app.tables, message.user_id, waiting), **named}


def _supersedes(former: DirectMessage, later: DirectMessage) -> bool:
    """Whether the later of two direct messages would immediately replace the other."""
    return former.how == later.how == "dm" and former.table_id == later.table_id is not None


def _waits_for_user(table: Table, user_id: int) -> bool:
    return is_about_pending_turn(Notification(user_id, table.id, table.seq, "turn", "dm", 0, 0), table)


def _merge_vote_message(public: PublicMessage, vote: PublicMessage) -> PublicMessage:
    """The table message with the question and the buttons of a vote."""
    screen, vote_screen = public.screen, vote.screen
    text = f"{truncate_text(screen.text, MESSAGE_LENGTH - len(vote_screen.text) - 2)}\n\n{vote_screen.text}"
    return replace(public, screen=replace(screen, text=text, files=(), rows=[*vote_screen.rows, *screen.rows]))


def _message_nonce(message: DirectMessage, notified: Iterable[tuple[Notification, Table]]) -> str:
    """A nonce that stays the same at each attempt to send this message."""
    tags = "".join(table.tag for _, table in notified)
    return blake2b(f"{message.user_id} {message.number} {tags}".encode(), digest_size=12).hexdigest()
