"""The store on a PostgreSQL server: each transaction in a thread with its own connection.

Transactions are serializable; the server refuses conflicting ones, which are run again. A broken connection does no
harm before the commit; if it breaks during the commit, the server is asked for the result, so that nothing is done
twice. Most reads are a single statement without `BEGIN` and `COMMIT`.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, Self, TypeVar
from weakref import WeakKeyDictionary

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from ..address import redact_address
from ..base import Clock, Store, Transaction
from ..errors import Clash, StoreError, Unfit, Unsure
from ..share import WHOLE, Share
from .connection import Connection, SecondStatement, SingleStatement, set_up_connection, set_up_shared_connection
from .disconnect import LEAVE_SECONDS, cut_after
from .lease import Lease, take_lease
from .opening import CONNECT_SECONDS, TCP_SETTINGS, DatabaseClaim, explain_server_error, open_as_owner
from .transaction_retry import TransactionRetry

T = TypeVar("T")

MAX_CONNECTIONS: Final = 8  # of the pool
BEGIN_READ: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
BEGIN_WRITE: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
PATIENCE_SECONDS: Final = 10.0  # for a restarting server, or for a transaction with conflicts
POOL_SECONDS: Final = 0.5  # for a pooled connection, before the pool is asked to reconnect
OWNERSHIP_ERRORS: Final = frozenset({"store.in_use", "store.lost"})  # another process owns the database or shards
RECONNECT_SECONDS: Final = 0.1  # between two attempts
CONFLICT_ERRORS: Final = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.IdleInTransactionSessionTimeout,  # this process stopped within a transaction that others waited for
)


class CommitUncertain(Exception):
    """The connection broke during the commit of transaction `xid`; `result` counts if it was committed."""

    def __init__(self, xid: str, era: str, result: Any) -> None:
        super().__init__(xid)
        self.xid = xid
        self.era = era  # of the server that gave this number
        self.result = result


class PostgresStore(Store):
    """A database on a server, claimed by one process (`DatabaseClaim`) or shared by shards (`Lease`)."""

    name = "postgresql"

    def __init__(
        self, address: str, clock: Clock, pool: ConnectionPool[Any], claim: DatabaseClaim | Lease, share: Share = WHOLE
    ) -> None:
        super().__init__(clock)
        self.share = share
        self.location = redact_address(address)
        self._pool = pool
        self._claim = claim
        self._threads = ThreadPoolExecutor(MAX_CONNECTIONS, thread_name_prefix="store")
        self._closed = False
        self._is_retrying_over = False  # no further retries
        self._connections_in_use: set[psycopg.Connection[Any]] = set()
        self._alone_lock = threading.Lock()  # held by a transaction after too many conflicts; blocks the others
        self._era_by_connection: WeakKeyDictionary[psycopg.Connection[Any], str] = WeakKeyDictionary()
        self._code_of_long_reads: set[Any] = set()  # code of reads with several statements

    @classmethod
    async def open(cls, address: str, clock: Clock, share: Share = WHOLE) -> Self:
        """Check the database and migrate its schema. StoreError, with nothing changed, if it cannot be used;
        `store.held` if another process has some of these shards."""
        claim: DatabaseClaim | Lease | None
        if share.is_divided:
            claim = await asyncio.to_thread(take_lease, address, share)
            if claim is None:
                raise StoreError("store.held", shards=str(share), file=redact_address(address))
        else:
            claim = await asyncio.to_thread(open_as_owner, address)
        pool: ConnectionPool[Any] = ConnectionPool(
            address,
            kwargs={"connect_timeout": CONNECT_SECONDS, **TCP_SETTINGS},
            min_size=1,
            max_size=MAX_CONNECTIONS,
            configure=set_up_shared_connection if share.is_divided else set_up_connection,
            open=False,
            timeout=POOL_SECONDS,
            reconnect_timeout=RECONNECT_SECONDS,  # otherwise the pool reconnects ever less often
            name="longtable",
        )
        pool.open()
        store = cls(address, clock, pool, claim, share if share.is_divided else WHOLE)
        claim.start_renewing(store.deliver_message, store.mark_shards_lost, asyncio.get_running_loop())
        return store

    @property
    def is_sole_owner(self) -> bool:
        return self._claim.is_sole_owner

    async def write(self, work: Callable[[Transaction], T]) -> T:
        try:
            return await self._run_timed("write", partial(self._run_until_done, work))
        except Unsure:
            self.deliver_message("")  # the memory may be out of date
            raise
        except StoreError as error:
            if error.key in OWNERSHIP_ERRORS:
                self.mark_shards_lost()
            raise

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return await self._run_timed("read", partial(self._run_until_done, work, reads=True))

    async def check_connection(self) -> None:
        await self.read(lambda t: t.db.execute("SELECT 1").fetchone())

    async def size(self) -> int:
        found = await self.read(lambda t: t.db.execute("SELECT pg_database_size(current_database())").fetchone())
        return int(found[0])

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        """Give running transactions their usual time, then disconnect from a server that does not answer."""
        with cut_after(PATIENCE_SECONDS, self._stop_retrying):
            self._threads.shutdown()
        self._pool.close(LEAVE_SECONDS)
        self._claim.release()

    def _stop_retrying(self) -> list[psycopg.Connection[Any]]:
        self._is_retrying_over = True
        return list(self._connections_in_use)

    async def _run_timed(self, what: Any, work: Callable[[], T]) -> T:
        begun = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self.on_transaction_end(what, time.perf_counter() - begun)

    def _run_until_done(self, work: Callable[[Transaction], T], *, reads: bool = False) -> T:
        """Run the transaction until it succeeds, or PATIENCE is over."""
        with TransactionRetry(self._alone_lock, PATIENCE_SECONDS) as tries:
            while True:
                tries.begin_attempt()
                try:
                    return self._attempt_read(work) if reads else self._attempt(work, reads=False)
                except CONFLICT_ERRORS as error:
                    if tries.is_last_attempt:
                        raise explain_server_error(error, self.location) from error
                    tries.sleep_after_conflict()
                except psycopg.OperationalError as error:
                    if _is_server_refusal(error):
                        raise explain_server_error(error, self.location) from error
                    self._wait_to_reconnect(tries, error)
                except PoolTimeout as error:
                    self._wait_to_reconnect(tries, error, 0.0)  # the pool has waited
                except CommitUncertain as ending:
                    tries.release_lock()
                    if self._was_committed(ending.xid, ending.era):
                        result: T = ending.result
                        return result
                    self._wait_to_reconnect(tries, ending)
                except psycopg.Error as error:
                    raise explain_server_error(error, self.location) from error
                except Clash as error:
                    raise Unfit("store.unfit", file=self.location, reason=str(error)) from error

    def _wait_to_reconnect(self, tries: TransactionRetry, error: Exception, seconds: float = RECONNECT_SECONDS) -> None:
        """Wait before a reconnect; StoreError after PATIENCE."""
        tries.release_lock()
        if tries.is_time_over or self._is_retrying_over:
            raise StoreError("store.unreachable", file=self.location) from error
        time.sleep(seconds)

    def _attempt_read(self, work: Callable[[Transaction], T]) -> T:
        """One attempt at a transaction that only reads."""
        code = _function_code(work)
        if code not in self._code_of_long_reads:
            try:
                with self._pool.connection() as connection, self._track_connection(connection):
                    return work(Transaction(SingleStatement(connection), self.share, self._claim.tenure))
            except SecondStatement:
                self._code_of_long_reads.add(code)
        return self._attempt(work, reads=True)

    def _attempt(self, work: Callable[[Transaction], T], *, reads: bool) -> T:
        """One attempt. psycopg.Error if the server refuses it; CommitUncertain if the result is unknown."""
        with self._pool.connection() as connection, self._track_connection(connection):
            xid: str | None = None
            ending = False
            era = "" if reads else self._server_era(connection)
            try:
                # Statements are pipelined. After an error the server skips the rest, `COMMIT` too.
                with connection.pipeline() as pipeline:
                    db = Connection(connection, pipeline)
                    connection.execute(BEGIN_READ if reads else BEGIN_WRITE)
                    result = work(Transaction(db, self.share, self._claim.tenure))
                    if not reads:
                        xid = self._require_ownership(connection, db)
                    db.wait_for_results()
                    ending = True
                    connection.execute("COMMIT")
            except psycopg.OperationalError as error:
                if _is_server_refusal(error):
                    raise
                connection.close()  # its state is unknown
                if ending and xid is not None:
                    raise CommitUncertain(xid, era, result) from error
                raise
            return result

    @contextmanager
    def _track_connection(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        self._connections_in_use.add(connection)
        try:
            yield
        finally:
            self._connections_in_use.discard(connection)

    def _require_ownership(self, connection: psycopg.Connection[Any], db: Connection) -> str:
        """The transaction's number if the claim holds. As the last query it brings the results of all others."""
        try:
            return self._claim.require_ownership(connection)
        except psycopg.Error as error:
            raise db.explain_first_failure(error) from error

    def _server_era(self, connection: psycopg.Connection[Any]) -> str:
        """The start of the server's statistics: it changes after a crash or a failover."""
        if connection not in self._era_by_connection:
            row = connection.execute("SELECT stats_reset::text FROM pg_stat_bgwriter").fetchone()
            self._era_by_connection[connection] = str(row[0]) if row is not None else ""
        return self._era_by_connection[connection]

    def _was_committed(self, xid: str, era: str) -> bool:
        """Whether a commit with a broken connection succeeded. Called after that connection was returned to the pool,
        as many may break at once. Unsure if the server does not tell, or crashed, as it then reuses lost numbers."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with self._pool.connection() as connection, self._track_connection(connection):
                    row = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (xid,)).fetchone()
                    status = row[0] if row is not None else None
                    is_certain = status == "aborted" or (status == "committed" and self._server_era(connection) == era)
            except psycopg.errors.InvalidParameterValue:  # the number was lost in a crash, with the commit
                return False
            except (psycopg.OperationalError, PoolTimeout):
                status, is_certain = None, False
            if is_certain:
                return bool(status == "committed")
            if status == "committed" or time.monotonic() > deadline or self._is_retrying_over:
                raise Unsure("store.unsure", file=self.location)
            time.sleep(RECONNECT_SECONDS)


def _function_code(work: Callable[..., Any]) -> Any:
    """A key of the function that is the same for each of its instances."""
    while isinstance(work, partial):
        work = work.func
    return getattr(work, "__code__", type(work))


def _is_server_refusal(error: psycopg.Error) -> bool:
    """Whether the server refused and rolled back; otherwise the connection broke."""
    return error.sqlstate is not None and not error.sqlstate.startswith(("08", "57P"))
