"""Cities & Knights through the driver: every decision by buttons and lists alone, with the taps it takes."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.conftest import Stage
from tests.e2e.laid import Case, entered, laid_out, lay, offered, on_screen, played, taps
from tests.rules.catan.cities_knights.table import A, B, C, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")
SEATS = 4
FIVE = ("merchant", "merchant", "crane", "spy", "smith")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with laid_out(tmp_path_factory.mktemp("knights"), "catan", SEATS) as made:
        yield made


def main(hand: str = "", *progress: str) -> Table:
    """Ann in their turn, with a city, a settlement and roads."""
    table = Table().city(A, 17).settlement(A, 35).road(A, "17-23-29-35").hand(A, hand)
    return table.progress(A, *progress)


BUILDING = [
    Case("road", lambda: main("1 brick, 1 lumber"), ("Road", "19"), "build-road e19", 3, "Ann built a road at e19"),
    Case(
        "the longest road",
        lambda: main("1 brick, 1 lumber").road(A, "35-40"),
        ("Road", "58"),
        "build-road e58",
        3,
        r"Ann built .*e58 \(40-45\)\.(.|\n)*Ann holds the Longest Road: 5 roads",
    ),
    Case(
        "settlement",
        lambda: main("1 brick, 1 lumber, 1 wool, 1 grain").road(A, "35-40-45"),
        ("Settlement", "Build at 45"),
        "build-settlement v45",
        3,
        "Ann built a settlement at v45",
    ),
    Case(
        "city", lambda: main("2 grain, 3 ore"), ("City", "Build at 35"), "build-city v35", 3, "Ann built a city at v35"
    ),
    Case(
        "wall",
        lambda: main("2 brick"),
        ("City wall", "Build at 17"),
        "build-wall v17",
        3,
        "Ann built a city wall at v17",
    ),
    Case(
        "one of two walls",
        lambda: main("2 brick").city(A, 0),
        ("City wall", "0"),
        "build-wall v0",
        3,
        "Ann built a city wall at v0",
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
        "The city of Ann at v17 is the metropolis of trade",
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
        "Ann gave the bank 4 cloth for 1 ore",
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
        "Ann recruited a knight at v23",
    ),
    Case(
        "activate",
        lambda: main("1 grain").knight(A, 23),
        ("Knight…", "Activate 23"),
        "knight-activate v23",
        3,
        "Ann activated the knight at v23",
    ),
    Case(
        "promote",
        lambda: main("1 ore, 1 wool").knight(A, 23),
        ("Knight…", "Promote 23"),
        "knight-promote v23",
        3,
        "Ann promoted the knight at v23: a strong knight now",
    ),
    Case(
        "move",
        lambda: main().knight(A, 23, ready=True),
        ("Knight…", "Move 23 to 29"),
        "knight-move v23 v29",
        3,
        "Ann moved a knight from v23 to v29",
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
        "The driven-away knight of Ben stands at v39 now",
        who="Ben",
    ),
    Case(
        "chase",
        lambda: main().knight(A, 23, ready=True).settlement(B, 4).hand(B, "1 wool"),
        ("Knight…", "Chase with 23"),
        "knight-chase v23",
        3,
        "Ann chases the robber with the knight at v23",
    ),
    Case(
        "the robber after it",
        lambda: main().knight(A, 23, ready=True).settlement(B, 4).hand(B, "1 wool").do("knight-chase v23"),
        ("0",),
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


CARDS = [
    Case(
        "alchemist before the roll",
        lambda: main("", "alchemist").before_roll(),
        ("Card…", "3", "6"),
        "card-alchemist 3 6",
        4,
        r"Ann rolled 3 \+ 6 = 9",
    ),
    Case("crane", lambda: main("", "crane"), ("Card…", "trade"), "card-crane trade", 3, "Ann played Crane"),
    Case(
        "engineer",
        lambda: main("", "engineer").city(A, 0),
        ("Card…", "17"),
        "card-engineer v17",
        3,
        "Ann built a city wall at v17",
    ),
    Case(
        "inventor", lambda: main("", "inventor"), ("Card…", "2", "10"), "card-inventor h2 h10", 4, "The 9 goes from h2"
    ),
    Case(
        "irrigation", lambda: main("", "irrigation"), ("Card…", "Irrigation"), "card-irrigation", 3, "Ann took 4 grain"
    ),
    Case(
        "medicine",
        lambda: main("1 grain, 2 ore", "medicine").settlement(A, 0),
        ("Card…", "35"),
        "card-medicine v35",
        3,
        "Ann built a city at v35",
    ),
    Case("mining", lambda: main("", "mining"), ("Card…", "Mining"), "card-mining", 3, "Ann took 2 ore"),
    Case(
        "road building",
        lambda: main("", "road-building"),
        ("Card…", "Road Building"),
        "card-road-building",
        3,
        "Ann played Road Building",
    ),
    Case(
        "its road",
        lambda: main("", "road-building").do("card-road-building"),
        ("19",),
        "answer-road e19",
        2,
        "Ann placed a road at e19",
    ),
    Case(
        "smith",
        lambda: main("", "smith").knight(A, 23).knight(A, 29),
        ("Card…", "23 and 29"),
        "card-smith v23,v29",
        3,
        "Ann promoted",
    ),
    Case(
        "commercial harbour",
        lambda: main("1 brick", "commercial-harbour").hand(B, "1 coin, 1 cloth"),
        ("Card…", "Commercial Harbour"),
        "card-commercial-harbour",
        3,
        "Ann played Commercial Harbour",
    ),
    Case(
        "what it offers",
        lambda: (
            main("1 brick, 1 ore", "commercial-harbour")
            .hand(B, "1 coin, 1 cloth")
            .hand(C, "1 wool")
            .do("card-commercial-harbour")
        ),
        ("Ben (blue)", "brick"),
        "answer-harbour 1 brick",
        3,
        "Ann offers Ben 1 brick for a commodity",
    ),
    Case(
        "what is given for it",
        lambda: (
            main("1 brick", "commercial-harbour")
            .hand(B, "1 coin, 1 cloth")
            .do("card-commercial-harbour", "answer-harbour 1 brick")
        ),
        ("coin",),
        "answer-commodity coin",
        2,
        "Ben gave a commodity to Ann for 1 brick",
        who="Ben",
        hidden="coin",
        own="Ben gave 1 coin to Ann",
    ),
    Case(
        "commodity monopoly",
        lambda: main("", "commodity-monopoly").hand(B, "1 coin"),
        ("Card…", "coin"),
        "card-commodity-monopoly coin",
        3,
        "Ben gave 1 coin to Ann",
    ),
    Case(
        "resource monopoly",
        lambda: main("", "resource-monopoly").hand(B, "3 ore, 1 wool"),
        ("Card…", "ore"),
        "card-resource-monopoly ore",
        3,
        "Ben gave 2 ore to Ann",
        hidden="wool",
    ),
    Case(
        "merchant",
        lambda: main("", "merchant"),
        ("Card…", "8"),
        "card-merchant h8",
        3,
        "The merchant of Ann stands at h8",
    ),
    Case(
        "merchant fleet",
        lambda: main("", "merchant-fleet"),
        ("Card…", "wool"),
        "card-merchant-fleet wool",
        3,
        "Ann trades wool 2:1",
    ),
    Case(
        "master merchant",
        lambda: main("", "master-merchant").city(B, 0, 2).hand(B, "2 ore, 1 coin"),
        ("Card…", "Master Merchant: Ben (blue)"),
        "card-master-merchant 1",
        3,
        "Ann looks at the hand of Ben",
        hidden="coin",
    ),
    Case(
        "what they take",
        lambda: main("", "master-merchant").city(B, 0, 2).hand(B, "2 ore, 1 coin").do("card-master-merchant 1"),
        (("ore", "coin"), "Take these 2"),
        "answer-take ore,coin",
        4,
        "Ann took 2 cards from Ben",
        hidden="ore",
        own="Ann took 1 ore and 1 coin from Ben",
    ),
    Case("bishop", lambda: main("", "bishop"), ("Card…", "Bishop"), "card-bishop", 3, "Ann played Bishop"),
    Case(
        "where the bishop sends the robber",
        lambda: (
            main("", "bishop").settlement(B, 0).hand(B, "1 wool").settlement(C, 8).hand(C, "1 paper").do("card-bishop")
        ),
        ("0",),
        "robber h0 -",
        2,
        "moved the robber to h0",
        hidden="paper",
        own="Ann took 1 wool from Ben",
    ),
    Case(
        "deserter",
        lambda: main("", "deserter").road(B, "0-3").knight(B, 3).knight(B, 0),
        ("Card…", "Deserter: a knight of Ben (blue)"),
        "card-deserter 1",
        3,
        "A knight of Ben deserts to Ann",
    ),
    Case(
        "which one deserts",
        lambda: main("", "deserter").road(B, "0-3").knight(B, 3).knight(B, 0).do("card-deserter 1"),
        ("3",),
        "answer-desert v3",
        2,
        "The basic knight of Ben at v3 has gone",
        who="Ben",
    ),
    Case(
        "where it is placed",
        lambda: main("", "deserter").road(B, "0-3").knight(B, 3).do("card-deserter 1"),
        ("23",),
        "answer-knight v23",
        2,
        "Ann placed a basic knight at v23",
    ),
    Case(
        "it is not placed",
        lambda: main("", "deserter").road(B, "0-3").knight(B, 3).do("card-deserter 1"),
        ("Place no knight",),
        "pass knight",
        2,
        "Ann places no knight",
    ),
    Case(
        "diplomat",
        lambda: main("", "diplomat").road(B, "0-3"),
        ("Card…", "Diplomat: remove the road at e0 (0-3)"),
        "card-diplomat e0",
        3,
        "Ann removed the road of Ben at e0",
    ),
    Case(
        "the own road elsewhere",
        lambda: main("", "diplomat").road(A, "35-40").do("card-diplomat e51"),
        ("19",),
        "answer-road e19",
        2,
        "Ann placed a road at e19",
    ),
    Case(
        "intrigue",
        lambda: main("", "intrigue").knight(B, 23).road(B, "23-18"),
        ("Card…", "Intrigue: drive away the knight at v23"),
        "card-intrigue v23",
        3,
        "Ann drove away the basic knight of Ben at v23",
    ),
    Case(
        "saboteur",
        lambda: main("", "saboteur").city(B, 0, 2).hand(B, "5 ore"),
        ("Card…", "Saboteur"),
        "card-saboteur",
        3,
        "Ann played Saboteur",
    ),
    Case(
        "what is discarded for them",
        lambda: (
            main("", "saboteur")
            .city(B, 0, 2)
            .hand(B, "3 ore, 2 wool")
            .city(C, 10, 20)
            .hand(C, "9 wool")
            .do("card-saboteur")
        ),
        (("ore", "wool"), "Discard these 2"),
        "discard wool,ore",
        4,
        "Ben has chosen 2 cards to discard",
        who="Ben",
        hidden="wool",
    ),
    Case(
        "spy",
        lambda: main("", "spy").progress(B, "crane", "smith"),
        ("Card…", "Spy on Ben (blue)"),
        "card-spy 1",
        3,
        "Ann looks at the progress cards of Ben",
        hidden="Smith",
    ),
    Case(
        "what the spy takes",
        lambda: main("", "spy").progress(B, "crane", "smith").do("card-spy 1"),
        ("Smith",),
        "answer-spy smith",
        2,
        r"Ann took a progress card from Ben \(science\)",
        hidden="Smith",
        own="Ann took Smith from Ben",
    ),
    Case(
        "warlord",
        lambda: main("", "warlord").knight(A, 23),
        ("Card…", "Warlord"),
        "card-warlord",
        3,
        "Ann activated 1 knight",
    ),
    Case(
        "wedding",
        lambda: main("", "wedding").city(B, 0, 2).hand(B, "3 ore"),
        ("Card…", "Wedding"),
        "card-wedding",
        3,
        "Ann played Wedding",
    ),
    Case(
        "what is given for it",
        lambda: main("", "wedding").city(B, 0, 2).hand(B, "2 ore, 1 coin").do("card-wedding"),
        (("ore", "coin"), "Give these 2"),
        "answer-give ore,coin",
        4,
        "Ben gave 2 cards to Ann",
        who="Ben",
        hidden="coin",
        own="Ben gave 1 ore and 1 coin to Ann",
    ),
]

# Several cards in hand: «Card…» lists them all.
LISTED = [
    Case(
        "the inventor's hexes the other way round",
        lambda: main("", "inventor", "mining"),
        ("Card…", "Inventor", "18", "2"),
        "card-inventor h2 h18",
        5,
        "The 9 goes from h2 Forest to h18 Pasture",
    ),
    Case(
        "one of several",
        lambda: main("", "irrigation", "spy"),
        ("Card…", "Irrigation"),
        "card-irrigation",
        3,
        "Ann played Irrigation",
    ),
    Case(
        "with a target",
        lambda: main("", "crane", "mining"),
        ("Card…", "Crane", "science"),
        "card-crane science",
        4,
        "Ann built the Abbey",
    ),
    Case(
        "with a place",
        lambda: main("", "merchant", "mining"),
        ("Card…", "Merchant", "8"),
        "card-merchant h8",
        4,
        "The merchant of Ann stands at h8 Forest 11",
    ),
    Case(
        "the only one that can be played",
        lambda: main("4 ore", "alchemist", "spy", "mining"),
        ("Card…", "Mining"),
        "card-mining",
        3,
        "Ann played Mining",
    ),
    Case(
        "knights for the smith",
        lambda: main("", "smith", "mining").knight(A, 23),
        ("Card…", "Smith", "Smith: promote v23"),
        "card-smith v23",
        4,
        "Ann promoted the knight at v23",
    ),
    Case(
        "the second free road",
        lambda: main("", "road-building").do("card-road-building", "answer-road e19"),
        ("No more roads",),
        "pass road",
        2,
        "Ann placed no more roads",
    ),
    Case(
        "a knight off the board",
        lambda: (
            Table(rules="colonist")
            .road(A, "17-23-29")
            .road(B, "29-34")
            .knight(A, 17, 2, ready=True)
            .knight(B, 29)
            .do("knight-move v17 v29")
        ),
        ("Take the knight off the board",),
        "pass relocate",
        2,
        "The driven-away basic knight of Ben leaves the board",
        who="Ben",
    ),
    Case(
        "the fifth card at the end of the turn",
        lambda: Table(rules="colonist").progress(A, *FIVE).before_roll().roll(1, 1).do("end"),
        ("Crane",),
        "answer-return crane",
        2,
        r"Ann put a progress card back \(science\)",
        hidden="Crane",
    ),
    Case(
        "offers no more",
        lambda: (
            main("1 brick, 1 ore", "commercial-harbour")
            .hand(B, "1 coin")
            .hand(C, "1 wool")
            .do("card-commercial-harbour")
        ),
        ("Offer no more",),
        "pass harbour",
        2,
        "Ann offers no more",
    ),
    Case(
        "takes nothing",
        lambda: main("", "master-merchant").city(B, 0, 2).hand(B, "2 ore, 1 coin").do("card-master-merchant 1"),
        ("Take nothing",),
        "pass take",
        2,
        "Ann took nothing from Ben",
        hidden="coin",
    ),
]

SEVEN = "9 wool, 1 ore"
ANSWERS = [
    Case(
        "discard",
        lambda: main().hand(B, SEVEN).hand(C, "9 ore").before_roll().roll(3, 4),
        (("wool", "wool", "wool", "wool", "ore"), "Discard these 5"),
        "discard wool,wool,wool,wool,ore",
        4,
        "Ben has chosen 5 cards to discard",
        who="Ben",
        hidden="wool",
    ),
    Case(
        "equal cards",
        lambda: main().hand(B, "8 coin").before_roll().roll(3, 4),
        ("Discard these 4",),
        "discard coin,coin,coin,coin",
        2,
        "Ben discarded 4 coin",
        who="Ben",
    ),
    Case(
        "a city is lost",
        lambda: Table().city(B, 0, 10).settlement(A, 17).ship(6).before_roll().roll(1, 2, "ship"),
        ("10",),
        "answer-city v10",
        2,
        "Ben lost the city at v10",
        who="Ben",
    ),
    Case(
        "a city is lost while another is asked",
        lambda: Table().city(B, 0, 10).city(C, 17, 35).ship(6).before_roll().roll(1, 2, "ship"),
        ("10",),
        "answer-city v10",
        2,
        "Ben has chosen a city",
        who="Ben",
        hidden="v10",
    ),
    Case(
        "deck of a tie",
        lambda: (
            Table()
            .road(A, "17-23")
            .road(B, "0-3")
            .knight(A, 17, active=True)
            .knight(B, 3, active=True)
            .top("warlord")
            .ship(6)
            .before_roll()
            .roll(1, 2, "ship")
        ),
        ("politics",),
        "answer-deck politics",
        2,
        r"Ann drew a progress card \(politics\)",
        own="You drew",
    ),
    Case(
        "fifth card",
        lambda: (
            Table()
            .progress(B, "merchant", "merchant", "crane", "spy")
            .levels(B, science=1)
            .top("smith")
            .before_roll()
            .roll(1, 1, "science")
        ),
        ("Spy",),
        "answer-return spy",
        2,
        r"Ben put a progress card back \(politics\)",
        who="Ben",
        hidden="Spy",
    ),
    Case(
        "aqueduct",
        lambda: Table().settlement(A, 0).levels(A, science=3).before_roll().roll(1, 1),
        ("grain",),
        "answer-aqueduct grain",
        2,
        "Ann took 1 grain at the Aqueduct",
    ),
    Case(
        "not at the aqueduct",
        lambda: Table().settlement(A, 0).levels(A, science=3).before_roll().roll(1, 1),
        ("Take nothing",),
        "pass aqueduct",
        2,
        "Ann (took )?nothing",
    ),
    Case(
        "aqueduct while another is asked",
        lambda: Table().levels(B, science=3).levels(C, science=3).bank("2 ore").before_roll().roll(5, 5),
        ("ore",),
        "answer-aqueduct ore",
        2,
        "Ben has chosen at the Aqueduct",
        who="Ben",
        hidden="ore",
    ),
    Case(
        "metropolis",
        lambda: Table().city(A, 0, 10).levels(A, trade=3).hand(A, "4 cloth").do("improve trade"),
        ("10",),
        "answer-metropolis v10",
        2,
        "The city of Ann at v10 is the metropolis of trade",
    ),
    Case(
        "knights of the mean rule",
        lambda: (
            Table(mean_rule="on")
            .road(A, "17-23")
            .road(B, "0-3")
            .knight(A, 17, active=True)
            .knight(A, 23, active=True)
            .ship(6)
            .before_roll()
            .roll(1, 2, "ship")
        ),
        (("17", "23"), "Send v17 and v23"),
        "answer-knights v17,v23",
        4,
        "Ann (sends knights of strength )?2",
    ),
    Case(
        "robber with several victims",
        lambda: main().settlement(B, 0).hand(B, "1 wool").settlement(C, 8).hand(C, "1 paper").before_roll().roll(3, 4),
        ("0", "Cid (yellow)"),
        "robber h0 2",
        3,
        "took a card from Cid",
        hidden="paper",
        own="Ann took 1 paper from Cid",
    ),
]


@pytest.mark.parametrize("case", CARDS, ids=lambda case: case.name)
async def test_progress_cards(stage: Stage, case: Case) -> None:
    await played(stage, case)


@pytest.mark.parametrize("case", LISTED, ids=lambda case: case.name)
async def test_cards_among_others(stage: Stage, case: Case) -> None:
    await played(stage, case)


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: case.name)
async def test_answers(stage: Stage, case: Case) -> None:
    await played(stage, case)


# --- offers, with commodities too


async def test_an_offer_is_chosen_answered_and_taken_by_buttons(stage: Stage) -> None:
    await lay(stage, main("1 ore, 1 coin").hand(B, "1 cloth").hand(C, "1 cloth, 1 wool"))
    before = stage.table().seq
    screen = await taps(stage, "Ann", "Trade…", ("coin",), ("cloth",), "Send offer")
    assert stage.box.taps("Ann") == 7
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
        for button in ("My move", "My hand", "Log"):
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
    assert "Ann built a road at e19 (12-17)." in done.text
    lines = [entry.move for entry in await entered(stage, before) if entry.kind == "move"]
    assert lines == ["card-inventor h2 h18", "build-road e19"]
