"""What modules add to the pictures."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from render import load_renderer
from render.carcassonne.board import build_strip_and_bands, compose_board, draw_board_pictures
from render.carcassonne.expansions import EXTRAS as PAINTERS
from render.carcassonne.expansions.bridge.structures import bridge_sprite, castle_sprite
from render.carcassonne.facts import all_facts, tile_facts
from render.carcassonne.figure_spots import figure_spots, sign_spots, single_figure_spot
from render.carcassonne.figure_sprites import FIGURES, figure_height_share, figure_sprite
from render.carcassonne.icons import seat_item_icon
from render.carcassonne.layout import HeadSize, plan_board
from render.carcassonne.targets import find_target
from render.core.chip_strip import DIGITS, FIGURE, ITEM, MINOR, NOW, ROW, ChipItem, SeatChip, chip_sprite
from render.core.look import SEAT_COLOURS, Colour, Mark
from rules.carcassonne.cells import Cell
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.expansions.bridge.view import BridgeSeen, BridgeView
from rules.carcassonne.game import CarcassonneGame
from rules.carcassonne.view import Piece
from rules.core import Choices, play, start_game
from tests.render.carcassonne.modules import EXTRAS, MARKS, only, whole
from tests.render.carcassonne.scenes import tile
from tests.render.looks import look
from tools.pictures.__main__ import all_modules, marks_of
from words import Voice

assert isinstance(EXTRAS["bridge"], BridgeView)
BRIDGES = EXTRAS["bridge"]


def colours_of(image: Image.Image) -> set[Colour]:
    found = set()
    for _, ink in image.getcolors(1 << 20) or []:
        assert isinstance(ink, tuple)
        red, green, blue, alpha = ink
        if alpha == 255:
            found.add((red, green, blue))
    return found


# Figures


def test_every_figure_of_the_rules_has_a_drawing() -> None:
    kinds = {figure.key for module in carcassonne_modules().values() for figure in module.figures}
    assert {"follower", "dragon", "fairy", "count", *kinds} <= FIGURES.keys()


@pytest.mark.parametrize("letter", SEAT_COLOURS)
@pytest.mark.parametrize("kind", [kind for kind, shape in FIGURES.items() if shape.sign])
def test_figures_bear_colour_symbol_and_outline(kind: str, letter: str) -> None:
    shown = colours_of(figure_sprite(kind, letter, 60))
    seat = SEAT_COLOURS[letter]
    assert {seat.fill, seat.ink, seat.outline} <= shown


def test_figures_differ_by_their_outline_alone() -> None:
    high = {kind: round(69 * figure_height_share(kind, 69)) for kind in FIGURES}
    masks = {}
    for kind, pixels in high.items():
        canvas = Image.new("L", (80, 80))
        mask = figure_sprite(kind, "R" if FIGURES[kind].sign else "", pixels, shade=False).getchannel("A")
        canvas.paste(mask, ((80 - mask.width) // 2, (80 - mask.height) // 2))
        masks[kind] = canvas
    for one, two in combinations(masks, 2):
        other = ImageStat.Stat(ImageChops.difference(masks[one], masks[two])).sum[0]
        assert other / 255 > 60, (one, two)


def test_figures_on_one_place_stand_apart_and_clear_of_signs() -> None:
    who = (("large", "city-N"), ("builder", "city-N"), ("mayor", "city-N"), ("fairy", "tile"))
    found = figure_spots("base-C", 0, who)
    assert found[0] == single_figure_spot("base-C", 0, "city-N")
    for a, b in combinations(found, 2):
        assert math.dist(a, b) > 0.33
    for spot in found[1:]:
        for at, room in sign_spots("base-C", 0):
            assert math.dist(spot, at) > room


def test_nobody_hides_a_building() -> None:
    """Whoever is in a building stands beside it; so does the dragon, as far as there is room on the tile."""
    for name, found in all_facts().items():
        if not found.occupies_middle:
            continue
        for quarters in range(4):
            buildings = [(at, room) for at, room in sign_spots(name, quarters) if room >= 0.2]
            inside = [
                ("follower", place)
                for place, owner in tile_facts(name, quarters).area_of_place().items()
                if owner == "b"
            ]
            for who, share_ in (*((one, 0.8) for one in inside), (("dragon", "tile"), 0.6)):
                (spot,) = figure_spots(name, quarters, (who,))
                half = figure_height_share(who[0], 70) / 2
                assert 0 < min(spot) <= max(spot) < 1, name
                for at, room in buildings:
                    assert math.dist(spot, at) > (room + half) * share_, (name, quarters, who)


def test_a_bridge_leads_behind_a_building_and_whoever_is_on_it_stands_at_its_end() -> None:
    at = Cell.parse("L51")
    seen = replace(BRIDGES, bridges=(BridgeSeen(at, "EW", 0),), bazaar=None)
    laid = tuple(tile("L51", "base-B", 0) if t.cell == at else t for t in whole().laid)
    view = replace(whole(), laid=laid, extras={"bridge": seen}, pieces=(Piece("follower", 0, at, "bridge"),))
    bare = replace(view, pieces=())
    one, two = (draw_board_pictures(v, look(), ())[0] for v in (bare, replace(bare, extras={})))
    x, y = one.layout.corner(at)
    side = one.layout.side
    roof = (x + side // 2 - 3, y + side // 2 - 3, x + side // 2 + 3, y + side // 2 + 3)
    assert one.layout == two.layout or one.layout.corner(at) == two.layout.corner(at)
    assert ImageStat.Stat(ImageChops.difference(one.image.crop(roof), two.image.crop(roof))).mean[0] < 12
    assert ImageChops.difference(one.image, two.image).crop((x, y, x + side, y + side)).getbbox() is not None
    ((number, spot),) = PAINTERS["bridge"].figure_positions(seen, view).items()
    assert number == 0
    assert abs(spot[0] - (at.x + 0.5)) > 0.3
    plain = tuple(tile("L51", "base-U", 0) if t.cell == at else t for t in view.laid)
    assert not PAINTERS["bridge"].figure_positions(seen, replace(view, laid=plain))


def test_barns_stand_on_the_corner_of_four_tiles() -> None:
    assert figure_spots("base-B", 0, (("barn", "corner-SE"), ("follower", "monastery")))[0] == (1.0, 1.0)


def test_figures_of_a_quarter_stand_in_it() -> None:
    view = whole()
    for i, piece in enumerate(view.pieces):
        if piece.place in ("castle", "market", "smithy", "cathedral"):
            a, b, c, d = find_target(view, piece.place).box or (0, 0, 0, 0)
            stand = PAINTERS["count"].figure_positions(view.extras["count"], view)[i]
            assert a < stand[0] < c
            assert b < stand[1] < d


# What lies on the land


def test_bridges_bear_the_colour_of_their_owner_and_ghosts_show_the_land() -> None:
    for axis in ("NS", "EW"):
        assert SEAT_COLOURS["B"].fill in colours_of(bridge_sprite(axis, "B", 128))
    ghost = bridge_sprite("EW", "", 128, True).getchannel("A").crop((60, 56, 68, 64))
    assert 0 < ImageStat.Stat(ghost).mean[0] < 200


def test_a_castle_rings_both_caps() -> None:
    ring = castle_sprite(("base-E", 2, "city-S"), ("base-E", 0, "city-N"), (0, 1), "B", 100)
    assert ring.size == (100, 200)
    box = ring.getchannel("A").point([255 if v > 200 else 0 for v in range(256)]).getbbox()
    assert box is not None
    assert box[1] < 80
    assert box[3] > 120
    assert ImageStat.Stat(ring.getchannel("A").crop((40, 90, 60, 110))).mean[0] == 0  # the lord is seen
    assert SEAT_COLOURS["B"].fill in colours_of(ring)


@pytest.mark.parametrize("key", ["bridge", "count", "princess", "cult"])
def test_what_lies_on_the_land_is_drawn(key: str) -> None:
    view = replace(only(key), pieces=())
    bare = replace(view, extras={})
    layout = plan_board({(t.cell.x, t.cell.y) for t in view.laid}, False)
    one, two = (compose_board(v, look(), (), layout, build_strip_and_bands(bare, look())).image for v in (view, bare))
    assert ImageChops.difference(one, two).getbbox() is not None


def test_the_quarter_of_the_count_is_marked() -> None:
    view = replace(only("count"), pieces=())
    seen = EXTRAS["count"]
    moved = replace(view, extras={"count": replace(seen, count="castle")})
    r = load_renderer("carcassonne")
    assert r.table(view, look())[0].png != r.table(moved, look())[0].png


# The strip


@pytest.mark.parametrize("rtl", [False, True])
def test_items_of_the_strip_do_not_touch(rtl: bool) -> None:
    drawing = draw_board_pictures(whole(), look(rtl=rtl), ())[0]
    strip = [(name, box) for name, box in drawing.boxes if name.partition(".")[0] in ("0", "1", "2")]
    names = {name for name, _ in strip}
    assert {"0.large", "0.mayor", "0.abbey", "0.bridge", "0.castle", "0.wine", "0.cloth", "0.king"} <= names
    assert {"2.robber", "2.grain"} <= names
    assert "2.barn" not in names
    for (one, a), (two, b) in combinations(strip, 2):
        wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
        assert wide <= 0 or high <= 0, (one, two)


def test_six_seats_with_everything_keep_the_board() -> None:
    """The strip is one line of chips with three rows of what they have, however much that is: many figures take two."""
    all_left = dict.fromkeys(("follower", "large", "mayor", "builder", "wagon", "pig", "barn"), 1)
    goods = tuple({"wine": 3, "grain": 2, "cloth": 1} for _ in range(6))
    given: dict[str, Any] = {**EXTRAS}
    extras = {
        **EXTRAS,
        "abbey": replace(given["abbey"], abbeys=(1,) * 6),
        "bridge": replace(given["bridge"], bridges_left=(3,) * 6, castles_left=(3,) * 6),
        "trade": replace(given["trade"], goods=goods),
    }
    view = replace(whole(), seats=6, scores=(100,) * 6, supply=(all_left,) * 6, extras=extras)
    head = build_strip_and_bands(view, look(6)).head
    assert 122 < head.full <= 98 + 3 * ROW + 4 + 24
    assert head.band > 100
    one = chip_sprite(build_strip_and_bands(view, look(6)).chips[0], 186, "dark", False, seat_item_icon)
    figures = [box for name, box in one.boxes.items() if name in all_left]
    assert len(figures) == 6
    for number, a in enumerate(figures):
        assert not any(min(a[2], b[2]) - max(a[0], b[0]) > 2 and a[1] < b[3] and b[1] < a[3] for b in figures[:number])
    layout = plan_board({(x, y) for x in range(20) for y in range(14)}, True, head=head)
    assert layout.column is None
    assert layout.band is not None
    assert layout.strip[3] <= layout.band[1]
    assert layout.band[3] <= layout.at[1]
    assert layout.size[1] <= 1250


def test_on_a_tall_board_strip_and_auction_stand_beside_it() -> None:
    view = whole()
    head = build_strip_and_bands(view, look()).head
    tall = {(x, y) for x in range(7) for y in range(16)}
    layout = plan_board(tall, True, head=head)
    assert layout.column is not None
    assert layout.band is not None
    assert layout.hand is not None
    right = layout.corner((7, 0))[0]
    for box in (layout.strip, layout.band):
        assert right < box[0] < box[2] <= 1200
        assert box[3] <= layout.size[1]
    assert layout.strip[3] <= layout.band[1]
    assert layout.side > 1.05 * plan_board(tall, True, head=replace(head, columns=())).side
    mirrored = plan_board(tall, True, True, head=head)
    assert mirrored.strip[2] < mirrored.corner((0, 0))[0]


def test_what_there_is_no_room_for_gives_way_to_what_matters() -> None:
    """Narrow chips: awards, most goods and figures stay; goods of which others have more go."""
    things = [
        ChipItem("wine", 2, MINOR),
        ChipItem("castle", 3),
        ChipItem("bridge", 3),
        ChipItem("king", 12, NOW),
        ChipItem("cloth", 9, NOW),
    ]
    many = (*things, *(ChipItem(kind, None, FIGURE) for kind in ("large", "mayor", "builder", "wagon", "pig", "barn")))
    cases: tuple[tuple[int, set[str], set[str]], ...] = (
        (186, {"king", "large", "barn"}, {"wine", "castle"}),
        (390, {"wine", "castle"}, set()),
    )
    for wide, there, gone in cases:
        placed = chip_sprite(
            SeatChip("Ann", "R", 108, 7, items=many, gain=10), wide, "dark", False, seat_item_icon, 200
        )
        assert there <= placed.boxes.keys()
        assert not gone & placed.boxes.keys()
        assert {"supply", "gain", "score"} <= placed.boxes.keys()
        for name, box in placed.boxes.items():
            assert box[2] <= wide - 5, name
    small = chip_sprite(SeatChip("Ann", "R", 108, 7, items=many), 256, "dark", False, seat_item_icon, 200, 1)
    assert max(box[3] for box in small.boxes.values()) < 98 + ROW
    assert ITEM / 3 >= 12, "a thing is 12 px high where the picture is 400 wide"
    assert DIGITS / 3 >= 11


@pytest.mark.parametrize("where", [(3, 40), (40, 3), (12, 9)])
def test_head_and_hand_never_overlap(where: tuple[int, int]) -> None:
    layout = plan_board({(x, y) for x in range(where[0]) for y in range(where[1])}, True, head=HeadSize(240, 300, 150))
    assert layout.hand is not None
    assert layout.band is not None
    a, b = layout.hand, layout.band
    assert a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]


def test_every_item_has_an_icon_of_its_own() -> None:
    names = ("wine", "grain", "cloth", "king", "robber", "abbey", "castle", "bridge", "again", *FIGURES)
    drawn = [seat_item_icon(name, "B", 30).tobytes() for name in names if name not in ("dragon", "fairy", "count")]
    assert len(set(drawn)) == len(drawn)


def test_who_is_asked_is_framed_whosever_turn_it_is() -> None:
    view = replace(whole(), active=0)
    r = load_renderer("carcassonne")
    assert "Ionuț (blue) is to play." in r.table(view, look())[0].alt
    assert "Mara (red) is to play." not in r.table(view, look())[0].alt


# Words


def test_alternative_text_tells_everything_within_the_limit() -> None:
    alt = load_renderer("carcassonne").table(replace(whole(), features=()), look(), MARKS)[0].alt
    assert len(alt) <= 1024
    for said in (
        "Board with 8 possible places: K50",
        "Ionuț has earned another tile",
        "Ionuț moves the dragon, 5 steps left: K50.",
        "Way of the dragon: L49, K49.",
        "Fairy at Q50.",
        "The count is in the market.",
        "Tile 2 is on offer; highest bid 7 by Ionuț.",
    ):
        assert said in alt


def test_text_board_tells_everything() -> None:
    text = load_renderer("carcassonne").text_board(whole(), look(), "Carcassonne")
    for said in (
        "2 dragon tiles wait for the first volcano.",
        "Volcanoes: L49.",
        "Duels: K50 against K49.",
        "An abbey may be laid at M49.",
        "Ionuț drives a wagon: L50.road-N.",
        "castle: Mara follower, Ionuț mayor; cathedral: נועה wagon",
        "On their way out of Carcassonne: נועה large follower L50.road-N.",
        "Bridges: Mara L50.EW.",
        "Castles: Ionuț K51, still to score.",
        "tile 1 taken by נועה; tile 2: city north",
        "Still without a tile: Ionuț, Mara.",
        "king (city of 5 tiles, 4 points)",
        "3 wine, 1 cloth",
        "robber baron (road of 9 tiles, 3 points)",
        "dragon K49.",
        "נועה barn K49.corner-SE.",
        "castle, 2 tiles",
    ):
        assert said in text, said


@pytest.mark.parametrize("key", EXTRAS)
def test_each_module_alone(key: str) -> None:
    r = load_renderer("carcassonne")
    first, again = (r.table(only(key), look(), MARKS[:2])[0] for _ in range(2))
    assert first.png == again.png
    assert len(first.alt) <= 1024
    assert "{" not in r.text_board(only(key), look())


def test_unknown_extras_are_told() -> None:
    """A module that shows something no painter knows is no reason to fail, nor to be silent."""
    view = replace(whole(), extras={"hills": 3})
    assert "hills: 3." in load_renderer("carcassonne").table(view, look())[0].alt


@pytest.mark.slow
def test_positions_of_a_game_with_everything() -> None:
    """Positions of a random game are drawn and told."""
    game = CarcassonneGame(Choices(all_modules()))
    random = Random(5)
    s: Any = start_game(game, 4, bytes(31) + b"\5").state
    r = load_renderer("carcassonne")
    done = 0
    kinds: set[str] = set()
    while s.agenda and done < 240:
        seat = min(game.waiting(s))
        legal = list(game.legal(s, seat))
        if done % 40 == 0:
            view = game.view(s, None)
            kinds |= {p.kind for p in view.pieces}
            for picture in r.table(view, look(4), marks_of(view, legal)):
                assert 20 < len(picture.alt) <= 1024
                assert "{" not in picture.alt
                assert picture.size[1] <= 1.05 * picture.size[0]
            assert "{" not in r.text_board(view, look(4))
        s = play(game, s, seat, random.choice(legal)).state
        done += 1
    assert {"follower", "dragon", "fairy", "count", "wagon"} <= kinds


@pytest.mark.parametrize("language", ["en", "de", "he", "ro"])
def test_the_quarters_that_may_be_chosen_are_called_as_the_reader_does(language: str) -> None:
    names = ["castle", "market", "smithy", "cathedral"]
    say = Voice(language, ["Ann", "Ben", "Cid"])
    words = [say(f"pic.quarter.{name}") for name in names]
    view, marks = only("count"), [Mark(name, name) for name in names]
    (picture,) = load_renderer("carcassonne").choice(view, replace(look(), say=say), marks)
    assert all(word in picture.alt for word in words)
    assert language == "en" or not any(name in picture.alt for name in names)
    spoken = [find_target(view, name).plate_text(mark, say) for name, mark in zip(names, marks, strict=True)]
    assert spoken == words
    other = load_renderer("carcassonne").choice(view, look(), marks)[0]
    assert (picture.png == other.png) == (language == "en")
