"""Saves the world to a file and loads it again."""

from __future__ import annotations

import base64
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playground.model import Attachment, Channel, Command, Guild, Json, Member, Message, Overwrite, Role, User, Version
from playground.world import World

FORM = 1


def write_text(text: str, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def dump_world(world: World) -> str:
    """All that survives a restart: no ephemeral messages, interactions or token."""
    data: Json = {
        "form": FORM,
        "name": world.name,
        "moved": world.clock.moved,
        "users": [asdict(u) for u in world.users.values()],
        "guild": asdict(world.guild),
        "guilds": [asdict(guild) for guild in world.guilds.values() if guild is not world.guild],
        "channels": [_dump_channel(c) for c in world.channels.values()],
        "commands": [asdict(c) for c in world.commands.values()],
    }
    return json.dumps(data, separators=(",", ":"))


def _dump_channel(channel: Channel) -> Json:
    out = {name: getattr(channel, name) for name in Channel.__slots__ if name != "messages"}
    out["overwrites"] = [asdict(o) for o in channel.overwrites.values()]
    out["messages"] = [_dump_message(m) for m in channel.messages.values() if not m.loading]
    return out


def _dump_message(message: Message) -> Json:
    out = {name: getattr(message, name) for name in Message.__slots__}
    out["pinged"] = sorted(message.pinged)
    out["attachments"] = [_dump_attachment(a) for a in message.attachments]
    return out


def _dump_attachment(attachment: Attachment) -> Json:
    return {**asdict(attachment), "data": base64.b64encode(attachment.data).decode()}


def load_world(path: Path) -> World:
    """The world of a file; `ValueError` if it is damaged or of another version, `OSError` if it cannot be read."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise ValueError(f"{path} is not a playground file of this version")
    try:
        return _parse_world(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} is damaged") from error


def _parse_world(data: Json) -> World:
    world = World(data["name"])
    world.clock.moved = data["moved"]
    world.users = {u["id"]: User(**u) for u in data["users"]}
    world.bot = world.users[world.bot.id]
    world.guild = _parse_guild(data["guild"])
    world.guilds = {world.guild.id: world.guild}
    for each in data.get("guilds", []):
        world.guilds[each["id"]] = _parse_guild(each)
    for item in data["channels"]:
        channel = _parse_channel(item)
        world.channels[channel.id] = channel
        world.alive.update(channel.messages)
    world.commands = {c["id"]: Command(**c) for c in data["commands"]}
    return world


def _parse_guild(data: Json) -> Guild:
    guild = Guild(data["id"], data["name"], data["owner_id"], locale=data["locale"])
    guild.banned, guild.out = list(data.get("banned", [])), bool(data.get("out", False))
    guild.roles = {int(k): Role(**r) for k, r in data["roles"].items()}
    guild.members = {int(k): Member(**m) for k, m in data["members"].items()}
    return guild


def _parse_channel(data: dict[str, Any]) -> Channel:
    messages = data.pop("messages")
    overwrites = data.pop("overwrites")
    channel = Channel(**data)
    channel.overwrites = {o["target_id"]: Overwrite(**o) for o in overwrites}
    for item in messages:
        item["pinged"] = frozenset(item["pinged"])
        item["history"] = [Version(at, text, rows, tuple(files)) for at, text, rows, files in item["history"]]
        files = [Attachment(**{**a, "data": base64.b64decode(a["data"])}) for a in item.pop("attachments")]
        message = Message(**item)
        message.attachments = files
        channel.messages[message.id] = message
    return channel
