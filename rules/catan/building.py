"""Roads, settlements and cities."""  # catan.md 2.7

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import IllegalMove, Move, Phrase

from . import effects
from .effects import CITY_COST, ROAD_COST, SETTLEMENT_COST
from .event_places import places_for_events
from .expansion import BUILD, MAIN, Action
from .layout import largest_layout, load_layouts
from .moves import BuildCity, BuildRoad, BuildSettlement
from .network import lay_road, longest_trail_through, set_bits
from .places import OUT, Corner, Path
from .state import CITY, SETTLEMENT, CatanState, Ctx

# Every move once per board, because paths know the corners of their own board only.
ROADS: Final = {board.size: tuple(map(BuildRoad, board.paths)) for board in load_layouts().values()}
SETTLEMENTS: Final = tuple(map(BuildSettlement, largest_layout().corners))
CITIES: Final = tuple(BuildCity(move.corner) for move in SETTLEMENTS)


def road_places(s: CatanState, seat: int) -> int:
    """The paths where the player may build a road, as bits."""
    return s.paths_open[seat] & ~s.paths_taken


def settlement_places(s: CatanState, seat: int) -> int:
    """The corners where the player may build a settlement, as bits."""
    return s.corners_reached[seat] & ~(s.corners_too_near | s.corners_occupied)


def check_road(s: CatanState, seat: int, path: int) -> None:
    """IllegalMove unless the player may build a road there."""
    if not 0 <= path < len(s.roads):
        raise IllegalMove("catan.error.no_place", place=str(Path(path)))
    if s.roads[path] != OUT:
        raise IllegalMove("catan.error.path_taken", path=str(Path(path)), seat=s.roads[path])
    if not s.paths_open[seat] >> path & 1:
        raise IllegalMove("catan.error.not_connected", place=str(Path(path)))


def check_distance(s: CatanState, corner: int) -> None:
    """IllegalMove unless the corner is free and no neighbouring corner has a building."""  # catan.md 2.2
    if not 0 <= corner < len(s.held):
        raise IllegalMove("catan.error.no_place", place=str(Corner(corner)))
    if s.held[corner] != OUT:
        raise IllegalMove("catan.error.corner_taken", corner=str(Corner(corner)), seat=s.held[corner])
    for other in s.layout.neighbour_corners[corner]:
        if s.buildings[other]:
            raise IllegalMove("catan.error.too_near", corner=str(Corner(corner)), other=str(Corner(other)))


def describe_cost(cards: int) -> Phrase:
    """A cost in words."""
    return Phrase("catan.preview.costs", {"cards": effects.card_names(cards)})


def build_road(ctx: Ctx, seat: int, path: int) -> None:
    """Build a road."""
    lay_road(ctx, seat, path)
    s = ctx.s
    s.changed = (*s.changed, str(Path(path)))


class Road(Action):
    """Build a road."""

    moves = (BuildRoad,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, ROAD_COST) and s.roads_left[seat]:
            moves_by_path = ROADS[s.layout.size]
            moves += [moves_by_path[path] for path in set_bits(road_places(s, seat))]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, BuildRoad)
        check_road(s, seat, move.path)
        effects.check_can_pay(s, seat, ROAD_COST)
        if not s.roads_left[seat]:
            raise IllegalMove("catan.error.no_piece", piece="road")

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        assert isinstance(move, BuildRoad)
        roads = s.roads[:]
        roads[move.path] = seat
        length = longest_trail_through(s.layout, roads, s.held, seat, move.path)
        phrases = [describe_cost(ROAD_COST)]
        if length > s.lengths[seat]:
            phrases.append(Phrase("catan.preview.length", {"n": length}))
        return phrases

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, BuildRoad)
        effects.spend_cards(ctx, seat, ROAD_COST)
        ctx.emit("catan.build.road", seat=seat, **places_for_events(ctx.s, path=move.path))
        build_road(ctx, seat, move.path)


class Settlement(Action):
    """Build a settlement."""

    moves = (BuildSettlement,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, SETTLEMENT_COST) and s.settlements_left[seat]:
            moves += [SETTLEMENTS[corner] for corner in set_bits(settlement_places(s, seat))]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, BuildSettlement)
        check_distance(s, move.corner)
        if not s.corners_reached[seat] >> move.corner & 1:
            raise IllegalMove("catan.error.not_connected", place=str(move.corner))
        effects.check_can_pay(s, seat, SETTLEMENT_COST)
        if not s.settlements_left[seat]:
            raise IllegalMove("catan.error.no_piece", piece="settlement")

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return [describe_cost(SETTLEMENT_COST)]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, BuildSettlement)
        effects.spend_cards(ctx, seat, SETTLEMENT_COST)
        ctx.emit("catan.build.settlement", seat=seat, **places_for_events(ctx.s, corner=move.corner))
        effects.put_settlement(ctx, seat, move.corner)


class City(Action):
    """Build a city in place of a settlement."""

    moves = (BuildCity,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, CITY_COST) and s.cities_left[seat]:
            moves += [CITIES[corner] for corner in s.buildings_of(seat, SETTLEMENT)]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, BuildCity)
        check_city(s, seat, move.corner)
        effects.check_can_pay(s, seat, CITY_COST)
        if not s.cities_left[seat]:
            raise IllegalMove("catan.error.no_piece", piece="city")

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return [describe_cost(CITY_COST)]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, BuildCity)
        effects.spend_cards(ctx, seat, CITY_COST)
        ctx.emit("catan.build.city", seat=seat, **places_for_events(ctx.s, corner=move.corner))
        effects.put_city(ctx, seat, move.corner)


def check_city(s: CatanState, seat: int, corner: int) -> None:
    """IllegalMove unless the player has a settlement there."""
    if not 0 <= corner < len(s.held):
        raise IllegalMove("catan.error.no_place", place=str(Corner(corner)))
    if s.held[corner] != seat or s.buildings[corner] != SETTLEMENT:
        is_own_city = s.held[corner] == seat and s.buildings[corner] == CITY
        reason = "city_there" if is_own_city else "no_settlement"
        raise IllegalMove(f"catan.error.{reason}", corner=str(Corner(corner)))
