"""Scores of the starting buildings."""

from __future__ import annotations

from typing import Final

from rules.catan.layout import ANY, DESERT
from rules.catan.moves import Setup

from .scores import scorer_for
from .situation import Situation

NEW_KIND: Final = 0.5  # value of a kind not produced yet, in dots
ANY_HARBOUR: Final = 1.0  # value of the first harbour for all kinds, in dots
SECOND_ANY_HARBOUR: Final = 0.2
KIND_HARBOUR: Final = 0.3  # value of a harbour for one kind, in dots
KIND_HARBOUR_DOT: Final = 0.25  # and for each dot of that kind
PLACE_BLUR: Final = 0.05
DIRECTION: Final = 0.12  # share of the value of the site the first road leads to


@scorer_for(Setup)
def score_first_place(r: Situation, move: Setup) -> float:
    """The corner, and a site its road leads to."""
    gets_cards = bool(r.own_buildings)  # the second place brings cards
    value = corner_value(r, int(move.corner), city=gets_cards and r.has_commodities)
    ends = r.layout.path_ends[move.path]
    road_end = ends[1] if ends[0] == move.corner else ends[0]
    onward_values = [
        corner_value(r, corner, city=False)
        for corner in r.layout.neighbour_corners[road_end]
        if corner != move.corner and corner in r.free_corners and corner not in r.layout.neighbour_corners[move.corner]
    ]
    return value + DIRECTION * max(onward_values, default=0.0) + r.random_blur(PLACE_BLUR)


def corner_value(r: Situation, corner: int, city: bool) -> float:
    """The quality of a corner, in useful dots."""
    return r.cached_for_board(_compute_corner_value, corner, city)


def _compute_corner_value(r: Situation, corner: int, city: bool) -> float:
    kinds = {r.terrain[hex_] for hex_ in r.layout.hexes_at[corner]} - {DESERT}
    new_kinds = sum(not r.production[kind] for kind in kinds)
    return r.corner_yield(corner, city) + NEW_KIND * new_kinds + harbour_value(r, corner)


def harbour_value(r: Situation, corner: int) -> float:
    """The value of a corner's harbour in dots, for my production including that corner."""
    card = r.board.harbours.get(corner)
    if card is None:
        return 0.0
    if card == ANY:
        return ANY_HARBOUR if min(r.mine.rates) > 3 else SECOND_ANY_HARBOUR
    kind = r.view.cards.index(card)
    if r.mine.rates[kind] <= 2:
        return 0.0
    here = sum(r.dots[hex_] for hex_ in r.layout.hexes_at[corner] if r.terrain[hex_] == kind)
    return KIND_HARBOUR + KIND_HARBOUR_DOT * (r.production[kind] + here)
