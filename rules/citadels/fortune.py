"""How dear the districts were that somebody drew or looked at, beside those that lay in the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core import Event
from rules.core.fortune import Fortune, fortune_of_draw

from .cards import DISTRICTS
from .state import CitadelsState

SEEN: Final = frozenset({"cit.cards.drew_own", "cit.action.drew_own", "cit.action.looks_own"})


def fortune_of_card_draws(before: CitadelsState, events: Sequence[Event]) -> Mapping[int, Fortune]:
    """Gold. What is drawn in one move is held against the deck as it was before."""
    deck = [float(DISTRICTS[card].cost) for card in before.deck]
    found: dict[int, Fortune] = {}
    for event in events:
        if event.key in SEEN and event.seats and deck:
            cards = [float(DISTRICTS[card].cost) for card in event.params["districts"]]
            for seat in event.seats:
                found[seat] = found.get(seat, Fortune(0, 0, 0)).plus(fortune_of_draw(cards, deck))
    return found
