"""PostgreSQL databases as source and target of a move. Rows use binary COPY, so they are unchanged."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

from ..address import redact_address
from ..base import Transaction
from ..errors import StoreError
from ..moving.ends import NUMBERS, MoveEnd, MoveTarget, Row, TableSchema, quote_name
from ..opening import MIGRATIONS, load_migrations
from .connection import Connection
from .opening import (
    SERVER_TABLES,
    connect_and_claim,
    explain_server_error,
    load_postgres_migrations,
    migrate_postgres,
    require_usable_version,
    take_over_tenure,
)

TEXT: Final = "text"
FRACTION: Final = "float8"

_COLUMNS: Final = """
    SELECT c.relname, a.attname, t.typname, coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0)
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    ORDER BY c.relname, a.attnum
"""
_REFERENCES: Final = """
    SELECT c.relname, f.relname
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
    WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace
"""
_TRIGGERS: Final = """
    SELECT DISTINCT c.relname FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE NOT g.tgisinternal AND c.relnamespace = current_schema()::regnamespace
"""


class ServerEnd(MoveEnd):
    """A database on a server, with the connection that holds the claim."""

    def __init__(self, address: str) -> None:
        self.location = redact_address(address)
        self._address = address
        self._types: dict[str, dict[str, str]] = {}  # table -> column -> type
        self._connection = connect_and_claim(address)
        try:
            with self._server_errors_explained():
                for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
                    self._connection.execute(f"SET {limit} = 0".encode())  # no limit for a move
                self._require_movable()
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def _require_movable(self) -> None:
        """StoreError unless the database can be moved."""

    def tables(self) -> dict[str, TableSchema]:
        keys: dict[str, dict[int, str]] = {}
        self._types.clear()
        for table, column, kind, place in self._connection.execute(_COLUMNS).fetchall():
            if table not in SERVER_TABLES:
                self._types.setdefault(table, {})[column] = kind
                keys.setdefault(table, {})[place] = column
        refers: dict[str, set[str]] = {}
        for table, other in self._connection.execute(_REFERENCES).fetchall():
            refers.setdefault(table, set()).add(other)
        found = {}
        for name, types in self._types.items():
            key = tuple(keys[name][place] for place in sorted(keys[name]) if place)
            found[name] = TableSchema(name, tuple(types), key or tuple(types), frozenset(refers.get(name, ())))
        return found

    def rows(self, table: TableSchema) -> Generator[Row, None, None]:
        types = self._types[table.name]
        columns = ", ".join(map(quote_name, table.columns))
        key = ", ".join(
            f'{quote_name(name)} COLLATE "C"' if types[name] == TEXT else quote_name(name) for name in table.key
        )
        query = f"COPY (SELECT {columns} FROM {quote_name(table.name)} ORDER BY {key}) TO STDOUT (FORMAT BINARY)"
        kinds = [types[name] for name in table.columns]
        fractions = FRACTION in kinds
        with self._server_errors_explained(), self._connection.cursor() as cursor, cursor.copy(query.encode()) as copy:
            copy.set_types(kinds)
            for row in copy.rows():
                yield _without_negative_zero(row) if fractions else row

    def transaction(self) -> Transaction:
        return Transaction(Connection(self._connection))

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def _server_errors_explained(self) -> Iterator[None]:
        """Turn the server's errors into StoreError."""
        try:
            yield
        except psycopg.Error as error:
            raise explain_server_error(error, self.location) from error


class ServerSource(ServerEnd):
    """A database that is only read, as one snapshot."""

    def _require_movable(self) -> None:
        version = require_usable_version(self._connection, self._address)
        if not version:
            raise StoreError("store.missing", file=self.location)
        if version < len(load_migrations(MIGRATIONS)):
            raise StoreError("store.outdated", file=self.location)

    def begin(self) -> None:
        with self._server_errors_explained():
            take_over_tenure(self._connection)  # as the bot does: a former owner may still be connected
            self._connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")


class ServerTarget(ServerEnd, MoveTarget):
    """An empty database. Everything is one transaction, including the schema."""

    def _require_movable(self) -> None:
        if require_usable_version(self._connection, self._address) and self.has_rows(self.tables()):
            raise StoreError("store.not_empty", file=self.location)

    def begin(self) -> None:
        with self._server_errors_explained():
            self._connection.execute("BEGIN")
            migrate_postgres(self._connection, self._address, load_postgres_migrations())
            self._switch_numbering_triggers("DISABLE")
            self._connection.execute(f"DELETE FROM {NUMBERS}".encode())

    def _switch_numbering_triggers(self, how: str) -> None:
        """Enable or disable the numbering triggers; moved rows keep their numbers."""
        for (table,) in self._connection.execute(_TRIGGERS).fetchall():
            self._connection.execute(f"ALTER TABLE {quote_name(table)} {how} TRIGGER USER".encode())

    def write(self, table: TableSchema, rows: Iterable[Row]) -> None:
        columns = ", ".join(map(quote_name, table.columns))
        kinds = [self._types[table.name][name] for name in table.columns]
        texts = [place for place, kind in enumerate(kinds) if kind == TEXT]
        query = f"COPY {quote_name(table.name)} ({columns}) FROM STDIN (FORMAT BINARY)"
        with self._server_errors_explained(), self._connection.cursor() as cursor, cursor.copy(query.encode()) as copy:
            copy.set_types(kinds)
            for row in rows:
                for place in texts:
                    if row[place] is not None and "\0" in row[place]:
                        raise _unstorable_text_error(table, row, table.columns[place], self.location)
                copy.write_row(row)

    def commit(self) -> None:
        with self._server_errors_explained():
            self._switch_numbering_triggers("ENABLE")
            self._connection.execute("ANALYZE")  # gives the planner statistics at once
        try:
            self._connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            raise StoreError("store.move_unsure", file=self.location) from error


def _without_negative_zero(row: Row) -> Row:
    """The row with 0.0 for -0.0, which SQLite does not have."""
    return tuple(value + 0.0 if value.__class__ is float else value for value in row)


def _unstorable_text_error(table: TableSchema, row: Row, column: str, where: str) -> StoreError:
    """The error for a text that PostgreSQL cannot store, with the key of its row."""
    values: dict[str, Any] = dict(zip(table.columns, row, strict=True))
    key = ", ".join(f"{name} {values[name]}" for name in table.key)
    return StoreError("store.unheld", file=where, table=table.name, column=column, row=key.replace("\0", "?"))
