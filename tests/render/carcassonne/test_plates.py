"""Marks of places on the board, and what was counted."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageStat

from render import Mark, load_renderer
from render.carcassonne.board import build_strip_and_bands, draw_board_pictures
from render.carcassonne.counted_places import find_counted_places
from render.carcassonne.figure_spots import single_figure_spot
from render.carcassonne.layout import plan_board
from render.carcassonne.renderer import CarcassonneRenderer
from render.carcassonne.targets import find_target
from rules.carcassonne.cells import Cell
from tests.render.carcassonne.modules import MARKS, whole
from tests.render.carcassonne.scenes import strip_of_land
from tests.render.looks import look
from tests.render.pictures import opened

# Marks


def test_marks_of_every_kind_have_plates() -> None:
    kinds = [find_target(whole(), mark.place).kind for mark in MARKS]
    assert kinds == ["cell", "cell", "place", "ghost", "corner", "corner", "region", "band"]
    drawing = draw_board_pictures(whole(), look(), MARKS)[0]
    boxes = dict(drawing.boxes)
    assert {mark.token for mark in MARKS[:-1]} <= boxes.keys()
    plates = [boxes[mark.token] for mark in MARKS[:-1]]
    for a, b in combinations(plates, 2):  # their soft shadows may touch
        assert min(a[2], b[2]) - max(a[0], b[0]) <= 10 or min(a[3], b[3]) - max(a[1], b[1]) <= 12


def test_plates_leave_figures_free() -> None:
    """Of a knight that may be sent home, or of a wagon's goal, the figure must be seen."""
    drawing = draw_board_pictures(whole(), look(), [Mark("Q51.monastery", "Q51.monastery")])[0]
    box = dict(drawing.boxes)["Q51.monastery"]
    at = drawing.layout.corner(Cell.parse("Q51"))
    assert box[3] < at[1] + drawing.layout.side * (single_figure_spot("abbey-tile", 0, "monastery")[1] - 0.1)


def test_a_corner_is_one_of_the_tile_just_laid() -> None:
    assert find_target(whole(), "SE").at == find_target(whole(), "L52.corner-SE").at == (0.0, 3.0)


def test_places_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="no cell"):
        find_target(whole(), "nowhere")


def test_a_lot_alone_makes_no_windows() -> None:
    view = replace(whole(), laid=strip_of_land(24, 14), pieces=(), features=())
    assert len(load_renderer("carcassonne").choice(view, look(), [Mark("2", "lot-2")])) == 1
    assert len(load_renderer("carcassonne").table(view, look(), [Mark("J50", "J50")])) == 2


def test_who_must_choose_sees_one_window_alone() -> None:
    """The whole board beside it was unreadable, and hangs in the message anyway."""
    view = replace(whole(), laid=strip_of_land(24, 14), pieces=(), features=())
    (picture,) = load_renderer("carcassonne").choice(view, look(), [Mark("J50", "J50")])
    assert picture.png == load_renderer("carcassonne").table(view, look(), [Mark("J50", "J50")])[1].png
    assert picture.alt.startswith("Board with 1 possible cell: J50.")


def test_many_places_are_dots_with_the_names_of_their_cells() -> None:
    view = whole()
    marks = [Mark(f"{t.cell}.field-{w}", f"{t.cell}.field-{w}") for t in view.laid for w in ("NNW", "SSE")]
    boxes = dict(draw_board_pictures(view, look(), marks)[0].boxes)
    assert {"K49", "L52"} <= boxes.keys()
    assert "K49.field-NNW" not in boxes


def test_the_preview_shows_bridges_that_would_be_built() -> None:
    r = CarcassonneRenderer()
    view = whole("base-V")
    bare = r.preview(view, look(), (), cell="J50", turn=0)
    with_bridge = r.preview(view, look(), (), cell="J50", turn=0, ghosts=["J50.NS"])
    assert bare.png != with_bridge.png
    assert "J50.NS" in with_bridge.alt
    assert "bridge (north to south)" in r.preview(view, look(), [Mark("NS", "J50.NS")], cell="J50", turn=0).alt
    other = r.preview(view, look(), (), cell="M49", turn=0, tile="abbey-tile")
    assert "an abbey" in other.alt


# What was counted


def test_only_the_named_one_of_two_caps_is_bright() -> None:
    view = replace(whole(), pieces=())
    picture = load_renderer("carcassonne").counted(view, look(), ["L51", "L51.city-N"])
    layout = plan_board({(t.cell.x, t.cell.y) for t in view.laid}, False, head=build_strip_and_bands(view, look()).head)
    image = opened(picture)
    x, y = layout.corner(Cell.parse("L51"))
    side = layout.side

    def light(px: float, py: float) -> float:
        box = (round(x + px * side - 5), round(y + py * side - 5), round(x + px * side + 5), round(y + py * side + 5))
        return sum(ImageStat.Stat(image.crop(box)).mean)

    north, south = single_figure_spot("base-H", 0, "city-N"), single_figure_spot("base-H", 0, "city-S")
    assert light(*north) > 1.5 * light(*south)


def test_a_place_stands_for_its_feature_on_the_given_tiles() -> None:
    view = whole()
    cells = [Cell.parse("K51"), Cell.parse("Q50")]
    what = find_counted_places(view, cells, ["K51.city-S"])
    assert dict(what.places) == {Cell.parse("K51"): ("city-S",)}
    assert what.cells == {Cell.parse("Q50")}
    everywhere = find_counted_places(view, (), ["K51.city-S"])
    assert set(everywhere.places) == {Cell.parse("K51"), Cell.parse("K52")}
    assert find_counted_places(view, (), ["Q51.monastery"]).cells == {
        Cell.parse("Q51")
    }  # no feature of the view: the tile
