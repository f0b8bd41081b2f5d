"""Progress cards through the driver: every decision by buttons and lists alone, with the taps it takes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.conftest import Stage
from tests.e2e.laid import Case, laid_out, played
from tests.e2e.positions_knights import SEATS, main
from tests.rules.catan.cities_knights.table import A, B, C

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with laid_out(tmp_path_factory.mktemp("knights"), "catan", SEATS) as made:
        yield made


CARDS = [
    Case(
        "alchemist before the roll",
        lambda: main("", "alchemist").before_roll(),
        ("Card…", "3", "6"),
        "card-alchemist 3 6",
        4,
        "Ann rolled 9 and a ship",
    ),
    Case("crane", lambda: main("", "crane"), ("Card…", "trade"), "card-crane trade", 3, "Ann played Crane"),
    Case(
        "engineer",
        lambda: main("", "engineer").city(A, 0),
        ("Card…", "17"),
        "card-engineer v17",
        3,
        "Ann built a city wall at Fields 12 · Hills 6 · Forest 11",
    ),
    Case("inventor", lambda: main("", "inventor"), ("Card…", "2", "10"), "card-inventor h2 h10", 4, "The 9 of Forest"),
    Case(
        "irrigation", lambda: main("", "irrigation"), ("Card…", "Irrigation"), "card-irrigation", 3, "Ann took 4 grain"
    ),
    Case(
        "medicine",
        lambda: main("1 grain, 2 ore", "medicine").settlement(A, 0),
        ("Card…", "35"),
        "card-medicine v35",
        3,
        "Ann built a city at Desert · Mountains 3 · Fields 4",
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
        "Ann placed a road at ",
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
        "Ann put the merchant on ",
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
        ("Mountains 10 (0)",),
        "robber h0 -",
        2,
        "moved the robber to Mountains 10",
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
        "The basic knight of Ben at Mountains 10 · harbour 3:1 has gone",
        who="Ben",
    ),
    Case(
        "where it is placed",
        lambda: main("", "deserter").road(B, "0-3").knight(B, 3).do("card-deserter 1"),
        ("23",),
        "answer-knight v23",
        2,
        "Ann placed a basic knight at Hills 6 · Forest 11 · Desert",
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
        "Ann removed the road of Ben at ",
    ),
    Case(
        "the own road elsewhere",
        lambda: main("", "diplomat").road(A, "35-40").do("card-diplomat e51"),
        ("19",),
        "answer-road e19",
        2,
        "Ann placed a road at ",
    ),
    Case(
        "intrigue",
        lambda: main("", "intrigue").knight(B, 23).road(B, "23-18"),
        ("Card…", "Intrigue: drive away the knight at Hills 6 · Forest 11 · Desert (v23)"),
        "card-intrigue v23",
        3,
        "Ann drove away the basic knight of Ben at Hills 6 · Forest 11 · Desert",
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
        r"Ben has chosen 2 cards|\*\*Ben\*\* .* · discards 2 · ✓ done",
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


@pytest.mark.parametrize("case", CARDS, ids=lambda case: case.name)
async def test_progress_cards(stage: Stage, case: Case) -> None:
    await played(stage, case)
