"""placeholder"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from playground.server import Server


class Page:
    def __init__(self, server: Server) -> None:
        self.server = server

    async def close(self) -> None:
        return None

    async def socket(self, request: web.Request) -> web.StreamResponse:
        raise web.HTTPNotFound

    def static(self, name: str) -> web.StreamResponse:
        raise web.HTTPNotFound
