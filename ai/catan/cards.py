"""Cards of the hand that are given up when one is asked."""

from __future__ import annotations

from collections.abc import Iterable

from rules.catan.moves import Discard

from .hand import least, minus, worth
from .reading import Reading
from .scores import makes, scores


def give_up(r: Reading, cards: Iterable[str]) -> float:
    """What I miss least; see `given_up`, which needs no list."""
    return worth(r, minus(r.hand, r.counts(cards)))


def given_up(r: Reading) -> tuple[str, ...]:
    """The cards I give up when I owe some."""
    return least(r, r.view.owed[r.me])


@scores(Discard)
def discard(r: Reading, move: Discard) -> float:
    return give_up(r, move.kinds)


@makes(Discard)
def discarded(r: Reading) -> Discard:
    return Discard(given_up(r))
