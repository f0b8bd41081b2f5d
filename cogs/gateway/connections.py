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
        self._begun = monotonic()
        self._away: dict[int, float] = {}  # shard -> monotonic time since when it is disconnected
        self._untold: set[int] = set()  # shards whose server list is incomplete
        self._never: set[int] = set()  # shards that never connected
        self._closed = False
        self._news = asyncio.Event()

    @property
    def held(self) -> int:
        """Number of shards of this process; 0 until known."""
        return len(self.share.shards) if self.share is not None else 0

    @property
    def connected(self) -> int:
        return self.held - len(self._away)

    @property
    def away_since(self) -> float | None:
        """Since when the longest missing shard is disconnected; None: all are connected."""
        return self._begun if self.share is None else min(self._away.values(), default=None)

    def told(self, guild_id: int) -> bool:
        """Whether the server list of this guild's shard is complete; before, a missing guild means nothing."""
        share = self.share
        return share is not None and share.holds(guild_id) and share.shard_of(guild_id) not in self._untold

    async def until_told(self, guild_id: int) -> None:
        """Wait for the server list of this guild's shard; not for other processes, nor when the client closes."""
        while not (self._closed or self.told(guild_id) or (self.share is not None and not self.share.holds(guild_id))):
            await self._news.wait()

    def expect(self, share: Share) -> None:
        self.share = share
        self._untold, self._never = set(share.shards), set(share.shards)
        self._away = dict.fromkeys(share.shards, self.monotonic())
        self._tell()

    def begins(self, shard: int) -> None:
        """Discord starts to send the servers of a shard."""
        self._untold.add(shard)

    def ready(self, shard: int) -> None:
        """The server list is complete and the shard connected.

        Shards connect one after the other, so the others' waiting time starts anew.
        """
        self._untold.discard(shard)
        if shard in self._never:
            self._never.discard(shard)
            self._away.update(dict.fromkeys(self._never, self.monotonic()))
        self.stands(shard)
        self._tell()

    def stands(self, shard: int) -> None:
        """A shard is connected, or resumed."""
        self._away.pop(shard, None)

    def lost(self, shard: int) -> None:
        """A shard is disconnected."""
        self._away.setdefault(shard, self.monotonic())

    def close(self) -> None:
        """Release all that wait for a server list."""
        self._closed = True
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
