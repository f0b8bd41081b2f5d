"""A game of Citadels in motion: what each turn built and destroyed, the crown, the characters of its round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from render.citadels.film import with_round_of_turn
from render.citadels.renderer import RENDERER
from render.core.film import Scene
from render.core.look import SEAT_COLOURS
from rules.citadels.view import CitadelsView, Seat
from tests.render.citadels.scenes import look, scene


def seated(view: CitadelsView, **of: Seat) -> CitadelsView:
    players = tuple(of.get(f"p{number}", seat) for number, seat in enumerate(view.players))
    return replace(view, players=players)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 8])
@pytest.mark.parametrize("rtl", [False, True])
def test_all_pictures_have_one_size(seats: int, rtl: bool) -> None:
    view = scene(seats)
    scores = tuple(points + 2 for points in view.scores)
    film = RENDERER.film(view, view, look(seats, rtl=rtl))
    assert film.paint(Scene(view, view)).size == film.size
    assert film.paint(Scene(replace(view, scores=scores), view, (), 1)).size == film.size


def test_the_last_turn_of_a_round_shows_its_own_characters() -> None:
    before = scene(6)
    after = replace(
        seated(before, **{f"p{n}": replace(seat, shown=(), drafting=True) for n, seat in enumerate(before.players)}),
        round=before.round + 1,
        phase="draft",
        rank=0,
        marks=(),
    )
    shown = with_round_of_turn(before, after)
    assert [seat.shown for seat in shown.players] == [seat.shown for seat in before.players]
    assert (shown.round, shown.phase, shown.marks) == (before.round, "call", before.marks)
    assert with_round_of_turn(after, after) is after
    over = replace(after, over=True)
    assert with_round_of_turn(before, over) is over
    film = RENDERER.film(before, after, look())
    drawn = film.paint(Scene(before, after, (), 1))
    assert ImageChops.difference(drawn, film.paint(Scene(after, after, (), 1))).getbbox() is not None


def test_the_crown_that_comes_has_a_ring_in_the_colour_of_its_seat() -> None:
    now = scene(6)
    had = next(n for n, seat in enumerate(now.players) if seat.crown)
    other = (had + 1) % 6
    players = {f"p{had}": replace(now.players[had], crown=False), f"p{other}": replace(now.players[other], crown=True)}
    film = RENDERER.film(now, now, look())
    passed = film.paint(Scene(seated(now, **players), now))
    calm = film.paint(Scene(now, now))
    box = ImageChops.difference(passed, calm).getbbox()
    assert box is not None
    assert box[2] - box[0] < 80  # nothing but the ring
    colours = {ink for _, ink in passed.crop(box).getcolors(1 << 16) or []}
    assert SEAT_COLOURS[look().seats[had].letter].fill in colours


def test_a_new_district_bears_the_colour_of_who_built_it() -> None:
    now = scene(6)
    before = seated(now, p3=replace(now.players[3], city=now.players[3].city[1:]))
    film = RENDERER.film(before, now, look())
    built, calm = film.paint(Scene(before, now, (), 3)), film.paint(Scene(now, now, (), 3))
    box = ImageChops.difference(built, calm).getbbox()
    assert box is not None
    colours = {ink for _, ink in built.crop(box).getcolors(1 << 18) or []}
    assert SEAT_COLOURS[look().seats[3].letter].fill in colours


@pytest.mark.parametrize("seats", [4, 7])
def test_no_sum_of_extras_stands_beside_what_was_gained(seats: int) -> None:
    view = scene(seats)
    film = RENDERER.film(view, view, look(seats))
    none = replace(view, sheet=tuple(replace(row, districts=row.total) for row in view.sheet))
    some = replace(view, sheet=tuple(replace(row, districts=row.total - 4) for row in view.sheet))
    assert ImageChops.difference(film.paint(Scene(none, none)), film.paint(Scene(some, some))).getbbox() is None
    assert RENDERER.table(none, look(seats))[0].png != RENDERER.table(some, look(seats))[0].png
