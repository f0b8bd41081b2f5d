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
        self.where = redact_address(address)
        self._pool = pool
        self._claim = claim
        self._threads = ThreadPoolExecutor(MAX_CONNECTIONS, thread_name_prefix="store")
        self._closed = False
        self._hurries = False  # no further retries
        self._used: set[psycopg.Connection[Any]] = set()
        self._alone = threading.Lock()  # held by a transaction after too many conflicts; blocks the others
        self._eras: WeakKeyDictionary[psycopg.Connection[Any], str] = WeakKeyDictionary()
        self._longer: set[Any] = set()  # code of reads with several statements

    @classmethod
    async def open(cls, address: str, clock: Clock, share: Share = WHOLE) -> Self:
        """Check the database and migrate its schema. StoreError, with nothing changed, if it cannot be used;
        `store.held` if another process has some of these shards."""
        claim: DatabaseClaim | Lease | None
        if share.divided:
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
            configure=set_up_shared_connection if share.divided else set_up_connection,
            open=False,
            timeout=POOL_SECONDS,
            reconnect_timeout=RECONNECT_SECONDS,  # otherwise the pool reconnects ever less often
            name="longtable",
        )
        pool.open()
        store = cls(address, clock, pool, claim, share if share.divided else WHOLE)
        claim.watch(store.hear, store.lose, asyncio.get_running_loop())
        return store

    @property
    def sure(self) -> bool:
        return self._claim.sure

    async def write(self, work: Callable[[Transaction], T]) -> T:
        try:
            return await self._timed("write", partial(self._done, work))
        except Unsure:
            self.hear("")  # the memory may be out of date
            raise
        except StoreError as error:
            if error.key in OWNERSHIP_ERRORS:
                self.lose()
            raise

    async def read(self, work: Callable[[Transaction], T]) -> T:
        return await self._timed("read", partial(self._done, work, reads=True))

    async def answers(self) -> None:
        await self.read(lambda t: t.db.execute("SELECT 1").fetchone())

    async def size(self) -> int:
        found = await self.read(lambda t: t.db.execute("SELECT pg_database_size(current_database())").fetchone())
        return int(found[0])

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        """Give running transactions their usual time, then disconnect from a server that does not answer."""
        with cut_after(PATIENCE_SECONDS, self._hurried):
            self._threads.shutdown()
        self._pool.close(LEAVE_SECONDS)
        self._claim.release()

    def _hurried(self) -> list[psycopg.Connection[Any]]:
        self._hurries = True
        return list(self._used)

    async def _timed(self, what: Any, work: Callable[[], T]) -> T:
        begun = time.perf_counter()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self.watch(what, time.perf_counter() - begun)

    def _done(self, work: Callable[[Transaction], T], *, reads: bool = False) -> T:
        """Run the transaction until it succeeds, or PATIENCE is over."""
        with TransactionRetry(self._alone, PATIENCE_SECONDS) as tries:
            while True:
                tries.begin()
                try:
                    return self._read(work) if reads else self._once(work, reads=False)
                except CONFLICT_ERRORS as error:
                    if tries.late:
                        raise explain_server_error(error, self.where) from error
                    tries.again()
                except psycopg.OperationalError as error:
                    if _is_server_refusal(error):
                        raise explain_server_error(error, self.where) from error
                    self._back(tries, error)
                except PoolTimeout as error:
                    self._back(tries, error, 0.0)  # the pool has waited
                except CommitUncertain as ending:
                    tries.give_way()
                    if self._committed(ending.xid, ending.era):
                        result: T = ending.result
                        return result
                    self._back(tries, ending)
                except psycopg.Error as error:
                    raise explain_server_error(error, self.where) from error
                except Clash as error:
                    raise Unfit("store.unfit", file=self.where, reason=str(error)) from error

    def _back(self, tries: TransactionRetry, error: Exception, seconds: float = RECONNECT_SECONDS) -> None:
        """Wait before a reconnect; StoreError after PATIENCE."""
        tries.give_way()
        if tries.over or self._hurries:
            raise StoreError("store.unreachable", file=self.where) from error
        time.sleep(seconds)

    def _read(self, work: Callable[[Transaction], T]) -> T:
        """One attempt at a transaction that only reads."""
        code = _function_code(work)
        if code not in self._longer:
            try:
                with self._pool.connection() as connection, self._using(connection):
                    return work(Transaction(SingleStatement(connection), self.share, self._claim.tenure))
            except SecondStatement:
                self._longer.add(code)
        return self._once(work, reads=True)

    def _once(self, work: Callable[[Transaction], T], *, reads: bool) -> T:
        """One attempt. psycopg.Error if the server refuses it; CommitUncertain if the result is unknown."""
        with self._pool.connection() as connection, self._using(connection):
            xid: str | None = None
            ending = False
            era = "" if reads else self._era(connection)
            try:
                # Statements are pipelined. After an error the server skips the rest, `COMMIT` too.
                with connection.pipeline() as pipeline:
                    db = Connection(connection, pipeline)
                    connection.execute(BEGIN_READ if reads else BEGIN_WRITE)
                    result = work(Transaction(db, self.share, self._claim.tenure))
                    if not reads:
                        xid = self._fenced(connection, db)
                    db.settle()
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
    def _using(self, connection: psycopg.Connection[Any]) -> Iterator[None]:
        self._used.add(connection)
        try:
            yield
        finally:
            self._used.discard(connection)

    def _fenced(self, connection: psycopg.Connection[Any], db: Connection) -> str:
        """The transaction's number if the claim holds. As the last query it brings the results of all others."""
        try:
            return self._claim.fence(connection)
        except psycopg.Error as error:
            raise db.meant(error) from error

    def _era(self, connection: psycopg.Connection[Any]) -> str:
        """The start of the server's statistics: it changes after a crash or a failover."""
        if connection not in self._eras:
            row = connection.execute("SELECT stats_reset::text FROM pg_stat_bgwriter").fetchone()
            self._eras[connection] = str(row[0]) if row is not None else ""
        return self._eras[connection]

    def _committed(self, xid: str, era: str) -> bool:
        """Whether a commit with a broken connection succeeded. Called after that connection was returned to the pool,
        as many may break at once. Unsure if the server does not tell, or crashed, as it then reuses lost numbers."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with self._pool.connection() as connection, self._using(connection):
                    row = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (xid,)).fetchone()
                    status = row[0] if row is not None else None
                    is_certain = status == "aborted" or (status == "committed" and self._era(connection) == era)
            except psycopg.errors.InvalidParameterValue:  # the number was lost in a crash, with the commit
                return False
            except (psycopg.OperationalError, PoolTimeout):
                status, is_certain = None, False
            if is_certain:
                return bool(status == "committed")
            if status == "committed" or time.monotonic() > deadline or self._hurries:
                raise Unsure("store.unsure", file=self.where)
            time.sleep(RECONNECT_SECONDS)


def _function_code(work: Callable[..., Any]) -> Any:
    """A key of the function that is the same for each of its instances."""
    while isinstance(work, partial):
        work = work.func
    return getattr(work, "__code__", type(work))


def _is_server_refusal(error: psycopg.Error) -> bool:
    """Whether the server refused and rolled back; otherwise the connection broke."""
    return error.sqlstate is not None and not error.sqlstate.startswith(("08", "57P"))
