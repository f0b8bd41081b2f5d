"""The HTTP API, version 10: routing and the checks of every request."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from aiohttp import BodyPartReader, hdrs, web

from playground import errors
from playground.errors import ApiError, Problem
from playground.faults import Faults
from playground.media import Upload
from playground.model import Json
from playground.rate_limits import Rates
from playground.schema import Schema
from playground.world import World

log = logging.getLogger(__name__)

REQUEST_BYTES = 25 * 2**20


@dataclass(slots=True)
class Call:
    """One request of the bot."""

    world: World
    base: str
    route: str  # "METHOD /template"
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)

    def id(self, name: str) -> int:
        return parse_snowflake(self.params[name])

    @property
    def json(self) -> Json:
        return self.body if isinstance(self.body, dict) else {}

    def judge(self, problems: Iterable[Problem]) -> None:
        """Records the problems and refuses the request, if there are any."""
        found = list(problems)
        if found:
            self.world.violated(self.route, found)
            raise errors.bad_form(found)


Handler = Callable[[Call], Any]


class Route(NamedTuple):
    method: str
    template: str
    pattern: re.Pattern[str]
    handler: Handler
    token: bool  # whether the request needs the bot's token


ROUTES: dict[str, list[Route]] = {}


def route(method: str, template: str, token: bool = True) -> Callable[[Handler], Handler]:
    """Registers a handler under the template of the OpenAPI document."""
    pattern = re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template)) + "$")

    def register(handler: Handler) -> Handler:
        ROUTES.setdefault(method, []).append(Route(method, template, pattern, handler, token))
        return handler

    return register


def parse_snowflake(text: str) -> int:
    if not text.isdecimal() or len(text) > 20:
        raise errors.bad_form([Problem("", "NUMBER_TYPE_COERCE", f'Value "{text[:40]}" is not snowflake.')])
    return int(text)


class Request(NamedTuple):
    """A request in the log."""

    at: float
    route: str
    path: str
    status: int
    seconds: float
    size: int = 0  # bytes of the body


class Rest:
    """All of the API below /api/v10."""

    def __init__(self, world: World, base: str, faults: Faults, rates: Rates, schema: Schema | None) -> None:
        self.world = world
        self.base = base
        self.faults = faults
        self.rates = rates
        self.schema = schema
        self.running = 0
        self.last = time.monotonic()
        self.log: deque[Request] = deque(maxlen=20_000)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        began = time.monotonic()
        self.running += 1
        path = request.match_info["path"]
        found = self._find(request.method, path)
        name = f"{request.method} {found[0].template if found else path}"
        status = 0
        try:
            response = await self._answer(request, name, found)
            status = response.status
            return response
        finally:
            self.running -= 1
            self.last = time.monotonic()
            self.log.append(
                Request(self.world.now(), name, path, status, self.last - began, request.content_length or 0)
            )
            self.world.tell("request")

    @staticmethod
    def _find(method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        for entry in ROUTES.get(method, ()):
            match = entry.pattern.match(path)
            if match:
                return entry, match.groupdict()
        return None

    async def _answer(
        self, request: web.Request, name: str, found: tuple[Route, dict[str, str]] | None
    ) -> web.StreamResponse:
        headers = {"Via": "1.1 playground"}
        fault = self.faults.strike(name)
        try:
            if fault is not None and fault.delay:
                await asyncio.sleep(fault.delay)
            if fault is not None and fault.drop:
                return _drop_connection(request)
            if fault is not None and fault.error is not None:
                raise fault.error
            if found is None:
                self.world.violated(name, [Problem("", "UNKNOWN_ROUTE", "this route does not exist here")])
                raise errors.unknown_route()
            entry, params = found
            if entry.token and request.headers.get("Authorization") != f"Bot {self.world.token}":
                raise errors.unauthorized()
            major = params.get("channel_id") or params.get("guild_id") or params.get("webhook_token") or ""
            major = params.get("interaction_token") or major
            headers |= self.rates.headers(name, major)
            call = Call(self.world, self.base, name, params, dict(request.query))
            call.body, call.uploads = await _read_body(request)
            if self.schema is not None:
                call.judge(self.schema.problems(request.method, entry.template, call.body))
            result = entry.handler(call)
            if fault is not None and fault.lag:
                await asyncio.sleep(fault.lag)
            if fault is not None and fault.swallow:
                return _drop_connection(request)
            if fault is not None and fault.after is not None:
                raise fault.after
            return _json_response(200 if result is not None else 204, result, headers)
        except ApiError as error:
            return _json_response(error.status, error.body(), {**headers, **error.headers})
        except ConnectionError:  # the client is gone
            return web.Response(status=499)


def _drop_connection(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=499)


def _json_response(status: int, data: Any, headers: dict[str, str]) -> web.Response:
    if data is None:
        return web.Response(status=204, headers=headers)
    # discord.py compares the type with "application/json" exactly, so no charset may follow.
    headers[hdrs.CONTENT_TYPE] = "application/json"
    return web.Response(status=status, body=json.dumps(data, separators=(",", ":")).encode(), headers=headers)


async def _read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The body and the files of a request."""
    if request.content_length is not None and request.content_length > REQUEST_BYTES:
        raise errors.too_large()
    if request.content_type.startswith("multipart/"):
        return await _read_form(request)
    data = await request.read()
    return (_parse_json(data) if data else None), []


async def _read_form(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = {}
    uploads = []
    total = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        total += len(data)
        if total > REQUEST_BYTES:
            raise errors.too_large()
        if part.name == "payload_json":
            body = _parse_json(data)
        elif match := re.fullmatch(r"files?\[?(\d*)\]?", part.name or ""):
            kind = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
            uploads.append(Upload(int(match[1] or 0), part.filename or "unknown", kind, data))
    return body, uploads


def _parse_json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
