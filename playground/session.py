"""A gateway session (the events of one login) and its connection."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from typing import Any, Final, NamedTuple

from aiohttp import web

DISPATCH: Final = 0
REPLAYED: Final = 2000  # events a session keeps for resuming


class Shard(NamedTuple):
    """One part of the bot's servers; shard 0 also has the direct messages."""

    number: int = 0
    of: int = 1

    def holds(self, guild_id: int | None) -> bool:
        return ((guild_id or 0) >> 22) % self.of == self.number

    @classmethod
    def read(cls, said: object) -> Shard | None:
        """The shard named in IDENTIFY, the whole if none is named; None if it is invalid."""
        if said is None:
            return cls()
        if not isinstance(said, list) or len(said) != 2 or not all(type(n) is int for n in said):
            return None
        return cls(*said) if 0 <= said[0] < said[1] else None


WHOLE: Final = Shard()


class Session:
    """The events sent to one login, kept for resuming."""

    def __init__(self, intents: int, shard: Shard = WHOLE) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.number = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=REPLAYED)
        self.socket: Socket | None = None
        self.known: set[int] = set()  # servers that were announced as available
        self.lost_at: float | None = None

    def dispatch(self, name: str, data: Any) -> None:
        self.number += 1
        text = json.dumps({"op": DISPATCH, "t": name, "s": self.number, "d": data}, separators=(",", ":"))
        self.sent.append((self.number, text))
        if self.socket is not None:
            self.socket.push(text)


class Socket:
    """One connection, with zlib-stream compression if the client asked for it."""

    def __init__(self, ws: web.WebSocketResponse, compress: bool) -> None:
        self.ws = ws
        self.deflate = zlib.compressobj() if compress else None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    def push(self, text: str) -> None:
        self.queue.put_nowait(text)

    def op(self, op: int, data: Any = None) -> None:
        self.push(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    async def _write(self) -> None:
        while (text := await self.queue.get()) is not None:
            try:
                if self.deflate is None:
                    await self.ws.send_str(text)
                else:
                    packed = self.deflate.compress(text.encode()) + self.deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.ws.send_bytes(packed)
            except (ConnectionError, RuntimeError):
                return

    async def finish(self) -> None:
        self.queue.put_nowait(None)
        await asyncio.wait([self.writer], timeout=1)
        self.writer.cancel()
