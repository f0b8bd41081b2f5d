"""Expansions and cards are at home in files of their own, and what has none is asked for all the same."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest

from cogs.choose.picker import ChoicePath, Question
from cogs.games.carcassonne import decisions
from cogs.games.catan.expansions.cities_knights import progress
from cogs.games.citadels import card_face as citadels
from cogs.games.seat_view import SeatView
from rules.carcassonne.cells import Cell, Spot
from rules.carcassonne.expansions import carcassonne_modules
from rules.carcassonne.expansions.abbey.moves import PASS_WAGON, MoveWagon
from rules.catan.expansions import catan_modules as boxes
from rules.core import Choices, play, registry, start_game
from tests.cogs.harness import room, table_of, walk

carcassonne = import_module("cogs.games.carcassonne.expansions")  # the package: its game has the function of that name
catan = import_module("cogs.games.catan.expansions")
TOGETHER = Choices(("inns", "trade", "king", "count", "princess", "abbey", "cult", "bridge"))
BARE = {  # what a seat may do there is asked by no file of an expansion or a card
    "carcassonne": (TOGETHER, 2),
    "citadels": (Choices((), (("cast", "random"), ("districts", "random"))), 4),
    "catan": (Choices(("cities_knights",)), 3),
}


@pytest.fixture
def without_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if nothing had a file."""
    for package in (carcassonne, catan, citadels):
        package.extra_faces.cache_clear()
        monkeypatch.setattr(package, "iter_modules", lambda _: [])
    yield
    monkeypatch.undo()
    for package in (carcassonne, catan, citadels):
        package.extra_faces.cache_clear()


def rooms(kind: str, seed: int, every: int) -> Iterator[SeatView[Any]]:
    """Rooms of one random game."""
    choices, seats = BARE[kind]
    game, luck = registry.make_game(kind, choices), Random(seed)
    step = start_game(game, seats, bytes([seed]) * 32)
    for n in range(220):
        waiting = sorted(game.waiting(step.state))
        if not waiting:
            return
        seat = waiting[0]
        if n % every == 0:
            table = table_of(kind, step.state, seats, seq=n, waiting=waiting)
            yield room(type(table)(**{**{f: getattr(table, f) for f in _given(table)}, "choices": choices}), seat)
        moves = list(game.legal(step.state, seat))
        wanted = luck.choice(sorted({move.kind for move in moves}))
        step = play(game, step.state, seat, luck.choice([move for move in moves if move.kind == wanted]))


def _given(table: Any) -> list[str]:
    return [name for name in table.__dataclass_fields__ if table.__dataclass_fields__[name].init]


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(BARE))
@pytest.mark.usefixtures("without_files")
async def test_what_has_no_file_is_asked_on_generic_screens(kind: str) -> None:
    kinds: set[str] = set()
    for here in rooms(kind, 5, 15):
        listed = {move.kind for move in here.legal if move.listed}
        acts = await walk(here)
        pressed = {line.partition(" ")[0] for act in acts for line in act.split(";")}
        assert listed <= pressed, here.legal[:3]
        kinds |= listed
    assert len(kinds) > 6


def test_every_file_is_that_of_an_expansion_or_a_card() -> None:
    assert {extra.key for extra in carcassonne.extra_faces()} <= set(carcassonne_modules())
    assert {extra.key for extra in catan.extra_faces()} <= set(boxes())
    assert {card.kind for card in progress.progress_card_faces()} <= registry.make_game(
        "catan", BARE["catan"][0]
    ).moves.keys()
    assert len(citadels.extra_faces()) > len(citadels.PACKAGES)


async def test_long_lists_of_other_answers_are_not_those_of_the_city() -> None:
    """Followers leave the City quarter by quarter where there are many; a wagon with as many ways has no quarters."""
    here = next(rooms("carcassonne", 5, 11))
    ways = tuple(MoveWagon(Spot(Cell(x, 0), "road-S")) for x in range(30))
    question = Question(ChoicePath(), "kinds", (*ways, PASS_WAGON))
    assert await decisions.answer_screen(here, question) is None
    for extra in carcassonne.extra_faces():
        assert await extra.own_screen(here, question) is None
