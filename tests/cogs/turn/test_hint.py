"""Which of several buttons plays a hint."""

from __future__ import annotations

import pytest

from cogs.screen import Button
from cogs.turn.hint import _marked

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
    found = [part.label for part in _marked([row], "best")[0] if isinstance(part, Button)]
    assert [label for label in found if label.startswith("★ ")] == ([f"★ {starred}"] if starred else [])
