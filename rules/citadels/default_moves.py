"""What the clock chooses for who does not come: which characters and cards are most use to them."""

from __future__ import annotations

from collections.abc import Collection

from .cards import DISTRICTS
from .hooks import ROLES
from .state import CitadelsState


def character_suitability(s: CitadelsState, seat: int, character: str) -> tuple[int, int]:
    """The higher, the better: how many districts of the character's colour the player has, in the city and in the hand;
    then its rank, for who is called last has most time to come back.

    The hand counts, so that others who know what was left cannot tell what the clock took.
    """
    role = ROLES[character]
    mine = [*(built.key for built in s.cities[seat]), *s.hands[seat]]
    return sum(DISTRICTS[key].colour == role.colour for key in mine), role.rank


def best_cards(s: CitadelsState, seat: int, cards: Collection[str], count: int) -> tuple[str, ...]:
    """So many of these cards, sorted by name: those that the player has not got yet before others, then the dearest."""
    have = {*(built.key for built in s.cities[seat]), *s.hands[seat]}
    left, chosen = list(cards), list[str]()
    for _ in range(count):
        card = max(left, key=lambda key: (key not in have, DISTRICTS[key].cost))
        left.remove(card)
        chosen.append(card)
        have.add(card)
    return tuple(sorted(chosen))
