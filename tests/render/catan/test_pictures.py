"""The pictures of Catan: size, sameness, looks, plates on every place, room for every text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from render import Mark, Picture, load_renderer
from render.catan.board import draw_board, draw_board_window
from render.catan.card_scenes import SKETCHES, shade_of_card
from render.catan.cards import card_scene
from render.catan.colours import DEVELOPMENT, EXACT, TRACKS
from render.catan.costs import draw_costs
from render.catan.good_icons import ICONS, good_icon
from render.catan.hand import draw_hand
from render.catan.island_plan import plan_island
from render.catan.pieces import city_sprite, knight_sprite, road_sprite, settlement_sprite
from render.catan.renderer import CatanRenderer, catan_palette
from render.catan.score import draw_player_area, draw_score
from render.catan.seats import card_back
from render.catan.terrain import SCENES, VARIANTS, hex_tile
from render.catan.tracks import track_field
from render.core.look import DANGER, GOLD, SEAT_COLOURS, THEMES
from rules.catan import development
from rules.catan.cards import CARDS, COMMODITIES, RESOURCES
from rules.catan.expansions.cities_knights import deck
from rules.catan.layout import load_layouts
from rules.catan.view import AnswerView, CatanView, Choice, OfferView
from rules.core import Phrase
from tests.render.catan.scenes import own
from tests.render.catan.scenes import scene as position
from tests.render.core.sights import SIGHT, far_apart
from tests.render.looks import LONG, look
from tests.render.pictures import (
    apart,
    faithful,
    keeps_exact,
    looks_as_before,
    opened,
    quick_small_and_not_too_high,
    same_in_all_threads,
)
from words import Voice

GOLDEN = Path(__file__).parent / "golden"
CORNERS = [Mark(p, p) for p in ("v3", "v20", "v33", "v41")]
MIXED = [*CORNERS, Mark("e5", "e5", "danger"), Mark("h9", "h9"), Mark("h1", "h1", "last"), Mark("3", "3")]
OFFER = OfferView(53, 0, ("brick", "wool", "wool"), ("ore",), (1, 2, 3), ())
LETTERS = tuple(SEAT_COLOURS)[:6]


def drawn() -> dict[str, Callable[[], Picture]]:
    r = CatanRenderer()
    base, four, six = position(3, False), position(4, offer=OFFER), position(6)
    over = position(4, over=True, phase="over", winners=(3,), tasks={})
    spy = own(four, 1, "brick", choice=Choice("spy", ("intrigue", "bishop"), 1, 1, 2), progress=("spy", "wedding"))
    cards = ("knight", "knight", "point", "roads", "plenty", "monopoly")
    said = (AnswerView(0, "accept"), AnswerView(2, "counter", ("ore", "coin"), ("brick",)), AnswerView(4, "decline"))
    answered = position(6, active=1, offer=replace(OFFER, seat=1, whom=(0, 2, 3, 4, 5), answers=said))
    owing = {seat: Phrase("catan.task.discard", {"n": 4}) for seat in (0, 3)}
    seven = position(4, False, active=1, phase="discard", rolled=(), dice=(3, 4), done=(2,), tasks=owing)
    return {
        "answered": lambda: r.table(answered, look(6))[0],
        "seven": lambda: r.table(seven, look(4))[0],
        "table": lambda: r.table(four, look(4), MIXED)[0],
        "six": lambda: r.table(six, look(6, theme="light", rtl=True))[0],
        "base": lambda: r.table(base, look(3), [Mark("h4", "h4")])[0],
        "choice": lambda: r.choice(six, look(6), [Mark(f"e{e}", f"e{e}") for e in (0, 30, 108)])[0],
        "corners": lambda: r.part(six, look(6), "corners"),
        "paths": lambda: r.part(four, look(4), "Paths"),
        "around": lambda: r.part(four, look(4), "v20"),
        "hand": lambda: r.hand(own(four, 0, "brick brick grain ore cloth", progress=("crane", "merchant")), look(4)),
        "spy": lambda: r.hand(spy, look(4, theme="light", rtl=True)),
        "bought": lambda: r.hand(own(base, 2, "wool", developments=cards, fresh=("roads",), owed={2: 5}), look(3)),
        "score": lambda: r.score(over, look(4)),
        "part": lambda: r.part(six, look(6), "2"),
        "card": lambda: r.card(four, look(4), "alchemist"),
        "good": lambda: r.card(four, look(4, theme="light"), "cloth"),
        "costs": lambda: r.card(four, look(4), "costs"),
    }


PICTURES = tuple(drawn())


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    looks_as_before(drawn()[name](), GOLDEN / f"{name}.png")


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
def test_same_position_same_bytes(name: str) -> None:
    same_in_all_threads(lambda: drawn()[name](), 4)


@pytest.mark.parametrize("name", PICTURES)
def test_quick_small_and_not_too_high(name: str) -> None:
    quick_small_and_not_too_high(drawn()[name], 5, 300_000)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_frames_and_seats_have_their_exact_colours(theme: str) -> None:
    image = opened(CatanRenderer().table(position(6), look(6, theme=theme), MIXED)[0])
    shown = {c for _, c in image.getcolors(1 << 24) or []}
    assert {GOLD, DANGER, (255, 255, 255), THEMES["light" if theme == "light" else "dark"].ground} <= shown
    assert {SEAT_COLOURS[letter].fill for letter in LETTERS} <= shown


def test_the_palette_keeps_what_must_be_exact() -> None:
    keeps_exact(catan_palette(), EXACT)


@pytest.mark.parametrize("name", ["table", "hand", "score"])
def test_the_palette_is_faithful(name: str) -> None:
    if name == "table":
        image = draw_board(position(6), look(6)).image
    elif name == "hand":
        image = draw_hand(own(position(4), 0, "brick cloth coin", progress=("spy", "crane", "merchant")), look(4)).image
    else:
        image = draw_score(position(4), look(4)).image
    faithful(catan_palette(), image)


def test_every_terrain_and_good_has_a_picture_of_its_own() -> None:
    tiles = {hex_tile(terrain, n, 40).tobytes() for terrain in SCENES for n in range(VARIANTS)}
    assert len(tiles) == len(SCENES) * VARIANTS
    assert set(ICONS) == set(CARDS)
    assert len({good_icon(kind, 40).tobytes() for kind in ICONS}) == len(ICONS)
    assert {t.commodity for t in TRACKS.values()} == set(COMMODITIES)


def test_every_card_has_a_scene_in_the_colour_of_its_deck() -> None:
    assert set(SKETCHES) == {*development.CARDS, *deck.PROGRESS}
    for key, n in zip(deck.PROGRESS, deck.TRACK_OF, strict=True):
        assert shade_of_card(key) == TRACKS[tuple(TRACKS)[n]]
    assert all(shade_of_card(key) == DEVELOPMENT for key in development.CARDS)
    scenes = {card_scene(key, 60, 60).tobytes() for key in SKETCHES}
    assert len(scenes) == len(SKETCHES)


def test_pieces_differ_by_more_than_colour() -> None:
    """In greyscale every seat, every level and both states of a knight are told apart."""

    def grey(image: Image.Image) -> bytes:
        return Image.alpha_composite(Image.new("RGBA", image.size, (140, 170, 90, 255)), image).convert("L").tobytes()

    knights = [
        grey(knight_sprite(c, 60, level, active)) for c in LETTERS for level in (1, 2, 3) for active in (False, True)
    ]
    assert min(_apart(a, b) for a, b in combinations(knights, 2)) > 1.5
    drawings: list[Callable[[str], Image.Image]] = [
        lambda c: settlement_sprite(c, 50),
        lambda c: road_sprite(c, 80, 30),
        lambda c: city_sprite(c, 70, False, "", False),
    ]
    for draw in drawings:
        assert min(_apart(grey(draw(a)), grey(draw(b))) for a, b in combinations(LETTERS, 2)) > 1.5
    towers = [grey(city_sprite("R", 70, wall, tower, False)) for wall in (False, True) for tower in ("", *TRACKS)]
    towers.append(grey(city_sprite("R", 70, False, "", True)))
    assert min(_apart(a, b) for a, b in combinations(towers, 2)) > 0.5
    assert (
        len({card_back(kind, (20, 30)).convert("L").tobytes() for kind in (*TRACKS, "development", "hand")})
        == len(TRACKS) + 2
    )


def _apart(a: bytes, b: bytes) -> float:
    """Mean difference of two grey pictures."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)


@pytest.mark.parametrize("sight", SIGHT)
def test_tracks_are_far_apart(sight: str) -> None:
    far_apart([track.fill for track in TRACKS.values()], sight, 12)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_whole_island_is_on_the_picture(seats: int) -> None:
    for shown in (plan_island(position(seats).board, seats, True), plan_island(position(seats).board, 0, False)):
        for corners in shown.layout.harbours:
            x, y = shown.harbour_middle(corners)
            assert 30 < x < shown.size[0] - 30
            assert shown.sea_top + 30 < y < shown.sea_bottom - 30
        left = min(shown.corner_point(v)[0] for v in range(len(shown.layout.drawing_points)))
        right = max(shown.corner_point(v)[0] for v in range(len(shown.layout.drawing_points)))
        assert abs(left + right - shown.size[0]) <= 2


def counts_only(boxes: dict[str, tuple[int, int, int, int]]) -> dict[str, tuple[int, int, int, int]]:
    """Texts and icons; not what lies under them, nor fanned cards."""
    return {k: b for k, b in boxes.items() if not any(word in k for word in (".back", "title", "box", "panel"))}


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("cities", [False, True])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nothing_in_the_strip_touches(seats: int, cities: bool, rtl: bool) -> None:
    view = position(seats, cities)
    rich = [
        replace(
            p,
            cards=28,
            developments=11,
            road_length=15,
            knights_played=14 - cities,
            strength=12,
            progress=("trade",) * 5 if cities else (),
        )
        for p in view.players
    ]
    view = replace(view, players=tuple(rich), scores=(12,) * seats)
    sheet = draw_board(view, look(seats, rtl=rtl, names=LONG))
    boxes = counts_only(sheet.texts)
    assert {f"{seats - 1}.{part}" for part in ("name", "score", "cards", "road", "knights")} <= set(boxes)
    apart(boxes, sheet.image.size)
    for seat in range(seats if cities else 0):  # the fan of progress cards touches nothing either
        fan = [b for k, b in sheet.texts.items() if k.startswith(f"{seat}.back")]
        assert len(fan) == 5
        whole = tuple(ends(b[i] for b in fan) for i, ends in enumerate((min, min, max, max)))
        apart({**boxes, "fan": whole}, sheet.image.size)


@pytest.mark.parametrize("cities", [False, True])
@pytest.mark.parametrize("seats", [3, 6])
def test_sheets_fit(seats: int, cities: bool) -> None:
    view = position(seats, cities)
    seen = look(seats, names=LONG)
    for sheet in (
        draw_score(view, seen),
        draw_costs(seen, cities),
        *(draw_player_area(view, seen, seat) for seat in range(seats)),
    ):
        boxes = {k: b for k, b in sheet.boxes.items() if not k.endswith(".panel")}
        apart(boxes, sheet.size)
        assert sheet.size[1] <= 1260


def test_marks_change_the_picture_where_they_are() -> None:
    view, seen = position(4), look(4)
    bare = draw_board(view, seen).image
    for place in ("v20", "e5", "h9"):
        for tone in ("choice", "last", "danger"):
            sheet = draw_board(view, seen, [Mark(place, place, tone)])
            changed = ImageChops.difference(bare, sheet.image).getbbox()
            assert changed is not None
            box = sheet.plates[place]
            assert changed[0] <= box[0] + 4
            assert changed[3] >= box[3] - 4
    assert draw_board(view, seen, [Mark("v99", "v99")]).plates == {}


def test_what_changed_and_what_was_rolled_is_white() -> None:
    view, seen = position(4, rolled=()), look(4)
    bare = draw_board(view, seen).image.tobytes()
    for other in (
        replace(view, rolled=(0,)),
        *(
            replace(view, changed=(p,))
            for p in ("h5", f"e{view.roads[0][0]}", f"v{view.buildings[0].corner}", f"v{view.knights[0].corner}")
        ),
    ):
        assert draw_board(other, seen).image.tobytes() != bare


def test_parts() -> None:
    r, view, seen = load_renderer("catan"), position(4), look(4)
    assert r.part(view, seen, "B").png == r.part(view, seen, "ionuț").png == r.part(view, seen, "2").png
    assert r.part(view, seen, "h9").png != r.part(view, seen, "v9").png
    assert draw_board_window(view, seen, ("e", 30), [Mark("e30", "e30")]).plates["e30"][0] > 500
    for unknown in ("9", "v99", "h19", "nobody"):
        with pytest.raises(ValueError, match=unknown):
            r.part(view, seen, unknown)
    with pytest.raises(KeyError):
        r.card(view, seen, "nothing")


def test_choices_show_places_on_the_island_and_cards_in_the_hand() -> None:
    r, view = CatanRenderer(), own(position(4), 1, "brick", choice=Choice("spy", ("crane",), 1, 1, 2))
    assert r.choice(view, look(4), CORNERS)[0].size == plan_island("small", 0, False).size
    assert r.choice(view, look(4), ()) == [r.hand(view, look(4))]
    assert r.choice(position(4), look(4), ()) == r.table(position(4), look(4))


def test_large_islands_are_larger_alone() -> None:
    for size, shown in load_layouts().items():
        assert plan_island(size, 0, False).radius >= plan_island(size, min(shown.printed_facts["seats"]), True).radius
    assert plan_island("large", 0, False).radius > 1.1 * plan_island("large", 6, True).radius


def test_the_public_picture_does_not_depend_on_who_looks() -> None:
    view, seen = position(4, False), look(4)
    for seat in range(4):
        points = tuple(replace(p, point_cards=2 * (i == seat)) for i, p in enumerate(view.players))
        scores = tuple(n + 2 * (i == seat) for i, n in enumerate(view.scores))
        mine = own(replace(view, players=points, scores=scores), seat, " ".join(RESOURCES), developments=("point",) * 2)
        assert CatanRenderer().table(mine, seen) == CatanRenderer().table(view, seen)
        assert load_renderer("catan").part(mine, seen, str(seat + 1)) == load_renderer("catan").part(
            view, seen, str(seat + 1)
        )


def test_all_is_ready_after_warming() -> None:
    load_renderer("catan").warm()
    view: CatanView = position(3)
    assert CatanRenderer().table(view, look(3))[0].png


@pytest.mark.parametrize("language", ["en", "de", "he", "ro"])
def test_headings_of_the_score_stand_apart(language: str) -> None:
    seen = replace(look(4, rtl=language == "he"), say=Voice(language, ["Ann", "Ben", "Cid", "Dan"]))
    sheet = draw_score(position(4), seen)
    heads = sorted(box for name, box in sheet.boxes.items() if name.startswith("head ") and name != "head total")
    assert len(heads) >= 5
    assert all(right[0] - left[2] >= 16 for left, right in pairwise(heads))


def test_what_hangs_from_a_name_is_clear_of_what_an_improvement_costs() -> None:
    """A comma below a letter, and the tail of a g."""
    for state in ("built", "open", "far"):
        told = (("Abațieg", 1), (" ", 1), (" ", 9))
        named, bare, other = (
            track_field("science", n, name, state, 209, 72, "dark").convert("RGB") for name, n in told
        )
        box = ImageChops.difference(named, bare).getbbox()
        costs = ImageChops.difference(bare, other).getbbox()
        assert box is not None
        assert costs is not None
        assert box[1] >= 5
        assert box[3] <= 41 < costs[1]
