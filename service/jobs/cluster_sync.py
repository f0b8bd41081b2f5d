"""Follows messages of other processes: updates memory and does what concerns tables of this process.

Work that must happen exactly once is stored (tables `follows`, `errands`) and survives a crash; messages only say
what to reload.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

from db.cluster_messages import PendingWorkRow
from db.errors import StoreError
from db.store import Transaction

from ..errors import Damaged
from ..machines.machines import MachineRunner
from ..people.known_people import rename_everywhere
from ..people.personal_data import UserData
from ..people.vacations import Vacations
from ..state import turn_clocks
from ..state.model import PendingTurn, Person, Table, TurnTimer
from ..store import cluster_messages
from ..store.durable import durable
from ..store.person_clocks import change_turn_timers
from ..store.publisher import TableChange
from ..store.registry import TableRegistry
from ..time import user_hours

log = logging.getLogger(__name__)

RECONNECT_SECONDS: Final = 1.0  # seconds between attempts to reach the database
MAX_ATTEMPTS: Final = 10  # attempts after conflicts
RESYNCHRONIZE_SECONDS: Final = 60.0  # seconds until a failed resynchronisation is repeated
CLEANUP_SECONDS: Final = 3600.0  # seconds between deletions of abandoned errands
INTERACTION_SECONDS: Final = 900  # seconds after which an errand cannot be answered


async def ignore_forwarded(number: int) -> None:
    """Default without a gateway: errands belong to processes connected to Discord."""


class ClusterSync:
    """Handles messages of other processes one after the other."""

    def __init__(
        self, registry: TableRegistry, machines: MachineRunner, vacations: Vacations, forgetting: UserData
    ) -> None:
        self.registry = registry
        self.machines = machines
        self.vacations = vacations
        self.user_data = forgetting
        self.handle_forwarded: Callable[[int], Awaitable[None]] = ignore_forwarded
        self._messages: asyncio.Queue[str] = asyncio.Queue()
        self._must_resynchronize = False  # a resynchronisation is open
        self._former_settings: dict[
            int, dict[str, str]
        ] = {}  # former settings of users, until their consequences are done
        self._resynchronize_timer: asyncio.TimerHandle | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Finish stored work from before the start, then listen."""
        await self._do_all_stored_work()
        self.registry.store.set_message_callback(self._receive_message)
        self._tasks.append(asyncio.create_task(self._handle_messages(), name="crossing"))
        if self.registry.share.is_divided and self.registry.share.holds(None):
            self._tasks.append(asyncio.create_task(self._delete_abandoned_interactions(), name="errands"))

    async def close(self) -> None:
        if self._resynchronize_timer is not None:
            self._resynchronize_timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _delete_abandoned_interactions(self) -> None:
        """Delete errands whose process has ended."""
        while True:
            now = self.registry.clock.now()
            with contextlib.suppress(StoreError):
                await self.registry.store.write(
                    partial(Transaction.drop_old_interactions, before=now - INTERACTION_SECONDS)
                )
            await asyncio.sleep(CLEANUP_SECONDS)

    def _receive_message(self, text: str) -> None:
        if text or not self._must_resynchronize:
            self._messages.put_nowait(text)
        self._must_resynchronize = self._must_resynchronize or not text

    async def _handle_messages(self) -> None:
        while True:
            text = await self._messages.get()
            for attempts_left in reversed(range(MAX_ATTEMPTS)):
                try:
                    await self._handle_message(text)
                except StoreError as error:
                    log.warning("what others say was not done: %(why)s", {"why": error.key})
                    while not await self._does_database_answer():
                        await asyncio.sleep(RECONNECT_SECONDS)
                    if error.can_be_retried and attempts_left:
                        continue
                except Exception:
                    log.exception("what others say could not be done")
                else:
                    break
                if not text and self._resynchronize_timer is None:  # resynchronise until it succeeds
                    loop = asyncio.get_running_loop()
                    self._resynchronize_timer = loop.call_later(RESYNCHRONIZE_SECONDS, self._receive_message, text)
                break

    async def _does_database_answer(self) -> bool:
        try:
            await self.registry.store.check_connection()
        except StoreError:
            return False
        return True

    @durable
    async def _handle_message(self, text: str) -> None:
        """Handle a message: a word and numbers. Empty: messages may be missing."""
        what, *words = text.split(" ")
        numbers = list(map(int, words))
        match what:
            case "":
                await self._resynchronize()
            case "settings":
                await self._reload_settings(numbers[0])
            case "away":
                await self.vacations.publish_own_tables(numbers[0])
            case "languages":
                self.registry.server_languages = await self.registry.store.read(lambda t: t.server_languages())
            case "calls" if self.registry.share.holds(None):
                self.registry.wake_scheduler_by(self.registry.clock.now())
            case "letters" if self.registry.share.holds(None):
                await self._send_due_direct_messages()
            case "name":
                await self._reload_name(numbers[0])
            case "notices":
                await self._publish_reminders(numbers[0])
            case "table":
                await self._adopt_table(numbers[0])
            case "forgotten":
                await self.user_data.follow_deletion(numbers[0], numbers[1:])
            case "errand" if self.registry.share.holds(numbers[1] or None):
                # Interactions may take long and run in the background.
                task = asyncio.ensure_future(self.handle_forwarded(numbers[0]))
                task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _resynchronize(self) -> None:
        """Resynchronise after a lost connection or an unconfirmed write."""
        registry = self.registry
        self._must_resynchronize = False
        if self._resynchronize_timer is not None:
            self._resynchronize_timer.cancel()
            self._resynchronize_timer = None
        missed = await registry.unconfirmed_writes.compare_with_database()
        for number in missed.tables:
            await self._adopt_table(number)
        self._former_settings = missed.former_settings | self._former_settings
        for user_id in list(self._former_settings):
            await self._act_on_changed_settings(user_id, self._former_settings[user_id])
            del self._former_settings[user_id]
        registry.finished_tables.clear()
        await self._do_all_stored_work()
        registry.wake_scheduler_by(registry.clock.now())
        if registry.share.holds(None):
            await self._send_due_direct_messages()

    async def _send_due_direct_messages(self) -> None:
        for user_id in await self.registry.store.read(lambda t: t.users_with_unsent_messages()):
            await self.registry.send_direct_messages(user_id)

    async def _reload_name(self, user_id: int) -> None:
        """Update the name of a user."""
        names = await self.registry.store.read(lambda t: t.names_of([user_id]))
        if user_id in names and user_id in self.registry.names_and_times:
            _, last_seen_at = self.registry.names_and_times[user_id]
            await rename_everywhere(self.registry, Person(user_id, names[user_id]), last_seen_at)

    async def _publish_reminders(self, table_id: int) -> None:
        table = self.registry.tables.get(table_id)
        if table is not None:
            await self.registry.publish(TableChange(table, "reminded"))

    async def _adopt_table(self, table_id: int) -> None:
        table = await self.registry.remote_tables.adopt_table(table_id)
        if table is not None:
            self.registry.wake_scheduler_by(table.look_at or self.registry.clock.now())
            await self.registry.publish(TableChange(table, "moved" if table.seq else "lobby"))

    # Changed settings

    async def _do_all_stored_work(self) -> None:
        if not self.registry.share.is_divided:
            return
        for user_id in await self.registry.store.read(lambda t: t.users_with_pending_work()):
            await self._reload_settings(user_id)

    async def _reload_settings(self, user_id: int) -> None:
        """Reload a user's settings; update their clocks and standing answers here."""
        before = self.registry.settings.get(user_id, {})
        async with self.registry.lock_user(user_id):
            rows = await self.registry.store.read(partial(Transaction.pending_work_of, user_id=user_id))
            for at, row in enumerate(rows):
                following = next((other for other in rows[at + 1 :] if other.game_id == row.game_id), None)
                if following is not None:  # the settings after this change are those before the next one
                    after = cluster_messages.decode_settings(following.before)
                else:
                    after = self.registry.settings.get(user_id, {})
                with contextlib.suppress(Damaged):  # logged when it was set aside
                    await self._do_stored_work(user_id, row, after)
        for row in rows:
            await self.vacations.follow_changed_vacation(user_id, cluster_messages.decode_settings(row.before))
        await self._act_on_changed_settings(user_id, before, has_stored_work=bool(rows))

    async def _act_on_changed_settings(
        self, user_id: int, before: Mapping[str, str], *, has_stored_work: bool = False
    ) -> None:
        """Act on changed settings: standing answers, and vacations if they changed or may have (`has_stored_work`)."""
        if has_stored_work or self.vacations.do_vacations_differ(before, self.registry.settings.get(user_id, {})):
            await self.vacations.publish_own_tables(user_id)
        for table in self.registry.open_tables_of(user_id):
            self.machines.start_automatic_moves(table)

    async def _do_stored_work(self, user_id: int, row: PendingWorkRow, after: dict[str, str]) -> None:
        """Do stored work at one table and delete it, in one transaction."""
        if row.what in (cluster_messages.LEAVE, cluster_messages.COVER):
            if row.what == cluster_messages.LEAVE:
                await self.user_data.leave_table(row.game_id, user_id)
            else:
                before = cluster_messages.decode_settings(row.before)
                await self.vacations.start_machine_at_table(user_id, row.game_id, before, row.made_at)
            await self.registry.store.write(lambda t: t.drop_pending_work(row.number))
            return
        former_hours = user_hours.closed_hours(cluster_messages.decode_settings(row.before))
        new_hours = user_hours.closed_hours(after)
        is_about_hours = row.what == cluster_messages.HOURS
        recompute = turn_clocks.recompute_for_hours if is_about_hours else turn_clocks.recompute_for_vacation

        def changed_timer(table: Table, turn: PendingTurn) -> TurnTimer:
            if turn.since > row.made_at:
                return turn.timer
            return recompute(turn.timer, row.made_at, former_hours, new_hours)

        async with self.registry.lock_table(row.game_id):
            table = self.registry.tables.get(row.game_id)
            tables: Sequence[Table] = [table] if table is not None else []
            await change_turn_timers(
                self.registry, tables, user_id, changed_timer, lambda t: t.drop_pending_work(row.number)
            )
