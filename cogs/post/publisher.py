"""Publishes changes of tables to Discord: new message or edit, pings, and removal of old messages.

The rules are P1 to P7 of docs/codes.md: a seat's new turn pings once, by a new message; everything else edits the
newest message while it is young enough, and else becomes a new silent one. No failure here affects a game: an unsent
message goes out with the next act, after a delay, or at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cogs.games import face_for
from cogs.post import (
    compose,
    discord_messages,
    lesson_message,
    message_layout,
    outlines,
    reminders,
    rest_line,
    seat_offers,
)
from cogs.post.channel_watcher import ChannelWatcher
from cogs.post.direct_messages import DirectMessageSender
from cogs.post.lobby_message import lobby_message, lobby_started_message
from cogs.post.message_editor import MessageEditor
from cogs.post.message_layout import PublicMessage
from cogs.post.message_pictures import MessagePictures
from cogs.post.table_outbox import TableOutbox
from cogs.post.vote_publisher import VotePublisher
from cogs.screen import lesson_text as learning
from cogs.screen.delays import DEFAULT_DELAYS, Delays
from cogs.screen.links import message_url
from db.errors import StoreError
from service.errors import ServiceError
from service.play.pauses import moderator_who_closed
from service.state.model import Post, Table, TableChannel, UnreachableReason
from service.state.player_counts import list_lobby_concerns
from service.store.publisher import TableChange

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

RETRIES: Final = (30, 120, 600)  # seconds
SOON: Final = (2, 5, 15, *RETRIES)  # for a database that is busy or briefly away
BESIDE: Final = ("reminded", "vote")  # changes without effect on the table message
LOOK_EVERY: Final = 60  # seconds between two checks whether a message still exists


class Publisher:
    """Implements the service's publisher for Discord."""

    def __init__(self, app: App, waits: Delays = DEFAULT_DELAYS) -> None:
        self.app = app
        self.settle = waits.settle
        self._desks: dict[int, TableOutbox] = {}
        self._looked: dict[int, int] = {}  # message id -> time of its last check
        self._closing = False
        self._healed = asyncio.Event()  # the messages left over from the last run are scheduled
        self.edits = MessageEditor(app, waits.edit_gap)
        self.ballots = VotePublisher(app, self.edits)
        self.letters = DirectMessageSender(app, self.direct)
        self.pictures = MessagePictures(app, waits.picture, self._ready)
        self.places = ChannelWatcher(app)

    async def called(self, user_id: int) -> None:
        """Schedule a user's direct messages, after machines and chained moves."""
        if not self._closing:
            self.letters.called(user_id, self.settle)

    async def changed(self, change: TableChange) -> None:
        """Publish a committed change; called by the service."""
        if change.vote is not None:
            desk = self._desks.setdefault(change.table.id, TableOutbox())
            desk.votes[change.vote.id] = change.vote
        if change.what == "started":
            self._desks.setdefault(change.table.id, TableOutbox()).dealing = True
        self.app.awaiting.start(change.table.id, change.table.seq, self.app.beside)
        calm = change.what in ("moved", "undone", "over", "started")
        self.touch(change.table.id, self.settle if calm else 0, beside=change.what in BESIDE, more=change.more)

    async def heal(self) -> None:
        """At start: schedule everything left unsent by the last run."""
        try:
            for table_id in await self.app.tables.outbox.behind():
                self._desks.setdefault(table_id, TableOutbox()).repeats = True
                self.touch(table_id, 0)
            for user_id in await self.app.tables.direct_messages.addressees():
                self.letters.called(user_id, 0, before=True)
        finally:
            self._healed.set()

    async def retire_superseded(self) -> None:
        """At start, in the background: remove the buttons of messages that had a newer one."""
        for table_id, old in await self.app.tables.outbox.superseded():
            table = self.app.tables.registry.get(table_id)
            if table is not None and table.live is not None and table.live.message_id is not None:
                with suppress(discord_messages.DiscordUnavailable):  # an old message that stays does no harm
                    await self._retire(table, old, table.live.message_id)

    def telling(self, table_id: int) -> asyncio.Event | None:
        """The event that is set once the channel shows everything that has happened; None if it does already. A
        machine's turn in progress does not count."""
        desk = self._desks.get(table_id)
        told = self._healed if not self._healed.is_set() or desk is None or desk.held else desk.told
        return None if told.is_set() else told

    def hurry(self, table_id: int) -> None:
        """Publish now: a machine starts to think after that, and nothing else comes first."""
        desk = self._desks.get(table_id)
        if desk is not None and desk.pending and not desk.resting:
            desk.tell(self.app.clock.now_ms())
            desk.moved.set()

    def touch(self, table_id: int, seconds: float, *, beside: bool = False, more: bool = False) -> None:
        """Schedule an update of a table's messages `seconds` after the last call. `beside`: all but the table message,
        which does not change; `more`: a machine's turn goes on, and the update may wait for it."""
        if self._closing:
            return
        desk = self._desks.setdefault(table_id, TableOutbox())
        if not desk.call(self.app.clock.now_ms(), seconds, beside=beside, more=more):
            return
        if desk.task is None or desk.task.done():
            desk.task = asyncio.create_task(self._serve(table_id, desk), name=f"publish-{table_id}")

    def look_after(self, table: Table, pressed: int | None) -> None:
        """Check that the message of a table still exists, at most once a minute, and post it again if it was deleted.
        `pressed`: the message of the current interaction."""
        live, now = table.live, self.app.clock.now()
        if self._closing or not table.open or live is None or live.message_id in (None, pressed):
            return
        self._looked = {number: at for number, at in self._looked.items() if now - at < LOOK_EVERY}
        if live.message_id in self._looked or (live.shown_at is not None and now - live.shown_at < LOOK_EVERY):
            return
        self._looked[live.message_id or 0] = now
        self.app.beside(self._looked_after(table), "look after a message")

    async def _looked_after(self, table: Table) -> None:
        if not await self._stands(table):
            self.touch(table.id, 0)

    async def _stands(self, table: Table) -> bool:
        """Whether the message of a table exists; if not, that is recorded."""
        live = table.live
        if live is None or live.message_id is None or await discord_messages.message_exists(self.app, table, live):
            return True
        present = self.app.tables.registry.get(table.id)
        if present is not None and present.live is not None and present.live.message_id == live.message_id:
            await self.app.tables.outbox.gone(table.id)
        return False

    def working(self) -> set[asyncio.Task[None]]:
        """Tasks that send now or soon, without those that wait for a retry."""
        return {d.task for d in self._desks.values() if d.working and d.task} | self.letters.working()

    async def idle(self) -> None:
        """Wait until nothing is left to send now."""
        while tasks := self.working():
            await asyncio.wait(tasks, timeout=0.05)

    async def close(self) -> None:
        """Finish sends in progress; the rest goes out at the next start."""
        self._closing = True
        for desk in self._desks.values():
            desk.moved.set()
        tasks = [d.task for d in self._desks.values() if d.task is not None and not d.task.done()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=3)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self.letters.close()
        await self.pictures.endings.close()

    async def _serve(self, table_id: int, desk: TableOutbox) -> None:
        while desk.pending:
            try:
                await self._served(table_id, desk)
                desk.failures = 0
            except (discord_messages.DiscordUnavailable, StoreError) as error:
                wait = self._failed(desk, SOON if isinstance(error, StoreError) and error.passes else RETRIES)
                why = f"the database: {error.key}" if isinstance(error, StoreError) else f"Discord: {error}"
                log.warning(
                    "table %(table)d could not be shown (%(why)s); again in %(seconds)d s",
                    {"table": table_id, "why": why, "seconds": wait},
                )
                self._again(desk, wait)
            except ServiceError as error:  # unreadable; logged where it was read
                log.warning("table %(table)d could not be shown: %(why)s", {"table": table_id, "why": error.key})
            except Exception:
                log.exception("table %(table)d could not be shown", {"table": table_id})
                if desk.failures < len(RETRIES):  # a first failure may be temporary
                    self._again(desk, self._failed(desk, RETRIES))
            if self._closing:
                break
        desk.rest()
        if not desk.ready and desk.failures == 0:
            self._desks.pop(table_id, None)

    async def _served(self, table_id: int, desk: TableOutbox) -> None:
        if desk.dealing:
            desk.dealing = False
            await self._dealing(table_id)
        await self._until_due(desk)
        if desk.held:
            desk.tell(desk.due)
        desk.pending = desk.resting = False
        try:
            await self._publish(table_id, desk)
        except discord_messages.ChannelLost as error:
            await self._lost(table_id, error.why)

    async def _lost(self, table_id: int, why: UnreachableReason) -> None:
        """Record that the channel is lost. Direct messages still show the game."""
        table = self.app.tables.registry.get(table_id) or await self.app.tables.registry.load(table_id)
        if why == "view" and self.places.judged(table.home) == "server":
            why = "server"
        elif why == "send" and self.places.judged(table.home) == "thread":
            why = "thread"
        log.warning("table %(table)d is homeless (%(why)s)", {"table": table_id, "why": why})
        await self.app.tables.channels.lost(table_id, why)
        if table.seq > 0:
            with suppress(discord_messages.ChannelLost, discord_messages.DiscordUnavailable):
                await self.letters.settle(await self.app.tables.registry.load(table_id))

    async def _found(self, table: Table) -> None:
        """Record that the channel works again: the clocks go on, and pending notifications are sent."""
        await self.app.tables.channels.found(table.id)
        self.touch(table.id, self.edits.gap)
        await self.app.tables.direct_messages.remind()

    async def _dealing(self, table_id: int) -> None:
        """Show the start of a game on its lobby message before machines move."""
        table = await self.app.tables.registry.load(table_id)
        live = table.live
        if (
            live is None
            or live.message_id is None
            or live.reason not in compose.LOBBY_REASONS
            or not self.edits.young(live)
        ):
            return
        say = self.app.voice(table, table.language)
        public = lobby_started_message(table, say, self.app.game_name(table.kind, table.language), None)
        with suppress(
            discord_messages.ChannelLost, discord_messages.DiscordUnavailable
        ):  # the table message hits the same error
            await self.edits.edit(table, live, public)

    async def _until_due(self, desk: TableOutbox) -> None:
        async def slept() -> None:  # computed when the sleep begins: the clock may have been moved
            await self.app.clock.sleep(max(0, desk.due - self.app.clock.now_ms()) / 1000)

        while not self._closing and desk.due > self.app.clock.now_ms():
            desk.moved.clear()
            waits = {asyncio.ensure_future(slept()), asyncio.ensure_future(desk.moved.wait())}
            _, late = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in late:
                wait.cancel()

    @staticmethod
    def _failed(desk: TableOutbox, waits: Sequence[int]) -> int:
        """The seconds until the next attempt."""
        desk.failures += 1
        return waits[min(desk.failures, len(waits)) - 1]

    def _again(self, desk: TableOutbox, seconds: float) -> None:
        desk.repeats = True
        desk.rest()
        desk.pending = desk.resting = True
        desk.due = self.app.clock.now_ms() + int(seconds * 1000)

    async def _publish(self, table_id: int, desk: TableOutbox) -> None:
        tables = self.app.tables
        (beside, desk.beside), voted = (desk.beside, False), bool(desk.votes)
        table = await tables.registry.load(table_id)
        if beside and table.open and (table.homeless or not await self._stands(table)):  # links to the message
            beside, table = False, await tables.registry.load(table_id)
        for vote_id in list(desk.votes):
            await self.ballots.show(desk.votes[vote_id], table, repeats=desk.repeats)
            del desk.votes[vote_id]
        for vote in await tables.votes.owed(table_id):
            await self.ballots.show(vote, table, repeats=desk.repeats)
        if table.seq == 0:
            await self._show_lobby(table)
            return
        if not beside:
            await self._show_table(table, desk)
            table = await tables.registry.load(table_id)
        if voted or not beside:
            await self.letters.settle(table)
        await reminders.update_reminders(self.app, table)
        await seat_offers.update_seat_offers(self.app, table)

    async def _show_lobby(self, table: Table) -> None:
        say = self.app.voice(table, table.language)
        posts = await self.app.tables.outbox.unsent(table.id)
        pings = tuple(dict.fromkeys(user for post in posts for user in post.pings))
        line, by = "", next((name for post in posts if (name := moderator_who_closed(post.reason))), "")
        if pings:
            host = table.seat_of(table.host)
            who = " ".join(message_layout.mention(user) for user in pings)
            line = say("ping.rematch", who=who, name=say.seat(host.index) if host is not None else "")
        public = lobby_message(
            table,
            say,
            self.app.game_name(table.kind, table.language),
            pings,
            line,
            list_lobby_concerns(table) if table.status == "lobby" else (),
            by,
            await self.app.tables.branches.former(table),
        )
        await self._act(table, posts, public, table.live)

    async def _show_table(self, table: Table, desk: TableOutbox) -> None:
        live = table.live
        if table.thread:
            table = await self._into_thread(table)
        posts = await self.app.tables.outbox.unsent(table.id)
        if table.lesson is not None and table.status == "abandoned":
            await self._given_up(table, live)
            return
        public = await self._composed(table, desk, compose.addressed_posts(posts))
        await self._act(table, posts, public, live)

    async def _given_up(self, table: Table, live: Post | None) -> None:
        """End an abandoned lesson silently, without a new message."""
        say = self.app.voice(table, table.language)
        if live is not None and live.message_id is not None and self.edits.young(live):
            name = self.app.game_name(table.kind, table.language)
            await self.edits.edit(table, live, lesson_message.lesson_given_up_message(table, say, name))
        elif live is not None and live.message_id is not None:
            await discord_messages.remove_buttons(self.app, table, live)

    async def _act(self, table: Table, posts: Sequence[Post], public: PublicMessage, live: Post | None) -> None:
        """P1 to P6: a new message, or an edit of the newest one."""
        if live is not None and (live.message_id is None or live.channel_id is None):
            live = None
        lobby_over = live is not None and live.reason in compose.LOBBY_REASONS and table.seq > 0
        stays = live is not None and self.edits.young(live) and not self._moved(table, live)
        if not posts and live is not None and stays and not lobby_over and not table.homeless:
            if await self.edits.edit(table, live, public):
                await self.app.tables.outbox.shown(table.id, table.seq)
                return
            await self.app.tables.outbox.gone(table.id)
            live = None
        elif not posts and table.status == "abandoned" and table.seq == 0:
            return  # a lobby closed before it was shown, or long ago
        posts = posts or [
            await self.app.tables.outbox.new_post(table.id, compose.SILENT_REASON if table.seq else "lobby")
        ]
        repeats = self._repeats(table, posts[-1])
        sent = await discord_messages.send_to_table(self.app, table, public, f"{table.tag}-{posts[-1].number}")
        seq = posts[-1].seq if repeats else table.seq
        await self.app.tables.outbox.posted(
            table.id, [post.number for post in posts], sent, table.home.channel_id, seq=seq
        )
        if repeats:
            self.touch(table.id, 0)
        if table.homeless:
            await self._found(table)
        if live is not None:
            await self._retire(table, live, sent)

    def _repeats(self, table: Table, post: Post) -> bool:
        """Whether Discord may have this post already, with an older content; True at most once."""
        desk = self._desks.get(table.id)
        if desk is None or not desk.repeats:
            return False
        desk.repeats = False
        return post.seq < table.seq or not table.seq

    @staticmethod
    def _moved(table: Table, live: Post) -> bool:
        return live.channel_id != table.home.channel_id

    async def _retire(self, table: Table, old: Post, new: int) -> None:
        """Take back the former message after a newer one."""
        if old.message_id == new:
            return  # a repeated send: Discord returned the existing message
        if old.reason in compose.LOBBY_REASONS and table.seq > 0:
            link = message_url(table.home.guild_id, table.home.channel_id, new)
            say = self.app.voice(table, table.language)
            public = lobby_started_message(table, say, self.app.game_name(table.kind, table.language), link)
            if self.edits.young(old):
                await self.edits.edit(table, old, public)
            elif table.tidies and not table.thread:
                await discord_messages.delete_post(self.app, table, old)
        elif table.tidies:
            await discord_messages.delete_post(self.app, table, old)
        elif self.edits.young(old):
            await discord_messages.remove_buttons(self.app, table, old)

    def _ready(self, table_id: int, desk: TableOutbox) -> None:
        """Update a message whose picture is ready late."""
        self._desks.setdefault(table_id, desk)
        self.touch(table_id, 0)

    async def direct(self, table: Table, posts: Sequence[Post], above: str, user_id: int) -> PublicMessage:
        """The table message for a user's direct messages, with public content only."""
        return await self._composed(table, None, posts, above, user_id)

    async def _composed(
        self,
        table: Table,
        desk: TableOutbox | None,
        posts: Sequence[Post],
        above: str = "",
        only_for: int | None = None,
    ) -> PublicMessage:
        if table.game is None or table.state is None:
            raise RuntimeError(f"table {table.id} has no state to show")
        say = self.app.voice(table, table.language)
        # The log may be longer than this table: later entries come with the next message.
        whole = (await self.app.tables.history.entries(table.id))[: table.seq]
        history = whole
        look = face_for(table.kind)
        if table.lesson is not None:
            first = lesson_message.lesson_known_until(table, whole)
            history = [entry for entry in whole if entry.seq > first]
            above = learning.announce_lesson_task(table, say)
        else:
            first = outlines.last_known_entry(table, history, look.finishing)
        told = compose.compose_story(table, history, posts, say)
        before = await outlines.find_view_after(self.app, table, first, whole)
        view, new = outlines.mark_changes(self.app, table, before, compose.public_view(table), history, first)
        files = await self.pictures.files(table, view, new, look, told, desk)
        called = compose.find_addressee(table, history, posts)
        if called is not None and called.since != first:
            before = await outlines.find_view_after(self.app, table, called.since, whole)
        name = self.app.game_name(table.kind, table.language)
        for_you = compose.describe_addressee_gains(table, called, before, say)
        now = self.app.clock.now()
        return compose.compose_table_message(
            table,
            posts,
            told,
            say,
            name,
            files=files,
            for_you=for_you,
            now=now,
            above=above,
            rests=rest_line.describe_rest(table, history, say),
            away=self.app.tables.vacations.away(table),
            only_for=only_for,
        )

    async def _into_thread(self, table: Table) -> Table:
        """Open the game's thread below the lobby message."""
        live = table.live
        if live is None or live.reason not in compose.LOBBY_REASONS or live.message_id is None:
            return table
        if table.home.channel_id != live.channel_id:
            return table  # already in its thread
        host = table.seat_of(table.host)
        name = f"{self.app.game_name(table.kind, table.language)} #{table.id}"
        name = discord_messages.thread_name(name, host.name) if host is not None else name
        thread = await discord_messages.open_thread(self.app, table, live, name)
        if thread is None:
            return table  # stays in the channel
        await self.app.tables.channels.move(table.id, TableChannel(table.home.guild_id, thread))
        return await self.app.tables.registry.load(table.id)
