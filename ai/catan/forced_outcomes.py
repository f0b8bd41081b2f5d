"""What is settled before a position is judged by somebody who looks back. What several lose or get for certain, and of
which only the choice is open (a discard): before that choice, whoever loses something would seem to have it. And what
may be done in the same turn with what dice or cards brought: before that, what wins at once would be worth no more than
any other card."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.choosing import ChooseCards
from rules.catan.development import DevBuy
from rules.catan.moves import Robber
from rules.catan.state import CatanState
from rules.core import Chance, Game, Move, Step, branch_game, play

from ..review import luck_key
from .policy import best_scored_move

CERTAIN: Final[list[type[Step[Any]]]] = [ChooseCards]  # what asks so; modules add theirs
DRAWN: Final[list[type[Move]]] = [DevBuy]  # what takes a card that nobody knows; modules add theirs


def settle_turn(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
    """The position when the turn is over, as sensible players play on; before the dice that in which nothing is open
    any more. It stops before luck, which nobody foresees; but the robber takes one of the cards that it may take: a
    seven is judged when that is done."""
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
