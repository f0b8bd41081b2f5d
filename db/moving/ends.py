"""The two ends of a move, and what a database consists of."""

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

NUMBERS: Final = "sqlite_sequence"  # the newest numbers that were given


@dataclass(frozen=True, slots=True)
class TableSchema:
    """A table as its database tells of it."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]  # in whose order the rows are read
    refers: frozenset[str] = frozenset()  # tables whose rows must be there before its own


class MoveEnd(ABC):
    """A database that belongs to this process, within one transaction."""

    where: str  # the file or the address, as people are told it

    @abstractmethod
    def begin(self) -> None:
        """Begin the transaction. Before, it was only looked whether the database can be used."""

    @abstractmethod
    def tables(self) -> dict[str, TableSchema]:
        """All tables by name, without what the database program keeps for itself."""

    @abstractmethod
    def rows(self, table: TableSchema) -> Generator[Row, None, None]:
        """All rows in the order of the key, never many of them in memory. To be closed by who asks."""

    @abstractmethod
    def transaction(self) -> Transaction:
        """The statements."""

    @abstractmethod
    def close(self) -> None:
        """Let go; what was not committed never was."""

    def count(self, table: TableSchema) -> int:
        found = self.transaction().db.execute(f"SELECT count(*) FROM {quote_name(table.name)}").fetchone()
        return int(found[0])

    def used(self, tables: Iterable[str]) -> bool:
        """Whether there are rows in some of them, or numbers were given."""
        db = self.transaction().db
        return any(
            db.execute(
                f"SELECT 1 FROM {quote_name(name)} {'WHERE seq > 0' if name == NUMBERS else ''} LIMIT 1"
            ).fetchone()
            for name in tables
        )


class MoveTarget(MoveEnd):
    """Where everything is moved to. It is brought up to date when its transaction begins."""

    @abstractmethod
    def write(self, table: TableSchema, rows: Iterable[Row]) -> None:
        """Write rows as they come. StoreError where they cannot be kept."""

    @abstractmethod
    def commit(self) -> None:
        """Have it all there, for whoever opens the database."""


class EndStore(Store):
    """What the service reads within the transaction of an end. It writes nothing."""

    def __init__(self, end: MoveEnd, clock: Clock) -> None:
        super().__init__(clock)
        self.where = end.where
        self._end = end

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return work(self._end.transaction())

    async def write(self, work: Callable[[Transaction], T]) -> T:
        raise AssertionError("it is only looked at")

    async def answers(self) -> None:
        self._end.transaction().db.execute("SELECT 1").fetchone()

    async def size(self) -> int:
        raise AssertionError("nobody asks while it is moved")

    async def close(self) -> None:
        """The end is closed by whoever opened it."""


def quote_name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def match_tables(source: Mapping[str, TableSchema], target: Mapping[str, TableSchema], where: str) -> list[TableSchema]:
    """The tables of the target, those first to which others refer. StoreError where the source (`where`) has others
    of their names, or none."""
    for name, table in target.items():
        if name not in source or set(source[name].columns) != set(table.columns):
            raise StoreError("store.move_tables", file=where, table=name)
    return order_by_references(target.values())


def order_by_references(tables: Collection[TableSchema]) -> list[TableSchema]:
    """Tables, those first to which others refer. The numbers come last: they grow as rows are written."""
    by_name = {table.name: table for table in sorted(tables, key=lambda table: table.name)}
    sorter = TopologicalSorter({name: sorted(table.refers - {name}) for name, table in by_name.items()})
    names = [name for name in sorter.static_order() if name != NUMBERS]
    return [by_name[name] for name in [*names, *({NUMBERS} & by_name.keys())]]
