"""Cities & Knights through the driver: every decision by buttons and lists alone, with the taps it takes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.conftest import Stage
from tests.e2e.laid import Case, entered, laid_out, lay, offered, on_screen, played, taps
from tests.e2e.positions_knights import SEATS, main
from tests.rules.catan.cities_knights.table import A, B, C, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with laid_out(tmp_path_factory.mktemp("knights"), "catan", SEATS) as made:
        yield made


BUILDING = [
    Case("road", lambda: main("1 brick, 1 lumber"), ("Road", "19"), "build-road e19", 3, "Ann built a road at "),
    Case(
        "the longest road",
        lambda: main("1 brick, 1 lumber").road(A, "35-40"),
        ("Road", "58"),
        "build-road e58",
        3,
        r"Ann built .*Fields 4 \| Fields 6\.(.|\n)*Ann holds the Longest Road: 5 roads",
    ),
    Case(
        "settlement",
        lambda: main("1 brick, 1 lumber, 1 wool, 1 grain").road(A, "35-40-45"),
        ("Settlement", "Build at 45"),
        "build-settlement v45",
        3,
        "Ann built a settlement at Fields 4 · Fields 6 · Pasture 11",
    ),
    Case(
        "city",
        lambda: main("2 grain, 3 ore"),
        ("City", "Build at 35"),
        "build-city v35",
        3,
        "Ann built a city at Desert · Mountains 3 · Fields 4",
    ),
    Case(
        "wall",
        lambda: main("2 brick"),
        ("City wall", "Build at 17"),
        "build-wall v17",
        3,
        "Ann built a city wall at Fields 12 · Hills 6 · Forest 11",
    ),
    Case(
        "one of two walls",
        lambda: main("2 brick").city(A, 0),
        ("City wall", "0"),
        "build-wall v0",
        3,
        "Ann built a city wall at Mountains 10 · harbour 3:1",
    ),
    Case(
        "trade",
        lambda: main("1 cloth, 1 coin"),
        ("Improve…", "Improve trade"),
        "improve trade",
        3,
        r"Ann built the Market \(trade, level 1\)",
    ),
    Case(
        "politics",
        lambda: main("1 coin, 1 paper"),
        ("Improve…", "Improve politics"),
        "improve politics",
        3,
        "Ann built the Town Hall",
    ),
    Case(
        "science",
        lambda: main("3 paper").levels(A, science=2),
        ("Improve…", "Improve science"),
        "improve science",
        3,
        "Ann built the Aqueduct",
    ),
    Case(
        "a metropolis at once",
        lambda: main("4 cloth").levels(A, trade=3),
        ("Improve…", "Improve trade"),
        "improve trade",
        3,
        "The city of Ann at Fields 12 · Hills 6 · Forest 11 is the metropolis of trade",
    ),
    Case(
        "its theft",
        lambda: main("5 cloth").levels(A, trade=4).city(B, 0).metropolis(B, "trade", 0),
        ("Improve…", "Improve trade"),
        "improve trade",
        3,
        "Ann takes the metropolis of trade from Ben",
    ),
    Case(
        "bank",
        lambda: main("4 cloth, 4 coin"),
        ("Bank…", "4 cloth → …", "4 cloth → 1 ore"),
        "bank cloth ore",
        4,
        "Ann traded with the bank: 4 cloth for 1 ore",
    ),
    Case("end of the turn", main, ("End turn",), "end", 2, r"Waiting for\*\* Ben: roll"),
]

KNIGHTS = [
    Case(
        "recruit",
        lambda: main("1 ore, 1 wool"),
        ("Knight…", "23"),
        "knight-recruit v23",
        3,
        "Ann recruited a knight at Hills 6 · Forest 11 · Desert",
    ),
    Case(
        "activate",
        lambda: main("1 grain").knight(A, 23),
        ("Knight…", "Activate 23"),
        "knight-activate v23",
        3,
        "Ann activated the knight at Hills 6 · Forest 11 · Desert",
    ),
    Case(
        "promote",
        lambda: main("1 ore, 1 wool").knight(A, 23),
        ("Knight…", "Promote 23"),
        "knight-promote v23",
        3,
        "Ann promoted the knight at Hills 6 · Forest 11 · Desert: a strong knight now",
    ),
    Case(
        "move",
        lambda: main().knight(A, 23, ready=True),
        ("Knight…", "Move 23 to 29"),
        "knight-move v23 v29",
        3,
        "Ann moved a knight from Hills 6 · Forest 11 · Desert to Forest 11 · Desert · Mountains 3",
    ),
    Case(
        "drive away",
        lambda: main().knight(A, 23, 2, ready=True).knight(B, 29).road(B, "29-34"),
        ("Knight…", "Move 23 to 29"),
        "knight-move v23 v29",
        3,
        "drove away a basic knight of Ben",
    ),
    Case(
        "where the driven-away goes",
        lambda: main().knight(A, 23, 2, ready=True).knight(B, 29).road(B, "29-34-39").do("knight-move v23 v29"),
        ("39",),
        "answer-relocate v39",
        2,
        "The driven-away knight of Ben stands at Forest 8 · Mountains 3 · Hills 5 now",
        who="Ben",
    ),
    Case(
        "chase",
        lambda: main().knight(A, 23, ready=True).settlement(B, 4).hand(B, "1 wool"),
        ("Knight…", "Chase with 23"),
        "knight-chase v23",
        3,
        "Ann chased the robber with the knight at Hills 6 · Forest 11 · Desert",
    ),
    Case(
        "the robber after it",
        lambda: main().knight(A, 23, ready=True).settlement(B, 4).hand(B, "1 wool").do("knight-chase v23"),
        ("Mountains 10 (0)",),
        "robber h0 1",
        2,
        "took a card from Ben",
        hidden="wool",
        own="Ann took 1 wool from Ben",
    ),
]


@pytest.mark.parametrize("case", BUILDING, ids=lambda case: case.name)
async def test_building(stage: Stage, case: Case) -> None:
    await played(stage, case)


@pytest.mark.parametrize("case", KNIGHTS, ids=lambda case: case.name)
async def test_knights(stage: Stage, case: Case) -> None:
    await played(stage, case)


# --- offers, with commodities too


async def test_an_offer_is_chosen_answered_and_taken_by_buttons(stage: Stage) -> None:
    await lay(stage, main("1 ore, 1 coin").hand(B, "1 cloth").hand(C, "1 cloth, 1 wool"))
    before = stage.table().seq
    screen = await taps(stage, "Ann", "Trade…", "First who accepts: on", ("coin",), ("cloth",), "Send offer")
    assert stage.box.taps("Ann") == 8
    assert "Done:" in screen.text
    public = stage.newest("My move")
    assert "1 coin" in public.content
    stage.box.reset_taps()
    await stage.press("Ben", "Accept", public)
    assert stage.box.taps("Ben") == 1
    countered = await taps(stage, "Cid", "Counter…", ("wool",), ("coin",), "Send counter-offer")
    assert "Done:" in countered.text
    assert stage.box.taps("Cid") == 7
    screen = await stage.press("Ann", "My move")
    assert {"Trade with Ben", "Take Cid's counter: 1 wool for 1 coin", "Withdraw"} <= set(offered(on_screen(screen)))
    stage.box.reset_taps()
    await taps(stage, "Ann", "Trade with Ben")
    assert stage.box.taps("Ann") == 2
    lines = [entry.move for entry in await entered(stage, before) if entry.kind == "move"]
    assert [line.split(" ")[0] for line in lines] == ["trade-offer", "trade-accept", "trade-counter", "trade-confirm"]
    assert lines[0] == "trade-offer coin cloth 1,2,3"
    assert stage.table().state.hands[A] == Table().hand(A, "1 ore, 1 cloth").s.hands[A]


async def test_the_cards_that_the_spy_sees_are_on_the_screen_of_the_taker_alone(stage: Stage) -> None:
    await lay(stage, main("", "spy").progress(B, "crane", "smith", "wedding").do("card-spy 1"))
    screen = await taps(stage, "Ann")
    assert offered(on_screen(screen))[:3] == ["Wedding", "Crane", "Smith"]
    public = stage.newest("My move")
    seen = public.content + "".join(picture.alt for picture in public.pictures) + repr(public.message.components)
    assert not re.search("Wedding|Crane|Smith|crane|wedding|smith", seen)
    assert "It is not your turn" in (await stage.press("Cid", "My move")).text


async def test_the_master_merchant_sees_the_hand_on_the_own_screen_alone(stage: Stage) -> None:
    laid = main("", "master-merchant").city(B, 0, 2).hand(B, "2 paper, 1 lumber")
    await lay(stage, laid.do("card-master-merchant 1"))
    screen = await taps(stage, "Ann")
    assert sorted(on_screen(screen).selects[0].labels) == ["lumber", "paper", "paper"]
    public = stage.newest("My move")
    seen = public.content + "".join(picture.alt for picture in public.pictures) + repr(public.message.components)
    assert not re.search(r"\b(2 paper|1 lumber)\b", seen)
    for name in ("Cid", "Dan"):
        for button in ("My move", "My hand", "Catch up"):
            assert not re.search(r"\b(2 paper|1 lumber)\b", (await stage.press(name, button)).text)


async def test_the_deck_after_a_tie_is_chosen_in_one_tap(stage: Stage) -> None:
    laid = Table().road(A, "17-23").road(B, "0-3").knight(A, 17, active=True).knight(B, 3, active=True)
    await lay(stage, laid.top("warlord").ship(6).before_roll().roll(1, 2, "ship"))
    public = stage.newest("My move")
    assert public.labels[5:] == ["Trade", "Politics", "Science"]
    assert "It is not your turn" in (await stage.press("Cid", "Politics", public)).text
    before = stage.table().seq
    stage.box.reset_taps()
    done = await stage.press("Ann", "Politics", public)
    assert stage.box.taps("Ann") == 1
    assert "Warlord" in done.text
    assert [entry.move for entry in await entered(stage, before)] == ["answer-deck politics"]
    assert "Warlord" not in stage.newest("My move").content
    assert stage.waited() == "Ben"


# --- typed


async def test_places_are_typed_offered_and_told_alike(stage: Stage) -> None:
    await lay(stage, main("1 brick, 1 lumber", "inventor"))
    refused = await stage.slash("Ann", "/catan build road", path="0-3")
    assert "e0 (0-3) does not touch a road of yours" in refused.text
    assert "Done:" not in refused.text
    shown = await stage.box.complete("Ann", "table", "/catan build road", "path", "")
    assert {"e19 (12-17)", "e25 (17-22)"} <= {choice.label for choice in shown}
    hexes = await stage.box.complete("Ann", "table", "/catan card inventor", "hex", "past")
    assert [choice.label for choice in hexes] == ["h5 Pasture 4", "h15 Pasture 5", "h18 Pasture 11"]
    moves = await stage.slash("Ann", "/game moves")
    assert "Build a road at e19 (12-17)" in moves.text
    before = stage.table().seq
    done = await stage.slash("Ann", "/catan card inventor", hex="18", hex2="h2")
    assert "Done:" in done.text
    done = await stage.slash("Ann", "/catan build road", path="17-12")
    assert re.search(r"Ann built a road at \w+( \d+)? \| \w+", done.text)
    lines = [entry.move for entry in await entered(stage, before) if entry.kind == "move"]
    assert lines == ["card-inventor h2 h18", "build-road e19"]
