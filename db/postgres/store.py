"""The store on a PostgreSQL server: each transaction in a thread of its own connection, as if nobody else wrote.

Transactions are serializable: what a function reads is still so when it commits, else the server refuses and it is run
again. A connection that breaks is no fault as long as nothing was committed; where it broke during the commit the
server is asked afterwards what became of it, so that nothing is done twice. Most of those that only read are a single
statement, and cost no more than that.
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
from .disconnect import LEAVE, cut_after
from .lease import Lease, take_lease
from .opening import SPARE, WAIT, DatabaseClaim, explain_server_error, open_as_owner
from .transaction_retry import TransactionRetry

T = TypeVar("T")

CONNECTIONS: Final = 8  # at once
READS: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
WRITES: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE"
PATIENCE: Final = 10.0  # seconds for a server that restarts, and for a transaction that meets others
TURN: Final = 0.5  # seconds to wait for a connection of the pool before asking anew, which has it look for the server
LOST: Final = frozenset({"store.in_use", "store.lost"})  # what was ours is somebody else's
AGAIN: Final = 0.1  # seconds between two looks whether it is back
MEETINGS: Final = (
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.IdleInTransactionSessionTimeout,  # this process stood still, and others were not to wait for it
)


class CommitUncertain(Exception):
    """The connection broke during the commit of that transaction, whose result is this if it was made."""

    def __init__(self, xid: str, era: str, result: Any) -> None:
        super().__init__(xid)
        self.xid = xid
        self.era = era  # of the server, which gave this number
        self.result = result


class PostgresStore(Store):
    """One database on a server. It belongs to one process (`Claim`), or to several, each with shards of its own
    (`Lease`)."""

    name = "postgresql"

    def __init__(
        self, address: str, clock: Clock, pool: ConnectionPool[Any], claim: DatabaseClaim | Lease, share: Share = WHOLE
    ) -> None:
        super().__init__(clock)
        self.share = share
        self.where = redact_address(address)
        self._pool = pool
        self._claim = claim
        self._threads = ThreadPoolExecutor(CONNECTIONS, thread_name_prefix="store")
        self._closed = False
        self._hurries = False  # nothing is tried again
        self._used: set[psycopg.Connection[Any]] = set()
        self._alone = threading.Lock()  # held by a transaction that has met others too often; no other one begins
        self._eras: WeakKeyDictionary[psycopg.Connection[Any], str] = WeakKeyDictionary()
        self._longer: set[Any] = set()  # the code of reads that ask more than one thing

    @classmethod
    async def open(cls, address: str, clock: Clock, share: Share = WHOLE) -> Self:
        """Check the database, bring its schema up to date. StoreError, and nothing is changed, if it cannot be used;
        `store.held` where another process has some of these shards."""
        claim: DatabaseClaim | Lease | None
        if share.divided:
            claim = await asyncio.to_thread(take_lease, address, share)
            if claim is None:
                raise StoreError("store.held", shards=str(share), file=redact_address(address))
        else:
            claim = await asyncio.to_thread(open_as_owner, address)
        pool: ConnectionPool[Any] = ConnectionPool(
            address,
            kwargs={"connect_timeout": WAIT, **SPARE},
            min_size=1,
            max_size=CONNECTIONS,
            configure=set_up_shared_connection if share.divided else set_up_connection,
            open=False,
            timeout=TURN,
            reconnect_timeout=AGAIN,  # else it looks more and more seldom whether a server is back
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
            self.hear("")  # what is remembered may be otherwise now
            raise
        except StoreError as error:
            if error.key in LOST:
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
        """What is under way has as long as it has otherwise; from then on a server that does not answer is left."""
        with cut_after(PATIENCE, self._hurried):
            self._threads.shutdown()
        self._pool.close(LEAVE)
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
        """Run it until the server takes it, or PATIENCE is over."""
        with TransactionRetry(self._alone, PATIENCE) as tries:
            while True:
                tries.begin()
                try:
                    return self._read(work) if reads else self._once(work, reads=False)
                except MEETINGS as error:
                    if tries.late:
                        raise explain_server_error(error, self.where) from error
                    tries.again()
                except psycopg.OperationalError as error:
                    if _is_server_refusal(error):
                        raise explain_server_error(error, self.where) from error
                    self._back(tries, error)
                except PoolTimeout as error:
                    self._back(tries, error, 0.0)  # it has been waited for there
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

    def _back(self, tries: TransactionRetry, error: Exception, seconds: float = AGAIN) -> None:
        """Wait for the server, which cannot be reached; StoreError where it was waited for long enough."""
        tries.give_way()
        if tries.over or self._hurries:
            raise StoreError("store.unreachable", file=self.where) from error
        time.sleep(seconds)

    def _read(self, work: Callable[[Transaction], T]) -> T:
        """One try of a transaction that only reads."""
        code = _function_code(work)
        if code not in self._longer:
            try:
                with self._pool.connection() as connection, self._using(connection):
                    return work(Transaction(SingleStatement(connection), self.share, self._claim.tenure))
            except SecondStatement:
                self._longer.add(code)
        return self._once(work, reads=True)

    def _once(self, work: Callable[[Transaction], T], *, reads: bool) -> T:
        """One try. psycopg.Error where the server does not take it; Ending where nobody knows whether it has."""
        with self._pool.connection() as connection, self._using(connection):
            xid: str | None = None
            ending = False
            era = "" if reads else self._era(connection)
            try:
                # Statements go out as they come. The server skips what follows one that it refuses, `COMMIT` too.
                with connection.pipeline() as pipeline:
                    db = Connection(connection, pipeline)
                    connection.execute(READS if reads else WRITES)
                    result = work(Transaction(db, self.share, self._claim.tenure))
                    if not reads:
                        xid = self._fenced(connection, db)
                    db.settle()
                    ending = True
                    connection.execute("COMMIT")
            except psycopg.OperationalError as error:
                if _is_server_refusal(error):
                    raise
                connection.close()  # nobody knows how it stands
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
        """The number of the transaction, where the database is still ours: it sees what the first statement saw. Asked
        last, its answer brings those of all others along."""
        try:
            return self._claim.fence(connection)
        except psycopg.Error as error:
            raise db.meant(error) from error

    def _era(self, connection: psycopg.Connection[Any]) -> str:
        """When the counts of the server began: anew where it has crashed, or another one answers in its place."""
        if connection not in self._eras:
            row = connection.execute("SELECT stats_reset::text FROM pg_stat_bgwriter").fetchone()
            self._eras[connection] = str(row[0]) if row is not None else ""
        return self._eras[connection]

    def _committed(self, xid: str, era: str) -> bool:
        """What became of a commit during which the connection broke; asked when that connection was given back, since
        many may break at once and each asks over another one. Unsure where the server does not say, or cannot know: one
        that has crashed gives numbers again that had not come to the disk, and tells of whoever has this one now."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self._pool.connection() as connection, self._using(connection):
                    row = connection.execute("SELECT pg_xact_status(%s::text::xid8)", (xid,)).fetchone()
                    said = row[0] if row is not None else None
                    known = said == "aborted" or (said == "committed" and self._era(connection) == era)
            except psycopg.errors.InvalidParameterValue:  # not given to anybody yet, so it had not come to the disk
                return False
            except (psycopg.OperationalError, PoolTimeout):
                said, known = None, False
            if known:
                return bool(said == "committed")
            if said == "committed" or time.monotonic() > until or self._hurries:
                raise Unsure("store.unsure", file=self.where)
            time.sleep(AGAIN)


def _function_code(work: Callable[..., Any]) -> Any:
    """What is the same of a function whenever it is made."""
    while isinstance(work, partial):
        work = work.func
    return getattr(work, "__code__", type(work))


def _is_server_refusal(error: psycopg.Error) -> bool:
    """Whether the server itself refuses, which takes back the transaction; else the line broke, or is about to."""
    return error.sqlstate is not None and not error.sqlstate.startswith(("08", "57P"))
