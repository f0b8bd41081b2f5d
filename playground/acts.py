"""Acts of people, as their clients would let them happen: what a screen does not offer is refused before it is sent."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any

from playground import permissions
from playground.components import BUTTON, ROW, SELECT, SELECTS, TEXT_INPUT, find, walk
from playground.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Channel,
    Command,
    Interaction,
    Json,
    Message,
    User,
)
from playground.posts import new_message, publish
from playground.shape import channel_json, member_json, message_json
from playground.world import World

KEPT = 5000  # interactions remembered
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10


class Refused(Exception):
    """The person's client would not let this happen; the bot hears nothing of it."""


class Acts:
    def __init__(self, world: World) -> None:
        self.world = world

    # Beginning

    def begin(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        opener: int = 0,
        made: int | None = None,
        shown: list[Json] | None = None,
    ) -> Interaction:
        """Send an act to the bot, whatever it is."""
        world = self.world
        act = Interaction(
            id=world.clock.new_id(),
            token=secrets.token_urlsafe(64),
            kind=kind,
            user_id=user.id,
            channel_id=channel.id,
            at=world.now(),
            started=time.monotonic(),
            data=data,
            message_id=message.id if message else made,
            opener_kind=opener,
            shown=shown,
        )
        world.interactions[act.id] = act
        world.tokens[act.token] = act
        while len(world.interactions) > KEPT:
            old = world.interactions.pop(next(iter(world.interactions)))
            world.tokens.pop(old.token, None)
        world.tell("interaction", channel.id, act)
        return act

    def _enter(self, user: User, channel: Channel) -> None:
        if channel.deleted or channel.id not in self.world.channels:
            raise Refused("this channel is gone")
        if not self.world.sees(user.id, channel):
            raise Refused(f"{user.name} cannot see #{channel.name}")
        if channel.thread and channel.archived:
            raise Refused("nothing can be used in an archived thread")

    # Commands

    def commands(self, user: User, channel: Channel) -> list[Command]:
        """The commands a person finds in a channel."""
        if not self.world.rights(user.id, channel) & permissions.BITS["use_application_commands"]:
            return []
        rights = self.world.rights(user.id, channel)
        return [c for c in self.world.commands_for(channel.guild_id) if _offered(c, channel, rights)]

    def slash(self, user: User, channel: Channel, path: str, options: Mapping[str, Any]) -> Interaction:
        """Type a command with its options and send it."""
        self._enter(user, channel)
        command, chain, known = self._resolve(user, channel, path)
        entry = Entry(self.world, channel)
        values = [entry.option(self._known(known, name, path), value) for name, value in options.items()]
        for option in known:
            if option.get("required") and option["name"] not in options:
                raise Refused(f'/{path.lstrip("/")} needs "{option["name"]}"')
        return self.begin(COMMAND, user, channel, entry.data(command, chain, values))

    def complete(
        self, user: User, channel: Channel, path: str, name: str, typed: str, options: Mapping[str, Any]
    ) -> Interaction:
        """Type into one option, with others filled in already."""
        self._enter(user, channel)
        command, chain, known = self._resolve(user, channel, path)
        asked = self._known(known, name, path)
        if not asked.get("autocomplete"):
            raise Refused(f'"{name}" has no completion')
        entry = Entry(self.world, channel)
        values = []
        for key, value in options.items():
            option = self._known(known, key, path)
            values.append({"name": key, "type": option["type"], "value": value})
        values.append({"name": name, "type": asked["type"], "value": typed, "focused": True})
        return self.begin(AUTOCOMPLETE, user, channel, entry.data(command, chain, values))

    def menu(self, user: User, channel: Channel, name: str, target: User | Message) -> Interaction:
        """Choose a command from the menu of a person or a message."""
        self._enter(user, channel)
        kind = 2 if isinstance(target, User) else 3
        for command in self.commands(user, channel):
            if command.kind == kind and command.name == name:
                entry = Entry(self.world, channel)
                entry.target(target)
                data = entry.data(command, [], [])
                data["target_id"] = str(target.id)
                return self.begin(COMMAND, user, channel, data)
        raise Refused(f'there is no "{name}" in this menu')

    def _resolve(self, user: User, channel: Channel, path: str) -> tuple[Command, list[Json], list[Json]]:
        words = path.strip().lstrip("/").split()
        for command in self.commands(user, channel):
            if command.kind == 1 and words and command.name == words[0]:
                break
        else:
            raise Refused(f"there is no command /{words[0] if words else ''} here")
        chain: list[Json] = []
        options: list[Json] = list(command.data.get("options") or [])
        for word in words[1:]:
            found = next((o for o in options if o["name"] == word and o["type"] in (SUBCOMMAND, GROUP)), None)
            if found is None:
                raise Refused(f"/{' '.join(words)}: there is no {word}")
            chain.append(found)
            options = list(found.get("options") or [])
        if any(o["type"] in (SUBCOMMAND, GROUP) for o in options):
            raise Refused(f"/{' '.join(words)} cannot be called by itself")
        return command, chain, options

    def _known(self, options: list[Json], name: str, path: str) -> Json:
        for option in options:
            if option["name"] == name:
                return option
        raise Refused(f'{path} has no option "{name}"')

    # Components

    def press(self, user: User, message: Message, custom_id: str) -> Interaction:
        button = self._usable(user, message, custom_id)
        if button["type"] != BUTTON:
            raise Refused("this is no button")
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": button.get("id", 0)}
        return self.begin(COMPONENT, user, self.world.channels[message.channel_id], data, message)

    def select(self, user: User, message: Message, custom_id: str, values: Iterable[str]) -> Interaction:
        component = self._usable(user, message, custom_id)
        if component["type"] not in SELECTS:
            raise Refused("this is no select")
        chosen = chosen_values(component, list(values))
        data: Json = {"custom_id": custom_id, "component_type": component["type"], "values": chosen}
        data["id"] = component.get("id", 0)
        channel = self.world.channels[message.channel_id]
        if component["type"] != SELECT:
            # Discord sends no `resolved` with a select of strings.
            entry = Entry(self.world, channel)
            for value in chosen:
                entry.resolve(int(value), component["type"])
            data["resolved"] = entry.resolved
        return self.begin(COMPONENT, user, channel, data, message)

    def forge(self, user: User, message: Message, custom_id: str, values: list[str] | None) -> Interaction:
        """A press that no screen offers now: one that was on its way while the message changed, or a made-up one.

        The bot is shown the message with that component on it: as it was when it had one, or with one added."""
        kind = BUTTON if values is None else SELECT
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 0}
        if values is not None:
            data["values"] = values
        versions = [message.components, *(v.components for v in reversed(message.history))]
        shown = next((rows for rows in versions if find(rows, custom_id) is not None), None)
        if shown is None:
            made: Json = {"type": kind, "custom_id": custom_id, "id": 999}
            extra = {"style": 2, "label": "?"} if values is None else {"options": _options_for(values)}
            shown = [*message.components, {"type": ROW, "id": 998, "components": [made | extra]}]
        channel = self.world.channels[message.channel_id]
        return self.begin(COMPONENT, user, channel, data, message, shown=shown)

    def _usable(self, user: User, message: Message, custom_id: str) -> Json:
        if message.deleted or not self.world.sees_message(user.id, message):
            raise Refused(f"{user.name} does not see this message")
        self._enter(user, self.world.channels[message.channel_id])
        component = find(message.components, custom_id)
        if component is None:
            raise Refused(f'the message does not show "{custom_id}"')
        if component.get("disabled"):
            raise Refused(f'"{component.get("label") or custom_id}" is greyed out')
        return component

    # Modals

    def submit(self, opener: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Send the form that an answer opened, its fields by custom id."""
        if opener.modal is None:
            raise Refused("no form is open")
        fields = {c["custom_id"] for _, c in walk(opener.modal["components"]) if "custom_id" in c}
        for name in values:
            if name not in fields:
                raise Refused(f'the form has no field "{name}"')
        user, channel = self.world.users[opener.user_id], self.world.channels[opener.channel_id]
        self._enter(user, channel)
        rows = [_filled(row, values) for row in opener.modal["components"]]
        data = {"custom_id": opener.modal["custom_id"], "components": rows, "resolved": {}}
        return self.begin(MODAL_SUBMIT, user, channel, data, None, opener.kind, opener.message_id)

    # Plain words

    def say(self, user: User, channel: Channel, text: str) -> Message:
        self._enter_to_write(user, channel)
        message = new_message(self.world, channel, user.id)
        message.content = text[:2000]
        message.mentions = [int(n) for n in re.findall(r"<@(\d+)>", text) if int(n) in self.world.users]
        return publish(self.world, message)

    def _enter_to_write(self, user: User, channel: Channel) -> None:
        if not self.world.sees(user.id, channel):
            raise Refused(f"{user.name} cannot see #{channel.name}")
        right = "send_messages_in_threads" if channel.thread else "send_messages"
        if not self.world.rights(user.id, channel) & permissions.BITS[right]:
            raise Refused(f"{user.name} may not write in #{channel.name}")
        if channel.thread and channel.archived and channel.locked:
            raise Refused("this thread is locked")


def _options_for(values: list[str]) -> list[Json]:
    return [{"label": value, "value": value} for value in values]


def _offered(command: Command, channel: Channel, rights: int) -> bool:
    contexts = command.data.get("contexts")
    here = 1 if channel.dm else 0
    if contexts is not None and here not in contexts:
        return False
    if channel.dm and (command.guild_id is not None or command.data.get("dm_permission") is False):
        return False
    needed = command.data.get("default_member_permissions")
    if needed is None or rights & permissions.ADMINISTRATOR:
        return True
    return int(needed) != 0 and rights & int(needed) == int(needed)


def chosen_values(component: Json, values: list[str]) -> list[str]:
    """Options of a select, named by value or by what is written on them; refused where the select does."""
    if component["type"] == SELECT:
        options = component.get("options") or []
        by_label = {o["label"]: o["value"] for o in reversed(options)}
        known = {o["value"] for o in options}
        for value in values:
            if value not in known and value not in by_label:
                raise Refused(f'the select does not offer "{value}"')
        values = [v if v in known else by_label[v] for v in values]
    least = component.get("min_values")
    most = component.get("max_values")
    least, most = (1 if least is None else least), (1 if most is None else most)
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise Refused(f"choose {least} to {most} different ones")
    return values


def _filled(row: Json, values: Mapping[str, Any]) -> Json:
    """One row of a form with what was typed into it, as it is sent."""
    if row["type"] == ROW:
        return {"type": ROW, "id": row.get("id", 0), "components": [_field(c, values) for c in row["components"]]}
    if "component" in row:
        return {"type": row["type"], "id": row.get("id", 0), "component": _field(row["component"], values)}
    return {"type": row["type"], "id": row.get("id", 0)}


def _field(field: Json, values: Mapping[str, Any]) -> Json:
    name = field["custom_id"]
    out: Json = {"type": field["type"], "custom_id": name, "id": field.get("id", 0)}
    needed = field.get("required", True) is not False
    if field["type"] == TEXT_INPUT:
        text = str(values.get(name, field.get("value") or ""))
        low, high = field.get("min_length"), field.get("max_length")
        if not text and needed:
            raise Refused(f'"{name}" must be filled in')
        if text and not (0 if low is None else low) <= len(text) <= (4000 if high is None else high):
            raise Refused(f'"{name}" has the wrong length')
        return {**out, "value": text}
    if field["type"] in SELECTS:
        chosen = values.get(name)
        if chosen is None:
            chosen = [o["value"] for o in field.get("options") or [] if o.get("default")]
        listed = [chosen] if isinstance(chosen, str) else list(chosen)
        if listed or needed:
            listed = chosen_values(field, listed)
        return {**out, "values": listed}
    if field["type"] == 22:
        return {**out, "values": list(values.get(name) or [])}
    return {**out, "value": values.get(name)}


class Entry:
    """A command line being turned into what the bot receives."""

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
        """One option with a value as typed or as Python knows it."""
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
        """The id of a person, channel or role: given as itself, by id or by name."""
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
        """Add a person (5), role (6), either (7) or channel (8) to what is sent along."""
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
