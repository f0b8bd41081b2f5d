"""Playing on like the normal player, in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.citadels.state import CitadelsState
from rules.core import Chance, Context, Move

from .card_knowledge import character_play
from .lazy_view import glance_view
from .scores import score_move
from .situation import Situation


class Quiet(Context[CitadelsState]):
    """A context that discards events."""

    __slots__ = ()

    def emit(self, key: str, **params: Any) -> None:
        return


def situation_of(s: CitadelsState, seat: int, luck: Chance) -> Situation:
    return Situation(glance_view(s, seat), luck)


def legal_moves(s: CitadelsState, seat: int) -> Sequence[Move]:
    return [*s.agenda[-1].legal(s, seat)]


def choose_sensibly(s: CitadelsState, seat: int, luck: Chance) -> Move:
    """The move of the normal player."""
    legal = legal_moves(s, seat)
    if len(legal) == 1:
        return legal[0]
    r = situation_of(s, seat, luck)
    return max(
        (*legal, *character_play(r.acting_character).unlisted_moves(r, legal)), key=lambda move: score_move(r, move)
    )


def play_in_place(s: CitadelsState, seat: int, move: Move) -> None:
    """Make a legal move in place."""
    chance = Chance(s.key, s.used)
    ctx = Quiet(s, chance)
    at = len(s.agenda) - 1
    s.agenda[at] = s.agenda[at].apply_move(ctx, seat, move)
    ctx.run_until_decision()
    s.used = chance.used


def play_on(s: CitadelsState, luck: Chance, stops: Callable[[CitadelsState], bool]) -> None:
    """All players play like the normal player until `stops` holds or the game is over."""
    while s.agenda and not stops(s):
        (seat,) = s.agenda[-1].waiting(s)
        play_in_place(s, seat, choose_sensibly(s, seat, luck))
