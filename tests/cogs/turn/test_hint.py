"""Which of several buttons plays a hint."""

from __future__ import annotations

import pytest

from cogs.screen import Button
from cogs.turn.hint import _marked

BOTH, ALONE, OTHER = (Button(name, name, "green") for name in ("both", "alone", "other"))


@pytest.mark.parametrize(
    ("row", "starred"),
    [
        ([OTHER, ALONE, BOTH], "both"),
        ([OTHER, ALONE], "alone"),  # what belongs to the move is played afterwards
        ([OTHER, OTHER], ""),
        ([ALONE], ""),  # it stands out as it is
    ],
)
def test_the_star_is_for_the_move_with_what_belongs_to_it_else_for_the_move(row: list[Button], starred: str) -> None:
    found = [part.label for part in _marked([row], ["both", "alone"])[0] if isinstance(part, Button)]
    assert [label for label in found if label.startswith("★ ")] == ([f"★ {starred}"] if starred else [])
