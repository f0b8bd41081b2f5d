"""Numbers of corners come with the hexes and the harbour around them; the setup says which building it is."""

from __future__ import annotations

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.screen import Screen, Select
from rules.core import Choices, play, start_game
from rules.core.registry import game_types
from tests.cogs import harness
from tests.cogs.games.catan.test_catan import PRESETS, on_table, table_of
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Laid


async def shown(laid: Laid, *words: str) -> Screen:
    return harness.check(await picker_screens.picker_screen(harness.room(on_table(laid), 0), ChoicePath((), words)))


async def setup(choices: Choices, placed: int, *words: str) -> tuple[Screen, str]:
    """The setup after some buildings, as who places next sees it, and what is told to all."""
    game = game_types()["catan"].make(choices)
    state = start_game(game, 3, bytes(32)).state
    for _ in range(placed):
        (waiting,) = game.waiting(state)
        state = play(game, state, waiting, next(iter(game.legal(state, waiting)))).state
    (seat,) = game.waiting(state)
    here = harness.room(table_of(choices, state), seat)
    return harness.check(
        await picker_screens.picker_screen(here, ChoicePath((), words))
    ), here.vocabulary.current_task()


async def test_every_free_corner_is_offered_with_what_lies_around_it() -> None:
    screen, _ = await setup(Choices((), (("map", "beginner"),)), 0)
    lists = [row for row in screen.rows if isinstance(row, Select)]
    choices = {choice.label: choice.description for row in lists for choice in row.choices}
    assert len(choices) == 54
    assert choices["23"] == "Hills 6 · Forest 11 · Desert"
    assert all(choices.values())
    assert sum("harbour 3:1" in told for told in choices.values()) == 8
    assert sum("harbour 2:1 wool" in told for told in choices.values()) == 2


async def test_the_setup_says_which_building_it_is_and_what_it_brings() -> None:
    screen, task = await setup(PRESETS["base"], 0)
    assert "**Where does your first settlement stand?**" in screen.text
    assert task == "place a settlement and a road"
    screen, task = await setup(PRESETS["base"], 3)
    assert "**Where does your second settlement stand?** First the corner, then its road. Each hex" in screen.text
    assert task == "place the second settlement and a road"
    screen, task = await setup(PRESETS["official"], 0)
    assert "**Where does your settlement stand?**" in screen.text
    assert "a city follows, which brings your first cards" in screen.text
    screen, task = await setup(PRESETS["official"], 3)
    assert "**Where does your city stand?**" in screen.text
    assert task == "place a city and a road"


async def test_the_road_of_the_setup_still_tells_the_corner() -> None:
    screen, _ = await setup(Choices((), (("map", "beginner"),)), 0, "setup", "v23")
    assert "**Which way does the road lead?**" in screen.text
    assert screen.text.splitlines()[-1].startswith("-# 23: ")


async def test_few_corners_are_described_below_the_question() -> None:
    laid = Knights(3).settlement(0, 23, 26).hand(0, "2 grain, 3 ore")
    lines = [line for line in (await shown(laid, "build-city")).text.splitlines() if line.startswith("-# 2")]
    assert [line.split(":")[0] for line in lines] == ["-# 23", "-# 26"]
    one = (await shown(Laid(3).settlement(0, 23).hand(0, "2 grain, 3 ore"), "build-city")).text
    assert lines[0] in one.splitlines()
