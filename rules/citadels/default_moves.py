"""Default choices of characters and cards."""

from __future__ import annotations

from collections.abc import Collection

from .cards import DISTRICTS
from .hooks import ROLES
from .state import CitadelsState


def character_suitability(s: CitadelsState, seat: int, character: str) -> tuple[int, int]:
    """A sort key: the number of the player's districts of the character's colour, in city and hand; then the rank. A
    late rank leaves the player more time to return. The hand counts, so that others who know the remaining cards cannot
    deduce the choice."""
    role = ROLES[character]
    districts = [*(built.key for built in s.cities[seat]), *s.hands[seat]]
    return sum(DISTRICTS[key].colour == role.colour for key in districts), role.rank


def best_cards(s: CitadelsState, seat: int, cards: Collection[str], count: int) -> tuple[str, ...]:
    """That many of these cards, sorted by name: new districts first, then the most expensive."""
    owned = {*(built.key for built in s.cities[seat]), *s.hands[seat]}
    remaining, chosen = list(cards), list[str]()
    for _ in range(count):
        card = max(remaining, key=lambda key: (key not in owned, DISTRICTS[key].cost))
        remaining.remove(card)
        chosen.append(card)
        owned.add(card)
    return tuple(sorted(chosen))
