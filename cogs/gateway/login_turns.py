"""Login times of shards: Discord allows some concurrent logins, the next ones five seconds later."""

from __future__ import annotations

import asyncio
from typing import Final

LOGIN_GAP_SECONDS: Final = 5.0  # seconds


class LoginTurns:
    """Shards with equal number modulo the concurrent logins log in one after the other."""

    def __init__(self, at_once: int = 1) -> None:
        self.concurrent_logins = at_once
        self._next_free_time: dict[int, float] = {}

    async def wait_for_turn(self, shard: int, *, session_lost: bool) -> None:
        """Wait until a shard may log in. `session_lost`: its former session is lost."""
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(self.reserve_login_time(shard, now, session_lost=session_lost) - now)

    def reserve_login_time(self, shard: int, now: float, *, session_lost: bool) -> float:
        """Reserve the next login time of a shard; returns it."""
        queue = shard % self.concurrent_logins
        login_time = max(now + LOGIN_GAP_SECONDS if session_lost else now, self._next_free_time.get(queue, now))
        self._next_free_time[queue] = login_time + LOGIN_GAP_SECONDS
        return login_time
