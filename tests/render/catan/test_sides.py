"""What stands around the island: what a seat is asked for, the open offer with its answers."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from render.catan.board import board, land
from render.catan.board import sizes as board_sizes
from render.catan.colours import TRACKS
from render.catan.ground import disc_radius
from render.catan.hand import hand
from render.catan.offers import offer
from render.catan.plan import EDGE, WIDE, plan
from render.catan.renderer import CatanRenderer
from render.catan.seats import news_of
from render.catan.tracks import LEVELS, NAME
from render.core.fonts import BOLD, fit
from render.core.look import SEAT_COLOURS, Mark
from rules.catan.cards import CARDS
from rules.catan.layout import layout_for
from rules.catan.view import AnswerView, CatanView, OfferView
from rules.core import Phrase
from tests.render.catan.scenes import news, own
from tests.render.catan.scenes import scene as position
from tests.render.catan.test_pictures import counts_only
from tests.render.looks import LONG, look
from tests.render.pictures import apart


def asked(task: str, seats: int, cities: bool, **params: int) -> CatanView:
    """The first seat has rolled; the next is asked that, the last has answered it."""
    tasks = {1: Phrase(f"catan.task.{task}", {"n": 12, **params})}
    return position(seats, cities, phase="answer", owed={1: 12, seats - 1: 12}, done=(seats - 1,), tasks=tasks)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_whom_the_game_waits_for_and_for_what_is_said_at_the_seat(seats: int, rtl: bool) -> None:
    for cities in (False, True):
        view, names = asked("discard", seats, cities), look(seats, rtl=rtl, names=LONG)
        sheet = board(view, names)
        apart(counts_only(sheet.texts), sheet.image.size)
        assert {"1.news", f"{seats - 1}.news", f"{seats - 1}.tick", "0.turn"} <= set(sheet.texts)
        assert "1.road" not in sheet.texts  # made room
        assert {"0.road", "0.knights"} <= set(sheet.texts)
        assert not {"1.tick", "0.news", "1.turn"} & set(sheet.texts)
        assert board(replace(view, done=(), owed={1: 12}), names).image.tobytes() != sheet.image.tobytes()
    plain = board(position(seats), look(seats)).texts
    assert not any(key.endswith((".news", ".turn")) for key in plain)


@pytest.mark.parametrize("task", news())
def test_what_is_asked_fits_beside_four_seats(task: str) -> None:
    said = news_of(asked(task, 4, True), look(4), 1)
    sheet = board(asked(task, 4, True), look(4))
    left, _, right, _ = sheet.texts["1.news box"]
    assert "…" not in fit(said, right - left - 10, 27, BOLD, 20)[0]


KINDS = tuple(CARDS)
OFFERS = {
    "one for one": OfferView(9, 0, ("ore",), ("coin",), (1, 2), ()),
    "all said": OfferView(
        9,
        0,
        KINDS[:2] * 2,
        KINDS[4:6],
        (1, 2),
        (AnswerView(1, "counter", KINDS[5:7] * 3, KINDS[:2] * 2), AnswerView(2, "accept")),
    ),
    "many kinds": OfferView(
        9,
        0,
        KINDS[:4] * 3,
        KINDS[4:] * 3,
        (1, 2),
        (AnswerView(1, "counter", KINDS[4:] * 3, KINDS[:4] * 3), AnswerView(2, "decline")),
    ),
}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("name", list(OFFERS))
def test_an_offer_lies_in_the_sea_beside_the_island(name: str, seats: int) -> None:
    """Its panel covers no place of the board and no harbour, however many answer."""
    made = replace(OFFERS[name], whom=tuple(range(1, seats)))
    for cities in (False, True):
        view = position(seats, cities, offer=made)
        at, sprite = plan(view.board, seats, cities), offer(made, look(seats), view.board)
        left, top = at.size[0] - 10 - sprite.width, at.bottom - 10 - sprite.height
        size = board_sizes(at.radius)
        for v in range(len(at.layout.points)):
            x, y = at.corner(v)
            assert x + size["city"] / 2 < left or y + size["city"] / 3 < top, f"corner {v}"
        for corners in at.layout.harbours:
            x, y = at.harbour(corners)
            reach = disc_radius(at.radius)
            assert x + reach < left or y + reach < top, f"harbour {corners}"


def test_every_answer_has_its_sign() -> None:
    made = replace(OFFERS["one for one"], whom=(1,))
    shown = {offer(made, look(3), "small").tobytes()}
    for kind in ("accept", "decline", "counter"):
        said = AnswerView(1, kind, ("brick",) * (kind == "counter"), ("ore",) * (kind == "counter"))
        shown.add(offer(replace(made, answers=(said,)), look(3), "small").tobytes())
    assert len(shown) == 4


def test_what_stands_around_the_island_is_the_same_for_everybody() -> None:
    """Who looks, what they hold and what they have chosen in secret change neither picture nor words of the table."""
    owing = {seat: Phrase("catan.task.discard", {"n": 4}) for seat in (0, 3)}
    seven = position(4, phase="discard", owed={0: 4, 2: 5, 3: 4}, done=(2,), tasks=owing)
    said = (AnswerView(2, "counter", ("ore",), ("coin",)),)
    offered = position(4, offer=replace(OFFERS["one for one"], whom=(1, 2, 3), answers=said))
    for view in (seven, offered):
        for seat in range(4):
            mine = own(view, seat, "brick ore ore coin", progress=("spy",), given=("ore",) * (seat == 2))
            assert CatanRenderer().table(mine, look(4)) == CatanRenderer().table(view, look(4))


@pytest.mark.parametrize("board_of", ["small", "large"])
@pytest.mark.parametrize("seats", [0, 3, 4, 5, 6])
def test_no_harbour_touches_the_rim_of_the_picture(board_of: str, seats: int) -> None:
    """The disc, its rim and shadow; alone and as part of the table, with and without the barbarians."""
    for cities in (False, True):
        at = plan(board_of, seats, cities)
        for ends in at.layout.harbours:
            x, y = at.harbour(ends)
            reach = disc_radius(at.radius) + 4
            assert reach <= x <= at.size[0] - reach
            assert at.top + reach <= y <= at.bottom - reach


def test_plates_on_free_corners_are_large_where_they_stay_apart() -> None:
    seen, view = look(6), position(6, False, buildings=(), roads=())
    far = [Mark(f"v{v}", f"v{v}") for v in (0, 20, 40, 79)]
    high = {box[3] - box[1] for box in land(view, seen, far).plates.values()}
    assert min(high) >= 54  # 18 of 400 pixels
    every = land(view, seen, names="corners").plates
    apart(every, land(view, seen).image.size)
    path = layout_for(6).ways[20][0][0]
    close = land(view, seen, [Mark("v20", "v20"), Mark(f"e{path}", f"e{path}")]).plates
    apart(close, land(view, seen).image.size)


def test_the_supply_shows_walls_alone_not_a_second_sort_of_city() -> None:
    view = own(position(4), 0, "brick")
    page = hand(view, look(4))
    red = SEAT_COLOURS["R"].fill
    names = ("road 0", "settlement 0", "city 0", "wall 0", "recruit 0", "promote 0", "promote 1")
    boxes = [page.boxes[f"shop piece {name}"] for name in names]
    pieces = [page.image.crop(box).convert("RGB").getcolors(100_000) for box in boxes]
    shares = [sum(n for n, colour in found or () if colour == red) for found in pieces]
    assert shares[3] == 0
    assert all(share > 50 for i, share in enumerate(shares) if i != 3)


def test_names_of_levels_are_large_enough_for_a_phone() -> None:
    wide = (WIDE - 2 * EDGE - 92 - LEVELS * 8) // LEVELS
    for track in TRACKS:
        for level in range(1, LEVELS + 1):
            name = look(4).say(f"catan.level.{track}-{level}")
            shown, high, _ = fit(name, wide - 18, NAME, BOLD, 20)
            assert (shown, high >= 30) == (name, True)


@pytest.mark.parametrize("seats", [4, 6])
def test_the_plate_of_a_road_leaves_the_road_and_the_harbours_in_sight(seats: int) -> None:
    view, seen = position(seats, False), look(seats)
    at = plan(view.board, seats, False)
    discs = [at.harbour(ends) for ends in at.layout.harbours]
    for e, _ in view.roads:
        (left, top, right, bottom) = board(view, seen, [Mark(f"e{e}", f"e{e}", "last")]).plates[f"e{e}"]
        (ax, ay), (bx, by) = map(at.corner, at.layout.ends[e])
        for share in (0.2, 0.35, 0.5, 0.65, 0.8):
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            assert not (left < x < right and top < y < bottom), (e, share)
        assert all(math.dist(((left + right) / 2, (top + bottom) / 2), disc) > disc_radius(at.radius) for disc in discs)
