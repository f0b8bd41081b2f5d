"""Turns a typed command line into interaction data; refuses values that its options do not take."""

from __future__ import annotations

import json
import re
from typing import Any

from playground.api_json import channel_json, member_json, message_json
from playground.model import Channel, Command, Json, Message, User
from playground.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10


class Refused(Exception):
    """The user's client does not allow this action; nothing is sent to the bot."""


class Entry:
    """Builds the interaction data of one command."""

    def __init__(self, world: World, channel: Channel) -> None:
        self.world = world
        self.channel = channel
        self.resolved: dict[str, dict[str, Json]] = {}

    def data(self, command: Command, chain: list[Json], values: list[Json]) -> Json:
        out: Json = {"id": str(command.id), "name": command.name, "type": command.kind}
        if command.guild_id is not None:
            out["guild_id"] = str(command.guild_id)
        for branch in reversed(chain):
            values = [{"name": branch["name"], "type": branch["type"], "options": values}]
        if values:
            out["options"] = values
        if self.resolved:
            out["resolved"] = self.resolved
        return out

    def option(self, option: Json, value: Any) -> Json:
        """One option's JSON; `value` is text as typed or a Python value."""
        kind = int(option["type"])
        choices = option.get("choices")
        if choices:
            value = self._choice(option, choices, value)
        elif kind == STRING:
            value = self._text(option, str(value))
        elif kind in (INTEGER, NUMBER):
            value = self._number(option, kind, value)
        elif kind == BOOLEAN:
            value = self._flag(option, value)
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            value = str(self._thing(option, kind, value))
        return {"name": option["name"], "type": kind, "value": value}

    def _choice(self, option: Json, choices: list[Json], value: Any) -> Any:
        for choice in choices:
            if value in (choice["value"], choice["name"]) or str(value) == str(choice["value"]):
                return choice["value"]
        raise Refused(f'"{value}" is no choice of "{option["name"]}"')

    def _text(self, option: Json, value: str) -> str:
        low, high = option.get("min_length") or 0, option.get("max_length")
        if not low <= len(value) <= (6000 if high is None else high):
            raise Refused(f'"{option["name"]}" has the wrong length')
        return value

    def _number(self, option: Json, kind: int, value: Any) -> int | float:
        try:
            number = int(value) if kind == INTEGER else float(value)
        except (TypeError, ValueError):
            raise Refused(f'"{option["name"]}" takes a number') from None
        low, high = option.get("min_value"), option.get("max_value")
        if (low is not None and number < low) or (high is not None and number > high):
            raise Refused(f'"{option["name"]}" is out of range')
        return number

    def _flag(self, option: Json, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        if str(value).casefold() in ("true", "false"):
            return str(value).casefold() == "true"
        raise Refused(f'"{option["name"]}" is True or False')

    def _thing(self, option: Json, kind: int, value: Any) -> int:
        """The id of a user, channel or role, from the object, an id or a name."""
        number = getattr(value, "id", None)
        if number is None:
            number = self._named(str(value).lstrip("@#"))
        if number is None:
            raise Refused(f'"{option["name"]}": nobody and nothing is called {value}')
        self.resolve(int(number), {USER: 5, ROLE: 6, MENTIONABLE: 7, CHANNEL: 8}[kind])
        return int(number)

    def _named(self, name: str) -> int | None:
        if re.fullmatch(r"\d{17,20}", name):
            return int(name)
        for user in self.world.users.values():
            if user.name.casefold() == name.casefold():
                return user.id
        for channel in self.world.channels.values():
            if channel.name == name and channel.guild_id == self.channel.guild_id:
                return channel.id
        return None

    def target(self, target: User | Message) -> None:
        if isinstance(target, User):
            self.resolve(target.id, 5)
        else:
            shown = json.loads(json.dumps(message_json(self.world, "", target)))
            self.resolved["messages"] = {str(target.id): shown}

    def resolve(self, number: int, kind: int) -> None:
        """Adds a user (5), a role (6), either of them (7) or a channel (8) to the data's `resolved`."""
        world = self.world
        guild = world.guilds.get(self.channel.guild_id or 0)
        if number in world.users and kind in (5, 7):
            self.resolved.setdefault("users", {})[str(number)] = world.user_json(world.users[number])
            if guild is not None and number in guild.members:
                member = member_json(world, guild, guild.members[number], user=False)
                member["permissions"] = str(world.rights(number, self.channel))
                self.resolved.setdefault("members", {})[str(number)] = member
        elif number in world.channels and kind == 8:
            place = channel_json(world, world.channels[number])
            place["permissions"] = "0"
            self.resolved.setdefault("channels", {})[str(number)] = place
        else:
            raise Refused("there is no such person or channel here")
