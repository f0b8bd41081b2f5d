"""The web page: static files, and a socket through which a browser acts and sees as one user."""

from __future__ import annotations

import asyncio
import json
import logging
import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from playground import world_events
from playground.api_json import command_json, message_json
from playground.messages import remove_message
from playground.model import DM, Channel, Interaction, Json, Message, User
from playground.rest_interactions import FIRST_ANSWER
from playground.user_actions import Refused
from playground.world import Event

if TYPE_CHECKING:
    from playground.server import Server

log = logging.getLogger(__name__)

WEB = Path(__file__).parent / "web"
SHOWN = 80  # messages sent when a channel is opened
LUCK_MOST = 200
CLOCK_MOST = 90 * 86_400
SILENT = "The application did not respond"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Page:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.viewers: set[Viewer] = set()
        server.world.listeners.append(self._heard)

    def static(self, name: str) -> web.StreamResponse:
        path = WEB / name
        if path.parent != WEB or not path.is_file():
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        headers = {**HEADERS, "Content-Type": f"{kind}; charset=utf-8"}
        return web.Response(body=path.read_bytes(), headers=headers)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        ws = web.WebSocketResponse(max_msg_size=2**16, heartbeat=30)
        await ws.prepare(request)
        world = self.server.world
        try:
            user = world.person(request.query.get("as", ""))
        except KeyError:
            people = _selectable_people(self.server)
            user = world.users[int(people[0]["id"])]
        viewer = Viewer(self.server, user, ws)
        self.viewers.add(viewer)
        try:
            await viewer.serve()
        finally:
            self.viewers.discard(viewer)
        return ws

    def _heard(self, event: Event) -> None:
        if event.what in ("request", "interaction", "answer"):
            return
        for viewer in self.viewers:
            viewer.hear(event)

    async def close(self) -> None:
        self.server.world.listeners.remove(self._heard)
        for viewer in list(self.viewers):
            await viewer.ws.close(code=1001)


def _selectable_people(server: Server) -> list[Json]:
    """All users the page can act as, including those who left the server (for their direct messages)."""
    world = server.world
    people = [user for user in world.users.values() if not user.bot and user.id != world.guild.owner_id]
    return [{**_person_json(user), "away": user.id not in world.guild.members} for user in people]


def _person_json(user: User) -> Json:
    return {"id": str(user.id), "name": user.name}


class Viewer:
    """One browser tab, which sees what one user sees."""

    def __init__(self, server: Server, user: User, ws: web.WebSocketResponse) -> None:
        self.server = server
        self.world = server.world
        self.user = user
        self.ws = ws
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.forms: dict[str, Interaction] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        writer = asyncio.create_task(self._write())
        self.send({"ev": "hello", **self._hello()})
        try:
            async for msg in self.ws:
                if msg.type is not WSMsgType.TEXT:
                    break
                try:
                    request = json.loads(msg.data)
                except ValueError:
                    continue
                if isinstance(request, dict):
                    task = asyncio.create_task(self._serve_one(request))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
        finally:
            writer.cancel()
            for task in list(self._tasks):
                task.cancel()

    def send(self, data: Json) -> None:
        self.queue.put_nowait(json.dumps(data, separators=(",", ":")))

    async def _write(self) -> None:
        while True:
            text = await self.queue.get()
            try:
                await self.ws.send_str(text)
            except (ConnectionError, RuntimeError):
                return

    # State sent to the page

    def _hello(self) -> Json:
        hints = self.server.hints
        return {
            "me": _person_json(self.user),
            "people": _selectable_people(self.server),
            "bot": _person_json(self.world.bot),
            "server": self.world.guild.name,
            "channels": self._channels(),
            "connected": self.server.gateway.connected,
            "now": self.world.now(),
            "zone": self.server.zone_of(self.user.id),
            "luck": self.server.on_luck is not None,
            "clock": self.server.on_clock is not None,
            "due": self.server.on_due is not None,
            "hints": {
                "title": hints.title,
                "line": hints.first_line,
                "card": hints.card,
                "done": hints.done,
                "join_url": hints.join_url,
                "join_text": hints.join_text,
            },
        }

    def _channels(self) -> list[Json]:
        found = [c for c in self.world.channels.values() if self._may_look(c)]
        return [
            {
                "id": str(c.id),
                "name": c.name if not c.dm else self.world.bot.name,
                "kind": "dm" if c.dm else "thread" if c.thread else "text",
                "parent": str(c.parent_id) if c.parent_id else None,
                "archived": c.archived,
            }
            for c in found
        ]

    def _may_look(self, channel: Channel) -> bool:
        if channel.kind == DM:
            return channel.recipient_id == self.user.id
        return self.world.sees(self.user.id, channel)

    def _view(self, message: Message) -> Json:
        """A message as the page needs it for this user."""
        out = message_json(self.world, "", message)
        out["private"] = message.only_for is not None
        out["loading"] = message.loading
        out["for_me"] = self.user.id in message.mentions or message.everyone
        out["rings"] = self.user.id in message.pinged
        out["at"] = message.at
        out["edited"] = message.edited is not None
        if message.command is not None and message.interaction_user is not None:
            out["used"] = {"by": self.world.users[message.interaction_user].name, "command": message.command}
        target = self.world.message(message.channel_id, message.reference) if message.reference else None
        if target is not None:
            name = self.world.users[target.author_id].name
            out["answers"] = {"name": name, "text": target.content[:120]}
        return out

    def hear(self, event: Event) -> None:
        match event.what:
            case "message" | "edit":
                message: Message = event.thing
                if self.world.sees_message(self.user.id, message) and message.channel_id in self.world.channels:
                    self.send({"ev": event.what, "message": self._view(message)})
            case "delete":
                if event.thing.only_for in (None, self.user.id):
                    self.send({"ev": "delete", "id": str(event.thing.id), "channel": str(event.channel_id)})
            case "channel" | "channel_edit" | "channel_delete" | "member" | "guild" | "guild_gone":
                self.send({"ev": "channels", "channels": self._channels(), "people": _selectable_people(self.server)})
            case "commands":
                self.send({"ev": "commands"})
            case "typing":
                channel = self.world.channels.get(event.channel_id)
                if channel is not None and self._may_look(channel):
                    self.send({"ev": "typing", "channel": str(event.channel_id), "name": event.thing.name})
            case "clock":
                self.send({"ev": "clock", "now": self.world.now()})
            case "gateway":
                self.send({"ev": "bot", "connected": self.server.gateway.connected})

    # Requests of the page

    async def _serve_one(self, request: Json) -> None:
        number = request.get("n")
        doing: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "open": self._open,
            "slash": self._slash,
            "complete": self._complete,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "say": self._say,
            "dismiss": self._dismiss,
            "luck": self._luck,
            "clock": self._clock,
            "due": self._due,
            "fates": self._fates,
            "fate": self._fate,
        }
        try:
            handler = doing.get(str(request.get("do")))
            if handler is None:
                raise Refused("the page asked for something unknown")
            self.send({"re": number, **await handler(request)})
        except Refused as refusal:
            self.send({"re": number, "error": str(refusal)[:1].upper() + str(refusal)[1:] + "."})
        except (KeyError, ValueError, TypeError, LookupError) as error:
            log.info("a page sent something odd: %(kind)s", {"kind": type(error).__name__})
            self.send({"re": number, "error": "That did not work."})

    def _channel(self, request: Json) -> Channel:
        channel = self.world.channels.get(int(request["channel"]))
        if channel is None or not self._may_look(channel):
            raise Refused("this channel is gone")
        return channel

    def _message(self, request: Json) -> Message:
        message = self.world.find_message(int(request["message"]))
        if message is None or not self.world.sees_message(self.user.id, message):
            raise Refused("this message is gone")
        return message

    async def _open(self, request: Json) -> Json:
        channel = self._channel(request)
        shown = list(channel.messages.values())[-SHOWN:]
        shown += [m for m in self.world.private.get(self.user.id, ()) if m.channel_id == channel.id]
        shown.sort(key=lambda m: m.id)
        commands = [command_json(c) for c in self.server.acts.commands(self.user, channel) if c.kind == 1]
        return {"messages": [self._view(m) for m in shown], "commands": commands}

    async def _slash(self, request: Json) -> Json:
        options = dict(request.get("options") or {})
        act = self.server.acts.slash(self.user, self._channel(request), str(request["path"]), options)
        return await self._outcome(act)

    async def _complete(self, request: Json) -> Json:
        options = dict(request.get("options") or {})
        channel, path = self._channel(request), str(request["path"])
        name, typed = str(request["option"]), str(request.get("typed", ""))
        act = self.server.acts.complete(self.user, channel, path, name, typed, options)
        await self.world.until(lambda: act.answer is not None, FIRST_ANSWER)
        return {"choices": act.choices or []}

    async def _press(self, request: Json) -> Json:
        return await self._outcome(self.server.acts.press(self.user, self._message(request), str(request["custom_id"])))

    async def _select(self, request: Json) -> Json:
        values = [str(v) for v in request.get("values") or []]
        message, name = self._message(request), str(request["custom_id"])
        return await self._outcome(self.server.acts.select(self.user, message, name, values))

    async def _submit(self, request: Json) -> Json:
        opener = self.forms.get(str(request["form"]))
        if opener is None:
            raise Refused("this form is gone")
        outcome = await self._outcome(self.server.acts.submit(opener, dict(request.get("values") or {})))
        self.forms.pop(str(request["form"]), None)
        return outcome

    async def _outcome(self, act: Interaction) -> Json:
        """Waits for the first answer. Messages arrive as events; a form is part of the result."""
        await self.world.until(lambda: act.answer is not None, FIRST_ANSWER)
        if act.answer is None:
            connected = self.server.gateway.connected
            return {"error": f"{SILENT}." if connected else f"{SILENT}: the bot is not connected."}
        if act.modal is not None:
            self.forms[str(act.id)] = act
            return {"form": str(act.id), "modal": act.modal}
        return {"ok": True}

    async def _say(self, request: Json) -> Json:
        text = str(request.get("text", "")).strip()
        if text:
            self.server.acts.say(self.user, self._channel(request), text)
        return {"ok": True}

    async def _dismiss(self, request: Json) -> Json:
        message = self._message(request)
        if message.only_for != self.user.id:
            raise Refused("only your own private messages can be dismissed")
        remove_message(self.world, message)
        return {"ok": True}

    async def _luck(self, request: Json) -> Json:
        if self.server.on_luck is None:
            raise Refused("luck cannot be set here")
        numbers = [int(n) for n in request.get("numbers") or []][:LUCK_MOST]
        result: Any = self.server.on_luck(numbers)
        if isinstance(result, Awaitable):
            await result
        return {"ok": True, "numbers": numbers}

    async def _clock(self, request: Json) -> Json:
        seconds = float(request["seconds"])
        if self.server.on_clock is None or not 0 < seconds <= CLOCK_MOST:
            raise Refused("the clock cannot be moved like this")
        self.world.clock.advance(seconds)
        return {"ok": True}

    def _place(self, request: Json) -> Channel | None:
        """The open channel, if it exists and this user can see it."""
        number = str(request.get("channel") or "")
        channel = self.world.channels.get(int(number)) if number.isdecimal() else None
        return channel if channel is not None and self._may_look(channel) else None

    async def _fates(self, request: Json) -> Json:
        """The events that can be triggered for the user, the bot and the channel."""
        return {"fates": list(world_events.list_possible_events(self.world, self.user, self._place(request)).items())}

    async def _fate(self, request: Json) -> Json:
        world_events.trigger_event(self.world, self.user, self._place(request), str(request["key"]))
        return {"ok": True}

    async def _due(self, request: Json) -> Json:
        """The host program's next timed event, to which the page can move the clock; the user's current time zone."""
        found = await self.server.on_due() if self.server.on_due is not None else None
        due = {"at": found[0], "what": found[1]} if found is not None else None
        return {"due": due, "zone": self.server.zone_of(self.user.id)}
