"""Opening a database on a PostgreSQL server: whose it is, bringing it up to date."""

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
from .disconnect import LEAVE, cut_after

T = TypeVar("T")
Hears = Callable[[str], None]  # what another process says; empty: something may have been missed

OURS: Final = Path(__file__).parent / "migrations"
FIRST: Final = 15  # the first of them holds all that SQLite's migrations had made by then
WAIT: Final = 10  # seconds to get a connection
# How we find out that there is no server, and the server that nobody is there.
SPARE: Final[dict[str, Any]] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,  # milliseconds; where something is on its way nobody asks whether the other is alive
}
ALIVE: Final = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "10s",
}
OWN: Final = frozenset({"longtable", "tenures", "leases", "errands", "follows"})  # tables that a file has no need of
_VERSION: Final = "CREATE TABLE IF NOT EXISTS longtable (version BIGINT NOT NULL)"


class DatabaseClaim:
    """The database belongs to this process as long as this connection stands: a lock that the server gives up with it.

    Another process that takes it raises the number of the tenure, which each transaction of ours looks at."""

    def __init__(self, address: str, connection: psycopg.Connection[Any], tenure: int) -> None:
        self.address = address
        self.connection = connection
        self.tenure = tenure

    def fence(self, connection: psycopg.Connection[Any]) -> str:
        """The number of the transaction that begins. StoreError where somebody else has the database now."""
        row = connection.execute("SELECT pg_current_xact_id()::text, tenure FROM tenures").fetchone()
        if row is None or row[1] != self.tenure:
            raise StoreError("store.in_use", file=redact_address(self.address))
        return str(row[0])

    @property
    def sure(self) -> bool:
        """Nobody else has begun to answer in our place, as far as can be known without asking."""
        return True

    def watch(self, hears: Hears, loses: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        """Nobody else has anything to say, and who takes the database shows at the next transaction."""

    def release(self) -> None:
        release_connection(self.connection)


def release_connection(connection: psycopg.Connection[Any]) -> None:
    """Close a connection, and give its locks up at once: the server may notice only later that it is closed. One that
    does not answer is waited for no longer than `LEAVE`."""
    with contextlib.suppress(psycopg.Error), cut_after(LEAVE, lambda: [connection]):
        connection.execute("SELECT pg_advisory_unlock_all()")
    connection.close()


def check_server(address: str) -> None:
    """StoreError unless the database can be used; it is left as it is."""
    try:
        with psycopg.connect(address, autocommit=True, connect_timeout=WAIT) as connection:
            require_usable_version(connection, address)
    except psycopg.Error as error:
        raise connection_error(error, address) from error


def require_usable_version(connection: psycopg.Connection[Any], address: str) -> int:
    """The version of a database that can be used; 0: it is empty. StoreError where it is another's, or newer."""
    version, known = postgres_schema_version(connection), len(load_migrations(MIGRATIONS))
    if not version and fetch_value(connection, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"):
        raise StoreError("store.foreign", file=redact_address(address))
    if version > known:
        raise StoreError("store.newer", file=redact_address(address), version=version, known=known)
    return version


def open_as_owner(address: str) -> DatabaseClaim:
    """Take the database for this process, and bring its schema up to date. StoreError, and nothing is changed, if it
    cannot be used."""
    steps = load_postgres_migrations()
    connection = connect_and_claim(address)
    with close_on_error(connection, address):
        migrate_postgres(connection, address, steps)
        return DatabaseClaim(address, connection, take_over_tenure(connection))


def connect_and_claim(address: str) -> psycopg.Connection[Any]:
    """A connection that holds the database for this process, and has not looked at it yet. StoreError where another
    process has it."""
    try:
        connection = connect_with_limits(address, ALIVE)
    except psycopg.Error as error:
        raise connection_error(error, address) from error
    with close_on_error(connection, address):
        if not fetch_value(connection, f"SELECT pg_try_advisory_lock({APPLICATION_ID})"):
            raise StoreError("store.in_use", file=redact_address(address))
    return connection


def connect_with_limits(address: str, limits: Mapping[str, str]) -> psycopg.Connection[Any]:
    """A connection with these settings, as far as the server knows them. psycopg.Error."""
    connection: psycopg.Connection[Any] = psycopg.connect(address, autocommit=True, connect_timeout=WAIT, **SPARE)
    for name, value in limits.items():
        with contextlib.suppress(psycopg.errors.UndefinedObject):
            connection.execute(f"SET {name} = '{value}'".encode())
    return connection


def connection_error(error: psycopg.Error, address: str) -> StoreError:
    """No connection came about: nobody is there, or the server has no such user, password or database."""
    reason = type(error).__name__
    if isinstance(error, psycopg.OperationalError):  # others tell what cannot be read of an address
        reason = without_password(" ".join(str(error).split()), address)
    return StoreError("store.unconnected", file=redact_address(address), reason=reason)


@contextmanager
def close_on_error(connection: psycopg.Connection[Any], address: str) -> Iterator[None]:
    """What is done first on a connection that is to be kept: if it fails, that is told in our words, and the connection
    is closed."""
    try:
        yield
    except BaseException as error:
        connection.close()
        if isinstance(error, psycopg.Error):
            raise explain_server_error(error, redact_address(address)) from error
        raise


def take_over_tenure(connection: psycopg.Connection[Any]) -> int:
    """Begin a tenure of the whole database; its number. Whoever had it before, or a part of it, writes no more, even if
    they have not noticed."""
    return run_serializable(connection, lambda: begin_whole_tenure(connection))


def begin_whole_tenure(connection: psycopg.Connection[Any]) -> int:
    """The number of a tenure of the whole database that begins, and nobody has a part of it; part of a transaction."""
    number = begin_tenure(connection)
    connection.execute("DELETE FROM leases")
    return number


def begin_tenure(connection: psycopg.Connection[Any]) -> int:
    """The number of a tenure that begins; part of a transaction. None is given twice, also where a server goes on from
    an earlier moment."""
    return int(
        fetch_value(connection, f"UPDATE tenures SET tenure = {secrets.randbelow(1 << 62) + 1} RETURNING tenure")
    )


def run_serializable(connection: psycopg.Connection[Any], work: Callable[[], T]) -> T:
    """One transaction, serializable as all others are: only then the server refuses those of a former owner that looked
    before it and would commit after it."""
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
    """Number and text of each migration, in order: as many as there are of SQLite, and of the same numbers."""
    found = [(int(path.name[:4]), path.read_text(encoding="utf-8")) for path in sorted(OURS.glob("*.sql"))]
    newest = len(load_migrations(MIGRATIONS))
    assert [number for number, _ in found] == list(range(FIRST, newest + 1)), "both have migrations of the same numbers"
    return found


def postgres_schema_version(connection: psycopg.Connection[Any]) -> int:
    """The number of the last migration that was made; 0: none."""
    if not fetch_value(connection, "SELECT to_regclass('longtable') IS NOT NULL"):
        return 0
    return int(fetch_value(connection, "SELECT coalesce(max(version), 0) FROM longtable"))


def migrate_postgres(connection: psycopg.Connection[Any], address: str, steps: list[tuple[int, str]]) -> None:
    """Each step in one transaction together with its number. StoreError where the database is another's, or newer."""
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
    """The reason in our words for what the server says."""
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
    """The one value that a query finds; None: nothing."""
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row is not None else None
