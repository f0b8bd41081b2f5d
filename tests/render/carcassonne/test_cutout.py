"""Which part of a board a small picture shows."""

from __future__ import annotations

from random import Random

import pytest

from render.carcassonne.cutout import (
    AROUND,
    BAR,
    SIDES,
    SMALLER,
    CutoutItem,
    Window,
    bounding_part,
    choose_board_windows,
)

SIZE = (382, 232)


def tile(x: int, y: int, weight: int = 100, mine: bool = False) -> CutoutItem:
    return CutoutItem((x, y, x + 1, y + 1), weight, mine)


def land(window: Window, cells: set[tuple[int, int]]) -> float:
    a, b, c, d = window.shown
    return sum(max(0.0, min(x + 1, c) - max(x, a)) * max(0.0, min(y + 1, d) - max(y, b)) for x, y in cells)


def test_all_that_matters_is_shown_with_some_room_around_it() -> None:
    items = [tile(0, 0), tile(3, 2)]
    (window,) = choose_board_windows(items, {(x, y) for x in range(-5, 9) for y in range(-5, 9)}, SIZE)
    assert window.box == (0, 0, *SIZE)
    a, b, c, d = window.shown
    assert a <= -AROUND + 0.01
    assert b <= -AROUND + 0.01
    assert c >= 4 + AROUND - 0.01
    assert d >= 3 + AROUND - 0.01
    assert window.side in SIDES


def test_of_all_places_that_show_it_the_one_with_most_land() -> None:
    """Compared with a search through many places."""
    random = Random(5)
    for _ in range(20):
        cells = {(random.randrange(-6, 7), random.randrange(-4, 5)) for _ in range(30)}
        item = tile(*random.choice(sorted(cells)))
        (window,) = choose_board_windows([item], cells, SIZE)
        side, part = window.side, bounding_part([item])
        wide, high = SIZE[0] / side, SIZE[1] / side
        first = part[2] + AROUND - wide, part[3] + AROUND - high
        spare = part[0] - AROUND - first[0], part[1] - AROUND - first[1]
        others = [
            Window(
                window.box,
                side,
                (round(-(first[0] + spare[0] * i / 12) * side), round(-(first[1] + spare[1] * j / 12) * side)),
            )
            for i in range(13)
            for j in range(13)
        ]
        assert land(window, cells) >= max(land(other, cells) for other in others) - 0.2


def test_where_there_is_little_land_tiles_are_larger() -> None:
    alone = {(0, 0), (1, 0), (2, 0)}
    (window,) = choose_board_windows([tile(2, 0)], alone, SIZE)
    assert window.side > SIDES[0]
    (window,) = choose_board_windows([tile(0, 0)], {(x, y) for x in range(-9, 9) for y in range(-9, 9)}, SIZE)
    assert window.side == SIDES[0]


@pytest.mark.parametrize("mirrored", [False, True])
def test_what_lies_far_apart_has_two_windows_the_readers_first(mirrored: bool) -> None:
    cells = {(x, y) for x in range(30) for y in range(4)}
    items = [tile(2, 1), tile(25, 2, 90, mine=True)]
    first, second = choose_board_windows(items, cells, SIZE, mirrored)
    assert first.shows(items[1].part)
    assert second.shows(items[0].part)
    west, east = (second, first) if mirrored else (first, second)
    assert west.box[0] == 0
    assert east.box[0] - west.box[2] == BAR
    assert east.box[2:] == SIZE


def test_what_is_far_apart_and_wide_lies_one_above_the_other() -> None:
    wide = CutoutItem((0, 0, 5, 1), 50)
    first, second = choose_board_windows([wide, tile(2, 12)], {(x, y) for x in range(9) for y in range(14)}, SIZE)
    assert second.shows(wide.part)
    assert second.box[1] - first.box[3] == BAR
    assert first.box[2] == second.box[2] == SIZE[0]


def test_what_weighs_little_makes_nothing_smaller() -> None:
    cells = {(x, y) for x in range(20) for y in range(20)}
    large = CutoutItem((0, 0, 5, 3), 45)
    (window,) = choose_board_windows([tile(4, 2), large, tile(15, 15, 30)], cells, SIZE)
    assert window.shows(large.part)
    assert window.side in SIDES


def test_the_lightest_gives_way_and_something_too_large_is_cut() -> None:
    cells = {(x, y) for x in range(60) for y in range(60)}
    items = [tile(0, 0), tile(50, 0, 90), tile(0, 50, 80), tile(50, 50, 70)]
    shown = choose_board_windows(items, cells, SIZE)
    assert len(shown) == 2
    assert [any(window.shows(item.part) for window in shown) for item in items] == [True, True, False, False]
    (window,) = choose_board_windows([CutoutItem((0, 0, 30, 30), 45)], cells, SIZE)
    assert window.side == SMALLER[-1]
    assert land(window, cells) == pytest.approx(SIZE[0] * SIZE[1] / window.side**2, rel=0.02)
