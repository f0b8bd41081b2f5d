"""Membership of users on servers, asked of Discord one at a time and cached for an hour."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from cachetools import FIFOCache

from ..store.clock import Clock

log = logging.getLogger(__name__)

# here; gone: no member, or no such user; closed: server not accessible; unknown: no conclusion
Membership = Literal["here", "gone", "closed", "unknown"]
FindMember = Callable[[int, int], Awaitable[Membership]]  # server, user

MAX_CACHED: Final = 10_000  # results in memory
CACHE_SECONDS: Final = 3600  # that a result is valid
PATIENCE: Final = 10.0  # seconds to wait for an answer
PAUSE_SECONDS: Final = 60  # without questions, after one without an answer


async def answer_unknown(guild_id: int, user_id: int) -> Membership:
    """Default: nobody to ask."""
    return "unknown"


class MembershipCache:
    """Asks for membership; unknown results are not guessed."""

    def __init__(self, clock: Clock, ask: FindMember = answer_unknown) -> None:
        self.clock = clock
        self.fetch_membership = ask
        self.patience = PATIENCE
        self._cached_memberships: FIFOCache[tuple[int, int], tuple[Membership, int]] = FIFOCache(MAX_CACHED)
        self._rest_until = 0
        self._one_at_a_time = asyncio.Lock()  # one question at a time

    async def find_membership(self, guild_id: int | None, user_id: int, *, anew: bool = False) -> Membership:
        """Membership of a user; `anew` ignores the cache."""
        if guild_id is None:
            return "unknown"
        async with self._one_at_a_time:
            cached = None if anew else self._find_cached_membership(guild_id, user_id)
            if cached is not None:
                return cached
            if self.clock.now() < self._rest_until:
                return "unknown"
            membership = await self._fetch_membership(guild_id, user_id)
            if membership == "unknown":
                self._rest_until = self.clock.now() + PAUSE_SECONDS
            else:
                self.remember_membership(guild_id, user_id, membership)
            return membership

    async def _fetch_membership(self, guild_id: int, user_id: int) -> Membership:
        try:
            return await asyncio.wait_for(self.fetch_membership(guild_id, user_id), self.patience)
        except TimeoutError:
            log.warning("whether somebody is on the server %(server)d was not answered", {"server": guild_id})
        except Exception:
            log.exception("whether somebody is on the server %(server)d could not be asked", {"server": guild_id})
        return "unknown"

    def remember_membership(self, guild_id: int, user_id: int, membership: Membership) -> None:
        """Cache what is known by other means, such as an interaction on that server."""
        if membership != "closed":  # a server that is accessible again is asked at once
            self._cached_memberships[guild_id, user_id] = membership, self.clock.now()

    def _find_cached_membership(self, guild_id: int, user_id: int) -> Membership | None:
        membership, at = self._cached_memberships.get((guild_id, user_id), (None, 0))
        is_fresh = at <= self.clock.now() < at + CACHE_SECONDS  # the clock may be set back
        return membership if is_fresh else None
