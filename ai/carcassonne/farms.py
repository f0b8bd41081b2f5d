"""The value of fields: complete and likely cities, and animals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.carcassonne.board import Board
from rules.carcassonne.farming import (
    POINTS_PER_FIELD_CITY,
    POINTS_PER_SUPPLIED_CITY,
    neutral_animal_bonus,
    own_animal_bonus,
)
from rules.carcassonne.scoring import majority_seats
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import FIELD, TURNED

from .extra import Outlook

HOPE: Final = 0.5  # weight of a city that is only likely to be completed
OTHER_CITIES: Final = -1  # in place of a root: cities that modules add


def city_nodes(r: Outlook, field: int) -> tuple[int, ...]:
    """One node of each city a field borders."""
    board = r.s.board
    tiles = board.tiles[field]
    if r.reach.covers_tiles(tiles):  # nothing was joined to it
        cached = r.reach.cached_cities.get(field)
        if cached is None:
            cached = r.reach.cached_cities[field] = tuple(_city_nodes(board, field))
        return cached
    last_cell = next(reversed(board.laid))
    newest_tile = (last_cell, board.laid[last_cell]) if tiles >> (len(board.laid) - 1) else None
    key = (field, tiles, newest_tile)
    found: tuple[int, ...] | None = r.memo.get(key)
    if found is None:
        found = r.memo[key] = tuple(_city_nodes(board, field))
    return found


def _city_nodes(board: Board, field: int) -> Iterable[int]:
    nodes: dict[int, int] = {}
    for node in board.feature_nodes(field):
        number, first = board.laid[board.cells[node]]
        if node - first < TURNED[number].size:
            for city in TURNED[number].bordered_city_segments[node - first]:
                nodes.setdefault(board.of[first + city], first + city)
    return nodes.values()


def expected_cities_fed(r: Outlook, field: int) -> float:
    """The expected number of cities a field feeds at the end."""
    complete, likely = complete_and_likely_cities(r, field)
    return complete + HOPE * likely


def complete_and_likely_cities(r: Outlook, field: int) -> tuple[int, float]:
    """The number of complete cities a field feeds, and the expected number of further ones."""
    s = r.s
    board = s.board
    complete, likely = 0, 0.0
    of, open_ends = board.of, board.open
    for city in {of[node] for node in city_nodes(r, field)}:
        if open_ends[city]:
            likely += r.completion_chance(city)
        else:
            complete += 1
    for count_more_cities in s.hooks.count_walled_cities:
        complete += count_more_cities(s, field)
    return complete, likely


def points_per_city(s: CarcassonneState) -> int:
    """The points per city for a field, without animals."""
    return POINTS_PER_SUPPLIED_CITY if s.hooks.chosen["farmers"] == "per_city" else POINTS_PER_FIELD_CITY


def field_worth(r: Outlook, field: int) -> tuple[float, float]:
    """The expected value of a field for each owner, and the probability that its farmers return before the end."""
    for unusual_worth in r.odds.extras.unusual_field_worth:
        unusual = unusual_worth(r, field)
        if unusual is not None:
            return unusual
    return (points_per_city(r.s) + neutral_animal_bonus(r.s, field)) * expected_cities_fed(r, field), 0.0


def expected_animal_bonus(r: Outlook, field: int, seat: int) -> float:
    """The expected bonus from a seat's own animals."""
    bonus_per_city = sum(animal_bonus(r.s, field, seat) for animal_bonus in r.s.hooks.own_animals_bonus)
    return bonus_per_city * expected_cities_fed(r, field) if bonus_per_city else 0.0


def add_supplied(r: Outlook, values: list[float]) -> None:
    """For the rule that counts farmers per city: add the values of cities to the majority over all fields around."""
    s = r.s
    board = s.board
    fields_around: dict[int, list[int]] = {}  # root of a city, or OTHER_CITIES -> roots of fields
    for root in r.strengths:
        if board.kinds[root] == FIELD:
            for city in {board.of[node] for node in city_nodes(r, root)}:
                fields_around.setdefault(city, []).append(root)
            if any(count(s, root) for count in s.hooks.count_walled_cities):
                fields_around.setdefault(OTHER_CITIES, []).append(root)
    for city, fields in fields_around.items():
        probability = HOPE * r.completion_chance(city) if city != OTHER_CITIES and board.open[city] else 1.0
        strengths = [sum(column) for column in zip(*(r.strengths[field] for field in fields), strict=True)]
        for seat in majority_seats(strengths):
            own_fields = [field for field in fields if r.strengths[field][seat]]
            animals = own_animal_bonus(s, own_fields, seat) if own_fields else 0
            values[seat] += probability * (POINTS_PER_SUPPLIED_CITY + animals)
