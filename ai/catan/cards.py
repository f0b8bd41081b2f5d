"""Cards of the hand that are given up when one is asked."""

from __future__ import annotations

from collections.abc import Iterable

from rules.catan.moves import Discard

from .hand import least, minus, worth
from .scores import makes, scores
from .situation import Situation


def give_up(r: Situation, cards: Iterable[str]) -> float:
    """What I miss least; see `given_up`, which needs no list."""
    return worth(r, minus(r.hand, r.counts(cards)))


def given_up(r: Situation) -> tuple[str, ...]:
    """The cards I give up when I owe some."""
    return least(r, r.view.owed[r.me])


@scores(Discard)
def discard(r: Situation, move: Discard) -> float:
    return give_up(r, move.kinds)


@makes(Discard)
def discarded(r: Situation) -> Discard:
    return Discard(given_up(r))
