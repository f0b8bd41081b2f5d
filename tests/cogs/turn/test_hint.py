"""Which of several buttons plays a hint."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.screen import Button
from cogs.turn.hint import _describe_best_move, _star_hinted_button
from rules.core import Choices, registry

BEST, OTHER = (Button(name, name, "green") for name in ("best", "other"))


@pytest.mark.parametrize(
    ("row", "starred"),
    [
        ([OTHER, BEST], "best"),
        ([OTHER, OTHER], ""),
        ([BEST], ""),  # it stands out as it is
    ],
)
def test_the_star_is_for_the_button_that_plays_the_hint_among_others(row: list[Button], starred: str) -> None:
    found = [part.label for part in _star_hinted_button([row], "best")[0] if isinstance(part, Button)]
    assert [label for label in found if label.startswith("★ ")] == ([f"★ {starred}"] if starred else [])


@pytest.mark.parametrize(
    ("move", "then", "told"),
    [
        ("build temple", "", ["best build temple"]),
        ("gold", "build temple", ["best gold", "then build temple"]),
        ("end", "destroy 1 temple", ["best destroy 1 temple", "ends"]),  # its button said "End turn without power"
    ],
)
def test_what_ends_the_turn_and_leaves_the_power_is_told_by_the_power(move: str, then: str, told: list[str]) -> None:
    def say(key: str, **values: str) -> str:
        return " ".join([key.removeprefix("hint."), *values.values()])

    def sentence(line: str, *, terms: bool) -> str:
        return line

    table = SimpleNamespace(game=registry.make_game("citadels", Choices()))
    room = SimpleNamespace(table=table, say=say, move_sentence=sentence)
    assert _describe_best_move(cast(Any, room), move, then) == told
