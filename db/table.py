"""Statements made from row classes: columns and fields have the same names."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


class Rows(Generic[R]):
    """Reads and writes one class of rows in one table."""

    def __init__(self, table: str, cls: type[R], keys: int) -> None:
        names = [f.name for f in fields(cls)]
        self.cls = cls
        self.columns = ", ".join(names)
        self.select = f"SELECT {self.columns} FROM {table}"
        marks = ", ".join("?" * len(names))
        self._insert = f"INSERT INTO {table} ({self.columns}) VALUES ({marks})"
        self._replace = f"INSERT OR REPLACE INTO {table} ({self.columns}) VALUES ({marks})"
        rest = ", ".join(f"{name} = ?" for name in names[keys:])
        self._update = f"UPDATE {table} SET {rest} WHERE " + " AND ".join(f"{name} = ?" for name in names[:keys])
        self._values = attrgetter(*names)
        self._update_values = attrgetter(*names[keys:], *names[:keys])

    def find(self, db: sqlite3.Connection, rest: str, values: Iterable[Any] = ()) -> list[R]:
        """The rows for which `rest` (WHERE, ORDER BY ...) holds."""
        make: Any = self.cls
        return [make(*row) for row in db.execute(f"{self.select} {rest}", tuple(values))]

    def insert(self, db: sqlite3.Connection, *rows: R) -> None:
        for row in rows:
            db.execute(self._insert, self._values(row))

    def replace(self, db: sqlite3.Connection, *rows: R) -> None:
        for row in rows:
            db.execute(self._replace, self._values(row))

    def update(self, db: sqlite3.Connection, row: R, condition: str = "", values: Iterable[Any] = ()) -> int:
        """Write the row by its key; how many rows were there."""
        found = db.execute(f"{self._update} {condition}", (*self._update_values(row), *values))
        return found.rowcount
