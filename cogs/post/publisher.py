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

from cogs.post import compose, discord_messages, lesson_message, reminders, seat_offers
from cogs.post.channel_watcher import ChannelWatcher
from cogs.post.direct_messages import DirectMessageSender
from cogs.post.lobby_message import LOBBY_REASONS, lobby_started_message
from cogs.post.message_composer import MessageComposer
from cogs.post.message_editor import MessageEditor
from cogs.post.message_layout import PublicMessage
from cogs.post.message_pictures import MessagePictures
from cogs.post.table_outbox import TableOutbox
from cogs.post.vote_publisher import VotePublisher
from cogs.screen.delays import DEFAULT_DELAYS, Delays
from cogs.screen.links import message_url
from db.errors import StoreError
from service.errors import ServiceError
from service.state.model import Post, Table, UnreachableReason
from service.store.publisher import TableChange

if TYPE_CHECKING:
    from cogs.games.app import App

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = (30, 120, 600)
QUICK_RETRY_SECONDS: Final = (2, 5, 15, *RETRY_SECONDS)  # for a database that is busy or briefly away
BESIDE: Final = ("reminded", "vote")  # changes without effect on the table message
CHECK_SECONDS: Final = 60  # seconds between two checks whether a message still exists


class Publisher:
    """Implements the service's publisher for Discord."""

    def __init__(self, app: App, waits: Delays = DEFAULT_DELAYS) -> None:
        self.app = app
        self.settle_seconds = waits.collect_moves
        self._outboxes: dict[int, TableOutbox] = {}
        self._last_checks: dict[int, int] = {}  # message id -> time of its last check
        self._closing = False
        self._unsent_scheduled = asyncio.Event()  # the messages left over from the last run are scheduled
        self.message_editor = MessageEditor(app, waits.edit_gap)
        self.vote_publisher = VotePublisher(app, self.message_editor)
        self.pictures = MessagePictures(app, waits.wait_for_picture, self._show_late_pictures)
        self.composer = MessageComposer(app, self.pictures)
        self.direct_messages = DirectMessageSender(app, self.composer.compose_for_reader)
        self.channel_watcher = ChannelWatcher(app)

    async def send_due_direct_messages(self, user_id: int) -> None:
        """Schedule a user's direct messages, after machines and chained moves."""
        if not self._closing:
            self.direct_messages.schedule(user_id, self.settle_seconds)

    async def publish_change(self, change: TableChange) -> None:
        """Publish a committed change; called by the service."""
        if change.vote is not None:
            outbox = self._outboxes.setdefault(change.table.id, TableOutbox())
            outbox.votes[change.vote.id] = change.vote
        if change.what == "started":
            self._outboxes.setdefault(change.table.id, TableOutbox()).shows_game_start = True
        self.app.live_screens.renew_outdated(change.table.id, change.table.seq, self.app.run_in_background)
        calm = change.what in ("moved", "undone", "over", "started")
        self.schedule_message_update(
            change.table.id,
            self.settle_seconds if calm else 0,
            beside=change.what in BESIDE,
            more=change.machine_moves_again,
        )

    async def publish_unsent_after_restart(self) -> None:
        """At start: schedule everything left unsent by the last run."""
        try:
            for table_id in await self.app.tables.outbox.list_tables_with_unsent_posts():
                self._outboxes.setdefault(table_id, TableOutbox()).may_be_sent_already = True
                self.schedule_message_update(table_id, 0)
            for user_id in await self.app.tables.direct_messages.users_with_due_messages():
                self.direct_messages.schedule(user_id, 0, before=True)
        finally:
            self._unsent_scheduled.set()

    async def remove_superseded_buttons(self) -> None:
        """At start, in the background: remove the buttons of messages that had a newer one."""
        for table_id, old in await self.app.tables.outbox.list_superseded_messages():
            table = self.app.tables.registry.get(table_id)
            if table is not None and table.live is not None and table.live.message_id is not None:
                with suppress(discord_messages.DiscordUnavailable):  # an old message that stays does no harm
                    await self._retire_old_message(table, old, table.live.message_id)

    def find_channel_update(self, table_id: int) -> asyncio.Event | None:
        """The event that is set once the channel shows everything that has happened; None if it does already. A
        machine's turn in progress does not count."""
        outbox = self._outboxes.get(table_id)
        told = (
            self._unsent_scheduled
            if not self._unsent_scheduled.is_set() or outbox is None or outbox.holds_machine_turn
            else outbox.all_published
        )
        return None if told.is_set() else told

    def hurry_channel_update(self, table_id: int) -> None:
        """Publish now: a machine starts to think after that, and nothing else comes first."""
        outbox = self._outboxes.get(table_id)
        if outbox is not None and outbox.is_pending and not outbox.waits_for_retry:
            outbox.publish_at(self.app.clock.now_ms())
            outbox.due_changed.set()

    def schedule_message_update(
        self, table_id: int, seconds: float, *, beside: bool = False, more: bool = False
    ) -> None:
        """Schedule an update of a table's messages `seconds` after the last call. `beside`: all but the table message,
        which does not change; `more`: a machine's turn goes on, and the update may wait for it."""
        if self._closing:
            return
        outbox = self._outboxes.setdefault(table_id, TableOutbox())
        if not outbox.schedule(self.app.clock.now_ms(), seconds, beside=beside, more=more):
            return
        if outbox.task is None or outbox.task.done():
            outbox.task = asyncio.create_task(self._publish_until_done(table_id, outbox), name=f"publish-{table_id}")

    def repost_if_deleted(self, table: Table, pressed: int | None) -> None:
        """Check that the message of a table still exists, at most once a minute, and post it again if it was deleted.
        `pressed`: the message of the current interaction."""
        live, now = table.live, self.app.clock.now()
        if self._closing or not table.is_open or live is None or live.message_id in (None, pressed):
            return
        self._last_checks = {number: at for number, at in self._last_checks.items() if now - at < CHECK_SECONDS}
        if live.message_id in self._last_checks or (live.shown_at is not None and now - live.shown_at < CHECK_SECONDS):
            return
        self._last_checks[live.message_id or 0] = now
        self.app.run_in_background(self._repost_if_missing(table), "look after a message")

    async def _repost_if_missing(self, table: Table) -> None:
        if not await self._message_exists(table):
            self.schedule_message_update(table.id, 0)

    async def _message_exists(self, table: Table) -> bool:
        """Whether the message of a table exists; if not, that is recorded."""
        live = table.live
        if live is None or live.message_id is None or await discord_messages.message_exists(self.app, table, live):
            return True
        present = self.app.tables.registry.get(table.id)
        if present is not None and present.live is not None and present.live.message_id == live.message_id:
            await self.app.tables.outbox.record_deleted_message(table.id)
        return False

    def running_tasks(self) -> set[asyncio.Task[None]]:
        """Tasks that send now or soon, without those that wait for a retry."""
        return {
            d.task for d in self._outboxes.values() if d.is_working and d.task
        } | self.direct_messages.running_tasks()

    async def wait_until_idle(self) -> None:
        """Wait until nothing is left to send now."""
        while tasks := self.running_tasks():
            await asyncio.wait(tasks, timeout=0.05)

    async def close(self) -> None:
        """Finish sends in progress; the rest goes out at the next start."""
        self._closing = True
        for outbox in self._outboxes.values():
            outbox.due_changed.set()
        tasks = [d.task for d in self._outboxes.values() if d.task is not None and not d.task.done()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=3)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self.direct_messages.close()
        await self.pictures.endings.close()

    async def _publish_until_done(self, table_id: int, outbox: TableOutbox) -> None:
        while outbox.is_pending:
            try:
                await self._publish_when_due(table_id, outbox)
                outbox.failures = 0
            except (discord_messages.DiscordUnavailable, StoreError) as error:
                wait = self._next_retry_delay(
                    outbox,
                    QUICK_RETRY_SECONDS if isinstance(error, StoreError) and error.can_be_retried else RETRY_SECONDS,
                )
                why = f"the database: {error.key}" if isinstance(error, StoreError) else f"Discord: {error}"
                log.warning(
                    "table %(table)d could not be shown (%(why)s); again in %(seconds)d s",
                    {"table": table_id, "why": why, "seconds": wait},
                )
                self._schedule_retry(outbox, wait)
            except ServiceError as error:  # unreadable; logged where it was read
                log.warning("table %(table)d could not be shown: %(why)s", {"table": table_id, "why": error.key})
            except Exception:
                log.exception("table %(table)d could not be shown", {"table": table_id})
                if outbox.failures < len(RETRY_SECONDS):  # a first failure may be temporary
                    self._schedule_retry(outbox, self._next_retry_delay(outbox, RETRY_SECONDS))
            if self._closing:
                break
        outbox.mark_published()
        if not outbox.late_pictures and outbox.failures == 0:
            self._outboxes.pop(table_id, None)

    async def _publish_when_due(self, table_id: int, outbox: TableOutbox) -> None:
        if outbox.shows_game_start:
            outbox.shows_game_start = False
            await self._show_game_start(table_id)
        await self._wait_until_due(outbox)
        if outbox.holds_machine_turn:
            outbox.publish_at(outbox.due_ms)
        outbox.is_pending = outbox.waits_for_retry = False
        try:
            await self._publish_messages(table_id, outbox)
        except discord_messages.ChannelLost as error:
            await self._record_channel_lost(table_id, error.why)

    async def _record_channel_lost(self, table_id: int, why: UnreachableReason) -> None:
        """Record that the channel is lost. Direct messages still show the game."""
        table = self.app.tables.registry.get(table_id) or await self.app.tables.registry.load_table(table_id)
        if why == "view" and self.channel_watcher.find_unreachable_reason(table.home) == "server":
            why = "server"
        elif why == "send" and self.channel_watcher.find_unreachable_reason(table.home) == "thread":
            why = "thread"
        log.warning("table %(table)d is homeless (%(why)s)", {"table": table_id, "why": why})
        await self.app.tables.channels.mark_unreachable(table_id, why)
        if table.seq > 0:
            with suppress(discord_messages.ChannelLost, discord_messages.DiscordUnavailable):
                await self.direct_messages.update_answered(await self.app.tables.registry.load_table(table_id))

    async def _record_channel_found(self, table: Table) -> None:
        """Record that the channel works again: the clocks go on, and pending notifications are sent."""
        await self.app.tables.channels.mark_reachable(table.id)
        self.schedule_message_update(table.id, self.message_editor.gap_seconds)
        await self.app.tables.direct_messages.retry_due_messages()

    async def _show_game_start(self, table_id: int) -> None:
        """Show the start of a game on its lobby message before machines move."""
        table = await self.app.tables.registry.load_table(table_id)
        live = table.live
        if (
            live is None
            or live.message_id is None
            or live.reason not in LOBBY_REASONS
            or not self.message_editor.is_editable(live)
        ):
            return
        say = self.app.voice(table, table.language)
        public = lobby_started_message(table, say, self.app.game_name(table.kind, table.language), None)
        with suppress(
            discord_messages.ChannelLost, discord_messages.DiscordUnavailable
        ):  # the table message hits the same error
            await self.message_editor.edit(table, live, public)

    async def _wait_until_due(self, outbox: TableOutbox) -> None:
        async def slept() -> None:  # computed when the sleep begins: the clock may have been moved
            await self.app.clock.sleep(max(0, outbox.due_ms - self.app.clock.now_ms()) / 1000)

        while not self._closing and outbox.due_ms > self.app.clock.now_ms():
            outbox.due_changed.clear()
            waits = {asyncio.ensure_future(slept()), asyncio.ensure_future(outbox.due_changed.wait())}
            _, late = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in late:
                wait.cancel()

    @staticmethod
    def _next_retry_delay(outbox: TableOutbox, waits: Sequence[int]) -> int:
        """The seconds until the next attempt."""
        outbox.failures += 1
        return waits[min(outbox.failures, len(waits)) - 1]

    def _schedule_retry(self, outbox: TableOutbox, seconds: float) -> None:
        outbox.may_be_sent_already = True
        outbox.mark_published()
        outbox.is_pending = outbox.waits_for_retry = True
        outbox.due_ms = self.app.clock.now_ms() + int(seconds * 1000)

    async def _publish_messages(self, table_id: int, outbox: TableOutbox) -> None:
        tables = self.app.tables
        (beside, outbox.skips_table_message), voted = (outbox.skips_table_message, False), bool(outbox.votes)
        table = await tables.registry.load_table(table_id)
        if (
            beside and table.is_open and (table.homeless or not await self._message_exists(table))
        ):  # links to the message
            beside, table = False, await tables.registry.load_table(table_id)
        for vote_id in list(outbox.votes):
            await self.vote_publisher.update_vote_message(
                outbox.votes[vote_id], table, repeats=outbox.may_be_sent_already
            )
            del outbox.votes[vote_id]
        for vote in await tables.votes.votes_to_show(table_id):
            await self.vote_publisher.update_vote_message(vote, table, repeats=outbox.may_be_sent_already)
        if table.seq == 0:
            await self._show_lobby(table)
            return
        if not beside:
            await self._show_table(table, outbox)
            table = await tables.registry.load_table(table_id)
        if voted or not beside:
            await self.direct_messages.update_answered(table)
        await reminders.update_reminders(self.app, table)
        await seat_offers.update_seat_offers(self.app, table)

    async def _show_lobby(self, table: Table) -> None:
        posts = await self.app.tables.outbox.list_unsent_posts(table.id)
        public = await self.composer.compose_lobby(table, posts)
        await self._post_or_edit(table, posts, public, table.live)

    async def _show_table(self, table: Table, outbox: TableOutbox) -> None:
        live = table.live
        if table.thread:
            table = await discord_messages.move_into_thread(self.app, table)
        posts = await self.app.tables.outbox.list_unsent_posts(table.id)
        if table.lesson is not None and table.status == "abandoned":
            await self._show_lesson_given_up(table, live)
            return
        public = await self.composer.compose_table(table, compose.addressed_posts(posts), outbox)
        await self._post_or_edit(table, posts, public, live)

    async def _show_lesson_given_up(self, table: Table, live: Post | None) -> None:
        """End an abandoned lesson silently, without a new message."""
        say = self.app.voice(table, table.language)
        if live is not None and live.message_id is not None and self.message_editor.is_editable(live):
            name = self.app.game_name(table.kind, table.language)
            await self.message_editor.edit(table, live, lesson_message.lesson_given_up_message(table, say, name))
        elif live is not None and live.message_id is not None:
            await discord_messages.remove_buttons(self.app, table, live)

    async def _post_or_edit(
        self, table: Table, posts: Sequence[Post], public: PublicMessage, live: Post | None
    ) -> None:
        """P1 to P6: a new message, or an edit of the newest one."""
        if live is not None and (live.message_id is None or live.channel_id is None):
            live = None
        lobby_over = live is not None and live.reason in LOBBY_REASONS and table.seq > 0
        stays = live is not None and self.message_editor.is_editable(live) and live.channel_id == table.home.channel_id
        if not posts and live is not None and stays and not lobby_over and not table.homeless:
            if await self.message_editor.edit(table, live, public):
                await self.app.tables.outbox.record_shown_entries(table.id, table.seq)
                return
            await self.app.tables.outbox.record_deleted_message(table.id)
            live = None
        elif not posts and table.status == "abandoned" and table.seq == 0:
            return  # a lobby closed before it was shown, or long ago
        posts = posts or [
            await self.app.tables.outbox.add_post(table.id, compose.SILENT_REASON if table.seq else "lobby")
        ]
        repeats = self._may_be_sent_already(table, posts[-1])
        sent = await discord_messages.send_to_table(self.app, table, public, f"{table.tag}-{posts[-1].number}")
        seq = posts[-1].seq if repeats else table.seq
        await self.app.tables.outbox.record_sent_posts(
            table.id, [post.number for post in posts], sent, table.home.channel_id, seq=seq
        )
        if repeats:
            self.schedule_message_update(table.id, 0)
        if table.homeless:
            await self._record_channel_found(table)
        if live is not None:
            await self._retire_old_message(table, live, sent)

    def _may_be_sent_already(self, table: Table, post: Post) -> bool:
        """Whether Discord may have this post already, with an older content; True at most once."""
        outbox = self._outboxes.get(table.id)
        if outbox is None or not outbox.may_be_sent_already:
            return False
        outbox.may_be_sent_already = False
        return post.seq < table.seq or not table.seq

    async def _retire_old_message(self, table: Table, old: Post, new: int) -> None:
        """Take back the former message after a newer one."""
        if old.message_id == new:
            return  # a repeated send: Discord returned the existing message
        if old.reason in LOBBY_REASONS and table.seq > 0:
            link = message_url(table.home.guild_id, table.home.channel_id, new)
            say = self.app.voice(table, table.language)
            public = lobby_started_message(table, say, self.app.game_name(table.kind, table.language), link)
            if self.message_editor.is_editable(old):
                await self.message_editor.edit(table, old, public)
            elif table.deletes_former_posts and not table.thread:
                await discord_messages.delete_post(self.app, table, old)
        elif table.deletes_former_posts:
            await discord_messages.delete_post(self.app, table, old)
        elif self.message_editor.is_editable(old):
            await discord_messages.remove_buttons(self.app, table, old)

    def _show_late_pictures(self, table_id: int, outbox: TableOutbox) -> None:
        """Update a message whose picture is ready late."""
        self._outboxes.setdefault(table_id, outbox)
        self.schedule_message_update(table_id, 0)
