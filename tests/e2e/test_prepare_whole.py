"""Games through the driver in which everybody presses about in *Prepare my next move*, with restarts in between."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rules.core import Chance, Choices, encode_move
from rules.core.registry import game_types
from service.state import conditional_moves
from tests.e2e.conftest import Stage
from tests.e2e.screens import offered, on_screen
from tests.e2e.test_prepare import BUTTON

PEOPLE = ("Ann", "Ben", "Cid", "Dan")
ACTS = 24
GAMES: dict[str, tuple[str, Choices]] = {
    "citadels": ("citadels", Choices()),
    "catan": ("catan", Choices()),
    "knights": ("catan", Choices(("cities_knights",))),
    "princess": ("carcassonne", Choices(("princess",))),
}


async def press_about(stage: Stage, who: str, luck: Chance) -> int:
    """Opens the screen and presses whatever is there, a few times. How often something was prepared or deleted."""
    answer, changed = await stage.press(who, "More"), 0
    for label in (BUTTON, *("",) * 6):
        shown, before = on_screen(answer), stage.table().programmes
        labels = [label] if label else offered(shown)
        if shown.selects and not luck.below(2):
            choices = shown.selects[0].choices
            answer = await stage.box.select(who, shown, choices[luck.below(len(choices))].value)
        elif labels:
            answer = await stage.box.press(who, shown, labels[luck.below(len(labels))])
        await stage.settled()
        assert "went wrong" not in answer.text
        assert "moved on" not in answer.text
        changed += stage.table().programmes != before
    return changed


async def begun(stage: Stage, kind: str, choices: Choices) -> None:
    await stage.slash("Ann", f"/{kind} new", seats=len(PEOPLE))
    table = stage.table()
    await stage.tables.lobby.set_choices(table.id, table.host, game_types()[kind].normalize_choices(choices))
    for name in PEOPLE[1:]:
        await stage.press(name, "Join")
    await stage.press("Ann", "Start")


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_with_programmes_and_restarts(stage: Stage, tmp_path: Path, name: str) -> None:
    luck = Chance(name.encode().ljust(32))
    for who in PEOPLE:
        if who not in {user.name for user in stage.box.world.users.values()}:
            stage.box.add_person(who)
    await begun(stage, *GAMES[name])
    made = spoke = 0
    for n in range(ACTS):
        table = stage.table()
        assert table.game is not None
        if n % 3 == 0:
            made += await press_about(stage, PEOPLE[luck.below(4)], luck)
            assert stage.table().seq == table.seq  # nothing that is prepared answers at once
        if n % 10 == 5:
            kept: tuple[Any, ...] = stage.table().programmes
            await stage.restart()
            assert stage.table().programmes == kept
        table = await stage.tables.registry.load_table(table.id)
        seat, since = table.seats_to_move[0], table.seq
        moves = [encode_move(move) for move in table.game.legal(table.state, seat)]
        await stage.slash(table.seats[seat].name, "/game move", line=moves[luck.below(len(moves))])
        entries = await stage.tables.history.read_entries(table.id, after=since)
        spoke += sum(entry.act is None for entry in entries)
        table = stage.table()
        for waited in table.seats_to_move:  # whoever is asked had nothing to say
            assert conditional_moves.first_conditional_answer(table, table.seats[waited]) is None
            assert table.seats[waited].name in stage.newest("My move").text
    assert made
    assert spoke or name in ("knights", "princess")
