"""What the statements ask of a connection, whichever database it leads to: SQLite's own, or `postgres.connection`.

Statements are written once, in what both understand: `?` for values, `ON CONFLICT`, `RETURNING`, `IS ?` where a value
may be null. What is said otherwise elsewhere, the other connection says otherwise.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Protocol, TypeAlias

from .errors import Clash, Conflict

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


class Later(ABC):
    """A connection that may answer statements only where somebody asks for the answer, or at the end."""

    conflict: str | None = None  # what the next statements are about, should one clash

    @abstractmethod
    def expect(self, answer: Answer, conflict: str) -> None:
        """Unless it concerns one row that is a conflict, which is raised before the transaction counts."""


class conflict_on_clash:
    """Where a statement within would break a constraint, that is a conflict."""

    __slots__ = ("conflict", "db")

    def __init__(self, db: Database, conflict: str) -> None:
        self.db = db
        self.conflict = conflict

    def __enter__(self) -> None:
        if isinstance(self.db, Later):
            self.db.conflict = self.conflict

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(self.db, Later):
            self.db.conflict = None
        if isinstance(error, CLASHES):
            raise Conflict(self.conflict) from error


def require_one_row(db: Database, answer: Answer, conflict: str) -> None:
    """Conflict unless a statement concerned one row; on some connections before the transaction counts."""
    if isinstance(db, Later):
        db.expect(answer, conflict)
    elif answer.rowcount != 1:
        raise Conflict(conflict)
