"""Routes of application commands, global or of one server: single commands and whole trees."""

from __future__ import annotations

from typing import Any

from playground import errors, limits
from playground.api_json import command_json
from playground.model import Command, Json
from playground.rest import Call, route

GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _command_scope(call: Call) -> int | None:
    if call.id("application_id") != call.world.bot.id:
        raise errors.ApiError(403, 20012, "You are not authorized to perform this action on this application")
    if "guild_id" not in call.params:
        return None
    if call.id("guild_id") not in call.world.guilds:
        raise errors.no_access()
    return call.id("guild_id")


def _commands_in_scope(call: Call, place: int | None) -> list[Command]:
    return [c for c in call.world.commands.values() if c.guild_id == place]


def _requested_command(call: Call) -> Command:
    place = _command_scope(call)
    command = call.world.commands.get(call.id("command_id"))
    if command is None or command.guild_id != place:
        raise errors.unknown_command()
    return command


def _build_command(call: Call, place: int | None, data: Json, old: dict[tuple[int, str], Command]) -> Command:
    """A command that replaces an existing one of the same type and name keeps that id."""
    known = old.get((int(data.get("type") or 1), str(data.get("name"))))
    number = known.id if known else call.world.clock.new_id()
    kept = {key: value for key, value in data.items() if key != "id"}
    return Command(number, place, kept, call.world.clock.new_id())


def _index_by_name(commands: list[Command]) -> dict[tuple[int, str], Command]:
    return {(c.kind, c.name): c for c in commands}


@route("GET", GLOBAL)
@route("GET", GUILD)
def list_commands(call: Call) -> list[Json]:
    return [command_json(c) for c in _commands_in_scope(call, _command_scope(call))]


@route("PUT", GLOBAL)
@route("PUT", GUILD)
def overwrite_commands(call: Call) -> list[Json]:
    place = _command_scope(call)
    body: list[Any] = call.body if isinstance(call.body, list) else []
    call.judge(limits.check_command_tree(body))
    old = _commands_in_scope(call, place)
    new = [_build_command(call, place, data, _index_by_name(old)) for data in body]
    for command in old:
        del call.world.commands[command.id]
    for command in new:
        call.world.commands[command.id] = command
    call.world.tell("commands")
    return [command_json(c) for c in new]


@route("POST", GLOBAL)
@route("POST", GUILD)
def create_command(call: Call) -> Json:
    place = _command_scope(call)
    old = _index_by_name(_commands_in_scope(call, place))
    data = call.json
    others = [c.data for key, c in old.items() if key != (int(data.get("type") or 1), data.get("name"))]
    call.judge(limits.check_command_tree([*others, data], newest=True))
    command = _build_command(call, place, data, old)
    call.world.commands[command.id] = command
    call.world.tell("commands")
    return command_json(command)


@route("GET", GLOBAL + "/{command_id}")
@route("GET", GUILD + "/{command_id}")
def get_command(call: Call) -> Json:
    return command_json(_requested_command(call))


@route("PATCH", GLOBAL + "/{command_id}")
@route("PATCH", GUILD + "/{command_id}")
def edit_command(call: Call) -> Json:
    command = _requested_command(call)
    data = {**command.data, **call.json}
    call.judge(limits.check_command_tree([data], newest=True))
    command.data = data
    command.version = call.world.clock.new_id()
    call.world.tell("commands")
    return command_json(command)


@route("DELETE", GLOBAL + "/{command_id}")
@route("DELETE", GUILD + "/{command_id}")
def delete_command(call: Call) -> None:
    command = _requested_command(call)
    del call.world.commands[command.id]
    call.world.tell("commands")
