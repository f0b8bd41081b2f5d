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

from ..review import luck_key
from .policy import best_scored_move

CERTAIN: Final[list[type[Step[Any]]]] = [ChooseCards]  # steps with a certain loss or gain; modules add theirs
DRAWN: Final[list[type[Move]]] = [DevBuy]  # moves that draw an unknown card; modules add theirs


def settle_turn(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """The position after the turn, played on by normal players; before the dice, after all pending choices. Stops
    before chance, except for the theft by the robber, which completes a seven."""
    turn, certain, drawn = s.turn, tuple(CERTAIN), tuple(DRAWN)
    while not game.over(s) and s.turn == turn and (s.dice or isinstance(s.agenda[-1], certain)):
        seat = min(game.waiting(s))
        move = best_scored_move(game, s, seat, luck)
        if isinstance(move, drawn):
            break
        if isinstance(move, Robber):
            s = branch_game(game, s, luck_key(luck)).state
        t = play(game, s, seat, move)
        if t.chance and not isinstance(move, Robber):
            break
        s = t.state
    return s
