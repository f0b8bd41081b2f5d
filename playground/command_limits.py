"""Discord's limits for application commands: names, options, depth, total size."""

from __future__ import annotations

from typing import Any

from playground.errors import Problem
from playground.model import Json

SLASH, PER_MENU = 100, 15
NAME, DESCRIPTION = 32, 100
OPTIONS = 25
CHOICES = 25
CHOICE_TEXT = 100
STRING_LENGTH = 6000
WHOLE = 8000
LARGEST_INTEGER = 2**53 - 1

CHAT, USER, MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10
KINDS = range(1, 12)


def check_command_tree(commands: list[Any], newest: bool = False) -> list[Problem]:
    """The problems of a whole command tree; with `newest`, only the last command is checked in itself."""
    found: list[Problem] = []
    kinds = [int(c.get("type") or CHAT) for c in commands]
    for kind, most in ((CHAT, SLASH), (USER, PER_MENU), (MESSAGE, PER_MENU)):
        if kinds.count(kind) > most:
            found.append(Problem("", "APPLICATION_COMMAND_TOO_MANY", f"{kinds.count(kind)} where {most} are allowed."))
    names = [(kind, c.get("name")) for kind, c in zip(kinds, commands, strict=True)]
    if len(set(names)) < len(names):
        found.append(Problem("", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"))
    for i, command in enumerate(commands):
        if not newest:
            found += _check_command(f"{i}", command)
        elif i == len(commands) - 1:
            found += _check_command("", command)
    return found


def _join_path(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _check_command(where: str, command: Json) -> list[Problem]:
    kind = int(command.get("type") or CHAT)
    if kind != CHAT:
        name = command.get("name") or ""
        if not 1 <= len(name) <= NAME:
            return [
                Problem(_join_path(where, "name"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {NAME} in length.")
            ]
        return []
    found = _check_names_and_descriptions(where, command)
    found += _check_options(where, command.get("options") or [], depth=0)
    if command_size(command) > WHOLE:
        words = f"{command_size(command)} characters where {WHOLE} are allowed, the longest localisation counting."
        found.append(Problem(where, "APPLICATION_COMMAND_TOO_LARGE", words))
    return found


def command_size(item: Json) -> int:
    """Characters of all names, descriptions, choice names and values; of several languages the longest counts."""
    total = 0
    for key in ("name", "description"):
        own = item.get(key) or ""
        others = (item.get(f"{key}_localizations") or {}).values()
        total += max([len(own), *(len(text or "") for text in others)])
    if "value" in item:
        total += len(str(item["value"]))
    return total + sum(command_size(inner) for key in ("options", "choices") for inner in item.get(key) or [])


def _is_valid_name(name: str) -> bool:
    good = all(c.isalnum() or c in "-_'" or not c.isascii() for c in name)
    return good and 1 <= len(name) <= NAME and name == name.lower() and " " not in name


def _check_names_and_descriptions(where: str, item: Json) -> list[Problem]:
    found = []
    names = [("name", item.get("name") or "")]
    names += [(f"name_localizations.{k}", v) for k, v in (item.get("name_localizations") or {}).items()]
    for key, text in names:
        if not _is_valid_name(text):
            words = f'"{text}" is not a name: 1 to {NAME} lower case letters, digits, dashes, underscores.'
            found.append(Problem(_join_path(where, key), "APPLICATION_COMMAND_INVALID_NAME", words))
    texts = [("description", item.get("description") or "")]
    texts += [(f"description_localizations.{k}", v) for k, v in (item.get("description_localizations") or {}).items()]
    for key, text in texts:
        if not 1 <= len(text) <= DESCRIPTION:
            words = f"Must be between 1 and {DESCRIPTION} in length."
            found.append(Problem(_join_path(where, key), "BASE_TYPE_BAD_LENGTH", words))
    return found


def _check_options(where: str, options: list[Json], depth: int) -> list[Problem]:
    found = []
    place = _join_path(where, "options")
    if len(options) > OPTIONS:
        found.append(Problem(place, "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {OPTIONS} in length."))
    names = [o.get("name") for o in options]
    if len(set(names)) < len(names):
        words = "Option names must be unique"
        found.append(Problem(place, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", words))
    branches = [o.get("type") in (SUBCOMMAND, GROUP) for o in options]
    if any(branches) and not all(branches):
        words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        found.append(Problem(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words))
    optional = False
    for i, option in enumerate(options):
        found += _check_single_option(f"{place}.{i}", option, depth)
        if option.get("required") and optional:
            words = "Required options must be placed before non-required options"
            found.append(Problem(f"{place}.{i}", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words))
        optional = optional or not option.get("required")
    return found


def _check_single_option(where: str, option: Json, depth: int) -> list[Problem]:
    found = _check_names_and_descriptions(where, option)
    kind = option.get("type")
    if kind not in KINDS:
        found.append(Problem(f"{where}.type", "BASE_TYPE_CHOICES", f"Value must be one of {set(KINDS)}."))
    inside = option.get("options") or []
    if kind == GROUP and (depth > 0 or any(o.get("type") != SUBCOMMAND for o in inside)):
        words = "A group stands directly in a command and holds subcommands only."
        found.append(Problem(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words))
    if kind == SUBCOMMAND and any(o.get("type") in (SUBCOMMAND, GROUP) for o in inside):
        words = "A subcommand holds no subcommands."
        found.append(Problem(where, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words))
    if kind in (SUBCOMMAND, GROUP):
        return found + _check_options(where, inside, depth + 1)
    return found + _check_option_choices(where, option) + _check_option_bounds(where, option)


def _check_option_choices(where: str, option: Json) -> list[Problem]:
    choices = option.get("choices") or []
    found = []
    if choices and option.get("autocomplete"):
        words = "Choices and autocomplete are mutually exclusive."
        found.append(Problem(where, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_INVALID", words))
    if len(choices) > CHOICES:
        found.append(Problem(f"{where}.choices", "BASE_TYPE_BAD_LENGTH", f"At most {CHOICES} in length."))
    for i, choice in enumerate(choices):
        names = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        if not all(1 <= len(name) <= CHOICE_TEXT for name in names):
            words = f"Must be between 1 and {CHOICE_TEXT} in length."
            found.append(Problem(f"{where}.choices.{i}.name", "BASE_TYPE_BAD_LENGTH", words))
        if isinstance(choice.get("value"), str) and len(choice["value"]) > CHOICE_TEXT:
            words = f"Must be {CHOICE_TEXT} or fewer in length."
            found.append(Problem(f"{where}.choices.{i}.value", "BASE_TYPE_MAX_LENGTH", words))
    values = [c.get("value") for c in choices]
    if len(set(values)) < len(values):
        words = "Choice values must be unique."
        found.append(Problem(f"{where}.choices", "APPLICATION_COMMAND_CHOICES_DUPLICATE", words))
    return found


def _check_option_bounds(where: str, option: Json) -> list[Problem]:
    found = []
    for key in ("min_length", "max_length"):
        value = option.get(key)
        if value is not None and not 0 <= value <= STRING_LENGTH:
            found.append(Problem(f"{where}.{key}", "NUMBER_TYPE_MAX", f"Must be between 0 and {STRING_LENGTH}."))
    for key in ("min_value", "max_value"):
        value = option.get(key)
        if value is not None and abs(value) > LARGEST_INTEGER:
            found.append(Problem(f"{where}.{key}", "NUMBER_TYPE_MAX", "Beyond the numbers that are exact."))
    return found
