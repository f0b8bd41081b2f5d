"""The face of Carcassonne without Discord: every screen of whole games with every expansion, and what is told of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from cogs.pick import spelled_out
from cogs.room import GALLERY
from rules.core import Choices, Game, decode, encode, play, start
from rules.core.registry import kinds
from tests.cogs import harness

KIND = kinds()["carcassonne"]
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")
LETTERS = "RBYKWT"
EVERYTHING = KIND.checked(Choices(tuple(KIND.modules)))
# How often a kind of move is chosen, so that all of them come up.
EAGER = {"abbey": 8.0, "bridge-build": 0.7, "bridge-place": 2.0, "barn": 6.0, "fairy": 1.0, "castle-build": 3.0}


@pytest.fixture(autouse=True)
def _fresh_paper() -> None:
    GALLERY.clear()


def table_of(choices: Choices, state: Any, *, number: int = 12, seq: int = 40) -> Any:
    made = harness.table_of("carcassonne", state, state.seats, number=number, seq=seq)
    return replace(made, choices=choices)


def positions(choices: Choices, seats: int, seed: int) -> Iterator[tuple[Game[Any], Any, int, Any]]:
    """The decisions of a random game, and what each led to."""
    luck = random.Random(seed)
    game = KIND.make(choices)
    state = start(game, seats, seed.to_bytes(32)).state
    while not game.over(state):
        seat = next(iter(game.waiting(state)))
        legal = list(game.legal(state, seat))
        of_kinds = sorted({move.kind for move in legal})
        chosen = luck.choices(of_kinds, [EAGER.get(kind, 1.0) for kind in of_kinds])[0]
        move = luck.choice([move for move in legal if move.kind == chosen])
        step = play(game, state, seat, move)
        yield game, state, seat, step
        state = step.state
