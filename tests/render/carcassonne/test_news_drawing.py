"""What is drawn of what is new: on any side of a tile, clear of figures, of letters and of each other."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render.carcassonne import news_drawing
from render.carcassonne.board_figures import draw_figures
from render.carcassonne.busy_map import BusyMap
from render.carcassonne.extras import BoardCanvas
from render.carcassonne.feature_tints import tint_feature
from render.carcassonne.figure_ways import STEP, draw_step_numbers, draw_way
from render.carcassonne.layout import Layout
from render.carcassonne.markers import (
    LETTER,
    PILL,
    frame_overhang,
    gone_figure_sprite,
    letter_disc,
    points_pill,
    tile_frame_sprite,
)
from render.carcassonne.news import News, RemovedFigure, Scored, Way
from render.core.look import SEAT_COLOURS
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Piece
from tests.render.carcassonne.scenes import scene
from tests.render.looks import look

SIDES = (44, 60, 78, 128, 200)
FIRST = (-2, -2)


def plan(side: int) -> Layout:
    """A cut-out of the scene."""
    return Layout((side * 6, side * 5), side, (0, 0), FIRST, (6, 5), None, (0, 0, 0, 0))


def desk(side: int, told: News, view: CarcassonneView | None = None) -> BoardCanvas:
    layout = plan(side)
    return BoardCanvas(Image.new("RGB", layout.size, (90, 120, 60)), view or scene(), look(3), layout, told)


def changed(before: Image.Image, after: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(before, after).getbbox()
    assert box is not None, "nothing was drawn"
    return box


ROAD = Scored(Cell(1, 0), {2: 9}, ((Cell(0, 0), "road-E"), (Cell(1, 0), "road-E")))
ALL = News(
    laid={Cell(2, 0): 1, Cell(0, -1): None},
    moved={2: 0},
    scored=(ROAD, Scored(Cell(0, 1), {0: 12, 1: 12}, ((Cell(0, 1), "monastery"),))),
    ways=(Way((Cell(-1, 0), Cell(0, 0), Cell(0, 1))),),
    gone=(RemovedFigure("follower", 1, Cell(0, 0)), RemovedFigure("large", 2, Cell(0, 1))),
)


@pytest.mark.parametrize("side", SIDES)
def test_a_feature_is_tinted_where_it_lies_and_outlined(side: int) -> None:
    here = desk(side, News())
    before = here.canvas.copy()
    assert tint_feature(here.canvas, here.view, here.layout, ROAD, ["K"])
    left, top, right, bottom = changed(before, here.canvas)
    x, y = here.layout.corner((0, 0))
    assert x - 12 <= left < right <= x + 2 * side + 12
    assert y - 12 <= top < bottom <= y + side + 12
    inks = {ink for _, ink in here.canvas.getcolors(100_000) or ()}
    assert SEAT_COLOURS["K"].fill in inks, "its outline bears the colour itself"
    assert not tint_feature(here.canvas, here.view, here.layout, Scored(Cell(9, 9), {0: 3}), ["R"])


def test_several_owners_share_the_tint_in_stripes() -> None:
    here = desk(78, News())
    tint_feature(here.canvas, here.view, here.layout, ROAD, ["R", "B"])
    inks = {ink for _, ink in here.canvas.getcolors(100_000) or ()}
    assert {SEAT_COLOURS["R"].fill, SEAT_COLOURS["B"].fill} <= inks


@pytest.mark.parametrize("letter", [*SEAT_COLOURS, ""])
def test_a_frame_leaves_its_tile_open(letter: str) -> None:
    for side in SIDES:
        sprite = tile_frame_sprite(side, letter)
        assert sprite.width == side + 2 * frame_overhang(side)
        middle = sprite.getchannel("A").crop((side // 4, side // 4, side - side // 4, side - side // 4))
        assert middle.getbbox() is None


def test_letters_and_numbers_read_where_the_picture_is_small() -> None:
    """A third of their height is left: 11 px of a letter."""
    assert LETTER * 0.74 / 3 >= 11
    assert PILL * 0.68 / 3 >= 11
    assert STEP * 0.78 / 3 >= 10.9
    one, two = points_pill(look(3), {0: 9}), points_pill(look(3), {0: 9, 1: 9})
    assert one.height == two.height
    assert two.width > one.width * 1.6


def test_every_seat_has_a_letter_and_a_plate_for_who_is_gone() -> None:
    found = {letter: letter_disc(letter).tobytes() for letter in SEAT_COLOURS}
    assert len(set(found.values())) == len(SEAT_COLOURS)
    for side in SIDES:
        assert gone_figure_sprite("follower", "K", side, (30, 30, 30)).height >= 30


def test_the_way_is_drawn_from_start_to_end_and_its_steps_stand_on_the_borders() -> None:
    cells = (Cell(-1, 0), Cell(0, 0), Cell(0, 1))
    here = desk(60, News())
    before = here.canvas.copy()
    draw_way(here.canvas, here.layout, cells)
    line = here.canvas.copy()
    x, y = here.layout.corner((-1, 0))
    left, top, right, bottom = changed(before, line)
    assert left < x + 30 < right
    assert top < y + 30 < bottom
    draw_step_numbers(here.canvas, here.layout, cells)
    disc = changed(line, here.canvas)
    assert abs((disc[0] + disc[2]) / 2 - (x + 75)) < 20
    small = desk(30, News())
    before = small.canvas.copy()
    draw_step_numbers(small.canvas, small.layout, cells)
    assert small.canvas.tobytes() == before.tobytes(), "no room for numbers"
    draw_way(small.canvas, small.layout, cells[:1])
    assert small.canvas.tobytes() == before.tobytes(), "it went nowhere"


@pytest.mark.parametrize("side", SIDES[1:])
def test_nothing_new_covers_figures_or_each_other(side: int) -> None:
    here = desk(side, ALL)
    room = news_drawing.build_busy_map(here)
    news_drawing.draw_news_below_figures(here, room)
    figures = draw_figures(here)
    boxes = news_drawing.draw_news_above_figures(here, room, figures)
    names = [name for name, _ in boxes]
    assert {"gone 0", "gone 1", "points 0", "points 1", "new O50", "moved 2"} == set(names)
    for i, (name, a) in enumerate(boxes):
        for other, b in boxes[:i]:
            wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
            assert min(wide, high) <= 14, (name, other)
        if not name.startswith("new"):
            for one in figures:
                x, y = one.middle
                assert not (a[0] + 8 < x < a[2] - 8 and a[1] + 8 < y < a[3] - 8), (name, one)


def test_a_letter_stands_at_the_foot_only_where_the_frame_does_not_say_it() -> None:
    told = replace(ALL, laid={Cell(1, 0): 0}, moved={2: 0}, scored=(), ways=(), gone=())
    here = desk(78, told)
    room = news_drawing.build_busy_map(here)
    assert [name for name, _ in news_drawing.draw_news_above_figures(here, room, draw_figures(here))] == ["new N50"]


def test_numbers_go_where_they_hide_least() -> None:
    room = BusyMap((400, 400), (0, 0, 400, 400))
    x, y = room.find_place_near((200, 200), (40, 40), 100)
    assert abs(x - 200) + abs(y - 200) <= 24
    room.mark_busy((150, 150, 250, 250))
    x, y = room.find_place_near((200, 200), (40, 40), 100)
    assert abs(x - 200) >= 60 or abs(y - 200) >= 60
    assert room.cheapest_place([(200, 200), (50, 50)], (40, 40)) == (50, 50)
    assert room.hiding_cost((0, 0), (40, 40)) > room.hiding_cost((200, 200), (40, 40)), "nothing leaves the area"
    x, y = room.find_place_near((5, 395), (80, 40), 30)
    assert x >= 40
    assert y <= 380


@pytest.mark.parametrize("side", SIDES[1:])
def test_points_touch_what_gave_them_and_no_other(side: int) -> None:
    abbey = Scored(Cell(1, 0), {2: 9}, ((Cell(1, 0), "monastery"),))
    field = Scored(Cell(0, 0), {2: 7}, tuple((Cell(x, y), "field-NNW") for x in (-1, 0) for y in (-1, 0, 1)))
    here = desk(side, News(scored=(field, abbey)))
    room = news_drawing.build_busy_map(here)
    news_drawing.draw_news_below_figures(here, room)
    boxes = dict(news_drawing.draw_news_above_figures(here, room, draw_figures(here)))
    for name, one, other in (("points 0", field, abbey), ("points 1", abbey, field)):
        assert _over(here, boxes[name], one) > 0
        assert _over(here, boxes[name], one) > _over(here, boxes[name], other)


@pytest.mark.parametrize("side", SIDES[1:])
def test_points_do_not_lie_on_a_new_tile(side: int) -> None:
    road = Scored(Cell(0, 0), {2: 6}, ((Cell(0, 0), "road-E"), (Cell(1, 0), "road-W")))
    here = desk(side, News(laid={Cell(1, 0): 2}, scored=(road,)))
    room = news_drawing.build_busy_map(here)
    news_drawing.draw_news_below_figures(here, room)
    points = dict(news_drawing.draw_news_above_figures(here, room, draw_figures(here)))["points 0"]
    pad = 8  # of its shadow
    inner = (points[0] + pad, points[1] + pad, points[2] - pad, points[3] - pad)
    assert _over(here, inner, Scored(Cell(1, 0), {}, ((Cell(1, 0), "road-W"),))) == 0


def test_who_moved_what_is_nobodys_is_a_small_sign_of_its_own() -> None:
    view = scene()
    number = next((n for n, piece in enumerate(view.pieces) if piece.seat is None), None)
    if number is None:
        view = replace(view, pieces=(*view.pieces, Piece("fairy", None, Cell(0, 0), "tile")))
        number = len(view.pieces) - 1
    here = replace(desk(78, News(moved={number: 0})), view=view)
    room = news_drawing.build_busy_map(here)
    boxes = dict(news_drawing.draw_news_above_figures(here, room, draw_figures(here)))
    box = boxes[f"moved {number}"]
    assert news_drawing.FOOT <= box[2] - box[0] < LETTER - 8


def test_figures_of_seats_stand_before_those_of_nobody() -> None:
    dragon, follower = Piece("dragon", None, Cell(0, 1), "tile"), Piece("follower", 0, Cell(0, 0), "road-S")
    view = replace(scene(), pieces=(follower, dragon))
    here = replace(desk(78, News()), view=view)
    assert [one.piece_index for one in draw_figures(here)] == [1, 0]


def _over(here: BoardCanvas, box: tuple[int, int, int, int], one: Scored) -> float:
    """On how many square pixels of the cells of a feature something lies."""
    total = 0.0
    for cell in one.cells:
        (x, y), (right, bottom) = here.pixel_at(cell), here.pixel_at(cell, 1, 1)
        wide, high = min(box[2], right) - max(box[0], x), min(box[3], bottom) - max(box[1], y)
        total += max(0.0, wide) * max(0.0, high)
    return total
