"""Audit of a Citadels state: a slow recount of cards, characters and the crown."""

from __future__ import annotations

from collections import Counter

from .cards import DISTRICTS, PURPLE
from .scoring import score_row
from .state import OUT, CitadelsState


def audit_cards(s: CitadelsState) -> None:
    """AssertionError unless every card exists exactly once."""
    _audit_districts(s)
    if s.round:
        _audit_characters(s)
    assert all(gold >= 0 for gold in s.gold), "gold below nothing"
    assert 0 <= s.crown < s.seats, "no crown"
    for seat in range(s.seats):
        points = score_row(s, seat)
        sum_of_parts = points.districts + points.colours + points.completion + sum(points.cards.values())
        assert points.total == sum_of_parts, "points that nobody counted"
        assert points.districts == sum(built.value for built in s.cities[seat]), "the wrong districts"
        assert all(built.gold in (0, 1) for built in s.cities[seat]), "too much gold on a district"
    assert bool(s.first) == s.ended, "an end without a first city"
    assert bool(s.looked) == (s.looker != OUT), "cards that nobody looks at"


def configured_deck(s: CitadelsState) -> Counter[str]:
    """The deck of this game at its start."""
    deck = Counter({key: card.count for key, card in DISTRICTS.items() if card.colour != PURPLE})
    deck.update(s.purples)
    return deck


def _audit_districts(s: CitadelsState) -> None:
    counted = Counter(s.deck)
    for hand in s.hands:
        counted.update(hand)
    for city in s.cities:
        for built in city:
            counted[built.key] += 1
            counted.update(built.cards)
    counted.update(s.looked)
    counted.update(card for card in (s.taken, s.ruin) if card)
    assert counted == configured_deck(s), "district cards lost or won"
    assert counted.total() == s.cards


def _audit_characters(s: CitadelsState) -> None:
    characters = sorted([*(slot.character for slot in s.slots), *s.draft, *s.face_up])
    assert characters == sorted(s.cast), "characters lost or won"
    held_cards = Counter(slot.holder for slot in s.slots if slot.holder != OUT)
    if not s.draft:
        per_player = 2 if s.seats <= 3 else 1
        assert all(held_cards[seat] == per_player for seat in range(s.seats)), "the wrong number of characters"
