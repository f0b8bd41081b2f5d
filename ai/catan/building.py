"""Goals and scores for roads, settlements and cities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.catan.moves import BuildCity, BuildRoad, BuildSettlement, End, FreeRoad, Pass, Roll, TradeDecline
from rules.catan.places import Corner, Path
from rules.core import Move

from .board import Cards
from .hand import Goal, add_cards, cost_in_play, hand_worth_change, supplies_goals
from .road_reach import Site, goal_length, last_roads, list_sites, longest_with
from .scores import scorer_for
from .setup import corner_value
from .situation import Situation
from .winning import Gain, can_afford_with_bank, supplies_gains

SITES_CONSIDERED: Final = 3  # considered sites for settlements
RACE: Final = 0.1  # share of a site's gain, because another player may come first
LENGTH: Final = 0.12  # value of a road that lengthens the trail while it may still win
TAKEN: Final = 0.8  # value of two points taken from another player
HOLD: Final = 0.6  # share of the two points, because they may be lost again
FREE_ROAD: Final = 0.1  # value of any free road
FREE_ROAD_TO_SITE: Final = 0.4  # share of the gain of the site it leads to
FREE_ROAD_DOT: Final = 0.01  # value of a dot at its ends
TWO_ROADS_TO_SITE: Final = 0.35  # share of the gain of the best site
TWO_ROADS_LONGEST: Final = 0.7  # share of the Longest Road that two roads complete
TWO_ROADS_NEARER: Final = 0.15  # value of getting nearer to it
USEFUL_ROAD: Final = 0.05  # value of a paid road to a site, beside the share of its gain
USELESS_ROAD: Final = -0.1
SITE_DISTANCE: Final = 0.85  # factor for each road to a site
LONGEST_DISTANCE: Final = 0.8  # factor for each road missing for the Longest Road
MOST_MISSING: Final = 4  # roads missing for the Longest Road at which it is a goal
COMMODITIES: Final = 0.4  # value of a first city, which allows improvements


def road_cost(r: Situation, n: int = 1) -> Cards:
    return cost_in_play(r, brick=n, lumber=n)


def settlement_cost(r: Situation) -> Cards:
    return cost_in_play(r, brick=1, lumber=1, wool=1, grain=1)


def city_cost(r: Situation) -> Cards:
    return cost_in_play(r, grain=2, ore=3)


# --- values


def settlement_gain(r: Situation, corner: int) -> float:
    """The point, and the production of the site until the end."""
    return r.value_of_points(1) + r.dot_value * corner_value(r, corner, city=False)


def city_gain(r: Situation, corner: int) -> float:
    """The second point, and the additional production until the end."""
    gain = r.value_of_points(1) + r.dot_value * r.corner_yield(corner, city=True, more=True)
    if r.has_commodities and not any(building.city for building in r.own_buildings):
        gain += COMMODITIES
    return gain


def road_gain(r: Situation) -> float:
    """The value of the Longest Road."""
    may_be_lost = 2 - 2 * HOLD
    return r.value_of_points(2) + TAKEN - may_be_lost if r.view.longest >= 0 else r.value_of_points(2) - may_be_lost


def best_sites(r: Situation) -> list[tuple[float, Site]]:
    """(value, site) of the best sites for settlements."""
    if not r.mine.settlements_left:
        return []
    found = []
    for site in r.cached_for_board(list_sites):
        if len(site.paths) <= r.mine.roads_left:
            found.append((settlement_gain(r, site.corner) * SITE_DISTANCE ** len(site.paths), site))
    found.sort(key=lambda pair: -pair[0])
    return found[:SITES_CONSIDERED]


def cities_to_be(r: Situation) -> list[int]:
    """The corners where I may build a city."""
    pillaged = [building.corner for building in r.own_buildings if building.pillaged]
    if pillaged:
        return pillaged
    return [building.corner for building in r.own_buildings if not building.city] if r.mine.cities_left else []


def roads_missing(r: Situation) -> int:
    """The number of roads missing for the Longest Road; 0: I hold it, or it is out of reach."""
    needed_length = r.cached(goal_length)
    lacking = needed_length - r.mine.road_length
    return lacking if 0 < lacking <= min(MOST_MISSING, r.mine.roads_left) and needed_length else 0


@supplies_goals
def settlement_goals(r: Situation) -> Iterable[Goal]:
    """Settlements, with the roads to them."""
    price = settlement_cost(r)
    for gain, site in r.cached(best_sites):
        roads = road_cost(r, len(site.paths))
        yield Goal(("settlement", site.corner), tuple(map(sum, zip(price, roads, strict=True))), gain)


@supplies_goals
def city_goals(r: Situation) -> Iterable[Goal]:
    """Cities."""
    found = sorted(((city_gain(r, corner), corner) for corner in cities_to_be(r)), reverse=True)
    for gain, corner in found[:2]:
        yield Goal(("city", corner), city_cost(r), gain)


@supplies_goals
def longest_road_goals(r: Situation) -> Iterable[Goal]:
    """The Longest Road."""
    lacking = r.cached(roads_missing)
    if lacking:
        yield Goal(("longest", 0), road_cost(r, lacking), road_gain(r) * LONGEST_DISTANCE**lacking)


# --- winning lines


@supplies_gains
def building_gains(r: Situation) -> Iterable[Gain]:
    """Cities, and settlements with their roads; a new settlement may become a city at once."""
    restores = any(building.pillaged for building in r.own_buildings)
    for corner in cities_to_be(r):
        key = "raised" if restores else "city"  # restoring a pillaged city needs no other piece
        yield Gain(frozenset({(key, corner)}), 1, city_cost(r), (BuildCity(Corner(corner)),))
    for site in r.cached_for_board(list_sites):
        roads = [BuildRoad(Path(path)) for path in site.paths]
        keys = frozenset({("settlement", site.corner), *(("road", path) for path in site.paths)})
        price = add_cards(settlement_cost(r), road_cost(r, len(roads)))
        moves = (*roads, BuildSettlement(Corner(site.corner)))
        yield Gain(keys, 1, price, moves)
        if not restores:
            yield Gain(keys | {("city", site.corner)}, 2, add_cards(price, city_cost(r)), moves)


@supplies_gains
def longest_road_gains(r: Situation) -> Iterable[Gain]:
    """The Longest Road."""
    paths = r.cached(last_roads) if can_afford_with_bank(r, road_cost(r)) else ()
    if paths:
        keys = frozenset({("longest", 0), *(("road", path) for path in paths)})
        yield Gain(keys, 2, road_cost(r, len(paths)), tuple(BuildRoad(Path(path)) for path in paths))


def two_roads_value(r: Situation) -> float:
    """The value of two free roads, towards a settlement and the Longest Road."""
    best_gain = max((gain for gain, site in r.cached(best_sites) if site.paths), default=0.0)
    missing = r.cached(roads_missing)
    if 0 < missing <= 2:
        return TWO_ROADS_TO_SITE * best_gain + r.value_of_points(2) * TWO_ROADS_LONGEST
    return TWO_ROADS_TO_SITE * best_gain + (TWO_ROADS_NEARER if missing else 0.0)


# --- building


@scorer_for(BuildSettlement)
def score_settlement(r: Situation, move: BuildSettlement) -> float:
    return settlement_gain(r, move.corner) + hand_worth_change(
        r, less=settlement_cost(r), got=("settlement", int(move.corner))
    )


@scorer_for(BuildCity)
def score_city(r: Situation, move: BuildCity) -> float:
    return city_gain(r, move.corner) + hand_worth_change(r, less=city_cost(r), got=("city", int(move.corner)))


@scorer_for(BuildRoad)
def score_road(r: Situation, move: BuildRoad) -> float:
    """The value of a road towards a settlement or the Longest Road."""
    best = float("-inf")
    price = road_cost(r)
    for gain, site in r.cached(best_sites):
        if move.path in site.paths:
            change = hand_worth_change(r, less=price, cheaper=(("settlement", site.corner), price))
            best = max(best, change + RACE * gain + USEFUL_ROAD)
    needed = r.cached(goal_length)
    if needed:
        length = longest_with(r, move.path)
        if length >= needed:
            best = max(best, road_gain(r) + hand_worth_change(r, less=price, got=("longest", 0)))
        elif length > r.mine.road_length and r.cached(roads_missing):
            best = max(best, LENGTH + hand_worth_change(r, less=price, cheaper=(("longest", 0), price)))
    if best == float("-inf"):
        best = hand_worth_change(r, less=price) + USELESS_ROAD
    return best


@scorer_for(FreeRoad)
def score_free_road(r: Situation, move: FreeRoad) -> float:
    """The value of a free road towards a settlement or the Longest Road."""
    value = FREE_ROAD
    for gain, site in r.cached(best_sites):
        if move.path in site.paths:
            value += FREE_ROAD_TO_SITE * gain
    needed = r.cached(goal_length)
    length = longest_with(r, move.path)
    if needed and length >= needed:
        value += road_gain(r)
    elif length > r.mine.road_length:
        value += LENGTH
    dots = sum(r.dots[hex_] for corner in r.layout.path_ends[move.path] for hex_ in r.layout.hexes_at[corner])
    return value + FREE_ROAD_DOT * dots


@scorer_for(End, Pass, Roll, TradeDecline)
def score_neutral_move(r: Situation, move: Move) -> float:
    """0: other moves are compared with these."""
    return 0.0
