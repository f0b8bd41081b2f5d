"""The board as a player reads it: production, harbours and pieces, with cached derived values.

The board changes rarely, and searches view thousands of positions with the same one, so boards are cached.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from rules.catan.cards import CLOTH
from rules.catan.layout import DESERT, TERRAINS, load_layouts
from rules.catan.places import OUT
from rules.catan.view import BuildingView, CatanView, HarbourView, HexView

Cards = tuple[int, ...]  # count of each kind in play

DOTS: Final = (0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1)  # token -> number of combinations of two dice
COMMODITY_OF_TERRAIN: Final = {1: 7, 2: 5, 4: 6}  # terrain -> the commodity a city gets there
CACHED_BOARDS: Final = 128


class Board:
    """Land, harbours and pieces of a view, without the activity of knights."""

    def __init__(
        self,
        size: str,
        cards: int,
        seats: int,
        hexes: tuple[HexView, ...],
        harbours: tuple[HarbourView, ...],
        buildings: tuple[BuildingView, ...],
        knights: tuple[tuple[int, int], ...],
        roads: tuple[tuple[int, int], ...],
    ) -> None:
        self.layout = load_layouts()[size]
        self.cards = cards
        self.has_commodities = cards > CLOTH  # whether there are commodities
        self.terrain = [TERRAINS.index(hex_.terrain) for hex_ in hexes]
        self.dots = [DOTS[hex_.token] for hex_ in hexes]
        self.robber = next((number for number, hex_ in enumerate(hexes) if hex_.robber), OUT)
        self.buildings: Mapping[int, BuildingView] = {building.corner: building for building in buildings}
        self.owner_by_corner = [OUT] * len(self.layout.corners)
        for corner, seat in (*((building.corner, building.seat) for building in buildings), *knights):
            self.owner_by_corner[corner] = seat
        self.owner_by_path = [OUT] * len(self.layout.paths)
        for path, seat in roads:
            self.owner_by_path[path] = seat
        self.free_corners = frozenset(
            corner
            for corner, seat in enumerate(self.owner_by_corner)
            if seat == OUT and self.buildings.keys().isdisjoint(self.layout.neighbour_corners[corner])
        )
        self.harbours = {corner: harbour.card for harbour in harbours for corner in harbour.corners}
        self.buildings_by_seat = [
            [building for building in buildings if building.seat == seat] for seat in range(seats)
        ]
        self.productions = [self.cards_in_36_rolls(seat, blocked=False) for seat in range(seats)]
        self.cached_answers: dict[Any, Any] = {}  # (question, its other arguments) -> answer

    def yields(self, terrain: int, city: bool) -> tuple[int, ...]:
        """The kinds of cards a building gets from such a hex."""
        if terrain == DESERT:
            return ()
        if not city:
            return (terrain,)
        return (terrain, COMMODITY_OF_TERRAIN.get(terrain, terrain)) if self.has_commodities else (terrain, terrain)

    def cards_in_36_rolls(self, seat: int, blocked: bool) -> Cards:
        """Cards of each kind a player gets in 36 rolls; `blocked`: considering the robber."""
        counts = [0] * self.cards
        for building in self.buildings_by_seat[seat]:
            for hex_ in self.layout.hexes_at[building.corner]:
                if not (blocked and hex_ == self.robber):
                    for kind in self.yields(self.terrain[hex_], building.city):
                        counts[kind] += self.dots[hex_]
        return tuple(counts)


_board = lru_cache(maxsize=CACHED_BOARDS)(Board)


def board_of_view(view: CatanView) -> Board:
    """The board of a view."""
    return _board(
        view.board,
        len(view.cards),
        view.seats,
        view.hexes,
        view.harbours,
        view.buildings,
        tuple([(knight.corner, knight.seat) for knight in view.knights]),
        view.roads,
    )
