"""Scores of the starting buildings."""

from __future__ import annotations

from typing import Final

from rules.catan.layout import ANY, DESERT
from rules.catan.moves import Setup

from .scores import scorer_for
from .situation import Situation

ANY_HARBOUR: Final = 1.0
DIRECTION: Final = 0.12  # share of the value of the site the first road leads to


@scorer_for(Setup)
def score_first_place(r: Situation, move: Setup) -> float:
    """The corner, and a site its road leads to."""
    second = bool(r.own)
    value = corner_value(r, int(move.corner), second and r.knightly)
    a, b = r.layout.ends[move.path]
    far = b if a == move.corner else a
    onward = [
        corner_value(r, w, False)
        for w in r.layout.beside[far]
        if w != move.corner and w in r.free and w not in r.layout.beside[move.corner]
    ]
    return value + DIRECTION * max(onward, default=0.0) + r.blur(0.05)


def corner_value(r: Situation, corner: int, city: bool) -> float:
    """The quality of a corner, in useful dots."""
    known: dict[tuple[int, bool], float] = r.kept(_corner_value_cache)
    if (corner, city) not in known:
        kinds = {r.terrain[h] for h in r.layout.hexes_at[corner]} - {DESERT}
        new = sum(not r.production[kind] for kind in kinds)
        known[corner, city] = r.corner_yield(corner, city) + 0.5 * new + harbour_value(r, corner)
    return known[corner, city]


def _corner_value_cache(r: Situation) -> dict[tuple[int, bool], float]:
    return {}


def harbour_value(r: Situation, corner: int) -> float:
    """The value of a corner's harbour in dots, for my production including that corner."""
    card = r.board.harbours.get(corner)
    if card is None:
        return 0.0
    if card == ANY:
        return ANY_HARBOUR if min(r.mine.rates) > 3 else 0.2
    kind = r.view.cards.index(card)
    if r.mine.rates[kind] <= 2:
        return 0.0
    here = sum(r.dots[h] for h in r.layout.hexes_at[corner] if r.terrain[h] == kind)
    return 0.3 + 0.25 * (r.production[kind] + here)
