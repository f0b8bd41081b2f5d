"""The pictures of Citadels: size, sameness, looks, room for every text."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from pathlib import Path
from statistics import median

import pytest
from PIL import Image, ImageChops, ImageStat

from render import Mark, Picture, renderer
from render.citadels.cards import SCENES, city_card, hand_card, portrait, scene, sign
from render.citadels.colours import COLOURS, EXACT, SHADES
from render.citadels.hand import hand
from render.citadels.portraits import PORTRAITS
from render.citadels.renderer import colours
from render.citadels.score import score
from render.citadels.table import plan, table
from render.core.look import DANGER, GOLD, SEAT_COLOURS, THEMES
from render.core.palette import reserved
from rules.citadels.cards import CHARACTERS, DISTRICTS, sorted_cards
from rules.citadels.view import Offer, Shown
from tests.render.citadels.scenes import BONUS, CAST, LONG, city, look, private
from tests.render.citadels.scenes import scene as position
from tests.render.core.test_colours import SIGHT, oklab

GOLDEN = Path(__file__).parent / "golden"
MARKS = [Mark("market", "1.market"), Mark("tavern", "0.tavern", "danger"), Mark("thief", "thief"), Mark("4", "3")]
NINE = "cathedral harbor castle prison keep temple market tavern museum"
DECK = sorted_cards(key for key, card in DISTRICTS.items() for _ in range(card.count))


def opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.png)).convert("RGB")


def drawn() -> dict[str, Callable[[], Picture]]:
    r = renderer("citadels")
    nine = position(8, cast=(*CAST, "artist"))
    over = position(8, over=True, phase="over", turn=None, winners=(5,), tasks={})
    keep = private(NINE, offer=Offer("keep", ("castle", "temple"), 1), characters=("king",), aside=("thief",))
    return {
        "table": lambda: r.table(position(6), look(6), MARKS)[0],
        "eight": lambda: r.table(nine, look(8, theme="light", rtl=True))[0],
        "two": lambda: r.table(position(2, changed=((1, "temple"),)), look(2))[0],
        "choice": lambda: r.choice(private(), look(6), [Mark("king", "king")])[0],
        "hand": lambda: r.hand(private(NINE, offer=None), look(6)),  # type: ignore[attr-defined]
        "keep": lambda: r.hand(keep, look(6, theme="light", rtl=True)),  # type: ignore[attr-defined]
        "score": lambda: r.score(over, look(8)),
        "card": lambda: r.preview(position(3), look(3), (), cell="wishing_well"),
        "part": lambda: r.part(position(3), look(3), "2"),
    }


PICTURES = tuple(drawn())


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name: str) -> None:
    """Small pictures stay as they were; a tolerance leaves room for other versions of the library."""
    now = opened(drawn()[name]())
    small = now.resize((360, round(360 * now.height / now.width)), Image.Resampling.BOX)
    before = Image.open(GOLDEN / f"{name}.png").convert("RGB")
    assert small.size == before.size
    assert sum(ImageStat.Stat(ImageChops.difference(small, before)).mean) / 3 < 2.5


@pytest.mark.parametrize("name", PICTURES)
def test_same_position_same_bytes(name: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _: drawn()[name]().png, range(6)))) == 1


@pytest.mark.parametrize("name", PICTURES)
def test_quick_small_and_not_too_high(name: str) -> None:
    make = drawn()[name]
    picture = make()
    spent = []
    for _ in range(7):
        begun = time.perf_counter()
        make()
        spent.append(time.perf_counter() - begun)
    assert median(spent) < 0.1  # a quarter of that on a machine that does nothing else
    assert len(picture.png) < 200_000
    assert picture.size[1] <= 1.05 * picture.size[0]
    assert picture.alt
    assert len(picture.alt) <= 1024


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_frames_seats_and_districts_have_their_exact_colours(theme: str) -> None:
    view = position(8, changed=((0, "manor"),))
    image = opened(renderer("citadels").table(view, look(8, theme=theme), MARKS)[0])
    shown = {c for _, c in image.getcolors(1 << 24) or []}
    assert {GOLD, DANGER, (255, 255, 255), THEMES["light" if theme == "light" else "dark"].ground} <= shown
    assert {c.fill for c in SEAT_COLOURS.values()} <= shown
    assert {SHADES[c].fill for c in COLOURS} <= shown


def test_the_palette_keeps_what_must_be_exact() -> None:
    for colour in (*reserved(), *EXACT):
        assert colours().map(Image.new("RGB", (4, 4), colour)).convert("RGB").getpixel((1, 1)) == colour


@pytest.mark.parametrize("name", ["table", "choice", "score"])
def test_the_palette_is_faithful(name: str) -> None:
    if name == "table":
        image = table(position(6), look(6)).image
    elif name == "choice":
        image = hand(private(), look(6)).image
    else:
        image = score(position(8), look(8)).image
    mapped = colours().map(image).convert("RGB")
    error = sum((a - b) ** 2 for a, b in zip(image.tobytes(), mapped.tobytes(), strict=True))
    assert error / (image.width * image.height * 3) < 65025 / 10**3.2  # 32 dB


@pytest.mark.parametrize("sight", SIGHT)
def test_districts_are_far_apart(sight: str) -> None:
    for one, two in combinations(COLOURS, 2):
        a, b = oklab(SHADES[one].fill, sight), oklab(SHADES[two].fill, sight)
        assert 100 * sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 >= 12, (one, two)


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert len({sign(c, 40, (255, 255, 255)).tobytes() for c in COLOURS}) == 5


def test_every_card_has_a_picture_of_its_own() -> None:
    assert set(SCENES) == set(DISTRICTS)
    assert set(PORTRAITS) == set(CHARACTERS)
    assert len({scene(key, 60, 60).tobytes() for key in DISTRICTS}) == len(DISTRICTS)
    assert len({portrait(key, 60).tobytes() for key in CHARACTERS}) == len(CHARACTERS)


@pytest.mark.parametrize("wide", [46, 65, 140])
def test_what_lies_on_a_district_is_seen(wide: int) -> None:
    plain = city_card("museum", "Museum", wide, 190, 4, False, 0, False)
    for other in ((True, 0, False), (False, 3, False), (False, 0, True)):
        assert city_card("museum", "Museum", wide, 190, 4, *other).tobytes() != plain.tobytes()


def test_marks_of_small_cards_hide_neither_cost_nor_sign() -> None:
    plain = hand_card("market", "Market", "", 105, 170, False, "", "left")
    marked = hand_card("market", "Market", "", 105, 170, False, "×4", "left")
    changed = ImageChops.difference(plain.convert("RGB"), marked.convert("RGB")).getbbox()
    assert changed is not None
    assert changed[1] > 44


def apart(boxes: dict[str, tuple[int, int, int, int]], size: tuple[int, int]) -> None:
    """No two touch, and all are within the picture."""
    found = list(boxes.items())
    for i, (name, a) in enumerate(found):
        assert a[0] >= 0, name
        assert a[2] <= size[0], name
        assert a[3] <= size[1], name
        for other, b in found[:i]:
            wide = min(a[2], b[2]) - max(a[0], b[0])
            high = min(a[3], b[3]) - max(a[1], b[1])
            assert wide <= 0 or high <= 0, (name, other)


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
    sheet = table(view, look(seats, rtl=rtl, names=LONG))
    boxes = {k: b for k, b in sheet.boxes.items() if not k.endswith(".panel")}
    assert {f"{seats - 1}.name", "0.pill.diplomat", "1.card.10", "call.queen", "footer", "news"} <= set(boxes)
    apart(boxes, sheet.size)


@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("cards", [0, 1, 5, 8, 13, 25, 80])
def test_hands_of_every_size_fit(cards: int, rtl: bool) -> None:
    view = private(" ".join(DECK[:cards]), characters=("tax_collector", "king"), aside=("thief", "witch"), offer=None)
    sheet = hand(view, look(6, rtl=rtl, names=LONG))
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
    sheet = hand(view, look(6))
    apart(sheet.boxes, sheet.size)
    assert sheet.size[1] <= 1260
    top = min(int(k.split()[1]) for k in sheet.boxes if k.startswith("card"))
    assert len([k for k in sheet.boxes if k.startswith(f"card {top} ")]) >= min(2, len(offer.cards))


@pytest.mark.parametrize("seats", range(2, 9))
def test_sheets_of_points_fit(seats: int) -> None:
    view = position(seats, over=True, phase="over", winners=(0, 1))
    extras = dict.fromkeys(("museum", "map_room", "dragon_gate", "wishing_well"), 3)
    rows = [replace(r, cards=extras) for r in view.sheet]
    sheet = score(replace(view, sheet=tuple(rows)), look(seats, names=LONG))
    apart({k: b for k, b in sheet.boxes.items() if not k.endswith(".panel")}, sheet.size)


def test_eight_seats_are_four_rows_of_two() -> None:
    assert (plan(8).columns, plan(8).rows) == (2, 4)
    assert plan(8).size[1] <= 1260


def test_parts_are_cities() -> None:
    r = renderer("citadels")
    assert r.part(position(3), look(3), "B").png == r.part(position(3), look(3), "ionuț").png
    with pytest.raises(ValueError, match="9"):
        r.part(position(3), look(3), "9")
    with pytest.raises(KeyError):
        r.preview(position(3), look(3), (), cell="nothing")
