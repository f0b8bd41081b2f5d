"""Audit of a Catan state: a slow recount of incrementally maintained data."""

from __future__ import annotations

from . import scoring
from .cards import GUARD, kind_counts
from .effects import PLAIN_RATES, rates_with_corner
from .island import group_hexes_by_number
from .layout import DESERT
from .network import SHORTEST, longest_trail, refresh_reach
from .places import OUT
from .state import CITIES, CITY, ROADS, SETTLEMENT, SETTLEMENTS, CatanState


def audit_counts(s: CatanState) -> None:
    """AssertionError unless cards, pieces and points match a recount."""
    _audit_cards(s)
    _audit_board(s)
    _audit_pieces(s)
    _audit_network(s)
    _audit_points(s)
    for audit in s.hooks.audit:
        audit(s)


def _audit_cards(s: CatanState) -> None:
    everything = [s.bank, *s.hands]
    assert all(cards >= 0 and not cards & GUARD for cards in everything), "a negative number of cards"
    counted = [sum(column) for column in zip(*map(kind_counts, everything), strict=True)]
    stock = kind_counts(sum(module_stock(s) for module_stock in s.hooks.module_cards))
    assert tuple(counted) == stock, f"cards are lost: {counted} of {stock}"


def _audit_board(s: CatanState) -> None:
    facts = s.layout.printed_facts
    assert [s.terrain.count(kind) for kind in range(6)] == facts["terrain"], "terrain"
    assert sorted(token for token in s.tokens if token) == sorted(facts["letters"]), "tokens"
    assert all((kind == DESERT) == (not token) for kind, token in zip(s.terrain, s.tokens, strict=True)), "deserts"
    assert s.hexes_by_number == group_hexes_by_number(s.tokens), "hexes by number"
    assert 0 <= s.robber < len(s.terrain), "the robber"
    assert len(s.harbours) == len(facts["harbour_types"]), "harbours"


def _audit_pieces(s: CatanState) -> None:
    near = stand = 0
    for corner, level in enumerate(s.buildings):
        stand |= (s.held[corner] != OUT) << corner
        if level:
            assert s.held[corner] != OUT, "a building of nobody"
            near |= s.layout.too_near_bits[corner]
            assert not any(s.buildings[neighbour] for neighbour in s.layout.neighbour_corners[corner]), (
                "buildings side by side"
            )
    assert (s.corners_too_near, s.corners_occupied) == (near, stand), "corners taken"
    assert s.paths_taken == sum(1 << path for path, owner in enumerate(s.roads) if owner != OUT), "paths taken"
    for seat in range(s.seats):
        assert s.roads_left[seat] == ROADS - s.roads.count(seat) >= 0, "roads"
        pillaged = sum(ask(s, seat) for ask in s.hooks.count_pillaged_cities)
        settlements, cities = (len(s.buildings_of(seat, level)) for level in (SETTLEMENT, CITY))
        assert s.settlements_left[seat] == SETTLEMENTS - settlements + pillaged >= 0, "settlements"
        assert s.cities_left[seat] == CITIES - cities - pillaged >= 0, "cities"
        rates = PLAIN_RATES
        for corner, level in enumerate(s.buildings):
            if level and s.held[corner] == seat:
                rates = rates_with_corner(s, seat, rates, corner)
        assert s.harbour_rates[seat] == rates, "rates of the bank"


def _audit_network(s: CatanState) -> None:
    twin = s.copy()
    for seat in range(s.seats):
        refresh_reach(twin, seat)
        assert (twin.corners_reached[seat], twin.paths_open[seat]) == (s.corners_reached[seat], s.paths_open[seat]), (
            "the network"
        )
        assert s.lengths[seat] == longest_trail(s.layout, s.roads, s.held, seat), "the length of a road"
    most = max(s.lengths)
    if s.longest != OUT:
        assert s.lengths[s.longest] == most >= SHORTEST, "the longest road"
    else:
        assert most < SHORTEST or s.lengths.count(most) > 1, "nobody holds the longest road"


def _audit_points(s: CatanState) -> None:
    for seat in range(s.seats):
        assert sum(scoring.score_sheet(s, seat).values()) == s.total_points(seat), "points"
        assert set(scoring.score_sheet(s, seat)) == set(s.hooks.tally), "categories"
    reached = [seat for seat in range(s.seats) if s.total_points(seat) >= s.hooks.goal]
    if s.winner != OUT:
        assert not s.agenda, "a winner, and the game goes on"
        assert s.winner in reached, "the winner"
    elif not s.building:
        assert s.active not in reached, "somebody has won"
