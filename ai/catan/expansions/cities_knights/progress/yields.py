"""Scores of cards that pay for hexes: Irrigation and Mining."""

from __future__ import annotations

from rules.catan.cards import NUMBER

from ....hand import cards_of_kind, hand_worth_change
from ....situation import Situation
from .held import EACH, KEPT


def hex_yield(r: Situation, card: str) -> float:
    """The value of the cards from the hexes of a resource beside my buildings."""
    kind = NUMBER[card]
    hexes = {
        hex_ for building in r.own_buildings for hex_ in r.layout.hexes_at[building.corner] if r.terrain[hex_] == kind
    }
    n = min(EACH * len(hexes), r.view.bank[kind])
    return hand_worth_change(r, more=cards_of_kind(r, card, n)) - KEPT
