"""Names of cells, turns and spots."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.carcassonne.cells import (
    CELLS,
    NAMES,
    ORIGIN,
    STEPS_AROUND,
    Cell,
    Spot,
    Turn,
    column_letters,
    position_of_cell,
)


@pytest.mark.parametrize(
    ("x", "name"),
    [
        (0, "M"),
        (-12, "A"),
        (13, "Z"),
        (14, "ZA"),
        (39, "ZZ"),
        (40, "ZZA"),
        (65, "ZZZ"),
        (-13, "AZ"),
        (-38, "AA"),
        (-39, "AAZ"),
        (-64, "AAA"),
    ],
)
def test_columns(x: int, name: str) -> None:
    assert column_letters(x) == name
    assert Cell.parse(f"{name}50") == Cell(x, 0)


@given(st.integers(-240, 240), st.integers(-240, 240))
def test_every_cell_of_the_longest_game_has_one_name(x: int, y: int) -> None:
    cell = Cell(x, y)
    assert Cell.parse(str(cell)) == cell
    assert CELLS[position_of_cell(cell)] == cell
    assert NAMES[position_of_cell(cell)] == str(cell)


@pytest.mark.parametrize("text", ["", "M", "50", "m50", "M050", "M-0", "MM50", "AM50x", "M50 ", "ZAZ50", "M99999"])
def test_what_is_no_cell(text: str) -> None:
    with pytest.raises(ValueError, match="is no cell"):
        Cell.parse(text)


def test_positions_are_steps_apart() -> None:
    assert position_of_cell(Cell(0, 0)) == ORIGIN
    assert {CELLS[ORIGIN + step] for step in STEPS_AROUND} == {
        Cell(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)
    }
    assert position_of_cell(Cell(10_000, 0)) == -1


@pytest.mark.parametrize("text", ["M50", "M50.road", "M50.road-X", "M50.field-NEE", "M50.city-N2", "road-E"])
def test_what_is_no_spot(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        Spot.parse(text)


def test_turns() -> None:
    assert [str(Turn.parse(text)) for text in ("0", "90", "180", "270")] == ["0", "90", "180", "270"]
    with pytest.raises(ValueError, match="is no turn"):
        Turn.parse("45")
