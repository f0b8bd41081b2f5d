"""Pillaged cities and city walls."""  # catan.md 7, 9.5

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.catan import effects
from rules.catan.building import CITIES, check_city, describe_cost
from rules.catan.cards import pack_cards
from rules.catan.effects import CITY_COST
from rules.catan.event_places import places_for_events
from rules.catan.expansion import BUILD, MAIN, Action
from rules.catan.moves import BuildCity
from rules.catan.network import set_bits
from rules.catan.places import Corner
from rules.catan.robber import hand_limit
from rules.catan.state import CITY, SETTLEMENT, CatanState, Ctx
from rules.core import IllegalMove, Move, Phrase

from .moves import WALL, BuildWall
from .realm import WALL_WORTH, WALLS, Realm, pillaged_of, realm_of

WALL_COST: Final = pack_cards(("brick", "brick"))


# --- cities


def city_places(s: CatanState, realm: Realm, seat: int) -> list[int]:
    """The corners where the player may build a city, regardless of cost: pillaged cities first."""
    pillaged = pillaged_of(s, realm, seat)
    if pillaged:
        return list(set_bits(pillaged))
    return s.buildings_of(seat, SETTLEMENT) if s.cities_left[seat] else []


def check_city_place(s: CatanState, seat: int, corner: int) -> None:
    """IllegalMove unless the player may build a city there, regardless of cost."""
    check_city(s, seat, corner)
    pillaged = pillaged_of(s, realm_of(s), seat)
    if pillaged and not pillaged >> corner & 1:
        raise IllegalMove("catan.error.pillaged_first", corner=str(Corner(pillaged.bit_length() - 1)))
    if not pillaged and not s.cities_left[seat]:
        raise IllegalMove("catan.error.no_piece", piece="city")


def raise_city(ctx: Ctx, seat: int, corner: int) -> None:
    """Build a city on a settlement, or restore a pillaged city."""
    s = ctx.s
    realm = realm_of(s)
    if realm.pillaged >> corner & 1:
        realm.pillaged &= ~(1 << corner)
        s.buildings[corner] = CITY
        s.points[seat] += 1
        s.changed = (*s.changed, str(Corner(corner)))
    else:
        effects.put_city(ctx, seat, corner)


def lose_city(ctx: Ctx, seat: int, corner: int) -> None:
    """Turn a city into a settlement, or a pillaged city if none is left. Its wall is removed."""
    s = ctx.s
    realm = realm_of(s)
    had_wall = bool(realm.walls[seat] >> corner & 1)
    realm.walls[seat] &= ~(1 << corner)
    if s.settlements_left[seat]:
        effects.city_to_settlement(ctx, seat, corner)
        outcome = "lost"
    else:
        s.buildings[corner] = SETTLEMENT
        s.points[seat] -= 1
        realm.pillaged |= 1 << corner
        s.changed = (*s.changed, str(Corner(corner)))
        outcome = "pillaged"
    ctx.emit(f"catan.city.{outcome}", reveals=True, seat=seat, **places_for_events(s, corner=corner))
    if had_wall:
        ctx.emit("catan.city.wall_lost", seat=seat)


class City(Action):
    """Build a city, or restore one."""

    moves = (BuildCity,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, CITY_COST):
            moves += [CITIES[corner] for corner in city_places(s, realm_of(s), seat)]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, BuildCity)
        check_city_place(s, seat, move.corner)
        effects.check_can_pay(s, seat, CITY_COST)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return [describe_cost(CITY_COST)]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, BuildCity)
        effects.spend_cards(ctx, seat, CITY_COST)
        ctx.emit("catan.build.city", seat=seat, **places_for_events(ctx.s, corner=move.corner))
        raise_city(ctx, seat, move.corner)


# --- walls


def walls_left(realm: Realm, seat: int) -> int:
    """The number of walls in the player's supply."""
    return WALLS - realm.walls[seat].bit_count()


def wall_places(s: CatanState, realm: Realm, seat: int) -> list[int]:
    """The player's cities without a wall; empty if no wall is left."""
    if not walls_left(realm, seat):
        return []
    return [corner for corner in s.buildings_of(seat, CITY) if not realm.walls[seat] >> corner & 1]


def check_wall(s: CatanState, seat: int, corner: int) -> None:
    """IllegalMove unless the player may build a wall there, regardless of cost."""
    if not 0 <= corner < len(s.held):
        raise IllegalMove("catan.error.no_place", place=str(Corner(corner)))
    if s.held[corner] != seat or s.buildings[corner] != CITY:
        raise IllegalMove("catan.error.no_city", corner=str(Corner(corner)))
    realm = realm_of(s)
    if realm.walls[seat] >> corner & 1:
        raise IllegalMove("catan.error.walled", corner=str(Corner(corner)))
    if not walls_left(realm, seat):
        raise IllegalMove("catan.error.no_piece", piece="wall")


def put_wall(ctx: Ctx, seat: int, corner: int) -> None:
    """Put a wall under a city."""
    realm_of(ctx.s).walls[seat] |= 1 << corner
    ctx.s.changed = (*ctx.s.changed, str(Corner(corner)))
    ctx.emit("catan.build.wall", seat=seat, **places_for_events(ctx.s, corner=corner))


class Wall(Action):
    """Build a city wall."""

    moves = (BuildWall,)
    phases = (MAIN, BUILD)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        if effects.can_pay(s, seat, WALL_COST):
            moves += [WALL[corner] for corner in wall_places(s, realm_of(s), seat)]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, BuildWall)
        check_wall(s, seat, move.corner)
        effects.check_can_pay(s, seat, WALL_COST)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        return [describe_cost(WALL_COST), Phrase("catan.preview.limit", {"n": hand_limit(s, seat) + WALL_WORTH})]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, BuildWall)
        effects.spend_cards(ctx, seat, WALL_COST)
        put_wall(ctx, seat, move.corner)
