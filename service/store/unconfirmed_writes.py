"""Tables of which nobody knows whether an act was written, or whether somebody else wrote to them.

Whoever takes the lock of such a table reads it anew first, so that nothing is made of what is not there any more. That
is done for each of them as soon as the database answers, so that memory, the clocks and the message in the channel
follow also where nobody does anything more at the table.
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

PATIENCE: Final = 1.0  # seconds between two looks whether the database answers again
SLICE: Final = 200  # tables that are looked at before others have their turn


class MissedChanges(NamedTuple):
    """What nobody here knew of."""

    tables: list[int]  # open ones of ours
    former: dict[int, dict[str, str]]  # people who have other settings -> those that were remembered


class UnconfirmedWrites:
    """Such tables, and who reads them."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._unread: dict[int, object] = {}
        self._waiting: dict[int, bool] = {}  # in order; whether their homes are to be told
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def add(self, table_id: int, *, tell: bool = True) -> None:
        """That table may stand otherwise than in memory. `tell`: so its home may have to be told something."""
        self._unread[table_id] = object()
        self._waiting[table_id] = tell or self._waiting.get(table_id, False)
        if not self._closed and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._read_all(), name="doubts")

    @property
    def any(self) -> bool:
        """Whether there are such tables."""
        return bool(self._unread)

    async def settle(self, table_id: int) -> None:
        """Read the table anew if it is in doubt. The caller holds its lock. StoreError, Damaged."""
        doubt = self._unread.get(table_id)
        if doubt is None:
            return
        try:
            await self.registry.reload_table(table_id)
        except Damaged:
            self._unread.pop(table_id, None)
            raise
        if self._unread.get(table_id) is doubt:  # none came up meanwhile
            del self._unread[table_id]

    async def everything(self) -> MissedChanges:
        """Hold what is remembered against what is there: settings and names are taken from there, and tables that stand
        otherwise are in doubt."""
        registry, now = self.registry, self.registry.clock.now()
        settings, languages, tables = dict(registry.settings), dict(registry.languages), dict(registry.tables)
        stored = await registry.store.read(table_loader.read_all_rows)
        missed = MissedChanges([], {})
        for user_id in {*settings, *stored.settings}:
            chosen = damaged_tables.drop_unreadable_settings(stored.settings.get(user_id, {}))
            # What was chosen meanwhile is newer.
            if registry.settings.get(user_id) is settings.get(user_id) and chosen != settings.get(user_id, {}):
                missed.former[user_id] = settings.get(user_id, {})
                registry.wants(user_id, chosen)
        for guild_id in {*languages, *stored.languages}:
            if registry.languages.get(guild_id) == languages.get(guild_id):
                registry.languages.pop(guild_id, None)
                registry.languages |= {guild_id: stored.languages[guild_id]} if guild_id in stored.languages else {}
        for user_id, (_, at) in list(registry.seen.items()):
            if user_id not in stored.seen and at < now:
                del registry.seen[user_id]
        for user_id, (name, at) in stored.seen.items():
            registry.seen[user_id] = (name, max(at, registry.seen.get(user_id, (name, at))[1]))
        for table_id in (tables.keys() & registry.tables.keys()) - {row.id for row in stored.games}:
            self.add(table_id)
        for number, row in enumerate(stored.games):
            if number % SLICE == SLICE - 1:
                await asyncio.sleep(0)
            known = registry.tables.get(row.id)
            if known is None and row.id not in registry.apart:
                missed.tables.append(row.id)
            elif known is not None and known is not tables.get(row.id):
                self.add(row.id, tell=False)  # it has moved meanwhile, which its home is told anyway
            elif known is not None and row.id not in self._unread:
                self._compare(stored, row)
        return missed

    def _compare(self, stored: table_loader.StoredRows, row: GameRow) -> None:
        """Have a table read anew where its rows are not what is remembered of it."""
        known = self.registry.tables[row.id]
        try:
            table, vote = stored.table(row)
        except Exception:  # whatever damage does to who reads it; it is set aside by who reads it next
            self.add(row.id, tell=False)
            return
        if table != replace(known, state=None, key_shown=table.key_shown) or vote != self.registry.votes.get(row.id):
            self.add(row.id, tell=(table.seq, table.posts, table.status) != (known.seq, known.posts, known.status))

    async def close(self) -> None:
        """What is in doubt now is read at the next start, as everything is."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _read_all(self) -> None:
        while self._waiting:
            table_id = next(iter(self._waiting))
            tell = self._waiting.pop(table_id)
            try:
                await self._read(table_id, tell=tell)
            except StoreError:
                self._waiting[table_id] = tell or self._waiting.get(table_id, False)
                await asyncio.sleep(PATIENCE)
            except Exception:
                log.exception("table %(table)d could not be read anew", {"table": table_id})

    @durable
    async def _read(self, table_id: int, *, tell: bool) -> None:
        async with self.registry.lock(table_id):  # which reads it
            table = self.registry.tables.get(table_id) or self.registry.finished.get(table_id)
        if table is None or not tell:
            return
        log.info("table %(table)d was read anew: it stands at %(entry)d", {"table": table.id, "entry": table.seq})
        if table.look_at is not None:
            self.registry.alarm(table.look_at)
        self.registry.alarm(self.registry.clock.now())  # somebody may be owed a call
        if not table.open:
            await self.registry.publish(TableChange(table, "over"))
        else:
            await self.registry.publish(TableChange(table, "moved" if table.seq else "lobby"))
