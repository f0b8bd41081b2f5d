"""Rate limit headers of every answer and, if `strict`, limits of the size observed at Discord."""

from __future__ import annotations

import time
import zlib
from collections import deque

from playground.errors import ApiError

GLOBAL_PER_SECOND = 50

# Observed by users, not published by Discord: requests per seconds, by route and major parameter.
OBSERVED: dict[str, tuple[int, float]] = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me": (1, 0.25),
    "POST /interactions/{interaction_id}/{interaction_token}/callback": (5, 2.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": (5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": (5, 2.0),
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": (5, 2.0),
    "PATCH /channels/{channel_id}": (2, 600.0),
}
GENEROUS = (1000, 1.0)


class Rates:
    """Counts requests per bucket; refuses only if `strict`."""

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.refused = 0
        self._buckets: dict[tuple[str, str], deque[float]] = {}
        self._all: deque[float] = deque()

    def headers(self, route: str, major: str) -> dict[str, str]:
        """Counts one request and returns the headers of its answer; raises `ApiError` 429 beyond the limit."""
        if not self.strict:
            limit, span = GENEROUS
            return _rate_limit_headers(route, limit, limit - 1, span)
        now = time.monotonic()
        limit, span = OBSERVED.get(route, (GLOBAL_PER_SECOND, 1.0))
        if not route.split(" ")[1].startswith(("/interactions", "/webhooks")):
            self._count(self._all, GLOBAL_PER_SECOND, 1.0, now, everywhere=True, headers={})
        if len(self._buckets) > 4000:
            self._buckets = {k: b for k, b in self._buckets.items() if b and now - b[-1] < 600}
        bucket = self._buckets.setdefault((route, major), deque())
        while bucket and now - bucket[0] >= span:
            bucket.popleft()
        reset = span - (now - bucket[0]) if bucket else span
        self._count(bucket, limit, span, now, everywhere=False, headers=_rate_limit_headers(route, limit, 0, reset))
        return _rate_limit_headers(route, limit, limit - len(bucket), reset)

    def _count(
        self,
        bucket: deque[float],
        limit: int,
        span: float,
        now: float,
        *,
        everywhere: bool,
        headers: dict[str, str],
    ) -> None:
        while bucket and now - bucket[0] >= span:
            bucket.popleft()
        if len(bucket) >= limit:
            self.refused += 1
            wait = round(span - (now - bucket[0]) + 0.001, 3)
            extra = {"retry_after": wait, "global": everywhere}
            scope = {"X-RateLimit-Scope": "global" if everywhere else "user"}
            if everywhere:
                scope["X-RateLimit-Global"] = "true"
            raise ApiError(429, 0, "You are being rate limited.", headers={**headers, **scope}, extra=extra)
        bucket.append(now)


def _rate_limit_headers(route: str, limit: int, remaining: int, reset: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(limit),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": f"{time.time() + reset:.3f}",
        "X-RateLimit-Reset-After": f"{reset:.3f}",
        "X-RateLimit-Bucket": f"{zlib.crc32(route.encode()):08x}",
    }
