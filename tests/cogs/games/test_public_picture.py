"""The table of everybody in private answers: drawn once for all who look, and the same from every seat."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from cogs.games.public_picture import draw_public_table
from render import Look, SeatLook, load_renderer
from rules.core import Chance, Choices, play, registry, start_game
from tests.cogs import harness
from tools.bench.measure import EVERYTHING, choices_for
from words import Voice

MOVES = 260  # of one game at most
EVERY = 65  # of so many moves one is looked at
NAMES = ("Ann", "Ben", "Cid", "Dan")


@pytest.mark.slow
@pytest.mark.parametrize("kind", registry.game_types())
@pytest.mark.parametrize("preset", ["", EVERYTHING])
def test_it_is_the_same_from_every_seat(kind: str, preset: str) -> None:
    """The picture made for one may be shown to all: nothing on it comes from what one seat alone may know."""
    game, luck = registry.make_game(kind, choices_for(kind, preset)), Chance(bytes([7]) * 32)
    look = Look(tuple(SeatLook(name, letter) for name, letter in zip(NAMES, "RBYK", strict=True)), Voice("en", NAMES))
    state: Any = start_game(game, len(NAMES), bytes(32)).state
    draw = load_renderer(kind).table
    for number in range(MOVES):
        waiting = sorted(game.waiting(state))
        if number % EVERY == EVERY - 1 or not waiting:
            public = draw(game.view(state, None), look)
            for seat in range(len(NAMES)):
                assert draw(game.view(state, seat), look) == public
        if not waiting:
            break
        legal = list(game.legal(state, waiting[0]))
        state = play(game, state, waiting[0], legal[luck.below(len(legal))]).state


async def test_one_drawing_serves_all_until_something_happens() -> None:
    app: Any = harness.Program()
    game = registry.make_game("catan", Choices())
    table = harness.table_of("catan", start_game(game, 4, bytes(32)).state, 4)
    await asyncio.gather(*(draw_public_table(app, table, "en") for _ in range(4)))
    assert await draw_public_table(app, table, "en") is not None
    assert [name for name, _, _ in app.easel.asked] == ["table"]
    await draw_public_table(app, table, "de")
    await draw_public_table(app, replace(table, seq=table.seq + 1), "en")
    await draw_public_table(app, replace(table, seats=(replace(table.seats[0], name="Zoe"), *table.seats[1:])), "en")
    assert len(app.easel.asked) == 4


async def test_nothing_where_it_cannot_be_had() -> None:
    app: Any = harness.Program(studio=harness.Broken())
    game = registry.make_game("catan", Choices())
    table = harness.table_of("catan", start_game(game, 4, bytes(32)).state, 4)
    assert await draw_public_table(app, table, "en") is None
