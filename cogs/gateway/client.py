"""A discord.py client for several shards, each with its own connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, NoReturn

import aiohttp
import discord
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard
from discord.state import AutoShardedConnectionState

from db.share import Share

from .connections import GatewayConnections
from .login_turns import LoginTurns

if TYPE_CHECKING:
    from discord.types.gateway import InteractionCreateEvent, ReadyEvent

log = logging.getLogger(__name__)

ForwardInteraction = Callable[[Any], Awaitable[bool]]
CONNECT_SECONDS: Final = 60.0
NORMAL_CLOSURE: Final = 1000
INTENTS_REFUSED: Final = 4014  # gateway close code
# Connection failures; TimeoutError is an OSError.
BROKEN: Final = (OSError, discord.HTTPException, discord.GatewayNotFound, discord.ConnectionClosed, aiohttp.ClientError)


class ShardedState(AutoShardedConnectionState[Any]):
    """Connection state that forwards interactions of other processes' tables."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._forwarding_tasks: set[asyncio.Task[None]] = set()

    def parse_ready(self, data: ReadyEvent) -> None:
        """Remove servers that a shard no longer lists after a new login."""
        shard, listed = data["shard"][0], {int(guild["id"]) for guild in data["guilds"]}
        for guild in list(self.guilds):
            if guild.shard_id == shard and guild.id not in listed:
                self._remove_guild(guild)
        super().parse_ready(data)

    def parse_interaction_create(self, data: InteractionCreateEvent) -> None:
        """Forward the interaction if it belongs to another process, else dispatch it here."""
        forward = self._get_client().forward_interaction
        if forward is None:
            self.dispatch_here(data)
        else:
            task = asyncio.ensure_future(self._forward_or_dispatch(data, forward))
            self._forwarding_tasks.add(task)
            task.add_done_callback(self._forwarding_tasks.discard)

    def dispatch_here(self, data: InteractionCreateEvent) -> None:
        super().parse_interaction_create(data)

    async def _forward_or_dispatch(self, data: InteractionCreateEvent, forward: ForwardInteraction) -> None:
        is_forwarded = False
        try:
            is_forwarded = await forward(data)
        except Exception as error:
            log.warning("whose an interaction is was not found out (%(kind)s)", {"kind": type(error).__name__})
        if not is_forwarded:
            self.dispatch_here(data)

    async def _delay_ready(self) -> None:
        """Wait for shards that log in again meanwhile; discord.py's own would be interrupted."""
        await asyncio.wait(self._ready_tasks.values())
        await super()._delay_ready()


class ShardedClient(discord.AutoShardedClient):
    """A client for some or all shards.

    discord.py's `AutoShardedClient` serves one connection at a time: a shard that cannot connect blocks all others, and
    a shard that cannot resume at once loses its session with all missed events. Here each shard keeps its own
    connection, as discord.py's client without shards does.
    """

    def __init__(self, share: Share | None, *, intents: discord.Intents, **options: Any) -> None:
        """`share`: the shards of this process; None: all, as many as Discord recommends."""
        if share is not None:
            options |= {"shard_count": share.count, "shard_ids": list(share.shards)}
        super().__init__(intents=intents, **options)
        self._AutoShardedClient__queue: asyncio.Queue[Any] = asyncio.Queue()  # `close` uses it, even if never connected
        self.connections = GatewayConnections()
        self.forward_interaction: ForwardInteraction | None = None  # forwards interactions of other processes' tables
        self._share = share
        self._login_turns = LoginTurns()
        self._running_tasks: list[asyncio.Task[Any]] = []

    def _get_state(self, **options: Any) -> ShardedState:
        return ShardedState(
            dispatch=self.dispatch, handlers=self._handlers, hooks=self._hooks, http=self.http, **options
        )

    def dispatch_here(self, data: Any) -> None:
        """Dispatch an interaction that another process forwarded."""
        state: Any = self._connection
        state.dispatch_here(data)

    @property
    def disconnected_since(self) -> float | None:
        """Monotonic time since when a connection is missing; None: all are connected."""
        return self.connections.disconnected_since

    @property
    def latency(self) -> float:
        """Of the slowest connection in seconds; infinite if unknown."""
        known = [seconds for _, seconds in self.latencies if seconds != float("inf")]
        return max(known, default=float("inf"))

    async def connect(self, *, reconnect: bool = True) -> None:
        """Keep all shards connected until the client is closed or Discord refuses the bot."""
        self._reconnect = reconnect  # discord.py's `Shard` reads it
        (share_task,) = await self._run_until_closed(self._fetch_share())
        if self.is_closed():
            return
        share: Share = share_task.result()
        self.shard_count = self._connection.shard_count = share.count
        self._connection.shard_ids = share.shards
        self.connections.set_share(share)
        await self._run_until_closed(*(self._keep_shard_connected(number) for number in share.shards))

    async def close(self) -> None:
        self.connections.close()
        self._cancel_running()
        await super().close()

    async def _run_until_closed(self, *coroutines: Coroutine[Any, Any, Any]) -> list[asyncio.Task[Any]]:
        """Run these until all are done or the client is closed; one failure cancels the others."""
        self._running_tasks = [asyncio.create_task(work) for work in coroutines]
        try:
            await asyncio.wait(self._running_tasks, return_when=asyncio.FIRST_EXCEPTION)
        finally:
            self._cancel_running()
        errors = [task.exception() for task in self._running_tasks if task.done() and not task.cancelled()]
        for error in filter(None, errors):
            await self.close()
            raise error
        return self._running_tasks

    def _cancel_running(self) -> None:
        for task in self._running_tasks:
            task.cancel()

    async def _fetch_share(self) -> Share:
        """The shards of this process, once enough logins remain; sets the login concurrency Discord allows."""
        backoff = ExponentialBackoff[bool]()
        while True:
            try:
                count, _, start = await self.http.get_bot_gateway()
            except BROKEN as error:
                if self._share is not None:
                    return self._share
                pause = backoff.delay()
                details = {"kind": type(error).__name__, "seconds": pause}
                log.warning("nobody said how many shards there are (%(kind)s); asked again in %(seconds).1f s", details)
                await asyncio.sleep(pause)
                continue
            share = self._share or Share(count, 0, count - 1)
            self._login_turns.concurrent_logins = start["max_concurrency"]
            if start["remaining"] >= len(share.shards):
                return share
            details = {"left": start["remaining"], "minutes": start["reset_after"] / 60_000}
            log.error("Discord lets the bot log in %(left)d times more; it waits %(minutes).0f minutes", details)
            await asyncio.sleep(start["reset_after"] / 1000)

    async def _keep_shard_connected(self, shard: int) -> None:
        """Keep one shard connected; resumes its session while Discord keeps it."""
        backoff = ExponentialBackoff[bool]()
        connection: DiscordWebSocket | None = None
        resume = False
        while True:
            was_connected = False
            try:
                connection = await self._open_connection(shard, connection, resume)
                was_connected = True
                while True:
                    await connection.poll_event()
            except ReconnectWebSocket as error:
                resume, pause = error.resume, 0.0 if was_connected else backoff.delay()
            except BROKEN as error:
                if isinstance(error, discord.ConnectionClosed) and error.code != NORMAL_CLOSURE:
                    raise_login_refusal(error, shard)
                resume, pause = True, backoff.delay()
                details = {"shard": shard, "kind": type(error).__name__, "seconds": pause}
                log.warning("shard %(shard)d is not connected (%(kind)s); again in %(seconds).1f s", details)
            if self.is_closed():
                return
            self.dispatch("disconnect")
            self.dispatch("shard_disconnect", shard)
            await asyncio.sleep(pause)

    async def _open_connection(self, shard: int, former: DiscordWebSocket | None, resume: bool) -> DiscordWebSocket:
        """A new connection of a shard; resumes the session of `former` if `resume`."""
        if former is not None and former.session_id is not None and resume:
            session: dict[str, Any] = {
                "gateway": former.gateway,
                "session": former.session_id,
                "sequence": former.sequence,
            }
        else:
            session, resume = {}, False
            await self._login_turns.wait_for_turn(shard, session_lost=former is not None)
        connecting = DiscordWebSocket.from_client(self, initial=True, shard_id=shard, resume=resume, **session)
        connection = await asyncio.wait_for(connecting, CONNECT_SECONDS)
        # `latencies` and `get_shard` of discord.py read this private attribute, whose mangled name has no type.
        self._AutoShardedClient__shards[shard] = Shard(connection, self, lambda item: None)  # type: ignore[attr-defined]
        return connection


def raise_login_refusal(error: discord.ConnectionClosed, shard: int) -> NoReturn:
    """Raise a final refusal by Discord: wrong token, shards or intents."""
    if error.code == INTENTS_REFUSED:
        raise discord.PrivilegedIntentsRequired(shard) from None
    raise error
