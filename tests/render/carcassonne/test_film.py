"""A game of Carcassonne in motion: one plan for all of it, the land kept, what is new outlined."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import ImageChops

from render.carcassonne.board import build_carcassonne_chips, empty_board, lay_tiles, strip_icon
from render.carcassonne.film import CarcassonneFilm, hide_untold_points
from render.carcassonne.news import News
from render.carcassonne.renderer import RENDERER
from render.core.chip_strip import _common_chip_height, compute_chip_width
from render.core.film import Scene
from render.core.look import SEAT_COLOURS
from tests.render.carcassonne.recaps import steps
from tests.render.looks import look

# The steps of a river, goods, a dragon that eats, bridges and castles, a count, all with their supplies in the strip.
GAMES = {"whole_abbey_count_river2_five": 5, "whole_princess_four": 4, "whole_bridge_three": 3}


def film_of(name: str, seats: int, rtl: bool = False) -> tuple[CarcassonneFilm, list[Scene]]:
    turns = steps(name)
    made = RENDERER.film(turns[0].before, turns[-1].after, look(seats, rtl=rtl))
    return made, [Scene(step.before, step.after, step.turn.events, step.turn.seat) for step in turns]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("rtl", [False, True])
def test_the_land_that_is_kept_is_as_if_it_were_drawn_anew(name: str, rtl: bool) -> None:
    film, scenes = film_of(name, GAMES[name], rtl)
    for scene in scenes[::15]:
        film.paint(scene)
        fresh = empty_board(film._layout, "dark")
        lay_tiles(fresh, film._layout, [(*t.cell, t.tile, t.turn // 90) for t in scene.view.laid], "dark")
        assert ImageChops.difference(film._land, fresh).getbbox() is None


def test_every_picture_has_the_same_size_and_plan() -> None:
    film, scenes = film_of("whole_princess_four", 4)
    first, *others = [film.paint(scene) for scene in (scenes[0], scenes[len(scenes) // 2], scenes[-1])]
    assert all(picture.size == first.size == film.size for picture in others)
    margin = (0, film._layout.at[1], film._layout.at[0] - 12, film.size[1])  # the names of the rows
    for a, b in pairwise([first, *others]):
        assert ImageChops.difference(a.crop(margin), b.crop(margin)).getbbox() is None


def test_a_new_tile_is_framed_in_the_colour_of_who_laid_it() -> None:
    film, scenes = film_of("whole_bridge_three", 3)
    scene = scenes[3]
    picture = film.paint(scene)
    (cell,) = [t.cell for t in scene.view.laid if t not in scene.before.laid]
    x, y = film._layout.corner(cell)
    side = film._layout.side
    assert scene.seat is not None
    rim = {picture.getpixel((x + dx, y + side // 2)) for dx in range(-6, 7)}
    assert SEAT_COLOURS["RBY"[scene.seat]].fill in rim
    again = film.paint(Scene(scene.view, scene.view, (), scene.seat))
    assert SEAT_COLOURS["RBY"[scene.seat]].fill not in {again.getpixel((x + dx, y + side // 2)) for dx in range(-6, 7)}


def test_whose_turn_it_was_is_framed_and_what_they_gained_is_said() -> None:
    film, scenes = film_of("whole_bridge_three", 3)
    scored = next(s for s in scenes if s.seat is not None and s.view.scores[s.seat] > s.before.scores[s.seat])
    shown = film._chips(scored.view, film_news(scored), scored.seat)
    assert [chip.active for chip in shown] == [at == scored.seat for at in range(3)]
    assert shown[scored.seat or 0].gain == scored.view.scores[scored.seat or 0] - scored.before.scores[scored.seat or 0]


def film_news(scene: Scene) -> News:
    return RENDERER.news(scene.before, scene.view, scene.events)


@pytest.mark.parametrize("name", GAMES)
def test_no_chip_ever_needs_more_room_than_there_is(name: str) -> None:
    film, scenes = film_of(name, GAMES[name])
    layout, seen = film._layout, look(GAMES[name])
    rows, across = (layout.column.rows, layout.column.across) if layout.column else (2, 0)
    for scene in scenes[::10]:
        shown = build_carcassonne_chips(scene.view, seen)
        wide = compute_chip_width(across or len(shown), layout.strip[2] - layout.strip[0], True)
        assert _common_chip_height(shown, wide, "dark", strip_icon, rows) <= film._high


def test_points_that_are_told_later_are_not_there_yet_and_nobody_has_won() -> None:
    _, scenes = film_of("whole_princess_four", 4)
    view = scenes[-1].view
    later = [("carc.feature.scored", {"category": "roads", "seats": [0, 2], "points": 5}), ("carc.other", {"seat": 1})]
    told = hide_untold_points(view, later)
    assert told.scores == tuple(points - 5 * (seat in (0, 2)) for seat, points in enumerate(view.scores))
    assert not told.over
    assert hide_untold_points(view, ()) is view
