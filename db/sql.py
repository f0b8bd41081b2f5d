"""The interface of connections for statements: `sqlite3`, or `postgres.connection`.

Statements are written once in the common dialect: `?` for values, `ON CONFLICT`, `RETURNING`, `IS ?` for nullable
values. The PostgreSQL connection translates the rest.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Protocol, TypeAlias

from .errors import Clash, Conflict

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]

CLASHES: Final = (sqlite3.IntegrityError, Clash)  # raised by a statement that violates a constraint


class Answer(Protocol):
    """The result of a statement."""

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


class PipelinedDatabase(ABC):
    """A connection whose results may arrive later, at an access or at the end."""

    conflict: str | None = None  # the conflict of the next statements, if a constraint is violated

    @abstractmethod
    def expect_one_row(self, answer: Answer, conflict: str) -> None:
        """Raise `conflict` before the commit unless the statement concerned one row."""


class conflict_on_clash:
    """Turns constraint violations within the block into Conflict."""

    __slots__ = ("conflict", "db")

    def __init__(self, db: Database, conflict: str) -> None:
        self.db = db
        self.conflict = conflict

    def __enter__(self) -> None:
        if isinstance(self.db, PipelinedDatabase):
            self.db.conflict = self.conflict

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(self.db, PipelinedDatabase):
            self.db.conflict = None
        if isinstance(error, CLASHES):
            raise Conflict(self.conflict) from error


def require_one_row(db: Database, answer: Answer, conflict: str) -> None:
    """Conflict unless the statement concerned one row; some connections raise it before the commit only."""
    if isinstance(db, PipelinedDatabase):
        db.expect_one_row(answer, conflict)
    elif answer.rowcount != 1:
        raise Conflict(conflict)
