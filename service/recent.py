"""What was lately written of open tables: their logs, read once, and the positions after their newest acts.

A post tells what has happened since its readers last moved. Without this each would read the whole log and play on from
a checkpoint to learn what was seen then. Only a cache, within bounds: what is not here is read from the database, and
comes out the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Final

from .model import Entry

ENTRIES_KEPT: Final = 12_000  # of all logs; one takes about a kilobyte
POSITIONS_EACH: Final = 32  # of a table: some rounds of four
POSITIONS_KEPT: Final = 8_000_000  # bytes of all positions, as they are stored


class Logs:
    """The whole logs of the tables that were read last. Who reads more of one adds it."""

    def __init__(self, most: int = ENTRIES_KEPT) -> None:
        self._most = most
        self._held = 0
        self._logs: OrderedDict[int, list[Entry]] = OrderedDict()
        self.generation = 0  # counts how often logs were let go because they may be others now

    def __len__(self) -> int:
        """How many entries are held."""
        return self._held

    def of(self, table_id: int) -> Sequence[Entry]:
        """The first entries of the log, as many as are known."""
        log = self._logs.get(table_id)
        if log is None:
            return ()
        self._logs.move_to_end(table_id)
        return log

    def add(self, table_id: int, entries: Iterable[Entry]) -> None:
        """Entries that were read; those that are known already, and those after a gap, are left out."""
        log = self._logs.get(table_id, [])
        before = len(log)
        for entry in entries:
            if entry.seq == len(log) + 1:
                log.append(entry)
        if log:
            self._logs[table_id] = log
            self._logs.move_to_end(table_id)
        self._held += len(log) - before
        while self._held > self._most:
            _, oldest = self._logs.popitem(last=False)
            self._held -= len(oldest)

    def drop(self, table_id: int) -> None:
        """What was written of that table may be something else by now."""
        self.generation += 1
        self._held -= len(self._logs.pop(table_id, ()))

    def clear(self) -> None:
        self.generation += 1
        self._logs.clear()
        self._held = 0


class Positions:
    """The positions after the newest acts, on the line that counts: what an undo took back is let go."""

    def __init__(self, most: int = POSITIONS_KEPT, each: int = POSITIONS_EACH) -> None:
        self._most, self._each = most, each
        self._held = 0
        self._tables: OrderedDict[int, dict[int, bytes]] = OrderedDict()

    @property
    def held(self) -> int:
        """How many bytes are held."""
        return self._held

    def keep(self, table_id: int, seq: int, state: bytes, forget_from: int | None = None) -> None:
        """The position after entry `seq`, which was just written; `forget_from`: the entries from that one on were
        taken back by it."""
        found = self._tables.setdefault(table_id, {})
        self._tables.move_to_end(table_id)
        if forget_from is not None:
            for at in [at for at in found if at >= forget_from]:
                self._held -= len(found.pop(at))
        self._held += len(state) - len(found.pop(seq, b""))
        found[seq] = state
        if len(found) > self._each:
            self._held -= len(found.pop(min(found)))
        while self._held > self._most:
            _, oldest = self._tables.popitem(last=False)
            self._held -= sum(map(len, oldest.values()))

    def before(self, table_id: int, seq: int) -> tuple[int, bytes] | None:
        """The newest one from before entry `seq`, with the entry after which it stood."""
        found = self._tables.get(table_id, {})
        at = max((at for at in found if at < seq), default=None)
        return None if at is None else (at, found[at])

    def drop(self, table_id: int) -> None:
        self._held -= sum(map(len, self._tables.pop(table_id, {}).values()))
