"""A stand-in for a proxy for rate limits: as nirn-proxy and twilight's http-proxy do, it stands where Discord's API
does, lets requests wait until the limit that all clients have in common leaves room, and hands answers on."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

OWN_LIMIT = {
    "generated-by-proxy": "true",
    "x-ratelimit-scope": "user",
    "x-ratelimit-limit": "1",
    "x-ratelimit-remaining": "0",
    "retry-after": "1",
}
OWN_WORDS = '{"global": false, "message": "You are being rate limited.", "retry_after": 1}'


class Limiter:
    """`failures`: what becomes of the next requests: a status it answers by itself, or 0, a line that breaks;
    `breaks_after`: of how many next ones the line breaks when Discord has done what they ask for."""

    def __init__(self, discord: str, limit: int, span: float) -> None:
        self.discord, self.limit, self.span = discord, limit, span
        self.passed: list[tuple[float, str, str]] = []  # when, method and path, which bot's token
        self.failures: deque[int] = deque()
        self.breaks_after = 0
        self.waited = 0
        self.port = 0
        self._recent: deque[float] = deque()
        self._turn = asyncio.Lock()
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        app = web.Application(client_max_size=2**26)
        app.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        if self.failures:
            status = self.failures.popleft()
            if not status:
                break_line(request)
            headers = OWN_LIMIT if status == 429 else {}
            kind = "application/json" if status == 429 else "text/plain"
            text = OWN_WORDS if status == 429 else "the proxy says so itself"
            return web.Response(status=status or 500, headers=headers, text=text, content_type=kind)
        async with self._turn:
            while len(self._recent) >= self.limit and time.monotonic() - self._recent[0] < self.span:
                self.waited += 1
                await asyncio.sleep(self.span - (time.monotonic() - self._recent[0]))
            self._recent.append(time.monotonic())
            while len(self._recent) > self.limit:
                self._recent.popleft()
        self.passed.append((time.monotonic(), f"{request.method} {request.path}", request.headers["Authorization"]))
        given = {name: value for name, value in request.headers.items() if name not in ("Host", "Content-Length")}
        async with (
            aiohttp.ClientSession(auto_decompress=False) as session,
            session.request(
                request.method, f"{self.discord}{request.path_qs}", data=await request.read(), headers=given
            ) as answer,
        ):
            if self.breaks_after:
                self.breaks_after -= 1
                break_line(request)
            hop = ("Content-Length", "Transfer-Encoding", "Connection")
            headers = {name: value for name, value in answer.headers.items() if name not in hop}
            return web.Response(status=answer.status, headers=headers, body=await answer.read())


def break_line(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


@asynccontextmanager
async def limiter(discord: str, limit: int = 1000, span: float = 1.0) -> AsyncIterator[Limiter]:
    made = Limiter(discord, limit, span)
    await made.start()
    try:
        yield made
    finally:
        await made.stop()
