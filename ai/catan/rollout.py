"""Playing on like the normal player, but faster: nobody makes offers."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game, play

from ..player import Imagine
from ..search import play_until_rest
from .player import PLAYER
from .policy import best_scored_move

CROWD: Final = 5  # with that many seats the special build phase makes longer looks too slow


def judged_turns(seats: int, modules: bool) -> tuple[int, ...]:
    """The numbers of turns, including the present one, after which a move is judged.

    The first is the end of the player's next turn, when postponed purchases have been made: judged earlier, cards for a
    city look about as good as a city, and the player saves forever. With modules the dice of a whole round hide much of
    the effect of a move; there the mean with the end of the present turn has the smaller error. See
    `docs/machines/catan.md`.
    """
    if seats >= CROWD:
        return (1,)
    return (1, seats + 1) if modules else (seats + 1,)


def positions_to_judge(game: Game[Any], s: CatanState, luck: Chance, since: int) -> list[CatanState]:
    """The positions for judging actions of turn `since`, before the dice, in order. During the set-up (turn 0): the
    position after all have placed."""
    s = state_after_answers(game, s, luck)
    found = []
    for turns in judged_turns(s.seats, bool(game.choices.modules)) if since else (1,):
        s = state_after_turn(game, s, luck, since + turns - 1)
        found.append(s)
    return found


def state_after_turn(game: Game[Any], s: CatanState, luck: Chance, turn: int) -> CatanState:
    """The position at the end of that turn."""
    end: CatanState = play_until_rest(game, s, luck, best_scored_move, lambda later: later.turn > turn)
    return end


def state_after_answers(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """The position after all answers to an open offer."""
    while s.agenda and s.offer is not None:
        unanswered = s.agenda[-1].seats_yet_to_answer(s)
        if not unanswered:
            break
        seat = min(unanswered)
        answer = PLAYER.answer(game.view(s, seat), list(game.legal(s, seat)), Imagine(game, s, seat, luck), luck)
        if answer is None:
            break
        s = play(game, s, seat, answer).state
    return s
