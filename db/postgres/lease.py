"""Leases: a process owns shards as long as it keeps asking the server.

The locks of the shards belong to one connection, which the server ends after some silence. So a process that hangs, or
loses its machine, loses them by the server's clock alone. Its late writes are refused, as each transaction checks the
lease's number (`Lease.require_ownership`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import psycopg

from ..address import redact_address
from ..errors import StoreError
from ..opening import APPLICATION_ID
from ..share import Share
from .connection import APPLICATION_NAME, STOPPED_SECONDS
from .disconnect import LEAVE_SECONDS, cut_after
from .opening import (
    SERVER_TCP_SETTINGS,
    Hears,
    begin_tenure,
    close_on_error,
    connect_with_limits,
    connection_error,
    fetch_value,
    load_postgres_migrations,
    migrate_postgres,
    release_connection,
    require_usable_version,
    run_serializable,
)

log = logging.getLogger(__name__)

RENEW_SECONDS: Final = 5.0  # between two queries
LAPSE_SECONDS: Final = 15.0  # of silence, after which the server releases the locks
LOOP_SILENCE_SECONDS: Final = 30.0  # seconds without a reaction of the event loop after which the lease is not renewed
RECONNECT_SECONDS: Final = 0.5  # between two attempts
CHANNEL: Final = "longtable"
TAKING_LOCK: Final = APPLICATION_ID + 1  # the lock of a process that takes shards
SESSION_SETTINGS: Final = {
    **SERVER_TCP_SETTINGS,
    "idle_session_timeout": f"{LAPSE_SECONDS:.0f}s",  # from version 14 on
    "lock_timeout": "10s",
}
_OWN_SHARDS: Final = (
    "SELECT pg_current_xact_id()::text, count(*) FROM leases "
    "WHERE shard BETWEEN %s AND %s AND lease = %s AND count = %s"
)
_TAKE_SHARDS: Final = (
    "INSERT INTO leases (shard, count, lease) SELECT shard, %s, %s FROM generate_series(%s::bigint, %s) AS shard "
    "ON CONFLICT (shard) DO UPDATE SET count = excluded.count, lease = excluded.lease"
)
# Connections of processes that stopped within a transaction and may block others. The server's own timeout
# (`set_up_shared_connection`) does not cover the time between statements of a pipeline.
_END_STOPPED_SESSIONS: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
    "AND usename = current_user AND application_name = %s AND state = 'active' AND wait_event = 'ClientRead' "
    "AND query_start < clock_timestamp() - make_interval(secs => %s)"
)


def seconds_since_boot() -> float:
    """Seconds, including the sleep of the machine if the system counts it."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Lease:
    """The shards of a process, the lease's number, and the connection that holds the locks."""

    def __init__(self, address: str, share: Share, connection: psycopg.Connection[Any], number: int) -> None:
        self.address = address
        self.share = share
        self.connection = connection
        self.tenure = number
        self._renewed_at = seconds_since_boot()
        self._loop_reacted_at = seconds_since_boot()  # when the event loop last reacted
        self._is_reaction_due = False  # whether a reaction is due
        self._stopped = False
        self._wake_sender, self._wake_receiver = socket.socketpair()  # a byte wakes the thread
        self._thread: threading.Thread | None = None

    def require_ownership(self, connection: psycopg.Connection[Any]) -> str:
        """The number of the current transaction. StoreError if another process has one of the shards."""
        row = connection.execute(_OWN_SHARDS, self._ownership_values).fetchone()
        if row is None or row[1] != len(self.share.shards):
            raise StoreError("store.lost", shards=str(self.share))
        return str(row[0])

    @property
    def is_sole_owner(self) -> bool:
        """Whether the server still holds the locks since the last query, so that no other process has the shards."""
        return not self._stopped and seconds_since_boot() - self._renewed_at < LAPSE_SECONDS

    def start_renewing(self, hears: Hears, loses: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        """Renew the lease and receive messages, in a thread; both callbacks run in the loop."""

        def run() -> None:
            try:
                self._renew_until_released(
                    lambda text: _call_in_loop(loop, hears, text), lambda: self._has_loop_reacted(loop)
                )
            except StoreError as error:
                log.critical("the shards %(shards)s are lost: %(why)s", {"shards": self.share, "why": error.key})
                _call_in_loop(loop, loses)
            except Exception:
                log.critical("the shards %(shards)s are lost", {"shards": self.share}, exc_info=True)
                _call_in_loop(loop, loses)

        self._note_loop_reaction()
        self._thread = threading.Thread(target=run, name="lease", daemon=True)
        self._thread.start()

    def release(self) -> None:
        """Release the shards."""
        self._stopped = True
        with contextlib.suppress(OSError):
            self._wake_sender.send(b".")
        if self._thread is not None:
            with cut_after(LEAVE_SECONDS, lambda: [self.connection]):  # it may wait for the server
                self._thread.join(2 * LEAVE_SECONDS)
        release_connection(self.connection)
        self._wake_sender.close()
        self._wake_receiver.close()

    @property
    def _ownership_values(self) -> tuple[int, ...]:
        return (self.share.first, self.share.last, self.tenure, self.share.count)

    def _note_loop_reaction(self) -> None:
        self._is_reaction_due = False
        self._loop_reacted_at = seconds_since_boot()

    def _has_loop_reacted(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether the event loop has reacted lately; starts the next check."""
        if not self._is_reaction_due:
            self._is_reaction_due = True
            _call_in_loop(loop, self._note_loop_reaction)
        return seconds_since_boot() - self._loop_reacted_at < LOOP_SILENCE_SECONDS

    # In the thread

    def _renew_until_released(self, hears: Hears, lives: Callable[[], bool]) -> None:
        """Run until released. StoreError if the shards belong to another process."""
        while not self._stopped:
            try:
                self._deliver_messages(hears)
                if lives():
                    self._renew()
            except psycopg.Error:
                log.warning("the line that holds the shards %(shards)s is lost", {"shards": self.share})
                self._reconnect(lives)
                hears("")

    def _deliver_messages(self, hears: Hears) -> None:
        """Deliver messages until the next query is due."""
        until = seconds_since_boot() + RENEW_SECONDS
        while not self._stopped and (left := until - seconds_since_boot()) > 0:
            for note in self.connection.notifies(timeout=0):
                sender, _, text = note.payload.partition(" ")
                if sender != str(self.tenure):
                    hears(text)
            readable: list[Any] = [self.connection.fileno(), self._wake_receiver]
            select.select(readable, [], [], left)
            if self.connection.closed:
                raise psycopg.OperationalError("closed")

    def _renew(self) -> None:
        at = seconds_since_boot()
        if self._stopped:
            return
        self.require_ownership(self.connection)
        self._renewed_at = at
        self.connection.execute(_END_STOPPED_SESSIONS, (APPLICATION_NAME, STOPPED_SECONDS))

    def _reconnect(self, lives: Callable[[], bool]) -> None:
        """Reconnect and take the shards back unless another process has them, or this program hangs."""
        self.connection.close()
        while not self._stopped:
            with contextlib.suppress(psycopg.Error):
                if lives() and self._try_to_take_back():
                    return
            self._wake_receiver.settimeout(RECONNECT_SECONDS)
            with contextlib.suppress(TimeoutError):
                self._wake_receiver.recv(1)
            self._wake_receiver.settimeout(None)

    def _try_to_take_back(self) -> bool:
        """StoreError if they belong to another process, psycopg.Error."""
        connection = _connect_for_lease(self.address)
        try:
            self.connection = connection
            self.require_ownership(connection)
            if _lock_shards(connection, self.share):
                self._renew()
                return True
        except BaseException:
            connection.close()
            raise
        connection.close()  # the old connection may hold the locks until the server notices
        return False


def _call_in_loop(loop: asyncio.AbstractEventLoop, work: Callable[..., None], *values: Any) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(work, *values)


def take_lease(address: str, share: Share) -> Lease | None:
    """Take these shards; None if another process has some of them. StoreError if the database cannot be used."""
    try:
        connection = _connect_for_lease(address)
    except psycopg.Error as error:
        raise connection_error(error, address) from error
    with close_on_error(connection, address):
        number = _new_lease_number(connection, address, share)
        if number is not None:
            return Lease(address, share, connection, number)
    connection.close()
    return None


def _connect_for_lease(address: str) -> psycopg.Connection[Any]:
    connection = connect_with_limits(address, SESSION_SETTINGS)
    connection.execute(f"LISTEN {CHANNEL}".encode())
    return connection


def _lock_shards(connection: psycopg.Connection[Any], share: Share) -> bool:
    """Lock the shards, and the database against an exclusive owner; False if that fails."""
    shards = f"generate_series({share.first}, {share.last}) AS shard"
    lock_each = f"SELECT bool_and(pg_try_advisory_lock({APPLICATION_ID}, shard)) FROM {shards}"
    lock_shared = f"SELECT pg_try_advisory_lock_shared({APPLICATION_ID})"
    return bool(fetch_value(connection, lock_each) and fetch_value(connection, lock_shared))


def _new_lease_number(connection: psycopg.Connection[Any], address: str, share: Share) -> int | None:
    """The number of a new lease; None if another process has some of the shards, or is just taking some."""
    if not fetch_value(connection, f"SELECT pg_try_advisory_lock({TAKING_LOCK})"):
        return None
    if not _lock_shards(connection, share):
        return None
    # If the exclusive lock is free, no other process holds shards.
    is_alone = bool(fetch_value(connection, f"SELECT pg_try_advisory_lock({APPLICATION_ID})"))
    try:
        if require_usable_version(connection, address) < load_postgres_migrations()[-1][0]:
            if not is_alone:
                raise StoreError("store.shared_migration", file=redact_address(address))
            migrate_postgres(connection, address, load_postgres_migrations())
        others = fetch_value(connection, f"SELECT min(count) FROM leases WHERE count <> {share.count}")
        if others is not None and not is_alone:
            raise StoreError("store.shards", file=redact_address(address), count=share.count, others=int(others))
        return run_serializable(connection, lambda: _write_lease(connection, share))
    finally:
        if not connection.closed:
            if is_alone:
                connection.execute(f"SELECT pg_advisory_unlock({APPLICATION_ID})".encode())
            connection.execute(f"SELECT pg_advisory_unlock({TAKING_LOCK})".encode())


def _write_lease(connection: psycopg.Connection[Any], share: Share) -> int:
    number = begin_tenure(connection)
    connection.execute("DELETE FROM leases WHERE count <> %s", (share.count,))
    connection.execute(_TAKE_SHARDS, (share.count, number, share.first, share.last))
    return number
