"""The base game with five through the driver: development cards, free roads, the special build phase."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from rules.catan.development import KNIGHT, MONOPOLY, PLENTY, ROADS
from tests.e2e.conftest import Stage
from tests.e2e.laid import Case, asked_between, laid_out, lay, offered, on_screen, played, taps
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table
from tests.rules.catan.test_development import dev, top

pytestmark = pytest.mark.asyncio(loop_scope="module")
SEATS = 5
A, B, C = range(3)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with laid_out(tmp_path_factory.mktemp("five"), "catan", SEATS) as made:
        await asked_between(made)
        yield made


def main(hand: str = "") -> Table:
    return Table(SEATS).settlement(A, 17).road(A, "17-23-29").hand(A, hand)


def building(hand: str = "1 brick, 1 lumber") -> Table:
    """Ben may build after Ann's turn."""
    return Table(SEATS).settlement(B, 17).road(B, "17-23").hand(B, hand).do("end")


CASES = [
    Case(
        "buy",
        lambda: top(main("1 wool, 1 grain, 1 ore"), PLENTY),
        ("Dev card…", "Buy a card"),
        "dev-buy",
        3,
        "Ann bought a development card",
        hidden="Year",
        own="You bought a development card: Year of Plenty",
    ),
    Case("knight", lambda: dev(main(), A, KNIGHT), ("Dev card…", "Knight"), "dev-knight", 3, "Ann played a knight"),
    Case(
        "knight before the roll",
        lambda: dev(main(), A, KNIGHT, PLENTY).before_roll(),
        ("Dev card…", "Knight"),
        "dev-knight",
        3,
        "Ann played a knight",
    ),
    Case(
        "roads",
        lambda: dev(main(), A, ROADS, PLENTY),
        ("Dev card…", "Road Building"),
        "dev-roads",
        3,
        "Ann played Road Building",
    ),
    Case(
        "plenty",
        lambda: dev(main(), A, PLENTY, ROADS),
        ("Dev card…", "Year of Plenty", ("brick", "ore"), "Year of Plenty: 1 brick and 1 ore"),
        "dev-plenty brick,ore",
        6,
        "Ann played Year of Plenty and took 1 brick and 1 ore",
    ),
    Case(
        "monopoly",
        lambda: dev(main(), A, MONOPOLY, ROADS).hand(B, "3 ore, 1 wool"),
        ("Dev card…", "Monopoly", "ore"),
        "dev-monopoly ore",
        4,
        "3 ore from Ben|Ben gave 3 ore",
        hidden="wool",
    ),
    Case(
        "bank",
        lambda: main("4 wool"),
        ("Bank…", "4 wool → 1 ore"),
        "bank wool ore",
        3,
        "Ann traded with the bank: 4 wool for 1 ore",
    ),
    Case(
        "build in the special phase",
        building,
        ("Road", "27"),
        "build-road e27",
        3,
        "Ben built a road at ",
        who="Ben",
    ),
    Case(
        "nothing to build",
        lambda: building(""),
        ("Nothing to build",),
        "pass build",
        2,
        r"Waiting for\*\* Cid: build between the turns",
        who="Ben",
    ),
    Case(
        "knights between turns",
        lambda: Knights(SEATS).road(B, "17-23").hand(B, "1 ore, 1 wool").do("end"),
        ("Knight…", "23"),
        "knight-recruit v23",
        3,
        "Ben recruited a knight at Hills 11 · Pasture 12 · Hills 12",
        who="Ben",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
async def test_the_base_game_and_five_players(stage: Stage, case: Case) -> None:
    await played(stage, case)


async def test_the_special_build_phase_has_its_quick_buttons(stage: Stage) -> None:
    await lay(stage, building())
    public = stage.newest("My move")
    assert public.labels[5:] == ["Build…", "Nothing to build", "Build before the next turn"]
    assert "It is not your turn" in (await stage.press("Cid", "Nothing to build", public)).text
    stage.box.reset_taps()
    screen = await stage.press("Ben", "Build…", public)
    assert offered(on_screen(screen))[0] == "Road"
    await stage.press("Ben", "Nothing to build", stage.newest("Nothing to build"))
    assert stage.box.taps("Ben") == 2
    assert stage.waited() == "Cid"


async def test_the_public_buttons_are_the_same_for_who_can_build_and_who_cannot(stage: Stage) -> None:
    labels = []
    for hand in ("1 brick, 1 lumber", ""):
        await lay(stage, building(hand))
        labels.append(stage.newest("My move").labels)
    assert labels[0] == labels[1]
    screen = await taps(stage, "Ben", "Why not?")
    assert "Road: You lack 1 brick and 1 lumber." in screen.text


async def test_what_is_grey_says_why_behind_a_button_and_the_way_back(stage: Stage) -> None:
    await lay(stage, main("1 brick, 1 lumber"))
    why = await taps(stage, "Ann", "Why not?")
    assert stage.box.taps("Ann") == 2
    assert "City: You lack 2 grain and 3 ore." in why.text
    assert "Road: " not in why.text
    shown = on_screen(why)
    back = on_screen(await stage.box.press("Ann", shown, "Back"))
    assert "Why not?" in offered(back)
    assert "You lack" not in back.text
    await taps(stage, "Ann", "End turn")
    assert "The table has moved on" in (await stage.box.press("Ann", back, "Why not?")).text
