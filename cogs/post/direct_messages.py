"""Direct messages about one table or all waiting tables; for users who accept none, a line in the table's channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from cogs.post import deciders, digests, discord_messages, message_layout, reminders, seat_offers
from cogs.post.headline import LONGEST
from cogs.post.message_editor import EDITABLE_SECONDS
from cogs.post.message_layout import PublicMessage
from cogs.post.reader_language import localize_for_reader, localize_tables_for_reader
from cogs.post.vote_publisher import compose_vote_message
from cogs.screen import Button, Link, Row, Screen, cut, lost_channel, time_text
from cogs.screen.links import jump_links, message_url
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

RETRIES: Final = (30, 120, 600)  # seconds
MACHINE: Final = 1.5  # seconds between two checks whether the machines at the start of a game have moved
MOST: Final = 20  # of these checks
Compose = Callable[[Table, list[Post], str, int], Awaitable[PublicMessage]]


class DirectMessageSender:
    """Sends pending direct messages, one user at a time. `compose(table, posts, above, user_id)`: the message of a
    table for one reader; `above` replaces the ping line of the posts."""

    def __init__(self, app: App, compose: Compose) -> None:
        self.app = app
        self.compose = compose
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()  # users notified while their messages were being sent
        self._resting: set[int] = set()  # users whose messages wait for a retry

    def called(self, user_id: int, seconds: float, *, before: bool = False) -> None:
        """Send a user's pending messages after `seconds`. `before`: an earlier attempt may have reached Discord."""
        task = self._tasks.get(user_id)
        if task is not None and not task.done():
            self._again.add(user_id)
            return
        self._tasks[user_id] = asyncio.create_task(self._serve(user_id, seconds, before), name=f"letters-{user_id}")

    def working(self) -> set[asyncio.Task[None]]:
        """The send tasks in progress, without those that wait for a retry."""
        return {task for user, task in self._tasks.items() if not task.done() and user not in self._resting}

    async def close(self) -> None:
        """Stop; unsent messages go out at the next start."""
        tasks = [task for task in self._tasks.values() if not task.done()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=0 if self._resting else 3)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _serve(self, user_id: int, seconds: float, before: bool) -> None:
        failures = waits = 0
        tried: set[int] = set()
        await self.app.clock.sleep(seconds)
        while True:
            self._again.discard(user_id)
            try:
                owed = await self.app.tables.direct_messages.owed(user_id)
                tried.update(letter.number for letter in owed if before)
                letters = await self._joined(owed, tried)
                early = [one for one in letters if waits < MOST and one.number not in tried and self._early(one)]
                for letter in letters:
                    if letter not in early:
                        tried.add(letter.number)
                        await self._attempted(letter)
                if early:
                    waits += 1
                    await self.app.clock.sleep(MACHINE)
                    continue
            except (discord_messages.DiscordUnavailable, StoreError) as error:
                wait = RETRIES[min(failures, len(RETRIES) - 1)]
                failures += 1
                why = error.key if isinstance(error, StoreError) else error
                log.warning(
                    "a letter could not be sent (%(why)s); again in %(seconds)d s", {"why": why, "seconds": wait}
                )
                self._resting.add(user_id)
                await self.app.clock.sleep(wait)
                self._resting.discard(user_id)
                continue
            if user_id not in self._again:
                break
        if self._tasks.get(user_id) is asyncio.current_task():
            del self._tasks[user_id]

    async def _joined(self, owed: Sequence[DirectMessage], tried: Collection[int]) -> list[DirectMessage]:
        """The pending messages, merged by table, so that each table pings once. Messages in `tried` stay as they are,
        as they may have arrived."""
        letters: list[DirectMessage] = []
        for letter in owed:
            former = next((one for one in letters if _supersedes_letter(one, letter) and one.number not in tried), None)
            if former is not None:
                letters.remove(former)
                await self.app.tables.direct_messages.join(former, letter)
                letter = replace(letter, calls=(*former.calls, *letter.calls))
            letters.append(letter)
        return letters

    def _early(self, letter: DirectMessage) -> bool:
        """Whether it announces a game start where machines move first: a turn notification may follow soon."""
        table = self.app.tables.registry.get(letter.table_id or 0)
        begun = letter.how == "dm" and letter.calls and all(call.what == START for call in letter.calls)
        return bool(begun) and table is not None and find_machine_to_move(table) is not None

    async def _attempted(self, letter: DirectMessage) -> None:
        """Send one message; an unexpected error is logged, so that the other messages still go out."""
        try:
            await self._deliver(letter)
        except (discord_messages.DiscordUnavailable, StoreError):
            raise
        except Exception:
            log.exception("letter %(letter)d could not be sent", {"letter": letter.number})

    async def _deliver(self, letter: DirectMessage) -> None:
        tables = self.app.tables
        found = [(call, await tables.registry.load(call.table_id)) for call in letter.calls]
        if not found:
            await tables.direct_messages.drop(letter)
            return
        if letter.how != "mention":
            found = [(call, localize_for_reader(self.app, letter.user_id, table)) for call, table in found]
        nonce = _letter_nonce(letter, found)
        listed: list[int] = []
        try:
            if letter.how == "mention" and found[0][1].homeless:
                return  # pending until the channel works again
            if letter.how == "mention":
                call, table = found[0]
                channel, sent = (
                    table.home.channel_id,
                    await discord_messages.send_to_table(self.app, table, self._line(call, table), nonce),
                )
            elif letter.table_id is not None:
                vote = self._silent(found[0][1], letter.user_id)
                listed = [] if vote is None else [vote.id]
                public = await self._table(letter, found, vote)
                channel, sent = await discord_messages.send_direct_message(
                    self.app, letter.user_id, public, nonce, found[0][1].language
                )
            else:
                named = await self._named(letter, found)
                listed = [number for number, table in named.items() if _waits_for_user(table, letter.user_id)]
                public = digests.digest_message(
                    self.app, letter.user_id, letter.how, named, {table.id: call for call, table in found}
                )
                spoken = found[0][1].language
                channel, sent = await discord_messages.send_direct_message(
                    self.app, letter.user_id, public, nonce, spoken
                )
        except discord_messages.DirectMessagesClosed:
            await tables.direct_messages.refused(letter)
            return
        except discord_messages.NoSharedServer:
            return  # pending until they share a server
        except discord_messages.ChannelLost as error:
            await tables.channels.lost(found[0][1].id, error.why)  # pending until the channel works again
            return
        for former_channel, former in await tables.direct_messages.sent(letter, sent, channel, listed):
            if former != sent:
                await discord_messages.delete_message(self.app, former_channel, former)

    async def settle(self, table: Table) -> None:
        """Edit the direct messages of users who have acted, so that they show the present state."""
        for sent in await self.app.tables.direct_messages.done_with(table):
            shown = localize_for_reader(self.app, sent.user_id, table)
            begins = table.open and table.seq <= message_layout.UNTOUCHED  # it announces the start until the first move
            waits = _waits_for_user(table, sent.user_id)  # only a vote was answered
            why, pings = (START if begins else TURN, (sent.user_id,)) if begins or waits else ("letter", ())
            post = Post(table.id, 0, table.seq, why, pings, sent.message_id, sent.channel_id, sent_at=sent.sent_at)
            if self.app.clock.now() - sent.sent_at < EDITABLE_SECONDS:
                question, answers = self._question(shown, sent.user_id)
                public = self._shown(shown, await self.compose(shown, [post], question, sent.user_id), answers)
                await discord_messages.edit_message(self.app, shown, post, public)
        await digests.refresh_digests(self.app, table)

    # Composing

    def _silent(self, table: Table, user_id: int) -> Vote | None:
        """The open vote that the user has not answered yet; None if there is none."""
        vote = self.app.tables.registry.vote_at(table.id)
        return vote if vote is not None and user_id in unanswered_user_ids(table, vote) else None

    async def _table(
        self, letter: DirectMessage, found: Iterable[tuple[Notification, Table]], vote: Vote | None
    ) -> PublicMessage:
        """The table message with all its buttons and a link to the table. An unanswered vote replaces it if nothing
        else is new; otherwise the vote stands below the text, without the picture."""
        calls = [call for call, _ in found]
        table = next(table for _, table in found)
        say = self.app.voice(table, table.language)
        if vote is not None and all(call.what == VOTE for call in calls) and not _waits_for_user(table, letter.user_id):
            return self._shown(table, await compose_vote_message(self.app, vote, table, [letter.user_id]))
        said = (*REMINDERS, ASK, ASKED, OWNER)
        above = " ".join(self._said(call, table, say) for call in calls if call.what.split(" ")[0] in said)
        told = [call for call in calls if call.what.split(" ")[0] not in (VOTE, ASK, EMPTY, OWNER)]
        posts = [Post(table.id, 0, call.seq, call.what, (letter.user_id,)) for call in told]
        question, answers = self._question(table, letter.user_id)
        above = " ".join(filter(None, (above, question)))
        seat = find_notified_seat(table, letter.user_id)
        hushed = [call for call in calls if call.what in reminders.HUSHABLE]
        beside = [reminders.on_it_button(table, seat.index, say)] if hushed and seat is not None else []
        ask = find_offer_to_user(table, letter.user_id)
        asked = seat_offers.seat_offer_buttons(table, ask, say) if ask is not None else ()
        public = await self.compose(table, posts, above, letter.user_id)  # it pings its reader even without posts
        public = self._shown(table, replace(public, pings=(letter.user_id,)), [*beside, *asked, *answers])
        return (
            public
            if vote is None
            else _merge_vote_message(public, await compose_vote_message(self.app, vote, table, ()))
        )

    def _question(self, table: Table, user_id: int) -> tuple[str, list[Button]]:
        """The question about an empty seat with its answer buttons; ("", []) if the table is not asked."""
        seats, seat = reminders.empty_seats_to_decide(table), find_notified_seat(table, user_id)
        if not seats or seat is None or not seat.here:
            return "", []
        say = self.app.voice(table, table.language)
        call = Notification(user_id, table.id, table.seq, EMPTY, "dm", 0, 0)
        return self._line(call, table).screen.text, reminders.empty_seat_buttons(self.app, table, seats[0], say)

    def _shown(self, table: Table, public: PublicMessage, beside: Sequence[Button] = ()) -> PublicMessage:
        """The message with extra buttons, a link to the table, and a warning if its channel is lost."""
        say = self.app.voice(table, table.language)
        there = [] if table.homeless else jump_links(table, say, "button.to_table")
        below: Row = [*beside, *there]
        screen = replace(public.screen, rows=[*public.screen.rows, *([below] if below else [])])
        lost = lost_channel.describe_lost_channel(table, say, self.app.game_name(table.kind, table.language), 0)
        if lost:
            screen = replace(screen, text=cut("\n".join([screen.text, *lost]), LONGEST))
        return replace(public, screen=screen)

    def _said(self, call: Notification, table: Table, say: Voice) -> str:
        """The text of a reminder or another notification."""
        seat = find_notified_seat(table, call.user_id)
        stretch = table.pending_turn_of(seat.index) if seat is not None else None
        if call.what in REMINDERS and seat is not None and stretch is not None:
            name = self.app.game_name(table.kind, table.language)
            who = deciders.describe_decider(table, call.user_id, say)
            return reminders.describe_reminder(table, seat.index, call.what, stretch, say, name, who)
        return self._line(call, table).screen.text

    def _line(self, call: Notification, table: Table) -> PublicMessage:
        """One line about a table, posted in its channel."""
        say = self.app.voice(table, table.language)
        key = call.what.split(" ")[0]
        told = {
            "who": message_layout.mention(call.user_id),
            "game": self.app.game_name(table.kind, table.language),
            "id": table.id,
        }
        if key == OWNER:
            told |= self._stood_for(call, table)
        vote = self.app.tables.registry.vote_at(table.id) if key == VOTE else None
        row: Row = jump_links(table, say, "button.to_table")
        if vote is not None and vote.message_id is not None:
            row = [Link(message_url(table.home.guild_id, vote.channel_id, vote.message_id), say("button.to_vote"))]
        ask = find_offer_to_user(table, call.user_id) if key == ASK else None
        if ask is not None:
            return seat_offers.seat_offer_message(table, ask, say, str(told["game"]), called=True)
        return PublicMessage(Screen(say(f"call.{key}", **told), rows=[row]), (call.user_id,))

    def _stood_for(self, call: Notification, table: Table) -> dict[str, object]:
        """The stand-in of the user's seat, and the due time of its turn."""
        seat = next(seat for seat in table.seats if seat.user_id == call.user_id)
        stretch = table.pending_turn_of(seat.index)
        due = announced_due_time(stretch.timer) if stretch is not None else None
        return {"user": seat.standin or 0, "due": time_text.format_relative_time(due or call.made_at)}

    async def _named(self, letter: DirectMessage, found: Iterable[tuple[Notification, Table]]) -> dict[int, Table]:
        """The tables that a digest names, by number: those that wait for its reader first."""
        told = {table.id: table for _, table in found}
        mine = [table.id for table in self.app.tables.of_user(letter.user_id) if _waits_for_user(table, letter.user_id)]
        waiting = {number: await self.app.tables.registry.load(number) for number in mine}
        return {**localize_tables_for_reader(self.app, letter.user_id, waiting), **told}


def _supersedes_letter(one: DirectMessage, other: DirectMessage) -> bool:
    """Whether the later of two direct messages would immediately replace the other."""
    return one.how == other.how == "dm" and one.table_id == other.table_id is not None


def _waits_for_user(table: Table, user_id: int) -> bool:
    return is_about_pending_turn(Notification(user_id, table.id, table.seq, "turn", "dm", 0, 0), table)


def _merge_vote_message(public: PublicMessage, vote: PublicMessage) -> PublicMessage:
    """The table message with the question and the buttons of a vote."""
    screen, asks = public.screen, vote.screen
    text = f"{cut(screen.text, LONGEST - len(asks.text) - 2)}\n\n{asks.text}"
    return replace(public, screen=replace(screen, text=text, files=(), rows=[*asks.rows, *screen.rows]))


def _letter_nonce(letter: DirectMessage, found: Iterable[tuple[Notification, Table]]) -> str:
    """A nonce that stays the same at each attempt to send this message."""
    tags = "".join(table.tag for _, table in found)
    return blake2b(f"{letter.user_id} {letter.number} {tags}".encode(), digest_size=12).hexdigest()
