"""Source and target of a move, and the schema of their tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any, Final, TypeAlias, TypeVar

from ..base import Clock, Store, Transaction
from ..errors import StoreError

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]

NUMBERS: Final = "sqlite_sequence"  # SQLite's table of the last numbers


@dataclass(frozen=True, slots=True)
class TableSchema:
    """A table as its database describes it."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]  # the order in which rows are read
    refers: frozenset[str] = frozenset()  # tables whose rows must exist first


class MoveEnd(ABC):
    """A database claimed by this process, within one transaction."""

    location: str  # file or address, without password

    @abstractmethod
    def begin(self) -> None:
        """Begin the transaction. Until then the database is only checked."""

    @abstractmethod
    def tables(self) -> dict[str, TableSchema]:
        """All tables by name, without the internal ones of the database program."""

    @abstractmethod
    def rows(self, table: TableSchema) -> Generator[Row, None, None]:
        """All rows in the order of the key, as a stream. The caller closes it."""

    @abstractmethod
    def transaction(self) -> Transaction:
        """The statements."""

    @abstractmethod
    def close(self) -> None:
        """Close without a commit."""

    def count(self, table: TableSchema) -> int:
        found = self.transaction().db.execute(f"SELECT count(*) FROM {quote_name(table.name)}").fetchone()
        return int(found[0])

    def has_rows(self, tables: Iterable[str]) -> bool:
        """Whether any of the tables has rows, or numbers were given."""
        db = self.transaction().db
        return any(
            db.execute(
                f"SELECT 1 FROM {quote_name(name)} {'WHERE seq > 0' if name == NUMBERS else ''} LIMIT 1"
            ).fetchone()
            for name in tables
        )


class MoveTarget(MoveEnd):
    """The target of a move. Its schema is migrated when its transaction begins."""

    @abstractmethod
    def write(self, table: TableSchema, rows: Iterable[Row]) -> None:
        """Write rows as they come. StoreError if the database cannot store one."""

    @abstractmethod
    def commit(self) -> None:
        """Commit everything."""


class EndStore(Store):
    """Gives the service read access within the transaction of an end."""

    def __init__(self, end: MoveEnd, clock: Clock) -> None:
        super().__init__(clock)
        self.location = end.location
        self._end = end

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return work(self._end.transaction())

    async def write(self, work: Callable[[Transaction], T]) -> T:
        raise AssertionError("it is only looked at")

    async def check_connection(self) -> None:
        self._end.transaction().db.execute("SELECT 1").fetchone()

    async def size(self) -> int:
        raise AssertionError("nobody asks while it is moved")

    async def close(self) -> None:
        """A no-op: the opener closes the end."""


def quote_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def match_tables(source: Mapping[str, TableSchema], target: Mapping[str, TableSchema], where: str) -> list[TableSchema]:
    """The tables of the target, referenced ones first. StoreError if the tables or columns of the source differ."""
    for name, table in target.items():
        if name not in source or set(source[name].columns) != set(table.columns):
            raise StoreError("store.move_tables", file=where, table=name)
    return order_by_references(target.values())


def order_by_references(tables: Collection[TableSchema]) -> list[TableSchema]:
    """Tables, referenced ones first. `sqlite_sequence` comes last, as it changes when rows are written."""
    by_name = {table.name: table for table in sorted(tables, key=lambda table: table.name)}
    sorter = TopologicalSorter({name: sorted(table.refers - {name}) for name, table in by_name.items()})
    names = [name for name in sorter.static_order() if name != NUMBERS]
    return [by_name[name] for name in [*names, *({NUMBERS} & by_name.keys())]]
