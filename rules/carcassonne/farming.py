"""Scoring of fields."""  # carcassonne.md 9

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .cells import NAMES
from .scoring import feature_for_events, first_spots, give_bonus_points, give_points, majority_seats, seat_strengths
from .state import CarcassonneState, Ctx
from .tiles import CITY, FIELD, KINDS, TURNED

POINTS_PER_FIELD_CITY = 3  # carcassonne.md 9.4: a complete city, for the majority of a field
CITY_OFF_BOARD = -1  # among cities: the city of `count_walled_cities`, which is no feature of the board
POINTS_PER_SUPPLIED_CITY = 4  # a complete city, for the majority around it


def complete_cities(s: CarcassonneState, field: int) -> list[int]:
    """The complete cities a field borders, each once."""
    board = s.board
    return sorted((city for city in board.bordered_cities(field) if not board.open[city]), key=board.first_node)


def neutral_animal_bonus(s: CarcassonneState, field: int) -> int:
    """Extra points per city from neutral animals in a field."""  # carcassonne.md 9.4
    return sum(ask(s, field) for ask in s.hooks.neutral_animals_bonus)


def list_farmed_fields(s: CarcassonneState) -> list[int]:
    """The fields with farmers, by their first nodes."""
    board = s.board
    held, kinds = board.held, board.kinds
    fields = [root for root in dict.fromkeys(board.of) if held[root] and kinds[root] == FIELD]
    return sorted(fields, key=board.first_node)


def own_animal_bonus(s: CarcassonneState, fields: Sequence[int], seat: int) -> int:
    """Extra points per city for a farmer of the seat, from pigs of any kind in these fields."""  # carcassonne.md 9.4
    added = max(neutral_animal_bonus(s, field) for field in fields)
    for ask in s.hooks.own_animals_bonus:
        added += max(ask(s, field, seat) for field in fields)
    return added


def extra_city_points(s: CarcassonneState, city: int) -> int:
    """Extra points a city gives a field."""
    return sum(ask(s, city) for ask in s.hooks.extra_points_of_city)


def field_share(s: CarcassonneState, field: int, base: int, seat: int) -> int:
    """The points of a field for one of its owners, with `base` points per city."""
    return city_sum(s, field, base + own_animal_bonus(s, (field,), seat))


def city_sum(s: CarcassonneState, field: int, each: int) -> int:
    """The points of the complete cities around a field, with `each` points per city."""
    more = sum(extra_city_points(s, city) for city in complete_cities(s, field)) if s.hooks.extra_points_of_city else 0
    return each * cities_around(s, field) + more


def cities_around(s: CarcassonneState, field: int) -> int:
    """The number of complete cities a field borders."""
    return cities_beyond(s, field) + sum(not s.board.open[city] for city in s.board.bordered_cities(field))


def cities_beyond(s: CarcassonneState, field: int) -> int:
    """The number of complete cities a field borders that are no features of the board."""
    return sum(ask(s, field) for ask in s.hooks.count_walled_cities)


def cities_for_events(s: CarcassonneState, field: int) -> dict[str, Any]:
    """The complete cities around a field as event parameters."""
    cities = complete_cities(s, field)
    beyond = cities_beyond(s, field)
    return {
        "n": len(cities) + beyond,
        "beyond": beyond,
        "richer": sum(extra_city_points(s, city) for city in cities),
        "cities": [[NAMES[at] for at in s.board.feature_positions(city)] for city in cities]
        + ([block_cells(s)] * beyond if beyond else []),
        "city_spots": first_spots(s, cities),
    }


def block_cells(s: CarcassonneState) -> list[str]:
    """The tiles laid as one block: a city that is no feature of the board."""
    return [NAMES[at] for at, (number, _) in s.board.laid.items() if TURNED[number].tile.block is not None]


def block_for_events(s: CarcassonneState) -> dict[str, Any]:
    """The city laid as one block, as event parameters in the form of `feature_for_events`."""
    cells = block_cells(s)
    return {
        "feature": KINDS[CITY],
        "spot": "",
        "cell": cells[0],
        "tiles": cells,
        "n": len(cells),
        "shields": 0,
        "shield_spots": [],
        "marks": {},
        "complete": True,
    }


def score_fields(ctx: Ctx) -> None:
    """For each field: points for its majority per bordered complete city."""  # carcassonne.md 9.2
    for field in list_farmed_fields(ctx.s):
        score_field(ctx, field, POINTS_PER_FIELD_CITY)


def score_field(
    ctx: Ctx, field: int, base: int, key: str = "carc.field.scored", rule: str = "field", returned: Sequence[Any] = ()
) -> None:
    """Score a field for its majority. Owners with animals get more: one event per amount."""
    s = ctx.s
    cities = cities_for_events(s, field)
    if cities["n"]:
        params = feature_for_events(s, field) | cities
        params |= {"base": base, "herd": neutral_animal_bonus(s, field), "rule": rule, "returned": list(returned)}
        shares = {seat: field_share(s, field, base, seat) for seat in params["seats"]}
        for points in sorted(set(shares.values()), reverse=True):
            seats = [seat for seat, share in shares.items() if share == points]
            give_points(s, seats, points, "fields")
            each = base + own_animal_bonus(s, (field,), seats[0])
            variant = "" if each == POINTS_PER_FIELD_CITY else "_each"
            ctx.emit(key + variant, **(params | {"seats": seats}), points=points, each=each)
            params["returned"] = []  # told once
    give_bonus_points(ctx, field)


def fields_by_supplied_city(s: CarcassonneState) -> dict[int, list[int]]:
    """Complete city -> the farmed fields that border it; cities in order of their first tiles."""
    fields_of: dict[int, list[int]] = {}
    for field in list_farmed_fields(s):
        for city in complete_cities(s, field):
            fields_of.setdefault(city, []).append(field)
    fields_of = {city: fields_of[city] for city in sorted(fields_of, key=s.board.first_node)}
    around_block = [field for field in list_farmed_fields(s) if cities_beyond(s, field)]
    return {**fields_of, CITY_OFF_BOARD: around_block} if around_block else fields_of


def points_per_supplied_seat(s: CarcassonneState, city: int, fields: Sequence[int]) -> dict[int, int]:
    """Seat that scores a city with these fields around it -> its points."""  # carcassonne.md 9.3
    strengths = {field: seat_strengths(s, field) for field in fields}
    base = POINTS_PER_SUPPLIED_CITY + (0 if city == CITY_OFF_BOARD else extra_city_points(s, city))
    points = {}
    for seat in majority_seats(sum_strengths(s, fields)):
        own_fields = [field for field in fields if strengths[field][seat]]
        points[seat] = base + own_animal_bonus(s, own_fields, seat)
    return points


def sum_strengths(s: CarcassonneState, fields: Sequence[int]) -> list[int]:
    """Seat -> total weight of its followers in these fields."""
    return [sum(column) for column in zip(*(seat_strengths(s, field) for field in fields), strict=True)]


def score_supplied_cities(ctx: Ctx) -> None:
    """For each complete city: points, once, for the majority over all fields around it."""  # carcassonne.md 9.3
    s = ctx.s
    for city, fields in fields_by_supplied_city(s).items():
        shares = points_per_supplied_seat(s, city, fields)
        params = block_for_events(s) if city == CITY_OFF_BOARD else feature_for_events(s, city)
        params |= {"rule": "supplied", "category": "fields", "strength": sum_strengths(s, fields)}
        cells = [[NAMES[at] for at in s.board.feature_positions(field)] for field in fields]
        for points in sorted(set(shares.values()), reverse=True):
            seats = [seat for seat, share in shares.items() if share == points]
            give_points(s, seats, points, "fields")
            params |= {"seats": seats, "fields": cells, "field_spots": first_spots(s, fields)}
            ctx.emit("carc.city.supplied", **params, points=points, returned=[])
    for field in list_farmed_fields(s):
        give_bonus_points(ctx, field)
