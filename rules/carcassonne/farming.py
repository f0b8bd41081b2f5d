"""Scoring of fields."""  # carcassonne.md 9

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .cells import NAMES
from .scoring import feature_for_events, first_spots, give_points, majority_seats, seat_strengths, tell_bonus
from .state import CarcassonneState, Ctx
from .tiles import CITY, FIELD, KINDS, TURNED

FIELD_CITY = 3  # carcassonne.md 9.4: a complete city, for the majority of a field
BLOCK = -1  # among cities: the city of `more_cities`
SUPPLIED_CITY = 4  # a complete city, for the majority around it


def complete_cities(s: CarcassonneState, field: int) -> list[int]:
    """The complete cities a field borders, each once."""
    board = s.board
    return sorted((city for city in board.cities_of(field) if not board.open[city]), key=board.head)


def neutral_animal_bonus(s: CarcassonneState, field: int) -> int:
    """Extra points per city from neutral animals in a field."""  # carcassonne.md 9.4
    return sum(ask(s, field) for ask in s.hooks.herd)


def list_farmed_fields(s: CarcassonneState) -> list[int]:
    """The fields with farmers, by their first nodes."""
    board = s.board
    held, kinds = board.held, board.kinds
    found = [root for root in dict.fromkeys(board.of) if held[root] and kinds[root] == FIELD]
    return sorted(found, key=lambda root: board.head(root))


def own_animal_bonus(s: CarcassonneState, fields: Sequence[int], seat: int) -> int:
    """Extra points per city for a farmer of the seat, from pigs of any kind in these fields."""  # carcassonne.md 9.4
    added = max(neutral_animal_bonus(s, field) for field in fields)
    for ask in s.hooks.animals:
        added += max(ask(s, field, seat) for field in fields)
    return added


def extra_city_points(s: CarcassonneState, city: int) -> int:
    """Extra points a city gives a field."""
    return sum(ask(s, city) for ask in s.hooks.richer)


def field_share(s: CarcassonneState, field: int, base: int, seat: int) -> int:
    """The points of a field for one of its owners, with `base` points per city."""
    return city_sum(s, field, base + own_animal_bonus(s, (field,), seat))


def city_sum(s: CarcassonneState, field: int, each: int) -> int:
    """The points of the complete cities around a field, with `each` points per city."""
    more = sum(extra_city_points(s, city) for city in complete_cities(s, field)) if s.hooks.richer else 0
    return each * cities_around(s, field) + more


def cities_around(s: CarcassonneState, field: int) -> int:
    """The number of complete cities a field borders."""
    return cities_beyond(s, field) + sum(not s.board.open[city] for city in s.board.cities_of(field))


def cities_beyond(s: CarcassonneState, field: int) -> int:
    """The number of complete cities a field borders that are no features of the board."""
    return sum(ask(s, field) for ask in s.hooks.more_cities)


def cities_for_events(s: CarcassonneState, field: int) -> dict[str, Any]:
    """The complete cities around a field as event parameters."""
    cities = complete_cities(s, field)
    beyond = cities_beyond(s, field)
    return {
        "n": len(cities) + beyond,
        "beyond": beyond,
        "richer": sum(extra_city_points(s, city) for city in cities),
        "cities": [[NAMES[at] for at in s.board.tiles_of(city)] for city in cities]
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
        score_field(ctx, field, FIELD_CITY)


def score_field(
    ctx: Ctx, field: int, base: int, key: str = "carc.field.scored", rule: str = "field", returned: Sequence[Any] = ()
) -> None:
    """Score a field for its majority. Owners with animals get more: one event per amount."""
    s = ctx.s
    cities = cities_for_events(s, field)
    if cities["n"]:
        told = (
            feature_for_events(s, field)
            | cities
            | {
                "base": base,
                "herd": neutral_animal_bonus(s, field),
                "rule": rule,
                "returned": list(returned),
            }
        )
        shares = {
            seat: (base + own_animal_bonus(s, (field,), seat)) * cities["n"] + cities["richer"]
            for seat in told["seats"]
        }
        for points in sorted(set(shares.values()), reverse=True):
            seats = [seat for seat, share in shares.items() if share == points]
            give_points(s, seats, points, "fields")
            each = base + own_animal_bonus(s, (field,), seats[0])
            variant = "" if each == FIELD_CITY else "_each"
            ctx.emit(key + variant, **(told | {"seats": seats}), points=points, each=each)
            told["returned"] = []
    tell_bonus(ctx, field)


def fields_by_supplied_city(s: CarcassonneState) -> dict[int, list[int]]:
    """Complete city -> the farmed fields that border it; cities in order of their first tiles."""
    found: dict[int, list[int]] = {}
    for field in list_farmed_fields(s):
        for city in complete_cities(s, field):
            found.setdefault(city, []).append(field)
    found = dict(sorted(found.items(), key=lambda entry: s.board.head(entry[0])))
    around = [field for field in list_farmed_fields(s) if any(ask(s, field) for ask in s.hooks.more_cities)]
    return {**found, BLOCK: around} if around else found


def points_per_supplied_seat(s: CarcassonneState, city: int, fields: Sequence[int]) -> dict[int, int]:
    """Seat that scores a city with these fields around it -> its points."""  # carcassonne.md 9.3
    by_field = [seat_strengths(s, field) for field in fields]
    sums = [sum(column) for column in zip(*by_field, strict=True)]
    base = SUPPLIED_CITY + (0 if city == BLOCK else extra_city_points(s, city))
    return {
        seat: base
        + own_animal_bonus(s, [field for field, row in zip(fields, by_field, strict=True) if row[seat]], seat)
        for seat in majority_seats(sums)
    }


def score_supplied_cities(ctx: Ctx) -> None:
    """For each complete city: points, once, for the majority over all fields around it."""  # carcassonne.md 9.3
    s = ctx.s
    for city, fields in fields_by_supplied_city(s).items():
        shares = points_per_supplied_seat(s, city, fields)
        told = (block_for_events(s) if city == BLOCK else feature_for_events(s, city)) | {
            "rule": "supplied",
            "category": "fields",
        }
        told["strength"] = [sum(column) for column in zip(*(seat_strengths(s, f) for f in fields), strict=True)]
        cells = [[NAMES[at] for at in s.board.tiles_of(field)] for field in fields]
        for points in sorted(set(shares.values()), reverse=True):
            seats = [seat for seat, share in shares.items() if share == points]
            give_points(s, seats, points, "fields")
            told |= {"seats": seats, "fields": cells, "field_spots": first_spots(s, fields)}
            ctx.emit("carc.city.supplied", **told, points=points, returned=[])
    for field in list_farmed_fields(s):
        tell_bonus(ctx, field)
