"""SQL generated from row classes: columns and fields have the same names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .sql import Answer, Database

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


def upsert_clause(keys: Sequence[str], rest: Sequence[str]) -> str:
    """The end of an INSERT that overwrites a row with the same key."""
    changed = ", ".join(f"{name} = excluded.{name}" for name in rest)
    return f"ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"


class RowMapper(Generic[R]):
    """Reads and writes the rows of one table as one class."""

    def __init__(self, table: str, cls: type[R], keys: int) -> None:
        names = [f.name for f in fields(cls)]
        self.cls = cls
        self.columns = ", ".join(names)
        self.select = f"SELECT {self.columns} FROM {table}"
        marks = ", ".join("?" * len(names))
        self._insert = f"INSERT INTO {table} ({self.columns}) VALUES ({marks})"
        self._replace = f"{self._insert} {upsert_clause(names[:keys], names[keys:])}"
        rest = ", ".join(f"{name} = ?" for name in names[keys:])
        self._update = f"UPDATE {table} SET {rest} WHERE " + " AND ".join(f"{name} = ?" for name in names[:keys])
        self._values = attrgetter(*names)
        self._update_values = attrgetter(*names[keys:], *names[:keys])

    def find(self, db: Database, rest: str, values: Iterable[Any] = ()) -> list[R]:
        """The rows selected by `rest` (WHERE, ORDER BY ...)."""
        make: Any = self.cls
        return [make(*row) for row in db.execute(f"{self.select} {rest}", tuple(values))]

    def insert(self, db: Database, *rows: R) -> None:
        for row in rows:
            db.execute(self._insert, self._values(row))

    def replace(self, db: Database, *rows: R) -> None:
        for row in rows:
            db.execute(self._replace, self._values(row))

    def update(self, db: Database, row: R, condition: str = "", values: Iterable[Any] = ()) -> Answer:
        """Update the row by its key; the result has the number of rows."""
        return db.execute(f"{self._update} {condition}", (*self._update_values(row), *values))
