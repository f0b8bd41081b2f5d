"""Cards of the hand that are given up, or taken, when one is asked."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import COMMODITIES, NUMBER
from rules.catan.expansions.cities_knights.moves import (
    AnswerAqueduct,
    AnswerCommodity,
    AnswerGive,
    AnswerHarbour,
    AnswerTake,
)
from rules.catan.moves import Discard

from .hand import change, least, minus, one, worth
from .reading import Reading
from .scores import scores

GIVEN: Final = 0.05  # what the other side has of a card


@scores(Discard, AnswerGive)
def give_up(r: Reading, move: Discard | AnswerGive) -> float:
    """What I miss least; see `given_up`, which needs no list."""
    return worth(r, minus(r.hand, r.counts(move.kinds)))


def given_up(r: Reading) -> tuple[str, ...]:
    """The cards I give up when I owe some."""
    return least(r, r.view.owed[r.me])


@scores(AnswerAqueduct)
def aqueduct(r: Reading, move: AnswerAqueduct) -> float:
    return change(r, more=one(r, move.card)) + 0.01 * r.needed[NUMBER[move.card]]


@scores(AnswerCommodity)
def commodity(r: Reading, move: AnswerCommodity) -> float:
    return change(r, less=one(r, move.card))


@scores(AnswerTake)
def take(r: Reading, move: AnswerTake) -> float:
    """What serves me, and the more the better."""
    return change(r, more=r.counts(move.kinds)) + 0.05 * len(move.kinds)


@scores(AnswerHarbour)
def harbour(r: Reading, move: AnswerHarbour) -> float:
    """A commodity of unknown kind for a resource; rather from whom makes some."""
    made = [r.productions[move.player][NUMBER[card]] for card in COMMODITIES]
    total = sum(made)
    if not total:
        return -0.05
    less = one(r, move.card)
    gain = sum(n / total * change(r, one(r, card), less) for n, card in zip(made, COMMODITIES, strict=True) if n)
    return gain - GIVEN * r.threats[move.player] + 0.001 * total
