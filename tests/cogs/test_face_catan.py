"""The face of Catan without Discord: every screen of whole games, and what views and events are made into."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogs.pick import spelled_out
from cogs.picker import Path
from cogs.room import GALLERY, Room
from cogs.screen import Screen, Select
from rules.core import Chance, Choices, Game, decode, encode, play, start
from rules.core.registry import kinds
from service.model import Seat
from tests.cogs import harness

LETTERS = "RBYKWT"
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eva", "Fay")
PRESETS = kinds()["catan"].presets
RICH = ("discard", "answer-give", "answer-take", "card-smith", "answer-knights", "dev-plenty")  # sets of cards
STEPS = 1200  # decisions of a game
EVERY = 12  # of which one is looked at


@pytest.fixture(autouse=True)
def _fresh_paper() -> None:
    GALLERY.clear()


def table_of(choices: Choices, state: Any, *, number: int = 12, seq: int = 40) -> Any:
    people = tuple(Seat(n, 100 + n, NAMES[n], LETTERS[n]) for n in range(state.seats))
    made = harness.table_of("catan", state, 1, number=number, seq=seq)
    return replace(made, choices=choices, seats=people, max_seats=state.seats)


def some_sets(here: Room, path: Path, screen: Screen) -> Iterator[Sequence[str]]:
    """In a select of several: the first things, and the last."""
    for row in screen.rows:
        if isinstance(row, Select) and row.most > 1 and row.id.endswith(f":{path}"):
            values = [choice.value for choice in row.choices]
            yield values[: row.least]
            yield values[-row.least :]


def positions(seed: int) -> Iterator[tuple[Game[Any], Any, int]]:
    """Decisions of a random game, offers and their answers among them."""
    luck = random.Random(seed)
    names = sorted(PRESETS)
    preset = names[seed % len(names)]
    game = kinds()["catan"].make(PRESETS[preset])
    seats = luck.choice(list(game.seats))
    state = start(game, seats, seed.to_bytes(32)).state
    for n in range(STEPS):
        if game.over(state):
            return
        asked = [*game.waiting(state), *game.invitations(state)]
        seat = luck.choice(asked)
        if n % EVERY == 0:
            yield game, state, seat
        legal = list(game.legal(state, seat))
        if not legal:  # has said what there was to say to an offer
            continue
        useful = [move for move in legal if move.kind != "bank"] or legal
        offers = list(game.samples(state, seat, Chance(luck.randbytes(32))))
        move = luck.choice(offers) if offers and luck.random() < 0.15 else luck.choice(useful)
        state = play(game, state, seat, move).state


@pytest.mark.parametrize("seed", range(6))
async def test_every_legal_move_of_games_can_be_pressed_and_no_other(seed: int) -> None:
    for game, state, seat in positions(seed):
        here = harness.room(table_of(game.choices, state, number=99999, seq=99999), seat)
        acts = {spelled_out(here, tuple(act.split(";"))): n for act, n in (await harness.walk(here, some_sets)).items()}
        legal = {encode(move) for move in here.legal}
        reached = {lines[0] for lines in acts}
        rich = {line for line in legal if line.split(" ")[0] in RICH}
        assert legal - rich <= reached, (legal - rich - reached, here.view.phase)
        for kind in {line.split(" ")[0] for line in rich} | set(here.composable):
            assert any(line.split(" ")[0] == kind for line in reached), kind
        for lines, taps in acts.items():
            after = state
            for line in lines:  # what is not legal raises
                after = play(game, after, seat, decode(line, game.moves)).state
            assert taps <= LIMITS.get(lines[0].split(" ")[0], 5), (lines, taps)


LIMITS = {
    "roll": 2, "end": 2, "bank": 4, "build-city": 3, "build-settlement": 3, "improve": 3, "trade-accept": 2,
    "trade-offer": 9, "trade-counter": 7, "setup": 4, "robber": 4,
}  # fmt: skip
