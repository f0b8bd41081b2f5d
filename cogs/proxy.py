"""The one place where discord.py is told to send its requests through a proxy that keeps Discord's limits.

Discord's 50 requests a second belong to a bot as a whole, and no process of several knows what the others send. A proxy
for rate limits (nirn-proxy, twilight's http-proxy) stands where Discord's API does, under the same paths, lets requests
wait, and hands on Discord's answers with their headers, from which discord.py's own books of limits stay right.

Two things go to Discord itself: answers to interactions, which do not count there and may not wait (discord.py
sends them apart from everything else), and the question how many logins are left, which a proxy may answer from memory.
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

DIRECT: Final = frozenset({"/gateway", "/gateway/bot"})
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)  # seconds between tries: a proxy that is started anew is back by then
TIMEOUT: Final = 408  # it waits no longer for Discord, whose own gateways say 504
NOBODY: Final = 503  # of several proxies none is there
LIMIT: Final = 429
LONGEST: Final = 60.0  # seconds that a limit may tell us to wait
# One of these is on whatever Discord or a proxy says of limits, and on no page of Cloudflare that shuts us out.
OF_LIMITS: Final = frozenset({"generated-by-proxy", "X-RateLimit-Scope"})


def route_through_proxy(http: HTTPClient, proxy: str) -> None:
    """Have the requests of a client go to a proxy. What it fails at by itself is tried again."""
    plain = http.request

    async def request(route: Route, **options: Any) -> Any:
        if route.path in DIRECT:
            return await plain(route, **options)
        parts = urlsplit(route.url)
        route.url = f"{proxy}{parts.path}{f'?{parts.query}' if parts.query else ''}"
        for tried, pause in enumerate((*PAUSES, None)):
            if tried:
                for file in options.get("files") or ():
                    file.reset(seek=True)
            try:
                return await plain(route, **options)
            except (discord.HTTPException, aiohttp.ClientConnectionError) as error:
                wanted = retry_delay(error)
                if pause is None or wanted is None:
                    raise
                told = {"kind": type(error).__name__, "seconds": max(pause, wanted)}
                log.warning("the proxy did not get a request through (%(kind)s); again in %(seconds).1f s", told)
                await asyncio.sleep(max(pause, wanted))
        raise AssertionError("the last try returns or raises")

    # All requests pass there. discord.py's own `proxy` is of another kind: it hands on what it cannot read.
    http.request = request  # type: ignore[method-assign]


def retry_delay(error: discord.HTTPException | aiohttp.ClientConnectionError) -> float | None:
    """Seconds after which a request that failed may be sent again at the soonest; None: the proxy did not fail.

    Whether it was done before is open where a line broke or the proxy waited no longer. What this bot asks for may be
    asked for twice: a message comes once by its nonce, which discord.py gives each, a thread opens once below its
    message, and all else says how things are to be."""
    if isinstance(error, aiohttp.ClientConnectionError):
        return 0.0
    if error.status in (TIMEOUT, NOBODY):
        return 0.0
    headers = error.response.headers
    if error.status != LIMIT or not any(name in headers for name in OF_LIMITS):
        return None
    try:
        seconds = float(headers.get("Retry-After", 1))
    except ValueError:
        return None
    return seconds if seconds <= LONGEST else None
