"""Where a tile goes on a big board: sectors, the cells that matter first, and how many taps it takes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.games.carcassonne import cells
from cogs.screen import MAX_BUTTONS, Select
from rules.carcassonne.moves import Place
from rules.carcassonne.outcomes import best_outcome_per_cell, list_outcomes
from tests.cogs import harness
from tests.cogs.games.carcassonne.test_carcassonne import EVERYTHING, positions, table_of


@cache
def late(seed: int, seats: int) -> tuple[tuple[Any, Any, int], ...]:
    """Every eighth lay of a game with everything on, once seventy tiles lie."""
    found = [
        (game, state, seat)
        for game, state, seat, _ in positions(EVERYTHING, seats, seed)
        if state.agenda[-1].kind == "carc.lay" and len(state.board.laid) > 70
    ]
    return tuple(found[::8])


@pytest.mark.parametrize(("seed", "seats"), [(2, 3), (5, 6)])
async def test_every_cell_takes_at_most_one_tap_more_than_a_list_of_all(seed: int, seats: int) -> None:
    for game, state, seat in late(seed, seats):
        here = harness.room(table_of(game.choices, state), seat)
        lays = [move for move in here.legal if isinstance(move, Place)]
        taps: dict[str, int] = {}
        first = harness.check(await picker_screens.picker_screen(here, ChoicePath()))
        todo = [(first, 1)]
        for screen, before in todo:
            for button, _, values in harness.pressed(screen):
                path = ChoicePath.parse(values[0] if values else button.text)
                after = before + (2 if values else 1)
                cell = path.words[1].partition("-")[0][1:] if len(path.words) == 2 else ""
                if cell and path.words[1] == f"~{cell}-{cell}":  # a sector of one cell needs no picture of its own
                    taps.setdefault(cell, after)
                elif cell and path.words[1].startswith("~"):
                    todo.append((harness.check(await picker_screens.picker_screen(here, path)), after))
                elif cell:  # its turn is chosen next, if there are several
                    taps.setdefault(path.words[1], after)
        assert taps.keys() == {str(move.cell) for move in lays}
        as_before = 2 if len(taps) <= MAX_BUTTONS - 2 else 3
        assert all(n <= as_before + 1 for n in taps.values())


async def test_what_matters_stands_on_the_first_screen_with_words() -> None:
    seen = 0
    for game, state, seat in late(5, 6):
        here = harness.room(table_of(game.choices, state), seat)
        screen = await picker_screens.picker_screen(here, ChoicePath())
        if not any(" places" in label for _, label, _ in harness.pressed(screen)):
            continue
        rank = {
            cell: outcome.importance
            for cell, outcome in best_outcome_per_cell(list_outcomes(state, seat, here.legal)).items()
        }
        notable = sorted((rank[cell] for cell in rank if any(rank[cell])), reverse=True)[:5]
        buttons = [(button.text.split(" "), label) for button, label, values in harness.pressed(screen) if not values]
        cells = {words[1]: label for words, label in buttons if len(words) == 2 and "~" not in words[1]}
        shown = [rank[cell] for cell in rank if str(cell) in cells]
        assert sorted(shown, reverse=True)[: len(notable)] == notable
        assert all(" · " in label for label in cells.values())
        (told,) = [row for row in screen.rows if isinstance(row, Select)] or [None]
        if told is not None:
            assert all("completes" in choice.label or "continues" in choice.label for choice in told.choices)
            seen += 1
    assert seen


async def test_a_button_says_for_whom_a_lay_completes_something() -> None:
    said = set()
    for game, state, seat in late(5, 6):
        here = harness.room(table_of(game.choices, state), seat)
        for outcome in list_outcomes(state, seat, here.legal):
            if outcome.gain or not outcome.completed:
                continue
            owners = {owner for one in outcome.completed for owner in one.owners}
            label = cells._effect_on_button(here, outcome)
            assert label.startswith("completes, for ") if owners else label == "completes"
            assert all(here.voice.seat(owner) in label for owner in owners)
            said.add(bool(owners))
    assert said == {True, False}


async def test_back_leads_from_a_cell_to_its_sector_and_from_there_to_the_map() -> None:
    game, state, seat = late(5, 6)[-1]
    here = harness.room(table_of(game.choices, state), seat)
    screen = await picker_screens.picker_screen(here, ChoicePath())
    ways = [button.text for button, label, _ in harness.pressed(screen) if " places" in label]
    sector = await picker_screens.picker_screen(here, ChoicePath.parse(ways[-1]))
    assert sector.rows[-1][0].label == "Back"
    assert sector.rows[-1][0].id == here.picker_custom_id(ChoicePath())
    cell = next(button.text for button, _, values in harness.pressed(sector) if not values)
    asked = await picker_screens.picker_screen(here, ChoicePath.parse(cell))
    assert asked.rows[-1][0].id == here.picker_custom_id(ChoicePath.parse(ways[-1]))
