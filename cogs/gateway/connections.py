"""Which lines to Discord stand, one for each shard, and of which servers it has told us."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from db.share import Share


class GatewayConnections:
    """What is known of the lines of one process."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.share: Share | None = None  # the shards of this process; None: Discord has not said yet how many there are
        self._begun = monotonic()
        self._away: dict[int, float] = {}  # shard -> since when its line is waited for
        self._untold: set[int] = set()  # shards whose servers we have not been told, or are being told
        self._never: set[int] = set()  # shards that have not been there yet
        self._closed = False
        self._news = asyncio.Event()

    # Asking

    @property
    def held(self) -> int:
        """How many shards this process holds; 0: it is not known yet."""
        return len(self.share.shards) if self.share is not None else 0

    @property
    def connected(self) -> int:
        """How many of them are connected."""
        return self.held - len(self._away)

    @property
    def away_since(self) -> float | None:
        """Since when a line is waited for, of all that are the longest; None: all stand."""
        return self._begun if self.share is None else min(self._away.values(), default=None)

    def told(self, guild_id: int) -> bool:
        """Whether Discord has told us of the servers of a shard; else nothing follows from not seeing one of them."""
        share = self.share
        return share is not None and share.holds(guild_id) and share.shard_of(guild_id) not in self._untold

    async def until_told(self, guild_id: int) -> None:
        """Wait for that; not where another process is told, and not longer than the bot runs."""
        while not (self._closed or self.told(guild_id) or (self.share is not None and not self.share.holds(guild_id))):
            await self._news.wait()

    # Hearing

    def expect(self, share: Share) -> None:
        """These are the shards of this process."""
        self.share = share
        self._untold, self._never = set(share.shards), set(share.shards)
        self._away = dict.fromkeys(share.shards, self.monotonic())
        self._tell()

    def begins(self, shard: int) -> None:
        """Discord begins to tell the servers of a shard."""
        self._untold.add(shard)

    def ready(self, shard: int) -> None:
        """It has told all of them, and the line stands. Shards come up one after the other: those that are still to
        come are waited for from now on."""
        self._untold.discard(shard)
        if shard in self._never:
            self._never.discard(shard)
            self._away.update(dict.fromkeys(self._never, self.monotonic()))
        self.stands(shard)
        self._tell()

    def stands(self, shard: int) -> None:
        """The line of a shard stands (again)."""
        self._away.pop(shard, None)

    def lost(self, shard: int) -> None:
        """The line of a shard is lost."""
        self._away.setdefault(shard, self.monotonic())

    def close(self) -> None:
        """Nobody is waited for any more."""
        self._closed = True
        self._tell()

    def _tell(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
