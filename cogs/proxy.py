"""Routes requests of discord.py through a proxy for rate limits (nirn-proxy, twilight's http-proxy).

Discord allows a bot 50 requests a second over all its processes. The proxy serves Discord's paths, queues requests,
and passes the rate limit headers on, so that discord.py's own buckets stay correct.

Two kinds of requests bypass the proxy: answers to interactions, which are not limited globally and must not wait
(discord.py sends them by webhook), and `/gateway/bot`, which a proxy may answer from its cache.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import discord
from discord.http import HTTPClient, Route

log = logging.getLogger(__name__)

DIRECT_PATHS: Final = frozenset({"/gateway", "/gateway/bot"})
RETRY_SECONDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between tries; enough for a restart of the proxy
PROXY_TIMEOUT_STATUS: Final = 408  # the proxy gave up waiting for Discord; Discord's own gateways answer 504
NO_PROXY_STATUS: Final = 503  # no instance of the proxy is available
RATE_LIMIT_STATUS: Final = 429
LONGEST_RETRY_SECONDS: Final = 60.0  # longest accepted `Retry-After`, in seconds
# Rate limit answers of Discord or of a proxy have one of these headers; Cloudflare's ban pages have none.
RATE_LIMIT_HEADERS: Final = frozenset({"generated-by-proxy", "X-RateLimit-Scope"})


def route_through_proxy(http: HTTPClient, proxy: str) -> None:
    """Send the requests of `http` to `proxy`; failures of the proxy itself are retried."""
    direct_request = http.request

    async def request(route: Route, **options: Any) -> Any:
        if route.path in DIRECT_PATHS:
            return await direct_request(route, **options)
        parts = urlsplit(route.url)
        route.url = f"{proxy}{parts.path}{f'?{parts.query}' if parts.query else ''}"
        for attempt, pause in enumerate((*RETRY_SECONDS, None)):
            if attempt:
                for file in options.get("files") or ():
                    file.reset(seek=True)
            try:
                return await direct_request(route, **options)
            except (discord.HTTPException, aiohttp.ClientConnectionError) as error:
                delay = retry_delay(error)
                if pause is None or delay is None:
                    raise
                details = {"kind": type(error).__name__, "seconds": max(pause, delay)}
                log.warning("the proxy did not get a request through (%(kind)s); again in %(seconds).1f s", details)
                await asyncio.sleep(max(pause, delay))
        raise AssertionError("the last try returns or raises")

    # discord.py's own `proxy` option is for forward proxies, which cannot read encrypted requests.
    http.request = request  # type: ignore[method-assign]


def retry_delay(error: discord.HTTPException | aiohttp.ClientConnectionError) -> float | None:
    """Seconds to wait before a retry; None: the error is Discord's, not the proxy's.

    After a broken connection or a timeout the request may have succeeded. A repetition is safe: discord.py gives each
    message a nonce, a message has at most one thread, and all other requests of this bot are idempotent.
    """
    if isinstance(error, aiohttp.ClientConnectionError):
        return 0.0
    if error.status in (PROXY_TIMEOUT_STATUS, NO_PROXY_STATUS):
        return 0.0
    headers = error.response.headers
    if error.status != RATE_LIMIT_STATUS or not any(name in headers for name in RATE_LIMIT_HEADERS):
        return None
    try:
        seconds = float(headers.get("Retry-After", 1))
    except ValueError:
        return None
    return seconds if seconds <= LONGEST_RETRY_SECONDS else None
