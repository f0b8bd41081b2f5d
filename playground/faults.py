"""Injected API faults, to test how a bot survives them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from playground.errors import ApiError

Scope = Literal["user", "shared", "global", "bare"]


@dataclass(slots=True)
class Fault:
    """A fault for the next `times` requests whose "METHOD /template" matches `route` (`*` matches anything)."""

    route: str
    times: int = 1
    skip: int = 0  # requests that pass before the first fault
    error: ApiError | None = None  # refuse the request, change nothing
    delay: float = 0.0  # seconds before the request is carried out
    drop: bool = False  # cut the connection, change nothing
    swallow: bool = False  # carry the request out, then cut the connection instead of answering
    after: ApiError | None = None  # carry the request out, then answer with this error
    lag: float = 0.0  # seconds between carrying the request out and answering
    struck: int = 0


@dataclass(slots=True)
class Faults:
    waiting: list[Fault] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)

    def add(self, fault: Fault) -> Fault:
        self.waiting.append(fault)
        return fault

    def forget(self, fault: Fault) -> None:
        """Removes a fault."""
        self.waiting = [each for each in self.waiting if each is not fault]

    def clear(self) -> None:
        self.waiting.clear()

    def rate_limit(
        self, route: str, retry_after: float = 0.1, times: int = 1, skip: int = 0, scope: Scope = "user"
    ) -> Fault:
        """Answers 429 with `retry_after`.

        `scope`: "user" (this bot), "shared" (all bots of the resource), "global" (all requests of this bot) or "bare"
        (without the `Via` header of Discord's own answers, as its edge network answers a flood of requests).
        """
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
        """Answers with an error of `playground.errors`."""
        return self.add(Fault(route, times, skip, error=error))

    def drop(self, route: str, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, drop=True))

    def swallow(self, route: str, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, swallow=True))

    def failed_answer(self, route: str, status: int = 502, times: int = 1, skip: int = 0) -> Fault:
        """Carries the request out, then answers with a server error, as a proxy that timed out does."""
        return self.add(Fault(route, times, skip, after=ApiError(status, 0, f"{status}: Server error")))

    def late_answer(self, route: str, seconds: float, times: int = 1, skip: int = 0) -> Fault:
        """Carries the request out at once and answers late."""
        return self.add(Fault(route, times, skip, lag=seconds))

    def delay(self, route: str, seconds: float, times: int = 1, skip: int = 0) -> Fault:
        return self.add(Fault(route, times, skip, delay=seconds))

    def strike(self, route: str) -> Fault | None:
        """The fault for this request, if any; counts it as used."""
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
