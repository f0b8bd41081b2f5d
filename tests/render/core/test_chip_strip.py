"""Which things of a seat find room in its chip."""

from __future__ import annotations

import pytest

from render.carcassonne.board import strip_icon
from render.core.chip_strip import FIGURE, NOW, ChipItem, SeatChip, chip_sprite

FIGURES = tuple(ChipItem(kind, None, FIGURE) for kind in ("large", "builder", "pig", "mayor", "wagon", "barn"))


@pytest.mark.parametrize("wide", [150, 188, 256, 388])
def test_what_somebody_holds_is_never_left_out_for_what_they_gathered(wide: int) -> None:
    """As with six seats and everything on: a crown after goods, in a chip that figures fill."""
    items = (*FIGURES, ChipItem("grain", None, NOW), ChipItem("king", 3, NOW), ChipItem("abbey"), ChipItem("bridge", 2))
    shown = chip_sprite(SeatChip("Ann", "R", 6, 5, items=items), wide, "dark", False, strip_icon, 230).boxes
    assert "king" in shown


def test_a_number_gives_way_before_what_it_counts() -> None:
    items = (*FIGURES, ChipItem("king", 12, NOW), ChipItem("robber", 12, NOW))
    for wide in (188, 220):
        shown = chip_sprite(SeatChip("Ann", "R", 6, 12, items=items), wide, "dark", False, strip_icon, 230).boxes
        assert {"king", "robber"} <= set(shown)
