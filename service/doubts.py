"""Tables of which nobody knows whether an act was written: the database was lost sight of during its commit.

As soon as it answers again they are read anew, so that memory, the clocks and the message in the channel follow what
is there, also where nobody does anything more at the table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from db.errors import StoreError

from . import codec
from .model import Table
from .publish import Change

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger(__name__)

PATIENCE: Final = 1.0  # seconds between two looks whether the database answers again
NEW: Final = 0  # stands for whatever table may have been opened


class Doubts:
    """Such tables, and who reads them."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._tables: set[int] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, table_id: int = NEW) -> None:
        """Read that table anew as soon as that can be."""
        self._tables.add(table_id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._settle(), name="doubts")

    async def close(self) -> None:
        """What is in doubt now is read at the next start, as everything is."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _settle(self) -> None:
        while self._tables:
            table_id = min(self._tables)
            try:
                await self.hall.finish_anyway(self._read(table_id))
            except StoreError:
                await asyncio.sleep(PATIENCE)
                continue
            except Exception:
                log.exception("table %(table)d could not be read anew", {"table": table_id})
            self._tables.discard(table_id)

    async def _read(self, table_id: int) -> None:
        if table_id == NEW:
            for row in await self.hall.store.read(lambda t: t.open_games()):
                table = await self.hall.abroad.adopt(row.id)
                if table is not None:
                    await self._tell(table)
            return
        async with self.hall.lock(table_id):
            old = self.hall.tables.get(table_id)
            if old is None:
                return
            await self.hall.start_afresh(table_id)
            vote = await self.hall.store.read(lambda t: t.open_vote(table_id))
            if vote is None:
                self.hall.votes.pop(table_id, None)
            elif table_id in self.hall.tables:
                self.hall.votes[table_id] = codec.vote(vote)
            table = self.hall.tables.get(table_id) or self.hall.finished.get(table_id)
        if table is not None:
            await self._tell(table)

    async def _tell(self, table: Table) -> None:
        log.info("table %(table)d was read anew: it stands at %(entry)d", {"table": table.id, "entry": table.seq})
        if table.look_at is not None:
            self.hall.alarm(table.look_at)
        self.hall.alarm(self.hall.clock.now())  # somebody may be owed a call
        if not table.open:
            await self.hall.publish(Change(table, "over"))
        else:
            await self.hall.publish(Change(table, "moved" if table.seq else "lobby"))
