"""The gateway, version 10: hello, identify, shards, events, heartbeats, resuming."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from aiohttp import WSMsgType, web

from playground.api_json import (
    app_json,
    channel_json,
    guild_json,
    hidden_json,
    interaction_json,
    member_json,
    message_json,
)
from playground.model import TEXT, Channel, Guild, Interaction, Json, Message
from playground.session import Session, Shard, Socket
from playground.world import Event, World

log = logging.getLogger(__name__)

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT = 1, 2, 3, 4, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, ACK = 8, 9, 10, 11

GUILDS, GUILD_MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, DM_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15
PRIVILEGED = GUILD_MEMBERS | PRESENCES | MESSAGE_CONTENT

HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
SESSION_SECONDS = 120  # how long a session outlives its connection


# Returns, for one event, the seconds after which it is sent, one entry per copy; no entry: it is lost.
Delays = Callable[[Event], Sequence[float]]


class Gateway:
    def __init__(self, world: World, base: str) -> None:
        self.world = world
        self.base = base
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self.identified = 0
        self.resumed = 0
        self.shut = False  # new connections are refused, open ones stay
        self.barred: set[int] = set()  # shards whose logins are refused with INVALID_SESSION
        self._logins: dict[int, float] = {}  # time of the last login of each rate limit key (`max_concurrency`)
        self.delays: Delays | None = None  # delays of events; None: events are sent at once
        world.listeners.append(self._heard)

    @property
    def connected(self) -> bool:
        return any(s.socket is not None for s in self.sessions.values())

    def standing(self) -> list[int]:
        """The numbers of the connected shards, one entry per connection."""
        return sorted(s.shard.number for s in self.sessions.values() if s.socket is not None)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if self.shut:
            return web.Response(status=503, text="The gateway is away.")
        ws = web.WebSocketResponse(max_msg_size=2**20)
        await ws.prepare(request)
        # An unsupported compression is declined by sending plain text, which clients understand.
        socket = Socket(ws, request.query.get("compress") == "zlib-stream")
        self.sockets.add(socket)
        socket.op(HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": ["playground"]})
        session: Session | None = None
        try:
            async for msg in ws:
                if msg.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                if len(msg.data) > 4096:
                    await ws.close(code=4002, message=b"Payload too large.")
                    break
                try:
                    packet = json.loads(msg.data)
                except ValueError:
                    await ws.close(code=4002, message=b"Error while decoding payload.")
                    break
                session = await self._packet(socket, session, packet)
        finally:
            if session is not None and session.socket is socket:
                session.socket = None
                session.lost_at = time.monotonic()
                self.world.tell("gateway")
            self.sockets.discard(socket)
            await socket.finish()
        return ws

    async def _packet(self, socket: Socket, session: Session | None, packet: Json) -> Session | None:
        op = packet.get("op")
        if op == HEARTBEAT:
            # Delayed, as over a network: a client notes the time after it has sent, so that an earlier answer would
            # look as if it had taken a whole interval.
            asyncio.get_running_loop().call_later(ACK_SECONDS, socket.op, ACK)
        elif op == IDENTIFY:
            return await self._identify(socket, packet.get("d") or {})
        elif op == RESUME:
            return await self._resume(socket, packet.get("d") or {})
        elif session is None:
            await socket.ws.close(code=4003, message=b"Not authenticated.")
        elif op == REQUEST_MEMBERS:
            self._members(session, packet.get("d") or {})
        elif op not in (PRESENCE, VOICE):
            await socket.ws.close(code=4001, message=b"Unknown opcode.")
        return session

    async def _identify(self, socket: Socket, data: Json) -> Session | None:
        if data.get("token") != self.world.token:
            await socket.ws.close(code=4004, message=b"Authentication failed.")
            return None
        intents = int(data.get("intents") or 0)
        if intents & PRIVILEGED & ~self.world.privileged:
            await socket.ws.close(code=4014, message=b"Disallowed intent(s).")
            return None
        shard = Shard.read(data.get("shard"))
        if shard is None:
            await socket.ws.close(code=4010, message=b"Invalid shard.")
            return None
        guilds = [
            guild
            for guild in self.world.guilds.values()
            if self.world.bot.id in guild.members and shard.holds(guild.id)
        ]
        if len(guilds) > self.world.most_guilds:
            await socket.ws.close(code=4011, message=b"Sharding required.")
            return None
        if self._waits(shard):
            socket.op(INVALID_SESSION, False)
            return None
        self._forget_lost()
        session = Session(intents, shard)
        self._begin(socket, session, guilds)
        return session

    def _waits(self, shard: Shard) -> bool:
        """Whether the login must come again later: the shard is barred, or another of its key just logged in."""
        if shard.number in self.barred:
            return True
        now, place = time.monotonic(), shard.number % self.world.at_once
        if now - self._logins.get(place, float("-inf")) < self.world.login_gap:
            return True
        self._logins[place] = now
        return False

    def _begin(self, socket: Socket, session: Session, guilds: list[Guild]) -> None:
        """Starts a session with the servers of its shard."""
        self.sessions[session.id] = session
        session.socket = socket
        self.identified += 1
        self.world.logins_left -= 1
        session.known = {guild.id for guild in guilds}
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": self.world.user_json(self.world.bot),
                "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
                "session_id": session.id,
                "resume_gateway_url": self.base.replace("http", "ws", 1) + "/gateway/",
                "session_type": "normal",
                "shard": list(session.shard),
                "application": {"id": app_json(self.world)["id"], "flags": 0},
                "private_channels": [],
                "relationships": [],
            },
        )
        for guild in guilds:
            if not guild.out:
                session.dispatch("GUILD_CREATE", guild_json(self.world, guild))
        self.world.tell("gateway")

    async def _resume(self, socket: Socket, data: Json) -> Session | None:
        if data.get("token") != self.world.token:
            await socket.ws.close(code=4004, message=b"Authentication failed.")
            return None
        session = self.sessions.get(str(data.get("session_id")))
        since = int(data.get("seq") or 0)
        oldest = session.sent[0][0] if session and session.sent else 0
        if session is None or since > session.number or since + 1 < oldest:
            socket.op(INVALID_SESSION, False)
            return None
        session.socket = socket
        session.lost_at = None
        self.resumed += 1
        for number, text in list(session.sent):
            if number > since:
                socket.push(text)
        session.dispatch("RESUMED", {})
        self.world.tell("gateway")
        return session

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds[int(data.get("guild_id") or self.world.guild.id)]
        if not session.shard.holds(guild.id):
            return
        ids = data.get("user_ids") or []
        wanted = [int(n) for n in (ids if isinstance(ids, list) else [ids])]
        found = [member_json(self.world, guild, guild.members[n]) for n in wanted if n in guild.members]
        answer = {
            "guild_id": str(guild.id),
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(n) for n in wanted if n not in guild.members],
            "nonce": data.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", answer)

    def _forget_lost(self) -> None:
        now = time.monotonic()
        for session in list(self.sessions.values()):
            if session.lost_at is not None and now - session.lost_at > SESSION_SECONDS:
                del self.sessions[session.id]

    # Events

    def _heard(self, event: Event) -> None:
        """Sends an event at once, or as `delays` says: late, out of order, several times or never."""
        loop = asyncio.get_running_loop() if self.delays is not None else None
        for delay in (0.0,) if self.delays is None else self.delays(event):
            if loop is not None and delay > 0:
                loop.call_later(delay, self._tell, event)
            else:
                self._tell(event)

    def _tell(self, event: Event) -> None:
        if not self.sessions:
            return
        match event.what:
            case "interaction":
                self._interaction(event.thing)
            case "message" | "edit":
                self._message("MESSAGE_CREATE" if event.what == "message" else "MESSAGE_UPDATE", event.thing)
            case "delete":
                self._deleted(event.thing)
            case "channel" | "channel_edit" | "channel_delete":
                self._channel(event)
            case "guild" | "guild_gone":
                self._guild(event)

    def _of(self, guild_id: int | None) -> Iterator[Session]:
        """The sessions that receive the events of a server, or of direct messages (None)."""
        return (session for session in self.sessions.values() if session.shard.holds(guild_id))

    def _interaction(self, act: Interaction) -> None:
        data = interaction_json(self.world, self.base, act)
        for session in self._of(self.world.channels[act.channel_id].guild_id):
            session.dispatch("INTERACTION_CREATE", data)

    def _listeners(self, message: Message) -> Iterator[tuple[Session, Channel]]:
        """The sessions that receive events of a message, with the message's channel."""
        channel = self.world.channels.get(message.channel_id)
        if channel is None or message.only_for is not None or not self.world.sees(self.world.bot.id, channel):
            return
        for session in self._of(channel.guild_id):
            if session.intents & (DM_MESSAGES if channel.dm else GUILD_MESSAGES):
                yield session, channel

    def _message(self, name: str, message: Message) -> None:
        for session, channel in self._listeners(message):
            own = message.author_id == self.world.bot.id or self.world.bot.id in message.mentions
            content = own or channel.dm or bool(session.intents & MESSAGE_CONTENT)
            data = message_json(self.world, self.base, message, content)
            if channel.guild_id:
                data["guild_id"] = str(channel.guild_id)
            session.dispatch(name, data)

    def _deleted(self, message: Message) -> None:
        for session, channel in self._listeners(message):
            data = {"id": str(message.id), "channel_id": str(channel.id)}
            if channel.guild_id:
                data["guild_id"] = str(channel.guild_id)
            session.dispatch("MESSAGE_DELETE", data)

    def _guild(self, event: Event) -> None:
        """Reports that the bot was invited or removed, or that a server became (un)available."""
        guild = event.thing
        for session in self._of(guild.id):
            if not session.intents & GUILDS:
                continue
            if event.what == "guild":
                data = guild_json(self.world, guild)
                if guild.id not in session.known:
                    del data["unavailable"]  # GUILD_CREATE of a new server has no such field
                session.known.add(guild.id)
                session.dispatch("GUILD_CREATE", data)
            elif guild.out:
                session.dispatch("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
            else:
                session.known.discard(guild.id)
                session.dispatch("GUILD_DELETE", {"id": str(guild.id)})

    def _channel(self, event: Event) -> None:
        channel = event.thing
        if channel.dm or self.world.bot.id not in self.world.guilds[channel.guild_id or 0].members:
            return
        kind = "CHANNEL" if channel.kind == TEXT else "THREAD"
        verb = {"channel": "CREATE", "channel_edit": "UPDATE", "channel_delete": "DELETE"}[event.what]
        hidden = not channel.deleted and not self.world.sees(self.world.bot.id, channel)
        if hidden and kind == "THREAD":
            return
        data = hidden_json(channel) if hidden else channel_json(self.world, channel)
        if verb == "DELETE" and kind == "THREAD":
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        elif kind == "THREAD" and verb == "CREATE":
            data["newly_created"] = True
        for session in self._of(channel.guild_id):
            if session.intents & GUILDS:
                session.dispatch(f"{kind}_{verb}", data)

    # Faults and shutdown

    def order(self, op: int, data: Any = None, shard: int | None = None) -> None:
        """Sends every client, or that of one shard, RECONNECT or INVALID_SESSION."""
        sockets = self._sockets(shard)
        if op == INVALID_SESSION and not data:
            self._forget(shard)
        for socket in sockets:
            socket.op(op, data)

    async def drop(self, resumable: bool = True, shard: int | None = None) -> None:
        """Cuts all connections, or those of one shard; unless `resumable`, ends their sessions too."""
        sockets = self._sockets(shard)
        if not resumable:
            self._forget(shard)
        for socket in sockets:
            await socket.ws.close(code=4000, message=b"Cut.")

    def _sockets(self, shard: int | None) -> list[Socket]:
        if shard is None:
            return list(self.sockets)
        sessions = self.sessions.values()
        return [s.socket for s in sessions if s.shard.number == shard and s.socket is not None]

    def _forget(self, shard: int | None) -> None:
        self.sessions = {
            id: session for id, session in self.sessions.items() if shard not in (None, session.shard.number)
        }

    async def close(self) -> None:
        for socket in list(self.sockets):
            await socket.ws.close(code=1001, message=b"Going away.")
        self.world.listeners.remove(self._heard)
