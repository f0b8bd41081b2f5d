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

ROWS_PER_REPORT: Final = 10_000  # rows between two progress reports


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
    total = int(db.execute(f"SELECT count(*) FROM games WHERE {which}").fetchone()[0])
    wanted = min(total, most)
    query = f"SELECT id FROM games WHERE {which} ORDER BY id LIMIT 1 OFFSET ?"
    offsets = [n * total // wanted for n in range(wanted)]
    return [int(db.execute(query, (offset,)).fetchone()[0]) for offset in offsets]


@dataclass(slots=True)
class RowChecksum:
    """Number and hash of a table's rows in the order of its key."""

    rows: int = 0
    _hash: blake2b = field(default_factory=lambda: blake2b(digest_size=16))

    def add_rows(self, rows: Iterable[Row], report: Callable[[int], None]) -> Iterator[Row]:
        """Yield the rows unchanged and add them to the checksum."""
        for row in rows:
            self._hash.update(repr(row).encode())
            self.rows += 1
            if not self.rows % ROWS_PER_REPORT:
                report(self.rows)
            yield row

    @property
    def digest(self) -> bytes:
        return self._hash.digest()


def move_all_tables(
    source: MoveEnd, target: MoveTarget, check: Callable[[], None], report: MoveListener
) -> dict[str, int]:
    """Move everything; return the number of rows of each table. `check`: further checks of both ends, raising
    StoreError; `report` gets the progress. A StoreError leaves the target unchanged."""
    source.begin()
    target.begin()
    source_tables = source.tables()
    tables = match_tables(source_tables, target.tables(), source.location)
    for name in sorted(source_tables.keys() - {table.name for table in tables}):  # of another program: Litestream
        foreign_rows = source.count(source_tables[name])
        report("left behind", name, foreign_rows, foreign_rows)
    checksums = {table.name: _copy_table(table, source, target, report) for table in tables}
    for table in tables:
        _compare_table(table, checksums[table.name], target, report)
    check()
    target.commit()
    return {name: checksum.rows for name, checksum in checksums.items()}


def _copy_table(table: TableSchema, source: MoveEnd, target: MoveTarget, report: MoveListener) -> RowChecksum:
    """Copy all rows of a table; return their checksum."""
    copied, total = RowChecksum(), source.count(table)
    with closing(source.rows(table)) as rows:
        target.write(table, copied.add_rows(rows, lambda done: report("copied", table.name, done, total)))
    if copied.rows != total:
        raise StoreError("store.move_differs", file=target.location, table=table.name)
    report("copied", table.name, copied.rows, total)
    return copied


def _compare_table(table: TableSchema, wanted: RowChecksum, target: MoveTarget, report: MoveListener) -> None:
    """StoreError unless the target has the rows of this checksum."""
    found = RowChecksum()
    with closing(target.rows(table)) as rows:
        for _ in found.add_rows(rows, lambda done: report("compared", table.name, done, wanted.rows)):
            pass
    if (found.rows, found.digest) != (wanted.rows, wanted.digest) or target.count(table) != wanted.rows:
        raise StoreError("store.move_differs", file=target.location, table=table.name)
    report("compared", table.name, found.rows, wanted.rows)
