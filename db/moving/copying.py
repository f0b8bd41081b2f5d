"""Copies all tables from one database to another, and compares both before the commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final, Protocol

from ..errors import StoreError
from ..rows import OPEN
from ..sql import Database
from ..store import is_server_address
from .ends import MoveEnd, MoveTarget, Row, TableSchema, match_tables

STEP: Final = 10_000  # rows between two progress reports


class MoveListener(Protocol):
    """Gets the progress of a move: what is done, table, rows done, all rows."""

    def __call__(self, what: str, table: str, done: int, whole: int) -> None: ...


def open_source(where: str) -> MoveEnd:
    """The source at that file or address. StoreError, with nothing changed, if it cannot be used."""
    if not is_server_address(where):
        from .files import FileSource

        return FileSource(Path(where))
    try:
        from ..postgres.moving import ServerSource
    except ImportError as error:
        raise StoreError("store.driver") from error
    return ServerSource(where)


def open_target(where: str) -> MoveTarget:
    """The target at that file or address. StoreError, with nothing changed, if it cannot be used."""
    if not is_server_address(where):
        from .files import FileTarget

        return FileTarget(Path(where))
    try:
        from ..postgres.moving import ServerTarget
    except ImportError as error:
        raise StoreError("store.driver") from error
    return ServerTarget(where)


def open_games(db: Database, most: int) -> list[int]:
    """Running games, at most `most`, spread evenly."""
    return _pick_evenly(db, f"status IN {OPEN} AND seq > 0", most)


def finished_games(db: Database, most: int) -> list[int]:
    """Finished games, at most `most`, spread evenly."""
    return _pick_evenly(db, f"status NOT IN {OPEN} AND seq > 0", most)


def _pick_evenly(db: Database, which: str, most: int) -> list[int]:
    there = int(db.execute(f"SELECT count(*) FROM games WHERE {which}").fetchone()[0])
    wanted = min(there, most)
    query = f"SELECT id FROM games WHERE {which} ORDER BY id LIMIT 1 OFFSET ?"
    return [int(db.execute(query, (n * there // wanted,)).fetchone()[0]) for n in range(wanted)]


@dataclass(slots=True)
class RowChecksum:
    """Number and hash of a table's rows in the order of its key."""

    rows: int = 0
    _hash: blake2b = field(default_factory=lambda: blake2b(digest_size=16))

    def of(self, rows: Iterable[Row], tell: Callable[[int], None]) -> Iterator[Row]:
        """Yield the rows unchanged and add them to the checksum."""
        for row in rows:
            self._hash.update(repr(row).encode())
            self.rows += 1
            if not self.rows % STEP:
                tell(self.rows)
            yield row

    @property
    def digest(self) -> bytes:
        return self._hash.digest()


def move_all_tables(
    source: MoveEnd, target: MoveTarget, look: Callable[[], None], tell: MoveListener
) -> dict[str, int]:
    """Move everything; return the number of rows of each table. `look`: further checks of both ends, raising
    StoreError. A StoreError leaves the target unchanged."""
    source.begin()
    target.begin()
    there = source.tables()
    tables = match_tables(there, target.tables(), source.where)
    for name in sorted(there.keys() - {table.name for table in tables}):  # of another program, such as Litestream
        foreign = source.count(there[name])
        tell("left behind", name, foreign, foreign)
    sums = {table.name: _copy_table(table, source, target, tell) for table in tables}
    for table in tables:
        _compare_table(table, sums[table.name], source, target, tell)
    look()
    target.commit()
    return {name: found.rows for name, found in sums.items()}


def _copy_table(table: TableSchema, source: MoveEnd, target: MoveTarget, tell: MoveListener) -> RowChecksum:
    found, whole = RowChecksum(), source.count(table)
    with closing(source.rows(table)) as rows:
        target.write(table, found.of(rows, lambda done: tell("copied", table.name, done, whole)))
    if found.rows != whole:
        raise StoreError("store.move_differs", file=target.where, table=table.name)
    tell("copied", table.name, found.rows, whole)
    return found


def _compare_table(
    table: TableSchema, wanted: RowChecksum, source: MoveEnd, target: MoveTarget, tell: MoveListener
) -> None:
    found = RowChecksum()
    with closing(target.rows(table)) as rows:
        for _ in found.of(rows, lambda done: tell("compared", table.name, done, wanted.rows)):
            pass
    if (found.rows, found.digest) != (wanted.rows, wanted.digest) or target.count(table) != wanted.rows:
        raise StoreError("store.move_differs", file=target.where, table=table.name)
    tell("compared", table.name, found.rows, wanted.rows)
