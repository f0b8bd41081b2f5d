"""The figure step: one name and one number for each place, and nothing said of the end of the turn that is not so."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from cogs.turn.move_screens import expand_short_moves
from rules.core import decode_move, play
from tests.cogs import harness
from tests.cogs.games.carcassonne.test_carcassonne import EVERYTHING, positions, table_of

NUMBERED = re.compile(r"(\d+): \w[\w ]* (on the [\w ]+(, \d+ [\w ]+)?|at \S+)")


@pytest.mark.parametrize("seed", [1, 6])
async def test_what_ends_the_turn_is_said_where_it_is_so_of_every_green_button(seed: int) -> None:
    said = silent = met = 0
    for game, state, seat, _ in positions(EVERYTHING, 4, seed):
        if state.agenda[-1].kind != "carc.figure":
            continue
        met += 1
        if met % 6:
            continue
        here = harness.room(table_of(game.choices, state), seat)
        screen = harness.check(await picker_screens.picker_screen(here, ChoicePath()))
        ends = "draws the next tile" in screen.text
        said, silent = said + ends, silent + (not ends)
        for button, label, _ in harness.pressed(screen):
            if button.family != "c":
                continue
            (line,) = expand_short_moves(here, tuple(button.text.split(";")))
            step: Any = play(game, state, seat, decode_move(line, game.moves))
            if ends:
                assert step.barrier, line  # a tile was drawn: nobody takes that back alone
            if line.startswith("deploy"):
                assert NUMBERED.fullmatch(label), label
    assert said
    assert silent


async def test_other_figures_bear_the_numbers_of_the_first_screen() -> None:
    compared = 0
    for game, state, seat, _ in positions(EVERYTHING, 3, 2):
        if state.agenda[-1].kind != "carc.figure" or compared > 8:
            continue
        here = harness.room(table_of(game.choices, state), seat)
        first = await picker_screens.picker_screen(here, ChoicePath())
        ways = [ChoicePath.parse(b.text) for b, label, _ in harness.pressed(first) if label == "Other figure…"]
        if not ways:
            continue
        numbers: dict[str, str] = {}
        for screen in (first, await picker_screens.picker_screen(here, ways[0])):
            for button, label, _ in harness.pressed(screen):
                if button.family == "c" and button.text.startswith("deploy") and NUMBERED.fullmatch(label):
                    (line,) = expand_short_moves(here, (button.text,))
                    spot = line.split(" ")[-1]
                    assert numbers.setdefault(spot, label.partition(":")[0]) == label.partition(":")[0]
                    compared += 1
    assert compared
