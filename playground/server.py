"""The server: API, gateway, files and web page on one port, reachable from this machine only."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

from playground import rest_commands, rest_guilds, rest_interactions, rest_messages
from playground.faults import Faults
from playground.gateway import Gateway
from playground.page import Page
from playground.rate_limits import Rates
from playground.rest import REQUEST_BYTES, Rest
from playground.schema import Schema
from playground.user_actions import Acts
from playground.world import World

log = logging.getLogger(__name__)

ROUTES = (rest_guilds, rest_commands, rest_interactions, rest_messages)  # importing them registers their routes

LOOPBACK = "127.0.0.1"
CONTAINER = "0.0.0.0"  # inside a container, whose port the host maps to its own loopback only

# The next timed event of the host program: Unix time and description; None: there is none.
OnDue = Callable[[], Awaitable[tuple[float, str] | None]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Hints:
    """Texts of the page for newcomers, given by the host program, since the playground knows no game."""

    title: str = "Longtable"
    first_line: str = ""
    card: str = ""
    join_url: str = ""
    join_text: str = "Join a real server"
    done: str = ""  # label of the button at whose appearance the card closes


class Server:
    def __init__(
        self,
        world: World,
        port: int = 0,
        *,
        host: str = LOOPBACK,
        hints: Hints | None = None,
        on_luck: Callable[[list[int]], object] | None = None,
        on_clock: Callable[[float], object] | None = None,
        on_due: OnDue | None = None,
        schema: Schema | None = None,
        strict_rates: bool = False,
    ) -> None:
        if host not in (LOOPBACK, "localhost", "::1", CONTAINER):
            raise ValueError(f"the playground listens on this machine only, not on {host}")
        self.world = world
        self.host = host
        self.port = port
        self.hints = hints or Hints()
        self.on_luck = on_luck
        self.on_clock = on_clock
        self.on_due = on_due
        self.zone_of: Callable[[int], str | None] = lambda user_id: None  # a user's time zone, if known
        self.faults = Faults()
        self.rates = Rates(strict_rates)
        self.schema = schema
        self.acts = Acts(world)
        if on_clock is not None:
            world.clock.on_move.append(on_clock)
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        here = LOOPBACK if self.host == CONTAINER else self.host
        host = f"[{here}]" if ":" in here else here
        return f"http://{host}:{self.port}"

    async def start(self) -> None:
        app = web.Application(client_max_size=REQUEST_BYTES + 2**20)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        app.router.add_get("/gateway/", self._guarded(self._gateway))
        app.router.add_route("*", "/api/v10{path:/.*}", self._guarded(self._api))
        app.router.add_get("/files/{channel}/{attachment}/{name}", self._guarded(self._file))
        app.router.add_get("/cdn/{path:.*}", self._guarded(self._picture))
        app.router.add_get("/play/socket", self._guarded(self._socket))
        app.router.add_get("/{path:[a-z_-]*(?:\\.[a-z]+)?}", self._guarded(self._static))
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        if self.port == 0:
            server = site._server
            sockets = getattr(server, "sockets", None)
            if not sockets:
                raise RuntimeError("the playground got no port")
            self.port = sockets[0].getsockname()[1]
        self.gateway = Gateway(self.world, self.url)
        self.rest = Rest(self.world, self.url, self.faults, self.rates, self.schema)
        self.page = Page(self)

    async def stop(self) -> None:
        if self._runner is None:
            return
        await self.page.close()
        await self.gateway.close()
        await self._runner.cleanup()
        self._runner = None

    def _guarded(self, handler: Handler) -> Handler:
        """Refuses requests under another host name, which prevents DNS rebinding.

        Not an aiohttp middleware: aiohttp caches wrapped handlers, and the world they hold, until the process ends.
        """

        async def guarded(request: web.Request) -> web.StreamResponse:
            refusal = self._refusal(request)
            return await handler(request) if refusal is None else refusal

        return guarded

    def _refusal(self, request: web.Request) -> web.Response | None:
        allowed = {f"{name}:{self.port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        if request.host not in allowed:
            return web.Response(status=421, text="The playground answers only to its own address.")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in {f"http://{name}" for name in allowed}:
            return web.Response(status=403, text="Other pages may not talk to the playground.")
        if request.headers.get("Sec-Fetch-Site") == "cross-site" and request.path != "/":
            return web.Response(status=403, text="Other pages may not talk to the playground.")
        return None

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        return await self.gateway.handle(request)

    async def _api(self, request: web.Request) -> web.StreamResponse:
        return await self.rest.handle(request)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        return await self.page.socket(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """Serves an attachment to anyone with its full URL."""
        number, place = request.match_info["attachment"], request.match_info["channel"]
        wanted = request.query.get("key")
        channel = self.world.channels.get(int(place)) if place.isdecimal() and len(place) <= 20 else None
        messages = list(channel.messages.values()) if channel else []
        for kept in self.world.private.values():
            messages += kept
        for message in [*messages, *self.world.grave]:
            for attachment in message.attachments:
                if str(attachment.id) == number and attachment.key == wanted:
                    headers = {"Cache-Control": "private, max-age=86400", "X-Content-Type-Options": "nosniff"}
                    shown = attachment.content_type.startswith("image/") and "svg" not in attachment.content_type
                    kind = attachment.content_type if shown else "application/octet-stream"
                    headers["Content-Type"] = kind
                    return web.Response(body=attachment.data, headers=headers)
        raise web.HTTPNotFound

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        raise web.HTTPNotFound

    async def _static(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["path"] or "index.html"
        return self.page.static(name)
