"""Several progress cards in hand, through the driver: «Card…» lists them all."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.conftest import Stage
from tests.e2e.laid import Case, laid_out, played
from tests.e2e.positions_knights import FIVE, SEATS, main
from tests.rules.catan.cities_knights.table import A, B, C, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with laid_out(tmp_path_factory.mktemp("knights"), "catan", SEATS) as made:
        yield made


LISTED = [
    Case(
        "the inventor's hexes the other way round",
        lambda: main("", "inventor", "mining"),
        ("Card…", "Inventor", "18", "2"),
        "card-inventor h2 h18",
        5,
        "The 9 of Forest and the 11 of Pasture change places",
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
        "Ann put the merchant on Forest 11",
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
        ("Card…", "Smith", "Smith: promote Hills 6 · Forest 11 · Desert (v23)"),
        "card-smith v23",
        4,
        "Ann promoted the knight at Hills 6 · Forest 11 · Desert",
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
        r"Ann had too many progress cards and put one back \(science\)",
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


@pytest.mark.parametrize("case", LISTED, ids=lambda case: case.name)
async def test_cards_among_others(stage: Stage, case: Case) -> None:
    await played(stage, case)
