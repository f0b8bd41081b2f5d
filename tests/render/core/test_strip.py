"""Which things of a seat find room in its chip."""

from __future__ import annotations

import pytest

from render.carcassonne.board import icon
from render.core.strip import FIGURE, NOW, Chip, Item, chip

FIGURES = tuple(Item(kind, None, FIGURE) for kind in ("large", "builder", "pig", "mayor", "wagon", "barn"))


@pytest.mark.parametrize("wide", [150, 188, 256, 388])
def test_what_somebody_holds_is_never_left_out_for_what_they_gathered(wide: int) -> None:
    """As with six seats and everything on: a crown after goods, in a chip that figures fill."""
    items = (*FIGURES, Item("grain", None, NOW), Item("king", 3, NOW), Item("abbey"), Item("bridge", 2))
    shown = chip(Chip("Ann", "R", 6, 5, items=items), wide, "dark", False, icon, 230).boxes
    assert "king" in shown


def test_a_number_gives_way_before_what_it_counts() -> None:
    items = (*FIGURES, Item("king", 12, NOW), Item("robber", 12, NOW))
    for wide in (188, 220):
        shown = chip(Chip("Ann", "R", 6, 12, items=items), wide, "dark", False, icon, 230).boxes
        assert {"king", "robber"} <= set(shown)
