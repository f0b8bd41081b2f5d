"""Tables owned by other processes: read from the database, never changed here."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cachetools import FIFOCache

from ..errors import Damaged, ServiceError
from ..state.model import Table, Vote
from . import table_loader

if TYPE_CHECKING:
    from .registry import TableRegistry

log = logging.getLogger(__name__)

MAX_CACHED: Final = 1000  # users whose tables, and open votes that, stay in memory


class RemoteTables:
    """Tables of other processes as last read; empty without a cluster."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._tables_by_user: FIFOCache[int, list[Table]] = FIFOCache(MAX_CACHED)
        self._vote_by_table: FIFOCache[int, Vote | None] = FIFOCache(MAX_CACHED)

    def last_read_tables_of(self, user_id: int) -> list[Table]:
        """The tables of a user as last read."""
        return [table for table in self._tables_by_user.get(user_id, ()) if table.id not in self.registry.tables]

    def last_read_vote(self, table_id: int) -> Vote | None:
        """The open vote of a table as last read."""
        return self._vote_by_table.get(table_id)

    def forget_user(self, user_id: int) -> None:
        self._tables_by_user.pop(user_id, None)

    async def read_table(self, table_id: int) -> Table:
        """Read a table without its position; not cached. ServiceError `unknown_table`."""
        stored = await self.registry.store.read(lambda t: table_loader.read_table_rows(t, table_id))
        if stored is None:
            raise ServiceError("unknown_table", id=table_id)
        return self._build_table(stored)

    async def read_tables_of(self, user_id: int) -> list[Table]:
        """Read the tables of a user, without positions."""
        if not self.registry.share.is_divided:
            return []
        stored_tables = await self.registry.store.read(
            lambda t: [table_loader.read_table_rows(t, number) for number in t.open_games_elsewhere(user_id)]
        )
        tables = []
        for stored in stored_tables:
            try:
                if stored is not None:
                    tables.append(self._build_table(stored))
            except Exception as error:  # damaged rows may raise anything; the owning process reports them
                log.info("a table was not seen: %(kind)s", {"kind": type(error).__name__})
        self._tables_by_user[user_id] = tables
        return tables

    async def adopt_table(self, table_id: int) -> Table | None:
        """Take over a table that moved to a server of this process; None if it did not, or is known."""
        registry = self.registry
        async with registry.lock_table(table_id):
            if table_id in registry.tables:
                return None
            with suppress(Damaged):  # logged already
                await registry.reload_table(table_id)
            return registry.tables.get(table_id)

    def _build_table(self, stored: table_loader.StoredRows) -> Table:
        table, vote = stored.build_table(stored.games[0])
        self._vote_by_table[table.id] = vote
        return table
