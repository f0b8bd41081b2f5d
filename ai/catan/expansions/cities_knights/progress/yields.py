"""Scores of cards that pay for hexes: Irrigation and Mining."""

from __future__ import annotations

from rules.catan.cards import NUMBER

from ....hand import cards_of_kind, hand_worth_change
from ....situation import Situation
from .held import EACH, KEPT


def hexes_of_mine(r: Situation, terrain: int) -> int:
    """The number of such hexes beside my buildings."""
    return len({h for building in r.own for h in r.layout.hexes_at[building.corner] if r.terrain[h] == terrain})


def hex_yield(r: Situation, card: str) -> float:
    """The value of the cards from the hexes of a resource."""
    kind = NUMBER[card]
    n = min(EACH * hexes_of_mine(r, kind), r.view.bank[kind])
    return hand_worth_change(r, more=cards_of_kind(r, card, n)) - KEPT
