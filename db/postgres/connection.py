"""A connection to a PostgreSQL server that accepts the SQL of `db`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.types.numeric import IntDumper

from ..errors import Clash, Conflict
from ..sql import Answer, PipelinedDatabase

Cursor: TypeAlias = psycopg.Cursor[Any]

MAX_DRAINS: Final = 5  # two have always sufficed
MAX_PREPARED: Final = 400  # statements of a connection; the code has some two hundred

STOPPED_SECONDS: Final = 10  # seconds
APPLICATION_NAME: Final = "longtable"  # application name of the connections
# Differences from SQLite: placeholders, null-safe comparisons, index hints.
_QUOTED_TEXT: Final = re.compile(r"('(?:[^']|'')*')")
_DIALECT: Final = (
    (re.compile(r"%"), "%%"),
    (re.compile(r"\bIS \?"), "IS NOT DISTINCT FROM ?"),
    (re.compile(r"\bINDEXED BY \w+\s*"), ""),
    (re.compile(r"\?"), "%s"),
    (re.compile(r"(?<![:\w]):(\w+)"), r"%(\1)s"),
)


class BoolDumper(IntDumper):
    """Booleans are stored as 1 and 0."""

    def dump(self, obj: Any) -> Any:
        return super().dump(int(obj))


@lru_cache(maxsize=1024)
def translate_sql(sql: str) -> bytes:
    """A statement in PostgreSQL's dialect; quoted text stays unchanged."""
    parts = _QUOTED_TEXT.split(sql)
    for at in range(0, len(parts), 2):
        for pattern, replacement in _DIALECT:
            parts[at] = pattern.sub(replacement, parts[at])
    for at in range(1, len(parts), 2):
        parts[at] = parts[at].replace("%", "%%")
    return "".join(parts).encode()


class PendingAnswer:
    """The result of a statement that may still be in progress."""

    def __init__(self, connection: Connection, cursor: Cursor) -> None:
        self._connection = connection
        self._cursor = cursor

    @property
    def rowcount(self) -> int:
        return self._finished_cursor().rowcount

    @property
    def description(self) -> Any:
        return self._finished_cursor().description

    def fetchone(self) -> Any:
        return self._finished_cursor().fetchone()

    def fetchall(self) -> list[Any]:
        return self._finished_cursor().fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._finished_cursor().fetchall())

    def belongs_to(self, cursor: Cursor) -> bool:
        return self._cursor is cursor

    def _finished_cursor(self) -> Cursor:
        if self._cursor.pgresult is None:
            self._connection.wait_for_results()
        return self._cursor


class Connection(PipelinedDatabase):
    """Runs the statements of a transaction that the caller begins and ends.

    With a pipeline statements are sent without waiting; a result or an error arrives at the first access to any result,
    and at `settle`.
    """

    def __init__(self, inner: psycopg.Connection[Any], pipeline: psycopg.Pipeline | None = None) -> None:
        self.inner = inner
        self.conflict: str | None = None
        self._pipeline = pipeline
        # Open statements: cursor, conflict of a constraint violation, conflict unless it concerns one row.
        self._open_statements: list[tuple[Cursor, str | None, str | None]] = []

    def execute(self, sql: str, parameters: Any = (), /) -> Answer:
        """Send a statement. Clash or Conflict if it or an earlier one violates a constraint; psycopg.Error."""
        cursor = self.inner.cursor()
        self._open_statements.append((cursor, self.conflict, None))
        try:
            cursor.execute(translate_sql(sql), _to_parameters(parameters))
        except psycopg.Error as error:
            raise self.explain_first_failure(error) from error
        return PendingAnswer(self, cursor)

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Answer:
        """Run the statement for each row; return the result of the last."""
        answer: Answer = EmptyAnswer()
        for row in parameters:
            answer = self.execute(sql, row)
        return answer

    def expect_one_row(self, answer: Answer, conflict: str) -> None:
        cursor, clash, _ = self._open_statements[-1]
        assert isinstance(answer, PendingAnswer)
        assert answer.belongs_to(cursor), "it is called right after the statement"
        self._open_statements[-1] = (cursor, clash, conflict)
        if self._pipeline is None:
            self.wait_for_results()

    def wait_for_results(self) -> None:
        """Wait for all results. Clash or Conflict, psycopg.Error."""
        if self._pipeline is not None and self._open_statements and self._open_statements[-1][0].pgresult is None:
            try:
                self._pipeline.sync()
            except psycopg.Error as error:
                raise self.explain_first_failure(error) from error
        for cursor, _, expected in self._open_statements:
            if expected is not None and cursor.rowcount != 1:
                raise Conflict(expected)
        self._open_statements.clear()

    def explain_first_failure(self, error: psycopg.Error) -> Exception:
        """The exception for the first failed statement."""
        self._drain_errors()
        statements, self._open_statements = self._open_statements, []
        if not isinstance(error, psycopg.IntegrityError):
            return error
        for cursor, clash, expected in statements:
            if cursor.pgresult is None:
                return Conflict(clash) if clash is not None else Clash(str(error))
            if expected is not None and cursor.rowcount != 1:
                return Conflict(expected)
        return Clash(str(error))

    def _drain_errors(self) -> None:
        """Read the server's errors for the statements skipped after the failed one, to keep the connection usable."""
        for _ in range(MAX_DRAINS):
            if self._pipeline is None or self.inner.closed:
                return
            try:
                self._pipeline.sync()
                return
            except psycopg.Error:  # of a skipped statement
                pass


class SecondStatement(Exception):
    """A second statement was sent where one was expected."""


class SingleStatement:
    """The connection of a single-statement transaction, which needs no `BEGIN` and `COMMIT`, each as costly as the
    statement. SecondStatement for another one."""

    def __init__(self, inner: psycopg.Connection[Any]) -> None:
        self._inner = inner
        self._used = False

    def execute(self, sql: str, parameters: Any = (), /) -> Answer:
        if self._used:
            raise SecondStatement
        self._used = True
        return self._inner.execute(translate_sql(sql), _to_parameters(parameters))

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> Answer:
        raise SecondStatement


class EmptyAnswer:
    """The result of no statement."""

    rowcount = 0
    description = None

    def fetchone(self) -> Any:
        return None

    def fetchall(self) -> list[Any]:
        return []

    def __iter__(self) -> Iterator[Any]:
        return iter(())


def _to_parameters(parameters: Any) -> Any:
    return parameters if isinstance(parameters, Mapping) else tuple(parameters)


def set_up_connection(connection: psycopg.Connection[Any]) -> None:
    """Set up a connection: explicit transactions, and serializable read-only ones for single statements."""
    connection.autocommit = True
    connection.execute("SET default_transaction_isolation = 'serializable'")
    connection.execute("SET default_transaction_read_only = on")
    connection.prepared_max = MAX_PREPARED
    connection.adapters.register_dumper(bool, BoolDumper)


def set_up_shared_connection(connection: psycopg.Connection[Any]) -> None:
    """The same for a database with other processes: a transaction that stops is ended soon, and even small tables are
    read by index, as a full scan conflicts with every writer."""
    set_up_connection(connection)
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STOPPED_SECONDS}s'".encode())
    connection.execute("SET enable_seqscan = off")
    connection.execute(f"SET application_name = '{APPLICATION_NAME}'".encode())
