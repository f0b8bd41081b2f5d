"""Playing on as the sensible player does, only quicker: nobody offers anything of their own accord."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game, play

from ..player import Imagine
from ..search import play_until_rest
from .player import PLAYER
from .policy import best_scored_move

CROWD: Final = 5  # with so many seats everybody builds after each turn: it takes too long to look further than that


def judged_turns(seats: int, modules: bool) -> tuple[int, ...]:
    """After how many turns a move is judged, the one of the decision included: at the end of the next one of the same
    player, where what was put off is done, so that it costs what it costs. Judged before that, cards for a city are
    about as good as a city, and who thinks so saves for ever.

    With modules the dice of a whole round hide much of what a move does: there the mean of that and of the end of the
    turn itself errs less than either. `docs/machines/catan.md`.
    """
    if seats >= CROWD:
        return (1,)
    return (1, seats + 1) if modules else (seats + 1,)


def positions_to_judge(game: Game[Any], s: CatanState, luck: Chance, since: int) -> list[CatanState]:
    """The positions by which what was done in turn `since` is judged, before the dice, the last of them last; where
    starting buildings are placed (turn 0), that in which all have placed theirs."""
    s = state_after_answers(game, s, luck)
    found = []
    for turns in judged_turns(s.seats, bool(game.choices.modules)) if since else (1,):
        s = state_after_turn(game, s, luck, since + turns - 1)
        found.append(s)
    return found


def state_after_turn(game: Game[Any], s: CatanState, luck: Chance, turn: int) -> CatanState:
    """The position when that turn is over."""
    found: CatanState = play_until_rest(game, s, luck, best_scored_move, lambda now: now.turn > turn)
    return found


def state_after_answers(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """An open offer is answered by all who have not yet done so."""
    while s.agenda and s.offer is not None:
        silent = sorted(s.agenda[-1].unanswered(s))
        if not silent:
            break
        seat = silent[0]
        answer = PLAYER.answer(game.view(s, seat), list(game.legal(s, seat)), Imagine(game, s, seat, luck), luck)
        if answer is None:
            break
        s = play(game, s, seat, answer).state
    return s
