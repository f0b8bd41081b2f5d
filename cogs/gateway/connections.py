"""State of the gateway connections, and of the server lists Discord sends after a login."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from db.share import Share


class GatewayConnections:
    """Connection state of all shards of one process."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.share: Share | None = None  # shards of this process; None until Discord has told the number
        self._started_at = monotonic()
        self._disconnected_since: dict[int, float] = {}  # shard -> monotonic time since when it is disconnected
        self._loading_shards: set[int] = set()  # shards whose server list is incomplete
        self._never_connected: set[int] = set()  # shards that never connected
        self._closed = False
        self._state_changed = asyncio.Event()

    @property
    def shard_count(self) -> int:
        """Number of shards of this process; 0 until known."""
        return len(self.share.shards) if self.share is not None else 0

    @property
    def connected_count(self) -> int:
        return self.shard_count - len(self._disconnected_since)

    @property
    def disconnected_since(self) -> float | None:
        """Since when the longest missing shard is disconnected; None: all are connected."""
        return self._started_at if self.share is None else min(self._disconnected_since.values(), default=None)

    def is_guild_list_complete(self, guild_id: int) -> bool:
        """Whether the server list of this guild's shard is complete; before, a missing guild means nothing."""
        share = self.share
        return share is not None and share.holds(guild_id) and share.shard_of(guild_id) not in self._loading_shards

    async def wait_for_guild_list(self, guild_id: int) -> None:
        """Wait for the server list of this guild's shard; not for other processes, nor when the client closes."""
        while not (
            self._closed
            or self.is_guild_list_complete(guild_id)
            or (self.share is not None and not self.share.holds(guild_id))
        ):
            await self._state_changed.wait()

    def set_share(self, share: Share) -> None:
        self.share = share
        self._loading_shards, self._never_connected = set(share.shards), set(share.shards)
        self._disconnected_since = dict.fromkeys(share.shards, self.monotonic())
        self._wake_waiters()

    def mark_loading_servers(self, shard: int) -> None:
        """Discord starts to send the servers of a shard."""
        self._loading_shards.add(shard)

    def mark_ready(self, shard: int) -> None:
        """The server list is complete and the shard connected.

        Shards connect one after the other, so the others' waiting time starts anew.
        """
        self._loading_shards.discard(shard)
        if shard in self._never_connected:
            self._never_connected.discard(shard)
            self._disconnected_since.update(dict.fromkeys(self._never_connected, self.monotonic()))
        self.mark_connected(shard)
        self._wake_waiters()

    def mark_connected(self, shard: int) -> None:
        """A shard is connected, or resumed."""
        self._disconnected_since.pop(shard, None)

    def mark_disconnected(self, shard: int) -> None:
        """A shard is disconnected."""
        self._disconnected_since.setdefault(shard, self.monotonic())

    def close(self) -> None:
        """Release all that wait for a server list."""
        self._closed = True
        self._wake_waiters()

    def _wake_waiters(self) -> None:
        news, self._state_changed = self._state_changed, asyncio.Event()
        news.set()
