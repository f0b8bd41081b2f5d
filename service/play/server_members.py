"""Who is on a server: asked of Discord one person at a time, and remembered for an hour."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from cachetools import FIFOCache

from ..store.clock import Clock

log = logging.getLogger(__name__)

# here; gone (no member, or nobody at all); closed: the server is not ours to look at; unknown: nothing follows from it
Membership = Literal["here", "gone", "closed", "unknown"]
FindMember = Callable[[int, int], Awaitable[Membership]]  # server, user

KEPT: Final = 10_000  # findings; the oldest are forgotten
FOR: Final = 3600  # seconds for which one holds
PATIENCE: Final = 10.0  # seconds for an answer
REST: Final = 60  # seconds after a question without an answer in which nobody is asked


async def answer_unknown(guild_id: int, user_id: int) -> Membership:
    """There is nobody who could be asked."""
    return "unknown"


class MembershipCache:
    """Asks whether people are members of a server. What is not known is not guessed."""

    def __init__(self, clock: Clock, ask: FindMember = answer_unknown) -> None:
        self.clock = clock
        self.ask = ask
        self.patience = PATIENCE
        self._known: FIFOCache[tuple[int, int], tuple[Membership, int]] = FIFOCache(KEPT)
        self._rest_until = 0
        self._one = asyncio.Lock()  # one question at a time

    async def find(self, guild_id: int | None, user_id: int, *, anew: bool = False) -> Membership:
        """Where somebody is now, as far as can be found out. `anew`: what is remembered does not do."""
        if guild_id is None:
            return "unknown"
        async with self._one:
            known = None if anew else self._remembered(guild_id, user_id)
            if known is not None:
                return known
            if self.clock.now() < self._rest_until:
                return "unknown"
            found = await self._asked(guild_id, user_id)
            if found == "unknown":
                self._rest_until = self.clock.now() + REST
            else:
                self.note(guild_id, user_id, found)
            return found

    async def _asked(self, guild_id: int, user_id: int) -> Membership:
        try:
            return await asyncio.wait_for(self.ask(guild_id, user_id), self.patience)
        except TimeoutError:
            log.warning("whether somebody is on the server %(server)d was not answered", {"server": guild_id})
        except Exception:
            log.exception("whether somebody is on the server %(server)d could not be asked", {"server": guild_id})
        return "unknown"

    def note(self, guild_id: int, user_id: int, finding: Membership) -> None:
        """Remember what is known by other means, such as a press on that server."""
        if finding == "closed":
            return  # a server that comes back is asked at once
        self._known[guild_id, user_id] = finding, self.clock.now()

    def _remembered(self, guild_id: int, user_id: int) -> Membership | None:
        finding, at = self._known.get((guild_id, user_id), (None, 0))
        now = self.clock.now()
        return finding if finding is not None and at <= now < at + FOR else None  # a clock may be set back
