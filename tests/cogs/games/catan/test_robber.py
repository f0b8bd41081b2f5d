"""The robber's screen says who loses a card where; hexes of nobody come last."""

from __future__ import annotations

import re

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.screen import Button, Screen, Select
from tests.cogs import harness
from tests.cogs.games.catan.test_catan import on_table
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import Table as Laid


async def shown(laid: Laid) -> Screen:
    return harness.check(await picker_screens.picker_screen(harness.room(on_table(laid), 0), ChoicePath()))


def numbered(screen: Screen) -> list[Button]:
    found = [item for row in screen.rows if not isinstance(row, Select) for item in row]
    return [item for item in found if isinstance(item, Button) and number(item.label)]


def number(label: str) -> str:
    """The number of the picture that a label names: `Forest 8 (12)`."""
    named = re.search(r" \((\d+)\)$", label)
    return named[1] if named else ""


def robbing(laid: Laid) -> Laid:
    """Ann at 23, Ben at 35 and 8, Cid at 39, Dan, who holds nothing, at 50; a seven is rolled."""
    laid.settlement(0, 23).settlement(1, 35, 8).settlement(2, 39).settlement(3, 50)
    return laid.hand(1, "1 ore").hand(2, "1 wool").before_roll().roll(3, 4)


async def test_the_lines_say_who_loses_a_card_where() -> None:
    screen = await shown(robbing(Laid(4)))
    lines = screen.text.splitlines()
    assert lines[1] == "**Where does the robber go?**"
    told = dict(line.rstrip(".").split(": ", 1) for line in lines[2:-1])
    assert list(told)[-1] == "No card"
    assert told["A card from Ben"] == "Mountains 10 (0), Pasture 2 (1), Hills 6 (4) and Fields 4 (14)"
    assert "A card from Cid" in told
    assert told["A card from one of Ben and Cid, whom you choose next"] == "Mountains 3 (13)"
    assert lines[-1] == "You have buildings at Hills 6 (4) and Forest 11 (8)."
    assert told["No card"].endswith("(18)")  # where only Dan is


async def test_who_is_robbed_comes_first_and_nobody_last() -> None:
    laid = robbing(Laid(4))
    screen = await shown(laid)
    none = next(line for line in screen.text.splitlines() if line.startswith("No card"))
    last = none.removeprefix("No card: ").rstrip(".").replace(" and ", ", ").split(", ")
    labels = [button.label for button in numbered(screen)]
    assert labels[-len(last) :] == last
    assert {number(label) for label in labels} == {line.split(" ")[1][1:] for line in laid.legal("robber")}
    assert [button.label for button in numbered(screen) if button.tone == "blue"] == ["Mountains 3 (13)"]


async def test_the_bishop_takes_from_everybody_there() -> None:
    laid = Knights(4).settlement(0, 23).settlement(1, 35).settlement(2, 39).hand(1, "1 ore").hand(2, "1 wool")
    screen = await shown(laid.progress(0, "bishop").do("card-bishop"))
    assert "A card from each there, Ben and Cid: Mountains 3 (13)." in screen.text.splitlines()
    assert not [button for button in numbered(screen) if button.tone == "blue"]


async def test_the_large_island_lists_its_hexes_with_what_happens_there() -> None:
    laid = Laid(6).settlement(0, 40).settlement(1, 20).hand(1, "1 ore").before_roll().roll(3, 4)
    screen = await shown(laid)
    some, *none = [row for row in screen.rows if isinstance(row, Select)]
    assert some.placeholder == "Hexes where a card is taken"
    assert {choice.description for choice in some.choices} == {"a card from Ben"}
    assert {row.placeholder for row in none} == {"Hexes where nobody loses a card"}
    listed = [number(choice.label) for row in (some, *none) for choice in row.choices]
    assert set(listed) == {line.split(" ")[1][1:] for line in laid.legal("robber")}
