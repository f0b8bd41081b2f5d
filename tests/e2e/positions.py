"""Any position of a game, reached by playing: luck and moves are tried until it comes up, then the bot plays them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rules.core import Choices, Game, encode_move, play, start_game
from rules.core.chance import KEY_BYTES
from rules.core.record import Line, Record, format_record
from rules.core.registry import make_game as game_of
from service.state.model import Table
from tests.e2e.conftest import Stage

GAMES = 2000  # that are tried
MOVES = 700  # of one of them
Wanted = Callable[[Game[Any], Any], bool]
COLD = {"pass": 0.4, "end": 0.3, "district-armory": 0.05}
WARM = {"build": 8.0, "gold": 3.0, "income": 4.0}


def found(kind: str, seats: int, chosen: Choices, wanted: Wanted, first_seed: int = 0) -> Record:
    """A game up to the first position that is wanted. The same one at every run. `first_seed`: where to begin, for what
    comes up so seldom that the search takes seconds."""
    game = game_of(kind, chosen)
    for seed in range(first_seed, GAMES):
        key = seed.to_bytes(2) + bytes(KEY_BYTES - 2)
        luck = random.Random(seed)
        first = start_game(game, seats, key)
        state = first.state
        lines: list[Line] = []
        for _ in range(MOVES):
            if game.over(state):
                break
            if lines and wanted(game, state):
                return Record(kind, chosen, seats, key, start=first.chance, lines=tuple(lines))
            seat = next(iter(game.waiting(state)))
            legal = list(game.legal(state, seat))
            kinds = sorted({move.kind for move in legal})
            weights = [COLD.get(k, WARM.get(k, 1.0)) for k in kinds]
            of_kind = luck.choices(kinds, weights)[0]
            move = luck.choice([move for move in legal if move.kind == of_kind])
            step = play(game, state, seat, move)
            lines.append(Line(seat, encode_move(move), step.chance))
            state = step.state
    raise AssertionError("no such position comes up")


async def reach(
    stage: Stage,
    folder: Path,
    people: tuple[str, ...],
    kind: str,
    chosen: Choices,
    wanted: Wanted,
    first_seed: int = 0,
) -> Table:
    """These people sit at a table in a position that is wanted, the first of them on the first seat."""
    for name in people:
        if name not in {user.name for user in stage.box.world.users.values()}:
            stage.box.add_person(name)
    file = folder / "position.game"
    file.write_text(format_record(found(kind, len(people), chosen, wanted, first_seed)), encoding="utf-8")
    return await stage.recorded(file, *people)
