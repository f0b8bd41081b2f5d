"""What the statements ask of a connection, whichever database it leads to: SQLite's own, or `postgres.connection`.

Statements are written once, in what both understand: `?` for values, `ON CONFLICT`, `RETURNING`, `IS ?` where a value
may be null. What is said otherwise elsewhere, the other connection says otherwise.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias

from .errors import Clash

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]

CLASHES: Final = (sqlite3.IntegrityError, Clash)  # what a statement raises that would break a constraint


class Answer(Protocol):
    """The rows of a statement."""

    @property
    def rowcount(self) -> int: ...

    @property
    def description(self) -> Any: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection inside a transaction."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Answer: ...

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Answer: ...
