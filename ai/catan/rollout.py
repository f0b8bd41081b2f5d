"""Playing on as the sensible player does, only quicker: nobody offers anything of their own accord."""

from __future__ import annotations

from typing import Any, Final

from rules.catan.state import CatanState
from rules.core import Chance, Game, play

from ..player import Imagine
from ..search import played_on
from .player import PLAYER
from .policy import policy

CROWD: Final = 5  # with so many seats everybody builds after each turn: it takes too long to look further than that


def horizon(seats: int, modules: bool) -> int:
    """How many turns are looked at, the one of the decision included: to the end of the next one of the same player.

    There what was put off is done, so that it costs what it costs. Judged before that, cards for a city are about as
    good as a city, and who thinks so saves for ever. With modules a turn holds so much, and the luck of the turns
    after it weighs so much more than one move, that more looks to its end tell more: `docs/machines/catan.md`.
    """
    return seats + 1 if seats < CROWD and not modules else 1


def played_out(game: Game[Any], s: CatanState, luck: Chance, since: int) -> CatanState:
    """The position some turns after turn `since`, before the dice; after 0, when all have placed theirs."""
    s = heard(game, s, luck)
    last = since + horizon(s.seats, bool(game.choices.modules)) if since else 1
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
