"""The commands as Discord counts them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.act.commands import limit_choices
from cogs.client import Longtable
from cogs.settings import Settings
from rules.core import registry
from service.store.clock import SystemClock
from words import Voice

SHARED = {
    "join",
    "leave",
    "start",
    "board",
    "hand",
    "moves",
    "move",
    "log",
    "score",
    "undo",
    "vote",
    "resign",
    "seat",
    "options",
    "end",
    "list",
    "rematch",
    "export",
    "help",
    "settings",
}


@pytest.fixture
async def commands(tmp_path: Path) -> dict[str, dict[str, Any]]:
    bot = Longtable(Settings(database=tmp_path / "x.sqlite3"), SystemClock())
    bot.build_command_tree()
    made = {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}
    await bot.close()
    return made


def counted(node: dict[str, Any]) -> int:
    """Characters of names, descriptions, choices, all levels; the longest localisation counts."""
    names = (node["name"], *(node.get("name_localizations") or {}).values())
    described = (node.get("description", ""), *(node.get("description_localizations") or {}).values())
    total = max(map(len, names)) + max(map(len, described))
    total += sum(len(str(choice["name"])) + len(str(choice["value"])) for choice in node.get("choices") or ())
    return total + sum(counted(option) for option in node.get("options") or ())


def nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for option in node.get("options") or ():
        yield from nodes(option)


async def test_one_command_for_all_games_and_one_for_each(commands: dict[str, dict[str, Any]]) -> None:
    assert set(commands) == {"game", *registry.game_types()}
    assert {option["name"] for option in commands["game"]["options"]} >= SHARED


async def test_the_size_of_the_commands(commands: dict[str, dict[str, Any]]) -> None:
    for command in commands.values():
        assert counted(command) <= 8000
        for node in nodes(command):
            assert len(node.get("options") or ()) <= 25
            assert 1 <= len(node.get("description", "x")) <= 100
            assert len(node.get("choices") or ()) <= 25
            required = [bool(option.get("required")) for option in node.get("options") or ()]
            assert required == sorted(required, reverse=True)


async def test_the_places_of_the_command_of_all_games(commands: dict[str, dict[str, Any]]) -> None:
    """Discord gives 25 places to a command; a group takes one of them and has 25 of its own."""
    places = {option["name"]: option for option in commands["game"]["options"]}
    assert len(places) == len(commands["game"]["options"]) <= 25
    assert {"seat", "time"} <= set(places)
    assert {option["name"] for option in places["time"]["options"]} >= {"remind", "pause"}


async def test_where_they_may_be_used(commands: dict[str, dict[str, Any]]) -> None:
    assert commands["game"]["contexts"] == [0, 1]
    assert all(commands[kind]["contexts"] == [0] for kind in registry.game_types())
    assert all(command["integration_types"] == [0] for command in commands.values())


async def test_every_description_is_a_sentence_of_the_catalogue(commands: dict[str, dict[str, Any]]) -> None:
    for command in commands.values():
        for node in nodes(command):
            assert "{" not in node.get("description", "")
            assert node.get("description") != "…"


async def test_more_completions_than_discord_shows(tmp_path: Path) -> None:
    bot = Longtable(Settings(database=tmp_path / "x.sqlite3"), SystemClock())
    many = [(f"name {n}", f"{n}") for n in range(40)]
    shown = limit_choices(many, Voice())
    assert len(shown) == 25
    assert shown[-1] == ("name 24   … type more", "24")
    assert limit_choices([("too long", "x" * 101), ("", "y")], Voice()) == [("y", "y")]
    await bot.close()
