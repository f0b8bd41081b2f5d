"""The tables in memory, their locks, and commits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cachetools import FIFOCache

from db.errors import Conflict, StoreError, Unsure
from db.rows import ActRow, BriefEntry
from db.store import Store, Transaction

from ..errors import Damaged, ServiceError
from ..state import due_dates
from ..state.log_fields import table_log_values
from ..state.model import Outcome, Seat, Table, Vote
from ..state.seat_control import deciding_user_ids
from ..state.table_limits import BOUNDLESS
from ..time import user_hours
from ..time.hours import SpansOf
from . import codec, damaged_tables, table_loader
from .clock import Clock
from .durable import DurableTasks, durable
from .log_writer import PendingWrites, act_row, brief_entry, plan_mail, write_changes
from .past_acts import PastActs, is_table_conflict
from .publisher import Publisher, TableChange
from .registry_parts import Locks, ShortLogs, TableIndex
from .remote_tables import RemoteTables
from .thinking import ThinkingSettings
from .unconfirmed_writes import UnconfirmedWrites

log = logging.getLogger(__name__)

FINISHED_KEPT = 20
ELSEWHERE = "elsewhere"  # refusal key: another process owns the table


class TableRegistry:
    """All open tables without positions, some positions, and a lock per table. Memory changes only after a commit."""

    def __init__(self, store: Store, clock: Clock, publisher: Publisher) -> None:
        self.store = store
        self.share = store.share  # the shards of this process
        self.clock = clock
        self.publisher = publisher
        self.tables: dict[int, Table] = {}  # all open tables
        self.damaged_tables = damaged_tables.DamagedTables()  # open tables with inconsistent rows
        self.open_votes: dict[int, Vote] = {}  # all open votes, by table
        self.chosen_luck: list[int] = []
        self.shuffle: Callable[[list[Any]], None] = secrets.SystemRandom().shuffle
        self.token: Callable[[int], bytes] = secrets.token_bytes
        self.names_and_times: dict[int, tuple[str, int]] = {}  # users at open tables: name, last seen at
        self.last_act_at: dict[int, int] = {}  # user -> last press or command since start
        self.settings: dict[int, dict[str, str]] = {}  # of users with other settings than the defaults
        self.server_languages: dict[int, str] = {}  # of servers that chose one
        self.complete_languages: Callable[[], Sequence[str]] = lambda: ("en",)  # the complete languages
        self.machine_name: Callable[[str, int], str] = lambda language, n: (
            f"Machine {n}"
        )  # name of a machine in a language
        self.after_move: Callable[[Table], None] = lambda table: None  # called after commits that move a game
        self.wake_scheduler_by: Callable[[int], None] = lambda at: (
            None
        )  # called when the next action of a table is planned
        self.limits = BOUNDLESS  # set by the bot
        self.durable_tasks = DurableTasks()
        self.finish_durable_calls = self.durable_tasks.finish
        self.thinking = ThinkingSettings()  # thinking of machines; set by the bot
        self.remote_tables = RemoteTables(self)
        self.unconfirmed_writes = UnconfirmedWrites(self)
        self.past_acts = PastActs(store)
        self._index = TableIndex()
        self._brief_logs = ShortLogs(self._drop_position)
        self.finished_tables: FIFOCache[int, Table] = FIFOCache(FINISHED_KEPT)
        self._table_locks, self._user_locks = Locks(), Locks()
        self.opening_lock = asyncio.Lock()

    @property
    def registry(self) -> TableRegistry:
        """Itself, so that its own methods can be `@durable`."""
        return self

    async def read_open_tables(self) -> None:
        """Read all open tables at start; set aside those with inconsistent rows."""
        stored = await self.store.read(table_loader.read_all_rows)
        for row in stored.games:
            try:
                table, vote = stored.build_table(row)
                damaged_tables.check_table(table, vote)
            except Exception as error:  # damaged rows may raise anything
                self.damaged_tables.set_aside(row.id, row.channel_id, error, stored.deciding_user_ids(row.id))
                continue
            self.replace_snapshot(table)
            if vote is not None:
                self.open_votes[row.id] = vote
        self.tables.update(await table_loader.add_missing_action_times(self.store, self.tables, self.open_votes))
        self.names_and_times = stored.seen
        for user_id, chosen in stored.settings.items():
            self.settings[user_id] = damaged_tables.drop_unreadable_settings(chosen)
        self.server_languages = stored.languages

    def set_aside(self, table: Table, error: Exception) -> Damaged:
        """Set a damaged table aside; its rows stay as they are."""
        self._remove_from_memory(table.id)
        return self.damaged_tables.set_aside(table.id, table.home.channel_id, error, deciding_user_ids(table))

    def _remove_from_memory(self, table_id: int) -> None:
        table = self.tables.pop(table_id, None)
        if table is not None:
            self._index.remove(table)
        self.open_votes.pop(table_id, None)
        self._brief_logs.pop(table_id, None)

    def replace_snapshot(self, table: Table) -> None:
        """Replace the current snapshot of a table."""
        old = self.tables.pop(table.id, None)
        if old is not None:
            self._index.remove(old)
        if table.is_open and self.share.holds(table.home.guild_id):
            self.tables[table.id] = table
            self._index.add(table)
            return
        self._brief_logs.pop(table.id, None)
        self.open_votes.pop(table.id, None)
        if not table.is_open:
            self.finished_tables[table.id] = table

    def machine_namer(self, language: str) -> Callable[[int], str]:
        """Names of machines in a language, by number."""
        return partial(self.machine_name, language)

    def get(self, table_id: int) -> Table | None:
        """An open table, perhaps without its position."""
        return self.tables.get(table_id)

    def table_in_channel(self, channel_id: int) -> Table | None:
        """The open table of a channel."""
        table_id = self._index.find_by_channel(channel_id)
        return None if table_id is None else self.tables[table_id]

    def open_tables_of(self, user_id: int) -> list[Table]:
        """The open tables of a user without lessons."""
        tables = (self.tables[table_id] for table_id in self._index.list_by_user(user_id))
        return [table for table in tables if table.lesson is None]

    def open_lessons_of(self, user_id: int) -> list[Table]:
        """The open lessons of a user."""
        tables = (self.tables[table_id] for table_id in self._index.list_by_user(user_id))
        return [table for table in tables if table.lesson is not None]

    def require_open_table(self, table_id: int) -> Table:
        """The open table. ServiceError `game_over`, `unknown_table`."""
        table = self.tables.get(table_id)
        self.damaged_tables.raise_if_set_aside(table_id)
        if table is None:
            raise ServiceError("game_over" if table_id in self.finished_tables else "unknown_table", id=table_id)
        return table

    def brief_log(self, table_id: int) -> list[BriefEntry]:
        """Short log of a table whose position is in memory."""
        return self._brief_logs[table_id]

    def keep_position(self, table: Table, brief_log: list[BriefEntry]) -> Table:
        """Keep a position in memory unless another process owns the table now; may drop the least recently used."""
        self.replace_snapshot(table)
        if table.id in self.tables:
            self._brief_logs[table.id] = brief_log
        return table

    def _drop_position(self, table_id: int) -> None:
        self.tables[table_id] = replace(self.tables[table_id], state=None)

    async def load_table(self, table_id: int) -> Table:
        """Load a table with its position, open or finished, also one of another process. Must be called without the
        lock. ServiceError `unknown_table`, `unavailable`."""
        table = self._find_in_memory(table_id)
        return table if table is not None else await self._read_position(table_id)

    @durable
    async def _read_position(self, table_id: int) -> Table:
        try:
            async with self.lock_table(table_id):
                return await self.load_under_lock(table_id)
        except ServiceError as error:
            if error.key != ELSEWHERE:
                raise
            light = await self.remote_tables.read_table(table_id)
            return table_loader.with_state(light, await self.store.read(lambda t: t.state(table_id)))

    async def load_under_lock(self, table_id: int) -> Table:
        """Like `load`, under the lock. ServiceError `elsewhere` if another process owns the table."""
        table = self._find_in_memory(table_id)
        if table is not None:
            return table
        light = self.tables.get(table_id)
        if light is None:
            return await self._load_finished(table_id)
        position, position_seq, brief_log, newest_post = await self.store.read(
            lambda t: (t.state(table_id), t.state_seq(table_id), t.brief_log(table_id), t.newest_post_number(table_id))
        )
        if light.seq and light.game is not None and position is not None:
            try:
                damaged_tables.check_log(light, position_seq, brief_log, newest_post)
            except Exception as error:  # damaged rows may raise anything
                raise self.set_aside(light, error) from error
        full = table_loader.with_state(light, position)
        if full.seq and full.game is not None and full.game.version != light.rules:
            full = replace(full, rules=full.game.version)
            state = codec.pack_state(full.state)
            upgrade = PendingWrites(state=state, checkpoint=(full.seq, state))
            await self.store.write(lambda t: write_changes(light, full, upgrade, None, t))
            values = table_log_values(full, rules=full.rules)
            log.info("table %(table)d: brought to rules %(rules)d at %(entry)d", values)
        return self.keep_position(full, brief_log)

    def _find_in_memory(self, table_id: int) -> Table | None:
        table = self.tables.get(table_id) or self.finished_tables.get(table_id)
        if table is None or (table.seq > 0 and table.state is None):
            return None
        self._brief_logs.get(table_id)  # marks it as used
        return table

    async def _load_finished(self, table_id: int) -> Table:
        light = await self.load_without_position(table_id)
        self._require_owned(light)
        if light.is_open:  # it moved to a server of this process
            self.unconfirmed_writes.mark_for_reload(table_id)
            await self.unconfirmed_writes.reload_if_marked(table_id)
            return await self.load_under_lock(table_id)
        full = table_loader.with_state(light, await self.store.read(lambda t: t.state(table_id)))
        self.replace_snapshot(full)
        return full

    async def load_without_position(self, table_id: int) -> Table:
        """The table, perhaps without its position. ServiceError `unknown_table`."""
        table = self.tables.get(table_id) or self.finished_tables.get(table_id)
        if table is not None:
            return table
        self.damaged_tables.raise_if_set_aside(table_id)
        stored, key = await self.store.read(lambda t: (table_loader.read_finished_rows(t, table_id), t.key(table_id)))
        if stored is None:
            raise ServiceError("unknown_table", id=table_id)
        try:
            table, _ = stored.build_table(stored.games[0])
        except Exception as error:  # damaged rows may raise anything
            raise self.damaged_tables.set_aside(table_id, 0, error) from error
        return replace(table, key_shown=key.hex() if key else None)

    @contextlib.asynccontextmanager
    async def lock_table(self, table_id: int) -> AsyncIterator[None]:
        """Lock a table; one with unconfirmed writes is reloaded first. StoreError, Damaged."""
        async with self._table_locks.lock_for(table_id):
            await self.unconfirmed_writes.reload_if_marked(table_id)
            yield

    @contextlib.asynccontextmanager
    async def lock_user(self, user_id: int) -> AsyncIterator[None]:
        """Lock a user's settings and mail, before any table locks (by number). In a cluster, reload the settings."""
        async with self._user_locks.lock_for(user_id):
            if self.share.is_divided:
                stored = await self.store.read(lambda t: t.settings_of(user_id))
                self.remember_settings(user_id, damaged_tables.drop_unreadable_settings(stored))
            yield

    async def outcome_of_act(self, row: ActRow) -> Outcome:
        """The outcome of an earlier interaction."""
        rows = []
        if row.first is not None:
            rows = await self.store.read(lambda t: t.entries(row.game_id, row.first or 1, row.last))
        return Outcome(await self.load_under_lock(row.game_id), tuple(map(codec.entry_from_row, rows)))

    def _require_owned(self, table: Table) -> None:
        """ServiceError `elsewhere` if another process owns the table."""
        if table.is_open and not self.share.holds(table.home.guild_id):
            raise ServiceError(ELSEWHERE, id=table.id)

    async def commit(self, old: Table, new: Table, writes: PendingWrites) -> None:
        """Write the differences and pending writes in one transaction, then update memory. Numbers a new vote.
        ServiceError `elsewhere`."""
        self._require_owned(old)
        new = replace(new, look_at=due_dates.next_action_at(new, writes.vote or self.open_votes.get(new.id)))
        plan_mail(new, writes, self.clock.now(), self.settings)
        act = act_row(new, writes)
        try:
            vote_id = await self.store.write(partial(write_changes, old, new, writes, act))
        except StoreError as error:
            if not isinstance(error, Conflict) or error.params["what"] != "act":
                values = table_log_values(new, why=error.key)
                log.warning("table %(table)d: entry %(entry)d was not saved: %(why)s", values)
            if is_table_conflict(error):
                await self.reload_table(old.id)
            elif isinstance(error, Unsure):
                self.unconfirmed_writes.mark_for_reload(old.id)
            raise
        if writes.vote is not None:
            writes.vote = replace(writes.vote, id=vote_id) if vote_id is not None else writes.vote
            if writes.vote.status == "open":
                self.open_votes[new.id] = writes.vote
            else:
                self.open_votes.pop(new.id, None)
        if writes.act is not None and act is not None:
            self.past_acts.remember_act(writes.act, act if vote_id is None else replace(act, vote_id=vote_id))
        if writes.person is not None:
            self.names_and_times[writes.person[0]] = (writes.person[1], self.clock.now())
        brief_log = self._brief_logs.get(new.id, [] if old.seq == 0 else None)
        if brief_log is not None and new.is_open and new.state is not None:
            brief_log.extend(brief_entry(entry) for entry in writes.entries)
            self.keep_position(new, brief_log)
        else:  # dropped meanwhile: log and position are reloaded on demand
            self.replace_snapshot(replace(new, state=None) if new.is_open else new)
        if new.look_at is not None and new.look_at != old.look_at:
            self.wake_scheduler_by(new.look_at)
        for notification in writes.notifications:
            self.wake_scheduler_by(notification.ready_at)

    async def commit_clocks(self, changed: Sequence[tuple[Table, Table]], also: Callable[[Transaction], None]) -> None:
        """Write tables with changed clocks, and `also`, in one transaction. The caller holds all locks."""
        pairs = []
        for old, new in changed:
            self._require_owned(old)
            pairs.append((old, replace(new, look_at=due_dates.next_action_at(new, self.open_votes.get(new.id)))))

        def write_all(t: Transaction) -> None:
            for old, new in pairs:
                write_changes(old, new, PendingWrites(), None, t)
            also(t)

        try:
            await self.store.write(write_all)
        except StoreError as error:
            if isinstance(error, Unsure) or is_table_conflict(error):
                for old, _ in pairs:
                    self.unconfirmed_writes.mark_for_reload(old.id)
            raise
        for _, new in pairs:
            self.replace_snapshot(new)
            if new.look_at is not None:
                self.wake_scheduler_by(new.look_at)

    def closed_hours_of(self, seat: Seat) -> SpansOf:
        """When time does not count for the user who decides for a seat: quiet hours, rest and vacations."""
        return user_hours.closed_hours(self.settings.get(seat.notify_user_id or 0, {}))

    def remember_settings(self, user_id: int, settings: dict[str, str]) -> None:
        """Update the settings of a user in memory after they were written."""
        if settings:
            self.settings[user_id] = settings
        else:
            self.settings.pop(user_id, None)

    async def reload_table(self, table_id: int) -> Table | None:
        """Reload a table and its vote without position; None: there is none. The caller holds the lock. Damaged."""
        stored, key = await self.store.read(lambda t: (table_loader.read_table_rows(t, table_id), t.key(table_id)))
        self._remove_from_memory(table_id)
        if stored is None:
            return None
        try:
            table, vote = stored.build_table(stored.games[0])
            if table.is_open:
                damaged_tables.check_table(table, vote)
            elif key:
                table = replace(table, key_shown=key.hex())
        except Exception as error:  # damaged rows may raise anything
            raise self.damaged_tables.set_aside(
                table_id, stored.games[0].channel_id, error, stored.deciding_user_ids(table_id)
            ) from error
        self.replace_snapshot(table)
        if vote is not None and table_id in self.tables:
            self.open_votes[table_id] = vote
        return table

    def open_vote_of(self, table_id: int) -> Vote | None:
        """The open vote of a table; for a table of another process, as last seen."""
        return self.open_votes.get(table_id) if table_id in self.tables else self.remote_tables.last_read_vote(table_id)

    async def publish(self, change: TableChange) -> None:
        """Notify the publisher; its errors are logged only."""
        if change.what not in ("lobby", "vote"):
            self.after_move(change.table)
        try:
            await self.publisher.publish_change(change)
        except Exception:
            log.exception("table %(table)d: change at %(entry)d was not published", table_log_values(change.table))

    async def send_direct_messages(self, user_id: int) -> None:
        """Notify the publisher of due direct messages."""
        try:
            await self.publisher.send_due_direct_messages(user_id)
        except Exception:
            log.exception("letters were not published")
