"""Users' actions, checked as Discord's client checks them: an action that the screen does not offer is refused."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import Any

from playground import permissions
from playground.command_line import GROUP, SUBCOMMAND, Entry, Refused
from playground.components import BUTTON, ROW, SELECT, SELECTS, TEXT_INPUT, find_component, walk_components
from playground.messages import new_message, publish_message
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
from playground.world import World

KEPT = 5000  # interactions kept


__all__ = ["Acts", "Refused"]


class Acts:
    def __init__(self, world: World) -> None:
        self.world = world

    # Sending interactions

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
        """Sends an interaction to the bot."""
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
        """The commands offered to a user in a channel."""
        if not self.world.rights(user.id, channel) & permissions.BITS["use_application_commands"]:
            return []
        if not self._bot_there(channel):
            return []
        rights = self.world.rights(user.id, channel)
        return [c for c in self.world.commands_for(channel.guild_id) if _can_use_command(c, channel, rights)]

    def _bot_there(self, channel: Channel) -> bool:
        return channel.dm or self.world.bot.id in self.world.guilds[channel.guild_id or 0].members

    def slash(self, user: User, channel: Channel, path: str, options: Mapping[str, Any]) -> Interaction:
        """Sends a slash command with its options."""
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
        """Requests autocompletion for one option, with others already filled in."""
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
        """Runs a context menu command on a user or a message."""
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
            # Discord sends no `resolved` with a string select.
            entry = Entry(self.world, channel)
            for value in chosen:
                entry.resolve(int(value), component["type"])
            data["resolved"] = entry.resolved
        return self.begin(COMPONENT, user, channel, data, message)

    def forge(self, user: User, message: Message, custom_id: str, values: list[str] | None) -> Interaction:
        """A press that no screen offers now: sent just before the message changed, or invented.

        The bot receives the message in its last version with that component, or with the component added.
        """
        kind = BUTTON if values is None else SELECT
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 0}
        if values is not None:
            data["values"] = values
        versions = [message.components, *(v.components for v in reversed(message.history))]
        shown = next((rows for rows in versions if find_component(rows, custom_id) is not None), None)
        if shown is None:
            made: Json = {"type": kind, "custom_id": custom_id, "id": 999}
            extra = {"style": 2, "label": "?"} if values is None else {"options": _options_for(values)}
            shown = [*message.components, {"type": ROW, "id": 998, "components": [made | extra]}]
        channel = self.world.channels[message.channel_id]
        return self.begin(COMPONENT, user, channel, data, message, shown=shown)

    def _usable(self, user: User, message: Message, custom_id: str) -> Json:
        if message.deleted or not self.world.sees_message(user.id, message):
            raise Refused(f"{user.name} does not see this message")
        channel = self.world.channels[message.channel_id]
        self._enter(user, channel)
        if not self._bot_there(channel):
            raise Refused(f"{self.world.name} is not on this server any more")
        component = find_component(message.components, custom_id)
        if component is None:
            raise Refused(f'the message does not show "{custom_id}"')
        if component.get("disabled"):
            raise Refused(f'"{component.get("label") or custom_id}" is greyed out')
        return component

    # Modals

    def submit(self, opener: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Submits the form that an answer opened; `values` by custom id."""
        if opener.modal is None:
            raise Refused("no form is open")
        fields = {c["custom_id"] for _, c in walk_components(opener.modal["components"]) if "custom_id" in c}
        for name in values:
            if name not in fields:
                raise Refused(f'the form has no field "{name}"')
        user, channel = self.world.users[opener.user_id], self.world.channels[opener.channel_id]
        self._enter(user, channel)
        rows = [_fill_form_row(row, values) for row in opener.modal["components"]]
        data = {"custom_id": opener.modal["custom_id"], "components": rows, "resolved": {}}
        return self.begin(MODAL_SUBMIT, user, channel, data, None, opener.kind, opener.message_id)

    # Ordinary messages

    def say(self, user: User, channel: Channel, text: str) -> Message:
        self._enter_to_write(user, channel)
        message = new_message(self.world, channel, user.id)
        message.content = text[:2000]
        message.mentions = [int(n) for n in re.findall(r"<@(\d+)>", text) if int(n) in self.world.users]
        return publish_message(self.world, message)

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


def _can_use_command(command: Command, channel: Channel, rights: int) -> bool:
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
    """The chosen options' values, given by value or label; raises `Refused` where the select does not allow them."""
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


def _fill_form_row(row: Json, values: Mapping[str, Any]) -> Json:
    """One row of a form with its values, as the client submits it."""
    if row["type"] == ROW:
        return {
            "type": ROW,
            "id": row.get("id", 0),
            "components": [_fill_form_field(c, values) for c in row["components"]],
        }
    if "component" in row:
        return {"type": row["type"], "id": row.get("id", 0), "component": _fill_form_field(row["component"], values)}
    return {"type": row["type"], "id": row.get("id", 0)}


def _fill_form_field(field: Json, values: Mapping[str, Any]) -> Json:
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
