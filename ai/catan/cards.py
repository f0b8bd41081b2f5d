"""Choosing cards to give up."""

from __future__ import annotations

from collections.abc import Iterable

from rules.catan.moves import Discard

from .hand import hand_worth, least_missed_cards, subtract_cards
from .scores import maker_for, scorer_for
from .situation import Situation


def score_given_up(r: Situation, cards: Iterable[str]) -> float:
    """The negative loss of value; `cards_to_give_up` finds the best choice without a list."""
    return hand_worth(r, subtract_cards(r.hand, r.count_kinds(cards)))


def cards_to_give_up(r: Situation) -> tuple[str, ...]:
    """The cards I give up when I owe some."""
    return least_missed_cards(r, r.view.owed[r.me])


@scorer_for(Discard)
def score_discard(r: Situation, move: Discard) -> float:
    return score_given_up(r, move.kinds)


@maker_for(Discard)
def best_discard(r: Situation) -> Discard:
    return Discard(cards_to_give_up(r))
