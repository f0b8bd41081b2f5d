"""Tables whose state in the database is unknown: a write had no answer, or another process wrote.

Such a table is reloaded by the next holder of its lock, and in the background as soon as the database answers, so that
memory, clocks and the channel follow without any further interaction.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from db.errors import StoreError
from db.rows import GameRow

from ..errors import Damaged
from . import damaged_tables, table_loader
from .durable import durable
from .publisher import TableChange

if TYPE_CHECKING:
    from .registry import TableRegistry

log = logging.getLogger(__name__)

RECONNECT_SECONDS: Final = 1.0  # seconds between attempts to reach the database
TABLES_PER_STEP: Final = 200  # tables per step, so that other tasks run


class MissedChanges(NamedTuple):
    """Differences found between memory and database."""

    tables: list[int]  # open tables of this process
    former_settings: dict[int, dict[str, str]]  # user -> settings as remembered, where the stored ones differ


class UnconfirmedWrites:
    """Such tables, reloaded in the background."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._marks: dict[int, object] = {}
        self._reload_queue: dict[int, bool] = {}  # in order; whether to notify the publisher
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def mark_for_reload(self, table_id: int, *, tell: bool = True) -> None:
        """Mark a table for reloading. `tell`: notify the publisher afterwards."""
        self._marks[table_id] = object()
        self._reload_queue[table_id] = tell or self._reload_queue.get(table_id, False)
        if not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._reload_marked_tables(), name="doubts")

    @property
    def has_marked_tables(self) -> bool:
        """Whether any table is marked."""
        return bool(self._marks)

    async def reload_if_marked(self, table_id: int) -> None:
        """Reload the table if it is marked. The caller holds its lock. StoreError, Damaged."""
        mark = self._marks.get(table_id)
        if mark is None:
            return
        try:
            await self.registry.reload_table(table_id)
        except Damaged:
            self._marks.pop(table_id, None)
            raise
        if self._marks.get(table_id) is mark:  # not marked again meanwhile
            del self._marks[table_id]

    async def compare_with_database(self) -> MissedChanges:
        """Compare memory with the database: take over settings and names, mark tables that differ."""
        registry, now = self.registry, self.registry.clock.now()
        settings, languages, tables = dict(registry.settings), dict(registry.server_languages), dict(registry.tables)
        stored = await registry.store.read(table_loader.read_all_rows)
        missed = MissedChanges([], {})
        for user_id in {*settings, *stored.settings}:
            chosen = damaged_tables.drop_unreadable_settings(stored.settings.get(user_id, {}))
            # Settings chosen meanwhile are newer.
            if registry.settings.get(user_id) is settings.get(user_id) and chosen != settings.get(user_id, {}):
                missed.former_settings[user_id] = settings.get(user_id, {})
                registry.remember_settings(user_id, chosen)
        for guild_id in {*languages, *stored.languages}:
            if registry.server_languages.get(guild_id) == languages.get(guild_id):
                registry.server_languages.pop(guild_id, None)
                if guild_id in stored.languages:
                    registry.server_languages[guild_id] = stored.languages[guild_id]
        for user_id, (_, at) in list(registry.names_and_times.items()):
            if user_id not in stored.seen and at < now:
                del registry.names_and_times[user_id]
        for user_id, (name, at) in stored.seen.items():
            registry.names_and_times[user_id] = (name, max(at, registry.names_and_times.get(user_id, (name, at))[1]))
        for table_id in (tables.keys() & registry.tables.keys()) - {row.id for row in stored.games}:
            self.mark_for_reload(table_id)
        for count, row in enumerate(stored.games):
            if count % TABLES_PER_STEP == TABLES_PER_STEP - 1:
                await asyncio.sleep(0)
            known = registry.tables.get(row.id)
            if known is None and row.id not in registry.damaged_tables:
                missed.tables.append(row.id)
            elif known is not None and known is not tables.get(row.id):
                self.mark_for_reload(row.id, tell=False)  # its move is published anyway
            elif known is not None and row.id not in self._marks:
                self._mark_if_different(stored, row)
        return missed

    def _mark_if_different(self, stored: table_loader.StoredRows, row: GameRow) -> None:
        """Mark a table whose rows differ from memory."""
        known = self.registry.tables[row.id]
        try:
            table, vote = stored.build_table(row)
        except Exception:  # damaged rows may raise anything; the next reader sets the table aside
            self.mark_for_reload(row.id, tell=False)
            return
        if table != replace(known, state=None, key_shown=table.key_shown) or vote != self.registry.open_votes.get(
            row.id
        ):
            self.mark_for_reload(
                row.id, tell=(table.seq, table.posts, table.status) != (known.seq, known.posts, known.status)
            )

    async def close(self) -> None:
        """Stop; everything is read again at the next start."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _reload_marked_tables(self) -> None:
        while self._reload_queue:
            table_id = next(iter(self._reload_queue))
            tell = self._reload_queue.pop(table_id)
            try:
                await self._reload_and_publish(table_id, tell=tell)
            except StoreError:
                self._reload_queue[table_id] = tell or self._reload_queue.get(table_id, False)
                await asyncio.sleep(RECONNECT_SECONDS)
            except Exception:
                log.exception("table %(table)d could not be read anew", {"table": table_id})

    @durable
    async def _reload_and_publish(self, table_id: int, *, tell: bool) -> None:
        async with self.registry.lock_table(table_id):  # reloads it
            table = self.registry.tables.get(table_id) or self.registry.finished_tables.get(table_id)
        if table is None or not tell:
            return
        log.info("table %(table)d was read anew: it stands at %(entry)d", {"table": table.id, "entry": table.seq})
        if table.look_at is not None:
            self.registry.wake_scheduler_by(table.look_at)
        self.registry.wake_scheduler_by(self.registry.clock.now())  # a notification may be due
        if not table.is_open:
            await self.registry.publish(TableChange(table, "over"))
        else:
            await self.registry.publish(TableChange(table, "moved" if table.seq else "lobby"))
