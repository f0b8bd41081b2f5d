"""The game that `docs/tutorial.md` walks through is played as it stands there."""

from __future__ import annotations

import re
import sys
import tomllib
from types import ModuleType
from typing import Any

import pytest

from rules.core import Choices, play, start_game
from rules.core.conformance import check_conformance
from words import Catalogue, Voice

from .books import ROOT

TEXT = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
NAME = "rules.goofspiel"


def blocks(language: str) -> str:
    return "\n\n\n".join(re.findall(rf"^```{language}\n(.*?)^```$", TEXT, flags=re.DOTALL | re.MULTILINE))


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return found


@pytest.fixture(scope="module")
def tutorial() -> Any:
    """The module as a newcomer would have written it."""
    module = ModuleType(NAME)
    sys.modules[NAME] = module  # where its classes look for the names in their annotations
    exec(compile(blocks("python"), "docs/tutorial.md", "exec", dont_inherit=True), module.__dict__)
    yield module
    del sys.modules[NAME]


@pytest.mark.parametrize("length", ["short", "long"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_keeps_what_every_game_must_keep(tutorial: Any, seats: int, length: str) -> None:
    game = tutorial.KIND.make(tutorial.KIND.normalize_choices(Choices(options=(("length", length),))))
    check_conformance(game, seats, 1)


def test_everything_it_says_has_its_sentence(tutorial: Any) -> None:
    sentences = flat(tomllib.loads(blocks("toml")))
    say = Voice("en", ["Ann", "Ben"], sentences=Catalogue({"en": {**LISTS, **sentences}}))
    game = tutorial.KIND.make(Choices())
    t = start_game(game, 2, bytes(32))
    said = []
    while not game.over(t.state):
        seat = min(game.waiting(t.state))
        view = game.view(t.state, seat)
        said += [
            say.phrase(view.headline),
            say.phrase(view.tasks[seat]),
            say.phrase(game.describe_default_move(t.state, seat)),
        ]
        t = play(game, t.state, seat, next(iter(game.legal(t.state, seat))))
        said += [say.phrase(event) for event in t.events]
    assert "Ann bid." in said
    assert "The bids: 1 and 1." in said
    kind = tutorial.KIND
    assert all(f"goof.value.{option.key}.{value}" in sentences for option in kind.options for value in option.values)
    assert all(f"goof.kind.{name}" in sentences for name in game.moves)
    assert all(f"goof.tally.{name}" in sentences for name in view.tally)


LISTS = {"list.last": "{so_far} and {item}", "list.comma": "{so_far}, {item}"}
