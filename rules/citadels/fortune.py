"""Luck of drawn cards: their cost, compared with the cards in the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core import Event
from rules.core.fortune import Fortune, fortune_of_draw

from .cards import DISTRICTS
from .state import CitadelsState

SEEN: Final = frozenset({"cit.cards.drew_own", "cit.action.drew_own", "cit.action.looks_own"})


def fortune_of_card_draws(before: CitadelsState, events: Sequence[Event]) -> Mapping[int, Fortune]:
    """Seat -> fortune in gold. All draws of one move are compared with the deck before it."""
    deck = [float(DISTRICTS[card].cost) for card in before.deck]
    fortunes: dict[int, Fortune] = {}
    for event in events:
        if event.key in SEEN and event.seats and deck:
            cards = [float(DISTRICTS[card].cost) for card in event.params["districts"]]
            for seat in event.seats:
                fortunes[seat] = fortunes.get(seat, Fortune(0, 0, 0)).add_fortune(fortune_of_draw(cards, deck))
    return fortunes
