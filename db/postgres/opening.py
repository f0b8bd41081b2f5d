"""Opening a database on a PostgreSQL server: claim and migrations."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg

from ..address import redact_address, without_password
from ..errors import StoreError, Unfit
from ..opening import APPLICATION_ID, MIGRATIONS, load_migrations
from .disconnect import LEAVE_SECONDS, cut_after

T = TypeVar("T")
Hears = Callable[[str], None]  # receives messages of other processes; empty: some may be missing

POSTGRES_MIGRATIONS: Final = Path(__file__).parent / "migrations"
FIRST_MIGRATION: Final = 15  # the first one contains all of SQLite's migrations up to then
CONNECT_SECONDS: Final = 10  # seconds to get a connection
# TCP settings by which both sides detect a dead connection.
TCP_SETTINGS: Final[dict[str, Any]] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds; keepalives do not cover unacknowledged data
}
SERVER_TCP_SETTINGS: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
}
SERVER_TABLES: Final = frozenset({"longtable", "tenures", "leases", "errands", "follows"})  # tables that files lack
_VERSION: Final = "CREATE TABLE IF NOT EXISTS longtable (version BIGINT NOT NULL)"


class DatabaseClaim:
    """The claim of one process on the whole database: a lock that the server releases with this connection.

    A process that takes over changes the tenure number, which each transaction checks.
    """

    def __init__(self, address: str, connection: psycopg.Connection[Any], tenure: int) -> None:
        self.address = address
        self.connection = connection
        self.tenure = tenure

    def require_ownership(self, connection: psycopg.Connection[Any]) -> str:
        """The number of the current transaction. StoreError if another process has the database."""
        row = connection.execute("SELECT pg_current_xact_id()::text, tenure FROM tenures").fetchone()
        if row is None or row[1] != self.tenure:
            raise StoreError("store.in_use", file=redact_address(self.address))
        return str(row[0])

    @property
    def is_sole_owner(self) -> bool:
        """True: a takeover shows at the next transaction only."""
        return True

    def start_renewing(self, hears: Hears, loses: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        """A no-op: there are no other processes, and a takeover shows at the next transaction."""

    def release(self) -> None:
        release_connection(self.connection)


def release_connection(connection: psycopg.Connection[Any]) -> None:
    """Release the locks at once, as the server may notice the closing late, and close. Waits at most LEAVE seconds."""
    with contextlib.suppress(psycopg.Error), cut_after(LEAVE_SECONDS, lambda: [connection]):
        connection.execute("SELECT pg_advisory_unlock_all()")
    connection.close()


def check_server(address: str) -> None:
    """StoreError unless the database can be used; changes nothing."""
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
            require_usable_version(connection, address)
    except psycopg.Error as error:
        raise connection_error(error, address) from error


def require_usable_version(connection: psycopg.Connection[Any], address: str) -> int:
    """The schema version; 0 if the database is empty. StoreError if it is of another program, or newer."""
    version, known = postgres_schema_version(connection), len(load_migrations(MIGRATIONS))
    if not version and fetch_value(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"):
        raise StoreError("store.foreign", file=redact_address(address))
    if version > known:
        raise StoreError("store.newer", file=redact_address(address), version=version, known=known)
    return version


def open_as_owner(address: str) -> DatabaseClaim:
    """Claim the database and migrate its schema. StoreError, with nothing changed, if it cannot be used."""
    steps = load_postgres_migrations()
    connection = connect_and_claim(address)
    with close_on_error(connection, address):
        migrate_postgres(connection, address, steps)
        return DatabaseClaim(address, connection, take_over_tenure(connection))


def connect_and_claim(address: str) -> psycopg.Connection[Any]:
    """A connection that holds the claim, before any check of the schema. StoreError if another process has it."""
    try:
        connection = connect_with_limits(address, SERVER_TCP_SETTINGS)
    except psycopg.Error as error:
        raise connection_error(error, address) from error
    with close_on_error(connection, address):
        if not fetch_value(connection, f"SELECT pg_try_advisory_lock({APPLICATION_ID})"):
            raise StoreError("store.in_use", file=redact_address(address))
    return connection


def connect_with_limits(address: str, limits: Mapping[str, str]) -> psycopg.Connection[Any]:
    """A connection with these settings, as far as the server knows them. psycopg.Error."""
    connection: psycopg.Connection[Any] = psycopg.connect(
        address, autocommit=True, connect_timeout=CONNECT_SECONDS, **TCP_SETTINGS
    )
    for name, value in limits.items():
        with contextlib.suppress(psycopg.errors.UndefinedObject):
            connection.execute(f"SET {name} = '{value}'".encode())
    return connection


def connection_error(error: psycopg.Error, address: str) -> StoreError:
    """The StoreError for a failed connection: no server, or an unknown user, password or database."""
    reason = type(error).__name__
    if isinstance(error, psycopg.OperationalError):  # other errors may contain the address
        reason = without_password(" ".join(str(error).split()), address)
    return StoreError("store.unconnected", file=redact_address(address), reason=reason)


@contextmanager
def close_on_error(connection: psycopg.Connection[Any], address: str) -> Iterator[None]:
    """For the first steps of a connection: close it on any error, and turn psycopg's errors into StoreError."""
    try:
        yield
    except BaseException as error:
        connection.close()
        if isinstance(error, psycopg.Error):
            raise explain_server_error(error, redact_address(address)) from error
        raise


def take_over_tenure(connection: psycopg.Connection[Any]) -> int:
    """Begin a tenure of the whole database; return its number. Former owners can no longer write."""
    return run_serializable(connection, lambda: begin_whole_tenure(connection))


def begin_whole_tenure(connection: psycopg.Connection[Any]) -> int:
    """Begin a tenure of the whole database and end all leases; part of a transaction."""
    number = begin_tenure(connection)
    connection.execute("DELETE FROM leases")
    return number


def begin_tenure(connection: psycopg.Connection[Any]) -> int:
    """A new random tenure number, unique even after a restore; part of a transaction."""
    return int(
        fetch_value(connection, f"UPDATE tenures SET tenure = {secrets.randbelow(1 << 62) + 1} RETURNING tenure")
    )


def run_serializable(connection: psycopg.Connection[Any], work: Callable[[], T]) -> T:
    """Run a serializable transaction: the server refuses a former owner that read before it and commits after it."""
    while True:
        try:
            connection.execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
            found = work()
            connection.execute("COMMIT")
        except psycopg.errors.SerializationFailure:
            connection.execute("ROLLBACK")
            continue
        except BaseException:
            if not connection.closed:
                connection.execute("ROLLBACK")
            raise
        return found


def load_postgres_migrations() -> list[tuple[int, str]]:
    """Number and text of each migration, in order; the numbers are those of SQLite's."""
    paths = sorted(POSTGRES_MIGRATIONS.glob("*.sql"))
    found = [(int(path.name[:4]), path.read_text(encoding="utf-8")) for path in paths]
    wanted = range(FIRST_MIGRATION, len(load_migrations(MIGRATIONS)) + 1)
    assert [number for number, _ in found] == list(wanted), "both have migrations of the same numbers"
    return found


def postgres_schema_version(connection: psycopg.Connection[Any]) -> int:
    """The number of the last migration; 0 if there is none."""
    if not fetch_value(connection, "SELECT to_regclass('longtable') IS NOT NULL"):
        return 0
    return int(fetch_value(connection, "SELECT coalesce(max(version), 0) FROM longtable"))


def migrate_postgres(connection: psycopg.Connection[Any], address: str, steps: list[tuple[int, str]]) -> None:
    """Migrate the schema, each step in one transaction with its number. StoreError if it is foreign or newer."""
    version = require_usable_version(connection, address)
    for number, text in steps:
        if number <= version:
            continue
        try:
            with connection.transaction():
                connection.execute(text.encode())
                connection.execute(_VERSION)
                connection.execute("DELETE FROM longtable")
                connection.execute("INSERT INTO longtable (version) VALUES (%s)", (number,))
        except psycopg.Error as error:
            raise StoreError(
                "store.migration", file=redact_address(address), number=number, reason=str(error)
            ) from error


def explain_server_error(error: psycopg.Error, where: str) -> StoreError:
    """The StoreError for an error of the server."""
    state, text = error.sqlstate or "", str(error)
    if state == "53100":
        return StoreError("store.full", file=where)
    if state in ("25006", "42501"):
        return StoreError("store.read_only", file=where)
    if state.startswith("23"):
        return Unfit("store.unfit", file=where, reason=text)
    if state.startswith("40"):
        return StoreError("store.locked", file=where)
    if state.startswith(("08", "57P", "53")) or isinstance(error, psycopg.OperationalError):
        return StoreError("store.unreachable", file=where)
    return StoreError("store.failed", file=where, reason=text)


def fetch_value(connection: psycopg.Connection[Any], query: str) -> Any:
    """The only value of the query's first row; None without rows."""
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row is not None else None
