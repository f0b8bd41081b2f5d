"""The pictures of Citadels: size, sameness, looks, room for every text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from render import Mark, Picture, load_renderer
from render.citadels import city as city_module
from render.citadels.call_row import call_chip, chip_widths
from render.citadels.cards import city_card, colour_sign, district_scene, hand_card, portrait_sprite
from render.citadels.city import bonus_points_disc, card_name_sprite, dark_disc
from render.citadels.colours import COLOURS, EXACT, SHADES
from render.citadels.hand import draw_hand
from render.citadels.layout import CALLS_HIGH, card_name
from render.citadels.renderer import citadels_palette
from render.citadels.score import draw_score
from render.citadels.table import draw_table, plan_panels
from render.core.cache import SPRITES
from render.core.fonts import fit_text
from render.core.look import DANGER, GOLD, SEAT_COLOURS, THEMES
from rules.citadels.cards import CHARACTERS, DISTRICTS, PURPLE, sorted_cards
from rules.citadels.view import Lost, Offer, Shown
from tests.render.citadels.scenes import BONUS, CAST, LONG, NAMES, city, look, private
from tests.render.citadels.scenes import scene as position
from tests.render.core.sights import SIGHT, far_apart
from tests.render.pictures import (
    apart,
    faithful,
    keeps_exact,
    looks_as_before,
    opened,
    quick_small_and_not_too_high,
    same_in_all_threads,
)

GOLDEN = Path(__file__).parent / "golden"
MARKS = [Mark("market", "1.market"), Mark("tavern", "0.tavern", "danger"), Mark("thief", "thief"), Mark("4", "3")]
NINE = "cathedral harbor castle prison keep temple market tavern museum"
SPECIAL = {key: card_name(look(4), key) for key, card in DISTRICTS.items() if card.colour == PURPLE}
DECK = sorted_cards(key for key, card in DISTRICTS.items() for _ in range(card.count))


def drawn() -> dict[str, Callable[[], Picture]]:
    r = load_renderer("citadels")
    nine = position(8, cast=(*CAST, "artist"))
    over = position(8, over=True, phase="over", turn=None, winners=(5,), tasks={})
    keep = private(NINE, offer=Offer("keep", ("castle", "temple"), 1), characters=("king",), aside=("thief",))
    return {
        "table": lambda: r.table(position(6), look(6), MARKS)[0],
        "eight": lambda: r.table(nine, look(8, theme="light", rtl=True))[0],
        "two": lambda: r.table(position(2, changed=((1, "temple"),)), look(2))[0],
        "choice": lambda: r.choice(private(), look(6), [Mark("king", "king")])[0],
        "hand": lambda: r.hand(private(NINE, offer=None), look(6)),
        "keep": lambda: r.hand(keep, look(6, theme="light", rtl=True)),
        "score": lambda: r.score(over, look(8)),
        "card": lambda: r.card(position(3), look(3), "wishing_well"),
        "part": lambda: r.part(position(3), look(3), "2"),
    }


PICTURES = tuple(drawn())


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    looks_as_before(drawn()[name](), GOLDEN / f"{name}.png")


@pytest.mark.parametrize("name", PICTURES)
def test_same_position_same_bytes(name: str) -> None:
    same_in_all_threads(lambda: drawn()[name](), 6)


@pytest.mark.parametrize("name", PICTURES)
def test_quick_small_and_not_too_high(name: str) -> None:
    quick_small_and_not_too_high(drawn()[name], 7, 200_000)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_frames_seats_and_districts_have_their_exact_colours(theme: str) -> None:
    view = position(8, changed=((0, "manor"),))
    image = opened(load_renderer("citadels").table(view, look(8, theme=theme), MARKS)[0])
    shown = {c for _, c in image.getcolors(1 << 24) or []}
    assert {GOLD, DANGER, (255, 255, 255), THEMES["light" if theme == "light" else "dark"].ground} <= shown
    assert {c.fill for c in SEAT_COLOURS.values()} <= shown
    assert {SHADES[c].fill for c in COLOURS} <= shown


def test_the_palette_keeps_what_must_be_exact() -> None:
    keeps_exact(citadels_palette(), EXACT)


@pytest.mark.parametrize("name", ["table", "choice", "score"])
def test_the_palette_is_faithful(name: str) -> None:
    if name == "table":
        image = draw_table(position(6), look(6)).image
    elif name == "choice":
        image = draw_hand(private(), look(6)).image
    else:
        image = draw_score(position(8), look(8)).image
    faithful(citadels_palette(), image)


@pytest.mark.parametrize("sight", SIGHT)
def test_districts_are_far_apart(sight: str) -> None:
    far_apart([SHADES[c].fill for c in COLOURS], sight, 12)


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert len({colour_sign(c, 40, (255, 255, 255)).tobytes() for c in COLOURS}) == 5


def test_every_card_has_a_picture_of_its_own() -> None:
    assert len({district_scene(key, 60, 60).tobytes() for key in DISTRICTS}) == len(DISTRICTS)
    assert len({portrait_sprite(key, 60).tobytes() for key in CHARACTERS}) == len(CHARACTERS)


@pytest.mark.parametrize("wide", [46, 65, 140])
def test_what_lies_on_a_district_is_seen(wide: int) -> None:
    plain = city_card("museum", "Museum", wide, 190, 4, False, 0)
    for other in ((True, 0), (False, 3)):
        assert city_card("museum", "Museum", wide, 190, 4, *other).tobytes() != plain.tobytes()


def test_marks_of_small_cards_hide_neither_cost_nor_sign() -> None:
    plain = hand_card("market", "Market", "", 105, 170, "", "left")
    marked = hand_card("market", "Market", "", 105, 170, "×4", "left")
    changed = ImageChops.difference(plain.convert("RGB"), marked.convert("RGB")).getbbox()
    assert changed is not None
    assert changed[1] > 44


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", range(2, 9))
def test_nothing_on_the_table_touches(seats: int, rtl: bool) -> None:
    view = position(seats)
    full = city("tavern church manor watchtower library keep temple market castle museum quarry", "temple")
    rich = replace(view.players[1], gold=24, hand=17, city=full)
    shown = (Shown("tax_collector", bewitched=True), Shown("diplomat", murdered=True))
    view = replace(
        view,
        players=(replace(view.players[0], shown=shown, crown=True), rich, *view.players[2:]),
        scores=tuple(108 for _ in range(seats)),
        last_round=True,
        cast=(*BONUS[:8], "queen"),
    )
    sheet = draw_table(view, look(seats, rtl=rtl, names=LONG))
    boxes = {k: b for k, b in sheet.boxes.items() if not k.endswith(".panel")}
    assert {f"{seats - 1}.name", "0.pill.diplomat", "1.card.10", "call.queen", "footer", "news"} <= set(boxes)
    apart(boxes, sheet.size)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("cards", [0, 1, 5, 8, 13, 25, 80])
def test_hands_of_every_size_fit(cards: int, rtl: bool) -> None:
    view = private(" ".join(DECK[:cards]), characters=("tax_collector", "king"), aside=("thief", "witch"), offer=None)
    sheet = draw_hand(view, look(6, rtl=rtl, names=LONG))
    assert sheet.size[1] <= 1260
    apart(sheet.boxes, sheet.size)


@pytest.mark.parametrize("cards", [0, 5, 12, 30])
@pytest.mark.parametrize(
    "offer",
    [
        Offer("pick", (*BONUS[:8],), 1),
        Offer("throw", ("thief",), 1),
        Offer("keep", ("museum", "temple", "temple"), 2),
        Offer("wizard", DECK[20:30], 1, 3),
        Offer("lighthouse", DECK[6:], 1),
    ],
)
def test_offers_come_before_the_hand(offer: Offer, cards: int) -> None:
    view = private(" ".join(DECK[:cards]), offer=offer)
    sheet = draw_hand(view, look(6))
    apart(sheet.boxes, sheet.size)
    assert sheet.size[1] <= 1260
    top = min(int(k.split()[1]) for k in sheet.boxes if k.startswith("card"))
    assert len([k for k in sheet.boxes if k.startswith(f"card {top} ")]) >= min(2, len(offer.cards))


@pytest.mark.parametrize("seats", range(2, 9))
def test_sheets_of_points_fit(seats: int) -> None:
    view = position(seats, over=True, phase="over", winners=(0, 1))
    extras = dict.fromkeys(("museum", "map_room", "dragon_gate", "wishing_well"), 3)
    rows = [replace(r, cards=extras) for r in view.sheet]
    sheet = draw_score(replace(view, sheet=tuple(rows)), look(seats, names=LONG))
    apart({k: b for k, b in sheet.boxes.items() if not k.endswith(".panel")}, sheet.size)


@pytest.mark.parametrize("seats", [6, 7, 8])
def test_six_seats_and_more_have_a_line_each(seats: int) -> None:
    assert (plan_panels(seats).columns, plan_panels(seats).rows) == (1, seats)
    assert plan_panels(seats).size[1] <= 1260


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("seats", [6, 7, 8])
def test_lines_read_where_a_chat_shows_them_small(seats: int, theme: str) -> None:
    """Names of twenty letters as well: 33 pixels of 1200 are 11 of 400. A box of text is 0.84 of its letters high."""
    view = position(seats, last_round=True, cast=(*BONUS[:8], "queen"))
    for names in (LONG, NAMES):
        boxes = draw_table(view, look(seats, theme=theme, names=names)).boxes
        texts = {f"{seat}.{part}" for seat in range(seats) for part in ("name", "score", "hand", "missing", "to_go")}
        found = {key: box for key, box in boxes.items() if key in {*texts, "0.status", "footer", "deck", "news"}}
        assert {f"{seats - 1}.name", "0.to_go", "footer", "deck", "news"} <= set(found)
        assert {key for key, box in found.items() if box[3] - box[1] < 0.84 * 33 - 1} == set()


def test_long_names_of_characters_stand_wider() -> None:
    names = ["Witch", "Tax Collector", "Wizard", "Emperor", "Abbot", "Alchemist", "Navigator", "Diplomat", "Artist"]
    found = chip_widths(names, 1116)
    assert sum(found) <= 1116
    assert found[1] == max(found)
    assert min(found) >= 100
    for name, wide in zip(names, found, strict=True):
        assert fit_text(name, wide - 14, 34, 440, 22)[1] == 34, name
    assert set(chip_widths(["King"] * 8, 1124)) <= {140, 141}


@pytest.mark.parametrize("seats", [4, 8])
def test_what_is_new_bears_the_colour_of_who_did_it(seats: int) -> None:
    """Their own seat's, or that of who exchanged it; what was destroyed is told by the sign of who did."""
    brought = {(1, "castle"): 2}
    changed = ((0, "manor"), (1, "castle"))
    view = position(seats)
    sheet = draw_table(replace(view, changed=changed, brought=brought), look(seats))

    def shown(letter: str, seat: int, card: int) -> bool:
        part = sheet.image.crop(sheet.boxes[f"{seat}.card.{card}"])
        return SEAT_COLOURS[letter].fill in {c for _, c in part.getcolors(1 << 20) or []}

    assert shown("R", 0, 2)
    assert shown("Y", 1, 1)
    assert not shown("B", 1, 1)
    assert not shown("R", 0, 1)
    lost = draw_table(replace(view, lost=(Lost(0, "keep", 1),)), look(seats))
    by_another = draw_table(replace(view, lost=(Lost(0, "keep", 2),)), look(seats))
    assert lost.image.tobytes() != draw_table(view, look(seats)).image.tobytes()
    assert lost.image.tobytes() != by_another.image.tobytes()


def test_a_full_city_has_no_place_for_what_was_lost() -> None:
    view = position(8)
    assert len(view.players[5].city) == view.target
    full = draw_table(replace(view, lost=(Lost(5, "keep", 1),)), look(8))
    assert full.image.tobytes() == draw_table(view, look(8)).image.tobytes()


def test_parts_are_cities() -> None:
    r = load_renderer("citadels")
    assert r.part(position(3), look(3), "B").png == r.part(position(3), look(3), "ionuț").png
    with pytest.raises(ValueError, match="9"):
        r.part(position(3), look(3), "9")
    with pytest.raises(KeyError):
        r.card(position(3), look(3), "nothing")


def test_special_districts_bear_their_whole_names_where_cities_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    real = city_module.text_sprite
    monkeypatch.setattr(city_module, "text_sprite", lambda text, *rest: said.append(text) or real(text, *rest))
    for name in SPECIAL.values():
        said.clear()
        SPRITES.clear()
        strip = card_name_sprite(name, 80)
        assert " ".join(said) == ("" if strip is None else name)  # never a part of it
        assert strip is None or strip.width == 80
    SPRITES.clear()
    drawn = {key: strip.tobytes() for key, name in SPECIAL.items() if (strip := card_name_sprite(name, 80))}
    assert len(set(drawn.values())) == len(drawn) >= len(SPECIAL) - 1  # no two read alike
    view = position(8, players=tuple(replace(one, city=city("keep")) for one in position(8).players))
    renamed = look(8)
    plain_look = draw_table(view, renamed).image
    other = position(8, players=tuple(replace(one, city=city("library")) for one in position(8).players))
    assert draw_table(other, renamed).image.tobytes() != plain_look.tobytes()


def test_what_a_district_counts_beside_its_cost_stands_on_it() -> None:
    view = position(7)
    with_bonus = replace(view.sheet[0], cards={view.players[0].city[0].district: 3})
    other = replace(view, sheet=(with_bonus, *view.sheet[1:]))
    assert draw_table(other, look(7)).image.tobytes() != draw_table(view, look(7)).image.tobytes()
    four = position(4)
    with_bonus = replace(four.sheet[0], cards={four.players[0].city[0].district: 3})
    other = replace(four, sheet=(with_bonus, *four.sheet[1:]))
    assert draw_table(other, look(4)).image.tobytes() != draw_table(four, look(4)).image.tobytes()


def test_numbers_beside_the_cost_are_not_written_over_one_another() -> None:
    plain = dark_disc(44).tobytes()
    first = bonus_points_disc(2, 44).tobytes()
    assert bonus_points_disc(3, 44).tobytes() != first
    assert dark_disc(44).tobytes() == plain


def test_points_beyond_the_districts_stand_beside_the_score() -> None:
    for seats in (3, 4, 6, 7):
        view = position(seats)
        sheet = [replace(row, total=row.districts) for row in view.sheet]
        sheet[0] = replace(sheet[0], total=sheet[0].districts + 12)
        boxes = draw_table(replace(view, sheet=tuple(sheet)), look(seats)).boxes
        assert [name for name in boxes if name.endswith(".beyond")] == ["0.beyond"]
        chip, score, hand = (boxes[f"0.{name}"] for name in ("beyond", "score", "hand"))
        assert chip[2] <= score[2] - 20
        assert chip[1] <= (score[1] + score[3]) // 2 <= chip[3]
        assert hand[2] <= chip[0] or hand[1] >= chip[3], (hand, chip)


def chip(name: str, state: str) -> Image.Image:
    return call_chip(2, name, "thief", 138, state, (), THEMES["dark"].panel, "").convert("RGB")


@pytest.mark.parametrize("state", ["to_come", "active", "called", "silent", "out"])
def test_what_hangs_from_the_name_of_a_character_stays_off_the_frame(state: str) -> None:
    box = ImageChops.difference(chip("Hoțg", state), chip(" ", state)).getbbox()
    assert box is not None
    assert box[3] <= CALLS_HIGH - 6


def test_no_line_goes_through_the_name_of_who_is_out_but_they_look_so() -> None:
    """It made some letters of Hebrew look like others."""
    alone = ImageChops.difference(chip("iiii", "out"), chip(" ", "out")).convert("L")
    box = alone.getbbox()
    assert box is not None
    for y in range(box[1], box[3]):
        row = [alone.getpixel((x, y)) for x in range(box[0], box[2])]
        assert sum(not value for value in row) > len(row) // 3  # between the letters the ground is seen
    above = (0, 0, 138, 60)
    assert chip(" ", "out").crop(above).tobytes() != chip(" ", "silent").crop(above).tobytes()
