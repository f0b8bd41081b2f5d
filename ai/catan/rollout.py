"""Playing on as the sensible player does, only quicker: nobody offers anything of their own accord."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game, play

from ..player import Imagine
from ..search import played_on
from .player import PLAYER
from .policy import policy

AHEAD: Final = 4  # turns, this one included
CROWD: Final = 5  # with so many seats everybody builds after each turn: it takes too long to look further than that


def played_out(game: Game[Any], s: CatanState, luck: Chance, since: int) -> CatanState:
    """The position some turns after turn `since`, before the dice; after 0, when all have placed theirs."""
    s = heard(game, s, luck)
    last = since + (AHEAD if s.seats < CROWD else 1) if since else 1
    found: CatanState = played_on(game, s, luck, policy, lambda now: now.turn >= last)
    return found


def heard(game: Game[Any], s: CatanState, luck: Chance) -> CatanState:
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
