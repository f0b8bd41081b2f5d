"""A game of Catan in motion: what each turn changed, in the colours of the seats."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render.catan.film import CatanFilm
from render.catan.renderer import RENDERER
from render.catan.seats import public_points
from render.core.film import Scene
from render.core.look import DANGER, SEAT_COLOURS, Colour
from tests.render.catan.replays import GAMES, turns
from tests.render.looks import look


def film_of(name: str, rtl: bool = False) -> tuple[CatanFilm, list[Scene]]:
    played = turns(name, None)
    made = RENDERER.film(played[0].before, played[-1].after, look(GAMES[name], rtl=rtl))
    return made, [Scene(step.before, step.after, step.turn.events, step.turn.seat) for step in played]


def inks(picture: Image.Image, middle: tuple[float, float], reach: int) -> set[Colour]:
    x, y = round(middle[0]), round(middle[1])
    found = picture.crop((x - reach, y - reach, x + reach, y + reach)).getcolors(1 << 20) or []
    return {ink for many, ink in found if many > 8}


@pytest.mark.parametrize("name", ["whole_ck_three", "whole_base_four"])
@pytest.mark.parametrize("rtl", [False, True])
def test_all_pictures_have_one_size(name: str, rtl: bool) -> None:
    film, scenes = film_of(name, rtl)
    assert {film.paint(scene).size for scene in scenes[::40]} == {film.size}


def test_a_new_building_has_a_ring_in_the_colour_of_its_seat() -> None:
    film, scenes = film_of("whole_base_four")
    scene = next(s for s in scenes if len(s.view.buildings) > len(s.before.buildings) > 4)
    (new,) = set(scene.view.buildings) - set(scene.before.buildings)
    middle = film._plan.corner_point(new.corner)
    fill = SEAT_COLOURS["RBYK"[new.seat]].fill
    ringed = film.paint(scene)
    calm = film.paint(Scene(scene.view, scene.view, (), scene.seat))
    grown = ImageChops.difference(ringed, calm).crop(
        [round(v) for v in (middle[0] - 50, middle[1] - 50, middle[0] + 50, middle[1] + 50)]
    )
    assert grown.getbbox() is not None
    assert fill in inks(ringed, middle, 50)


def test_cities_that_fall_bear_a_cross() -> None:
    film, scenes = film_of("whole_ck_six")
    scene = next(s for s in scenes if any(key == "catan.city.lost" for key, _ in s.events))
    lost = [said["corner"] for key, said in scene.events if key == "catan.city.lost"]
    middle = film._plan.corner_point(int(lost[0][1:]))
    assert DANGER in inks(film.paint(scene), middle, 60)


def test_whose_turn_it_was_has_the_frame_and_no_offer_stays() -> None:
    film, scenes = film_of("whole_base_four")
    scene = scenes[-2]
    assert scene.seat is not None
    other = (scene.seat + 1) % 4
    own = film.paint(scene)
    theirs = film.paint(replace(scene, seat=other))
    assert ImageChops.difference(own, theirs).getbbox() is not None
    assert ImageChops.difference(own, film.paint(replace(scene, view=replace(scene.view, tasks={})))).getbbox() is None


def test_what_was_gained_is_said_and_hides_no_number() -> None:
    for name in ("whole_base_four", "whole_ck_six"):
        film, scenes = film_of(name)
        scene = next(
            s for s in scenes if any(public_points(s.view, n) > public_points(s.before, n) for n in range(s.view.seats))
        )
        told = film.paint(scene)
        scores = tuple(scene.before.scores)
        untold = film.paint(replace(scene, before=replace(scene.before, scores=scene.view.scores)))
        box = ImageChops.difference(told, untold).getbbox()
        assert scores != scene.view.scores
        assert box is not None
        assert box[3] <= 60  # on the line of the names
