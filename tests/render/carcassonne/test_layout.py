"""Sizes and places of boards."""

from __future__ import annotations

import pytest

from render.carcassonne.layout import HAND, MOST, WIDTH, plan_board, split_into_windows


def land(columns: int, rows: int) -> set[tuple[int, int]]:
    return {(x, y) for x in range(columns) for y in range(rows)}


@pytest.mark.parametrize(
    ("columns", "rows"), [(1, 1), (3, 2), (8, 8), (12, 9), (9, 12), (20, 5), (5, 24), (30, 30), (190, 1), (1, 190)]
)
@pytest.mark.parametrize("hand", [True, False])
def test_everything_lies_on_the_canvas(columns: int, rows: int, hand: bool) -> None:
    taken = land(columns, rows)
    layout = plan_board(taken, hand)
    assert layout.size[0] == WIDTH
    assert 880 <= layout.size[1] <= MOST <= 1.05 * WIDTH
    for cell in taken:
        x, y = layout.corner(cell)
        assert layout.shows(cell)
        assert 40 <= x <= WIDTH - 40 - layout.side
        assert 120 <= y <= layout.size[1] - 40 - layout.side
    assert (layout.hand is not None) == hand


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (6, 6), (11, 8), (8, 11), (25, 3)])
@pytest.mark.parametrize("mirrored", [True, False])
def test_the_tile_to_lay_covers_no_land(columns: int, rows: int, mirrored: bool) -> None:
    taken = land(columns, rows)
    layout = plan_board(taken, True, mirrored)
    assert layout.hand is not None
    left, top, right, bottom = layout.hand
    assert right - left == bottom - top == HAND >= 240
    assert left >= 9
    assert right <= WIDTH - 9
    for cell in taken:
        x, y = layout.corner(cell)
        assert x >= right or x + layout.side <= left or y >= bottom or y + layout.side <= top


def test_tiles_are_never_larger_than_their_bound() -> None:
    assert plan_board({(0, 0)}, False).side == 200
    assert plan_board(land(11, 3), False).side == (1200 - 92) // 11


def test_windows_hold_all_marks() -> None:
    marks = [(0, 0), (3, 2), (15, 1), (-8, 9), (4, 20), (15, 2)]
    found = split_into_windows(marks)
    assert all(any(a <= x <= c and b <= y <= d for a, b, c, d in found) for x, y in marks)
    assert all(c - a == 8 and d - b == 7 for a, b, c, d in found)
    assert len(found) < len(marks)
    assert len(split_into_windows([(0, 0), (6, 5)])) == 1
