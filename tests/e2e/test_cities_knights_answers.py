"""What others must answer in Cities & Knights: by buttons and lists alone, with the taps it takes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.conftest import Stage
from tests.e2e.laid import Case, laid_out, played
from tests.e2e.positions_knights import SEATS, main
from tests.rules.catan.cities_knights.table import A, B, C, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with laid_out(tmp_path_factory.mktemp("knights"), "catan", SEATS) as made:
        yield made


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
        "Ben lost the city at Forest 9 · Hills 10 · harbour 2:1 ore",
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
        r"Ben had too many progress cards and put one back \(politics\)",
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
        "The city of Ann at Forest 9 · Hills 10 · harbour 2:1 ore is the metropolis of trade",
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
        ("Mountains 10 (0)", "Cid (yellow)"),
        "robber h0 2",
        3,
        "took a card from Cid",
        hidden="paper",
        own="Ann took 1 paper from Cid",
    ),
]


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: case.name)
async def test_answers(stage: Stage, case: Case) -> None:
    await played(stage, case)
