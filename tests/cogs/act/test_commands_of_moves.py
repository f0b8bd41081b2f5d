"""The commands made from the move classes, counted as Discord counts them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cogs import play
from cogs.act.commands import MAX_INPUT_LENGTH, CommandSpec
from cogs.client import Longtable
from cogs.settings import Settings
from rules.core import GameType, registry
from service.store.clock import SystemClock
from tests.cogs.toys import MOVES, TOY

STRING = 3  # Discord's number of the type of an option


@pytest.fixture
async def tree(tmp_path: Path) -> list[dict[str, Any]]:
    bot = Longtable(Settings(database=tmp_path / "x.sqlite3"), SystemClock())
    bot.build_command_tree()
    commands = [command.to_dict(bot.tree) for command in bot.tree.get_commands()]
    await bot.close()
    return commands


def written(command: Mapping[str, Any]) -> int:
    """Names, descriptions and choices of all levels."""
    n = len(command["name"]) + len(command.get("description", ""))
    for choice in command.get("choices") or ():
        n += len(choice["name"]) + len(str(choice["value"]))
    return n + sum(written(option) for option in command.get("options") or ())


def parts(command: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield command
    for option in command.get("options") or ():
        yield from parts(option)


async def test_the_tree_is_within_the_limits(tree: list[dict[str, Any]]) -> None:
    assert [command["name"] for command in tree] == ["game", *registry.game_types()]
    for command in tree:
        assert written(command) < 8000
        for part in parts(command):
            assert re.fullmatch(r"[a-z0-9_-]{1,32}", part["name"])
            assert 1 <= len(part["description"]) <= 100
            assert len(part.get("options") or ()) <= 25
            assert len(part.get("choices") or ()) <= 25
            assert not (part.get("choices") and part.get("autocomplete"))


async def test_no_option_takes_all_the_text_that_discord_would_let_through(tree: list[dict[str, Any]]) -> None:
    texts = [part for command in tree for part in parts(command) if part["type"] == STRING and not part.get("choices")]
    assert len(texts) > 50
    assert {part["name"] for part in texts if not 1 < part.get("max_length", 6000) <= MAX_INPUT_LENGTH} == set()


async def test_every_kind_of_move_is_a_command_with_its_fields(tree: list[dict[str, Any]]) -> None:
    (carcassonne,) = [command for command in tree if command["name"] == "carcassonne"]
    by_name = {option["name"]: option for option in carcassonne["options"]}
    alone = {"place", "deploy", "pass", "fairy", "barn", "princess", "dragon", "wagon", "abbey"}
    groups = {
        "bridge": {"place", "build", "decline"},
        "castle": {"build", "keep", "pick"},
        "bazaar": {"open", "bid", "pass", "buy", "sell", "take"},
        "count": {"enter", "move", "send"},
    }
    assert set(by_name) == {"new", *alone, *groups}
    for group, kinds in groups.items():
        assert {option["name"] for option in by_name[group]["options"]} == kinds
        assert by_name[group]["description"] != group.capitalize()
    fields = {name: [option["name"] for option in by_name[name].get("options") or ()] for name in by_name}
    assert (fields["place"], fields["deploy"], fields["pass"]) == (["cell", "turn"], ["figure", "spot"], ["step"])
    assert by_name["place"]["description"] == "Lay the tile"
    for name in ("place", "deploy", "pass"):
        for option in by_name[name]["options"]:
            assert option["autocomplete"] is True
            assert not option.get("required")


def test_kinds_whose_first_word_is_a_group_go_there() -> None:
    kind = GameType("toy", "toy", (), (), {}, lambda choices: TOY, groups=("trade",))
    paths = {cls.kind: play.command_path(kind, cls.kind) for cls in MOVES}
    assert paths["trade-offer"] == ("trade", "offer")
    assert paths["lay"] == (None, "lay")
    assert play.command_path(replace(kind, groups=()), "trade-offer") == (None, "trade-offer")


async def test_a_game_needs_no_words_to_get_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = GameType("toy", "toy", (), (), {}, lambda choices: TOY, groups=("trade",))
    monkeypatch.setattr(play, "game_types", lambda: {"toy": kind})
    play.move_classes.cache_clear()
    bot = Longtable(Settings(database=tmp_path / "x.sqlite3"), SystemClock())
    specs: list[CommandSpec] = play.move_commands(bot, kind)
    await bot.close()
    play.move_classes.cache_clear()
    assert [(spec.group, spec.name) for spec in specs] == [play.command_path(kind, cls.kind) for cls in MOVES]
    assert all(not option.required for spec in specs for option in spec.options)
