"""A move of two places, chosen one after the other: the picture of the second choice shows the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath
from cogs.games import picker_screens
from render import Mark
from rules.catan.game import KIND
from rules.catan.view import BuildingView, CatanView
from rules.core import Choices, decode_move, encode_move, play, start_game
from tests.cogs import harness
from tests.rules.catan.cities_knights.table import Table as Knights
from tests.rules.catan.table import KEY
from tests.rules.catan.table import Table as Laid


class Watched(harness.Easel):
    """Notes what each picture was drawn from."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[CatanView] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        draw = super().__getattr__(name)

        def noted(view: CatanView, look: Any, *args: Any, **named: Any) -> harness.Drawing:
            self.views.append(view)
            drawn: harness.Drawing = draw(view, look, *args, **named)
            return drawn

        return noted


async def drawn(state: Any, choices: Choices, seat: int, *words: str) -> tuple[CatanView, tuple[Mark, ...]]:
    """The view and the marks of the screen of that path."""
    table = replace(harness.table_of("catan", state, state.seats, waiting=(seat,)), choices=choices)
    app = harness.Program(Watched())
    await picker_screens.picker_screen(harness.room(table, seat, app=app), ChoicePath((), words))
    easel = app.easel
    assert isinstance(easel, Watched)
    (asked,) = easel.asked
    return easel.views[-1], asked[1][0]


def tones(marks: tuple[Mark, ...]) -> dict[str, str]:
    return {mark.token: mark.tone for mark in marks}


@pytest.mark.parametrize("preset", ["base", "official"])
async def test_the_building_of_the_setup_stands_while_its_road_is_chosen(preset: str) -> None:
    game = KIND.make(KIND.presets[preset])
    state = start_game(game, 3, KEY).state
    cities = preset == "official"
    for turn in range(4):
        (seat,) = game.waiting(state)
        line = encode_move(next(iter(game.legal(state, seat))))
        corner = line.split(" ")[1]
        view, marks = await drawn(state, game.choices, seat, "setup", corner)
        assert BuildingView(int(corner[1:]), seat, cities and turn == 3) in view.buildings
        assert view.changed == (corner,)
        assert tones(marks)[corner] == "last"
        assert {tone for token, tone in tones(marks).items() if token != corner} == {"choice"}
        whole, _ = await drawn(state, game.choices, seat, *line.split(" "))
        assert BuildingView(int(corner[1:]), seat, cities and turn == 3) in whole.buildings
        state = play(game, state, seat, decode_move(line, game.moves)).state


async def test_the_knight_that_goes_is_ringed() -> None:
    laid = Knights().city(0, 17).road(0, "17-23-29-35").knight(0, 23, ready=True)
    view, marks = await drawn(laid.s, laid.game.choices, 0, "knight-move", "v23")
    assert view.changed == ("v23",)
    assert tones(marks)["v23"] == "last"
    assert tones(marks)["v29"] == "choice"


async def test_the_hex_to_which_the_robber_goes_is_framed_while_the_victim_is_chosen() -> None:
    laid = Laid(3).hand(1, "1 ore").hand(2, "1 wool").settlement(1, 35).settlement(2, 44).before_roll().roll(3, 4)
    hexes = [line.split(" ")[1] for line in laid.legal("robber")]
    shared = next(h for h in hexes if hexes.count(h) > 1)
    view, marks = await drawn(laid.s, laid.game.choices, 0, "robber", shared)
    assert view.changed == (shared,)
    assert tones(marks) == {shared: "last"}
