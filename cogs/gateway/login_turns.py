"""Login times of shards: Discord allows some concurrent logins, the next ones five seconds later."""

from __future__ import annotations

import asyncio
from typing import Final

GAP: Final = 5.0  # seconds


class LoginTurns:
    """Shards with equal number modulo `at_once` log in one after the other."""

    def __init__(self, at_once: int = 1) -> None:
        self.at_once = at_once
        self._free: dict[int, float] = {}

    async def wait(self, shard: int, *, again: bool) -> None:
        """Wait until a shard may log in. `again`: its former session is lost."""
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(self.turn(shard, now, again=again) - now)

    def turn(self, shard: int, now: float, *, again: bool) -> float:
        """Reserve the next login time of a shard; returns it."""
        place = shard % self.at_once
        at = max(now + GAP if again else now, self._free.get(place, now))
        self._free[place] = at + GAP
        return at
