"""Things that go wrong on purpose: for tests of how a bot lives through them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from playground.errors import ApiError

Scope = Literal["user", "shared", "global", "bare"]


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` requests whose "METHOD /template" fits `route` (`*` stands for anything)."""

    route: str
    times: int = 1
    skip: int = 0  # let this many pass first
    error: ApiError | None = None  # refuse, nothing is done
    delay: float = 0.0  # seconds before anything happens
    drop: bool = False  # cut the connection, nothing is done
    swallow: bool = False  # do it, then cut the connection instead of answering
    after: ApiError | None = None  # do it, then answer that it failed
    lag: float = 0.0  # seconds between doing it and answering
    struck: int = 0


@dataclass(slots=True)
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault

    def forget(self, fault: Fault) -> None:
        """It strikes no more."""
        self.waiting = [each for each in self.waiting if each is not fault]

    def clear(self) -> None:
        self.waiting.clear()

    def rate_limit(
        self, route: str, retry_after: float = 0.1, times: int = 1, skip: int = 0, scope: Scope = "user"
    ) -> Fault:
        """Answer 429, with the time to wait. `scope`: "user" (this bot), "shared" (everybody there), "global" (all
        requests of this bot), or "bare", as what stands before Discord answers whoever asked far too much."""
        extra = {"retry_after": retry_after, "global": scope == "global"}
        headers = {"Retry-After": str(max(1, round(retry_after))), "X-RateLimit-Scope": scope}
        if scope == "global":
            headers["X-RateLimit-Global"] = "true"
        if scope == "bare":
            headers, extra = {"Retry-After": headers["Retry-After"], "Via": ""}, {}
        error = ApiError(429, 0, "You are being rate limited.", headers=headers, extra=extra)
        return self.add(Fault(route, times, skip, error=error))

    def server_error(self, route: str, status: int = 500, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, error=ApiError(status, 0, f"{status}: Server error")))

    def refuse(self, route: str, error: ApiError, times: int = 1, skip: int = 0) -> Fault:
        """Answer with any refusal of `playground.errors`."""
        return self.add(Fault(route, times, skip, error=error))

    def drop(self, route: str, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, drop=True))

    def swallow(self, route: str, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, swallow=True))

    def failed_answer(self, route: str, status: int = 502, times: int = 1, skip: int = 0) -> Fault:
        """Do it, and answer with a server error all the same: a proxy between that gave up."""
        return self.add(Fault(route, times, skip, after=ApiError(status, 0, f"{status}: Server error")))

    def late_answer(self, route: str, seconds: float, times: int = 1, skip: int = 0) -> Fault:
        """Do it at once, and answer late."""
        return self.add(Fault(route, times, skip, lag=seconds))

    def delay(self, route: str, seconds: float, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, delay=seconds))

    def strike(self, route: str) -> Fault | None:
        """The fault that this request meets, if any; used up by it."""
        for fault in self.waiting:
            if not fnmatchcase(route, fault.route.replace("[", "[[]")):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                continue
            fault.times -= 1
            fault.struck += 1
            if fault.times <= 0:
                self.waiting.remove(fault)
            self.struck.append(route)
            return fault
        return None
