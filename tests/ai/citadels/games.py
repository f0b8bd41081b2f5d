"""Games of the sensible player, position by position."""

from __future__ import annotations

from collections.abc import Iterator

from ai.citadels import rollout
from rules.citadels.game import KIND, CitadelsGame
from rules.citadels.state import CitadelsState
from rules.core import Chance, Game, start_game
from rules.core.conformance import start_trial


def positions(preset: str, seats: int, seed: int) -> Iterator[tuple[Game[CitadelsState], CitadelsState, int, Chance]]:
    """The game, a position, who is asked, and luck for whoever looks at it."""
    game = KIND.make(KIND.presets[preset])
    assert isinstance(game, CitadelsGame)
    run = start_trial(game, seats, seed)
    s = start_game(game, seats, run.key).state
    number = 0
    while s.agenda:
        (seat,) = game.waiting(s)
        number += 1
        yield game, s, seat, Chance(number.to_bytes(32, "big"))
        s = s.copy()
        rollout.play_in_place(s, seat, rollout.choose_sensibly(s, seat, run.player_chance))


def ended(preset: str, seats: int, seed: int) -> tuple[list[CitadelsState], tuple[int, ...]]:
    """The positions of a game, and who won it."""
    found = list(positions(preset, seats, seed))
    game, s, *_ = found[-1]
    last = s.copy()
    rollout.play_on(last, Chance(bytes(32)), lambda s: False)
    return [s for _, s, *_ in found], tuple(game.winners(last))
