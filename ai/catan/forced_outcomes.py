"""Resolves forced outcomes (discards, robber, purchases of the same turn) before a review scores a position.

Otherwise a player about to lose cards would seem to own them, and a card that wins at once would count like any other.
"""

from __future__ import annotations

from typing import Any, Final

from rules.catan.choosing import ChooseCards
from rules.catan.development import DevBuy
from rules.catan.moves import Robber
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move, Step, branch_game, play

from ..review import draw_review_key
from .policy import best_scored_move

CERTAIN_STEPS: Final[list[type[Step[Any]]]] = [ChooseCards]  # steps with a certain loss or gain; modules add theirs
DRAWING_MOVES: Final[list[type[Move]]] = [DevBuy]  # moves that draw an unknown card; modules add theirs


def settle_turn(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """The position after the turn, played on by normal players; before the dice, after all pending choices. Stops
    before chance, except for the theft by the robber, which completes a seven."""
    turn, certain_steps, drawing_moves = s.turn, tuple(CERTAIN_STEPS), tuple(DRAWING_MOVES)
    while not game.over(s) and s.turn == turn and (s.dice or isinstance(s.agenda[-1], certain_steps)):
        seat = min(game.waiting(s))
        move = best_scored_move(game, s, seat, luck)
        if isinstance(move, drawing_moves):
            break
        if isinstance(move, Robber):
            s = branch_game(game, s, draw_review_key(luck)).state
        transition = play(game, s, seat, move)
        if transition.chance and not isinstance(move, Robber):
            break
        s = transition.state
    return s
