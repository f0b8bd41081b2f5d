"""What stands around the island: what a seat is asked for, the open offer with its answers."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product

import pytest

from render.catan import sea_corners
from render.catan.board import draw_board, draw_island
from render.catan.board import piece_sizes as board_sizes
from render.catan.colours import CREAM, GREY_DARK, LANDS, LIGHT, TRACKS
from render.catan.hand import draw_hand
from render.catan.island import harbour_disc, harbour_disc_radius, token_radius
from render.catan.island_plan import EDGE, WIDE, plan_island
from render.catan.levels import level_field, level_inks
from render.catan.offers import draw_offer
from render.catan.pieces import knight_sprite, road_sprite
from render.catan.renderer import CatanRenderer
from render.catan.rolls import draw_roll_chart
from render.catan.seats import describe_pending_decision
from render.catan.tracks import LEVEL_COUNT, NAME_SIZE
from render.core.fonts import BOLD, fit_text
from render.core.look import SEAT_COLOURS, THEMES, Mark, Theme
from render.core.paints import LINE
from rules.catan.cards import CARDS
from rules.catan.layout import layout_for
from rules.catan.view import AnswerView, CatanView, OfferView
from rules.core import Phrase
from tests.render.catan.scenes import news, own
from tests.render.catan.scenes import scene as position
from tests.render.catan.test_pictures import counts_only
from tests.render.core.sights import SIGHT, oklab
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
        sheet = draw_board(view, names)
        apart(counts_only(sheet.texts), sheet.image.size)
        assert {"1.news", f"{seats - 1}.news", f"{seats - 1}.tick", "0.turn"} <= set(sheet.texts)
        assert ("1.road" in sheet.texts) == (cities and seats == 6)  # where there is no line more it makes room
        if cities and seats == 6:
            assert {"1.knights", "1.level trade"} <= set(sheet.texts)
        assert {"0.road", "0.knights"} <= set(sheet.texts)
        assert not {"1.tick", "0.news", "1.turn"} & set(sheet.texts)
        assert draw_board(replace(view, done=(), owed={1: 12}), names).image.tobytes() != sheet.image.tobytes()
    plain = draw_board(position(seats), look(seats)).texts
    assert not any(key.endswith((".news", ".turn")) for key in plain)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_points_for_beating_the_barbarians_stand_at_the_seat(seats: int) -> None:
    view = position(seats, True)
    players = tuple(replace(player, defender=2 if seat == 1 else 0) for seat, player in enumerate(view.players))
    sheet = draw_board(replace(view, players=players), look(seats, names=LONG))
    apart(counts_only(sheet.texts), sheet.image.size)
    assert {key for key in sheet.texts if key.endswith(".defender")} == {"1.defender"}


def test_whose_roll_it_is_stands_below_the_dice_while_the_game_waits_for_others() -> None:
    view = asked("discard", 4, True)
    drawn = draw_board(view, look(4)).texts["dice"]
    alone = draw_board(position(4, True), look(4)).texts["dice"]
    assert drawn[3] - drawn[1] > alone[3] - alone[1]


def test_what_white_means_is_said_where_anything_is_new() -> None:
    view = position(4, True)
    heights = []
    for changed, rolled in ((("h4",), ()), ((), (4,)), (("h4",), (4,))):
        legend = draw_board(replace(view, changed=changed, rolled=rolled, offer=None), look(4)).texts["new"]
        heights.append(legend[3] - legend[1])
    assert heights[0] == heights[1] < heights[2]
    assert "new" not in draw_board(replace(view, changed=(), rolled=(), offer=None), look(4)).texts


@pytest.mark.parametrize("task", news())
def test_what_is_asked_fits_beside_four_seats(task: str) -> None:
    said = describe_pending_decision(asked(task, 4, True), look(4), 1)
    sheet = draw_board(asked(task, 4, True), look(4))
    left, _, right, _ = sheet.texts["1.news box"]
    assert "…" not in fit_text(said, right - left - 10, 27, BOLD, 20)[0]


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
    """No panel in a corner of the sea covers a place of the board or a harbour, however many answer."""
    made = replace(OFFERS[name], whom=tuple(range(1, seats)))
    for cities in (False, True):
        view = position(seats, cities, offer=made)
        at, sheet = plan_island(view.board, seats, cities), draw_board(view, look(seats))
        size = board_sizes(at.radius)
        half = max(size["city"], size["knight"]) / 2
        near = [(*at.corner_point(v), half, half, f"corner {v}") for v in range(len(at.layout.drawing_points))]
        reach = harbour_disc_radius(at.radius)
        near += [(*at.harbour_middle(ends), reach, reach, f"harbour {ends}") for ends in at.layout.harbours]
        for part in ("dice", "bank", "offer", *(["barbarians"] if cities else [])):
            left, top, right, bottom = sheet.texts[part]
            for x, y, wide, high, place in near:
                beside = x + wide <= left or x - wide >= right or y + high <= top or y - high >= bottom
                assert beside, (part, place)


def test_who_answered_alike_stands_in_one_row() -> None:
    said = tuple(AnswerView(seat, "accept") for seat in (1, 2, 3, 4, 5))
    made = replace(OFFERS["one for one"], whom=(1, 2, 3, 4, 5), answers=said)
    assert draw_offer(made, look(6), "large").height < 2.5 * 42
    three = replace(made, answers=(said[0], AnswerView(2, "decline"), AnswerView(3, "counter", ("ore",), ("wool",))))
    assert draw_offer(three, look(6), "large").height > 4.5 * 42  # those who are silent are the last


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_strip_and_shields_are_readable_on_a_phone(seats: int) -> None:
    """One line of chips; digits 11 px high where a phone shows 400 of 1200."""
    at = plan_island(position(seats).board, seats, True)
    assert at.sea_top < 210
    assert at.radius >= (110 if seats < 5 else 84)
    assert 0.62 * board_sizes(at.radius)["knight"] >= 33
    assert token_radius(at.radius) * 0.98 >= 33
    assert harbour_disc_radius(at.radius) * 0.96 >= 33
    sheet = draw_board(position(seats), look(seats, names=LONG))
    for seat, part in product(range(seats), ("cards", "road", "knights", "level trade", "level science")):
        box = sheet.texts[f"{seat}.{part}"]
        assert box[3] - box[1] >= 22, (seat, part)  # digits of that size
    assert draw_board(position(seats), look(seats)).image.size[1] <= 1250


def test_improvements_are_digits_and_metropolises_have_a_rim() -> None:
    fields = {level_field("trade", n, gold, 55, (40, 50, 60)).tobytes() for n in range(6) for gold in (False, True)}
    assert len(fields) == 12


def test_active_knights_are_light_and_show_their_strength() -> None:
    for letter, level in product(list(SEAT_COLOURS)[:6], (1, 2, 3)):
        for active, ground, other in ((True, CREAM, GREY_DARK), (False, GREY_DARK, CREAM)):
            shown = {colour: n for n, colour in knight_sprite(letter, 60, level, active).getcolors(10_000) or ()}
            assert shown[*ground, 255] > 250
            assert shown.get((*other, 255), 0) < 20


@pytest.mark.parametrize("sight", SIGHT)
def test_red_pieces_have_an_outline_that_is_seen_on_every_ground(sight: str) -> None:
    """The light one on dark grounds, its dark rim on light ones."""
    shown = {colour[:3] for _, colour in road_sprite("R", 80, 30).getcolors(10_000) or () if colour[3] > 250}
    assert LIGHT in shown
    for ground in LANDS.values():
        apart_by = [100 * math.dist(oklab(edge, sight), oklab(ground.ground, sight)) for edge in (LIGHT, LINE)]
        assert max(apart_by) > 30
    assert 100 * math.dist(oklab(SEAT_COLOURS["R"].fill, sight), oklab(LIGHT, sight)) > 30


def test_a_small_harbour_shows_the_good_alone() -> None:
    assert harbour_disc("wool", 2, 36).tobytes() == harbour_disc("wool", 3, 36).tobytes()
    assert harbour_disc("wool", 2, 41).tobytes() != harbour_disc("wool", 3, 41).tobytes()
    assert harbour_disc("any", 2, 36).tobytes() != harbour_disc("any", 3, 36).tobytes()


def test_the_dice_so_far_have_a_picture_and_words() -> None:
    counted = (1, 3, 9, 4, 7, 12, 6, 5, 4, 0, 2)
    view, r = position(4, sums=counted), CatanRenderer()
    for rtl in (False, True):
        sheet = draw_roll_chart(view, look(4, rtl=rtl))
        apart({name: box for name, box in sheet.boxes.items() if name.startswith(("count", "sum"))}, sheet.size)
        tall = {n: sheet.boxes[f"bar {n}"][3] - sheet.boxes[f"bar {n}"][1] for n in (4, 7, 12)}
        assert tall[7] > tall[4] > tall[12]
        assert "bar 11" not in sheet.boxes
    assert r.part(view, look(4), "Dice").alt.startswith("Dice so far, 53 rolls: 2 1×, 3 3×, 4 9×")
    assert "Dice so far, 53 rolls: 2 1×" in r.text_board(view, look(4))
    fresh = position(4)
    assert "Dice so far" not in r.text_board(fresh, look(4))
    with pytest.raises(ValueError, match="dice"):
        r.part(fresh, look(4), "dice")


def test_every_answer_has_its_sign() -> None:
    made = replace(OFFERS["one for one"], whom=(1,))
    shown = {draw_offer(made, look(3), "small").tobytes()}
    for kind in ("accept", "decline", "counter"):
        said = AnswerView(1, kind, ("brick",) * (kind == "counter"), ("ore",) * (kind == "counter"))
        shown.add(draw_offer(replace(made, answers=(said,)), look(3), "small").tobytes())
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
        at = plan_island(board_of, seats, cities)
        for ends in at.layout.harbours:
            x, y = at.harbour_middle(ends)
            reach = harbour_disc_radius(at.radius) + 4
            assert reach <= x <= at.size[0] - reach
            assert at.sea_top + reach <= y <= at.sea_bottom - reach


def test_plates_on_free_corners_are_large_where_they_stay_apart() -> None:
    seen, view = look(6), position(6, False, buildings=(), roads=())
    far = [Mark(f"v{v}", f"v{v}") for v in (0, 20, 40, 79)]
    high = {box[3] - box[1] for box in draw_island(view, seen, far).plates.values()}
    assert min(high) >= 54  # 18 of 400 pixels
    every = draw_island(view, seen, names="corners").plates
    apart(every, draw_island(view, seen).image.size)
    path = layout_for(6).paths_and_neighbours[20][0][0]
    close = draw_island(view, seen, [Mark("v20", "v20"), Mark(f"e{path}", f"e{path}")]).plates
    apart(close, draw_island(view, seen).image.size)


def test_the_supply_shows_walls_alone_not_a_second_sort_of_city() -> None:
    view = own(position(4), 0, "brick")
    page = draw_hand(view, look(4))
    red = SEAT_COLOURS["R"].fill
    names = ("road 0", "settlement 0", "city 0", "wall 0", "recruit 0", "promote 0", "promote 1")
    boxes = [page.boxes[f"shop piece {name}"] for name in names]
    pieces = [page.image.crop(box).convert("RGB").getcolors(100_000) for box in boxes]
    shares = [sum(n for n, colour in found or () if colour == red) for found in pieces]
    assert shares[3] == 0
    assert all(share > 50 for share in shares[:3])
    assert all(share > 0 for share in shares[4:])  # shields, red at the rim alone


def test_names_of_levels_are_large_enough_for_a_phone() -> None:
    wide = (WIDE - 2 * EDGE - 92 - LEVEL_COUNT * 8) // LEVEL_COUNT
    for track in TRACKS:
        for level in range(1, LEVEL_COUNT + 1):
            name = look(4).say(f"catan.level.{track}-{level}")
            shown, high, _ = fit_text(name, wide - 18, NAME_SIZE, BOLD, 20)
            assert (shown, high >= 30) == (name, True)


@pytest.mark.parametrize("seats", [4, 6])
def test_the_plate_of_a_road_leaves_the_road_and_the_harbours_in_sight(seats: int) -> None:
    view, seen = position(seats, False), look(seats)
    at = plan_island(view.board, seats, False)
    discs = [at.harbour_middle(ends) for ends in at.layout.harbours]
    for e, _ in view.roads:
        (left, top, right, bottom) = draw_board(view, seen, [Mark(f"e{e}", f"e{e}", "last")]).plates[f"e{e}"]
        (ax, ay), (bx, by) = map(at.corner_point, at.layout.path_ends[e])
        for share in (0.2, 0.35, 0.5, 0.65, 0.8):
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            assert not (left < x < right and top < y < bottom), (e, share)
        assert all(
            math.dist(((left + right) / 2, (top + bottom) / 2), disc) > harbour_disc_radius(at.radius) for disc in discs
        )


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("track", TRACKS)
def test_a_track_where_nothing_is_built_can_be_read(track: str, theme: Theme) -> None:
    fill, ink = level_inks(track, 0, THEMES[theme].panel)
    assert all(math.dist(oklab(fill, sight), oklab(ink, sight)) >= 0.3 for sight in SIGHT)


def test_each_shape_of_what_is_new_stands_in_the_legend() -> None:
    view = replace(position(4, True), rolled=(), offer=None)
    wide = []
    for places in (("v4",), ("v4", "v5"), ("v4", "h3"), ("v4", "e7", "h3")):
        legend = draw_board(replace(view, changed=places), look(4)).texts["new"]
        wide.append(legend[2] - legend[0])
    assert wide[0] == wide[1]
    assert wide[1:] == [wide[1], wide[1] + sea_corners.SHAPE_SIZE, wide[1] + 2 * sea_corners.SHAPE_SIZE]
    assert len({sea_corners.highlight_sample(kind).tobytes() for kind in sea_corners.SHAPE_KINDS}) == len(
        sea_corners.SHAPE_KINDS
    )


def test_what_lies_in_the_corners_runs_as_its_reader_does() -> None:
    """Each sign stands where its line begins, and looks as it does for others."""
    now = position(4, True).barbarians
    assert now is not None
    for make, sign in (
        (lambda rtl: sea_corners.barbarians_panel(now, "steps", "dark", rtl), (12, 8, 74, 70)),  # the ship
        (lambda rtl: sea_corners.barbarians_panel(now, "steps", "dark", rtl), (10, 100, 52, 142)),  # the host
        (lambda rtl: sea_corners.bank_panel(KINDS, (3,) * 8, (("development", 9),), "dark", rtl), (12, 11, 48, 47)),
        (lambda rtl: sea_corners.highlight_legend("new", "", "dark", "v", rtl), (8, 7, 48, 47)),
    ):
        left, top, right, bottom = sign
        one, other = make(False), make(True)
        assert one.size == other.size
        there = (one.width - right, top, one.width - left, bottom)
        assert other.crop(there).tobytes() == one.crop(sign).tobytes()
        assert other.crop(sign).tobytes() != one.crop(sign).tobytes()
    rolled = sea_corners.highlight_legend("", "rolled", "dark", "", True)
    assert rolled.getpixel((rolled.width - 1 - 28, 27)) == rolled.getpixel((rolled.width - 1 - 30, 27)) == (*CREAM, 255)
