"""The tiles that are left, as a picture in pages and in words."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from render.carcassonne import tiles_left
from render.carcassonne.renderer import RENDERER
from rules.carcassonne.view import CarcassonneView
from rules.core import Choices, start_game
from rules.core.registry import game_types
from tests.render.looks import look
from tests.render.pictures import apart

KIND = game_types()["carcassonne"]
BIG = KIND.normalize_choices(Choices((*KIND.presets["bigbox"].modules, "river1")))


@cache
def beginning(choices: Choices) -> CarcassonneView:
    game = KIND.make(choices)
    found: CarcassonneView = game.view(start_game(game, 3, bytes(32)).state, None)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("choices", [Choices(), BIG], ids=["base", "big"])
def test_every_tile_stands_on_one_page(choices: Choices) -> None:
    view = beginning(choices)
    made = [tiles_left.draw_stock_page(view, look(), page) for page in range(len(tiles_left.stock_pages(view)))]
    shown = [name.removeprefix("tile ") for sheet in made for name in sheet.boxes if name.startswith("tile ")]
    assert sorted(shown) == sorted(tile for pile in (*view.piles, view.later) for tile in pile)
    for sheet in made:
        assert sheet.size[1] <= 1.05 * sheet.size[0]
        apart(sheet.boxes, sheet.size)
    assert tiles_left.SIDE * 400 // tiles_left.WIDE >= 56
    with pytest.raises(ValueError, match=str(len(made))):
        tiles_left.draw_stock_page(view, look(), len(made))


def test_when_they_come_is_said_as_far_as_anybody_knows() -> None:
    assert [when for when, _ in tiles_left.tile_groups_left(beginning(Choices()))] == ["any"]
    groups = tiles_left.tile_groups_left(beginning(BIG))
    assert [when for when, _ in groups] == ["first", "then", "rest", "later"]
    assert list(groups[1][1].values()) == [1]  # the lake
    assert sum(groups[3][1].values()) == 12
    for page in tiles_left.stock_pages(beginning(BIG)):
        assert not isinstance(page[-1], str)  # no heading without its tiles


def test_they_are_told_with_their_numbers() -> None:
    view = beginning(Choices())
    said = tiles_left.list_stock_sentences(view, look())
    assert said[0] == f"Tiles left: {tiles_left.count_tiles_left(view)}."
    assert said[1].startswith("Any of these may be next: ")
    assert "base-U (" in said[1]
    assert said[0] in RENDERER.text_board(view, look())
    picture = RENDERER.part(view, look(), "TILES")
    assert picture.alt.startswith(said[0])
    assert len(picture.alt) <= 1024
    none = replace(view, piles=(), later={})
    assert RENDERER.part(none, look(), "tiles").alt == "Tiles left: 0."
    assert "Tiles left" not in RENDERER.text_board(none, look())
    for wrong in ("tiles-99", "tiles-0", "tiles-x"):
        with pytest.raises(ValueError, match=r".*"):
            RENDERER.part(view, look(), wrong)


def test_each_direction_and_theme_has_its_picture() -> None:
    view = beginning(Choices())
    found = {
        tiles_left.draw_stock_page(view, look(theme=theme, rtl=rtl)).image.tobytes()
        for theme in ("dark", "light")
        for rtl in (False, True)
    }
    assert len(found) == 4
