"""The terms of a position: a row of numbers per seat, weighed by the judge."""

from __future__ import annotations

from typing import Final

from rules.carcassonne.board import SEAT_BITS, SEAT_MASK
from rules.carcassonne.expansion import Hooks
from rules.carcassonne.farming import neutral_animal_bonus
from rules.carcassonne.scoring import majority_seats
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, MONASTERY
from rules.carcassonne.turn import LayTile

from . import farms
from .extra import EXTRAS
from .situation import FREE_TURNS, Situation

FREE: Final = 7  # followers in the supply with terms of their own
OPEN: Final = 3  # numbers of open ends with terms of their own
TERMS: Final = (
    "now",  # points of its roads, cities and monasteries if the game ended now
    *(f"city {n}" for n in range(1, OPEN + 1)),  # expected extra points of completing its cities
    *(f"road {n}" for n in range(1, OPEN)),
    "monastery",
    *(f"knight {n}" for n in range(1, OPEN)),  # expected number of returning followers
    *(f"thief {n}" for n in range(1, OPEN)),
    "monk",
    "field",  # points of its fields if the game ended now
    "meadow",  # and expected points from cities not complete yet
    "farmer",  # number of its fields
    "behind",  # points of features in which others are stronger
    "farmer behind",
    "links",
    *(f"free {n}" for n in range(1, FREE + 1)),  # at least so many followers in the supply
    "next",  # its turn comes next
)
AT: Final = {name: i for i, name in enumerate(TERMS)}
NOW, MONASTERY_MORE, MONK = AT["now"], AT["monastery"], AT["monk"]
CITY_MORE, ROAD_MORE, KNIGHT, THIEF = AT["city 1"], AT["road 1"], AT["knight 1"], AT["thief 1"]
FIELD_NOW, MEADOW, FARMER = AT["field"], AT["meadow"], AT["farmer"]
BEHIND, FARMER_BEHIND = AT["behind"], AT["farmer behind"]
LINKS, FREE_AT, NEXT = AT["links"], AT["free 1"], AT["next"]


def next_to_draw(s: CarcassonneState) -> int:
    """The seat with the next draw: the active one before its lay, otherwise its successor."""
    lays = any(type(step) is LayTile for step in s.agenda)
    return s.active if lays else (s.active + 1) % s.seats


def term_names(hooks: Hooks) -> tuple[str, ...]:
    """The names of the terms: common ones; then points as good as scored, pieces in the supply, and one per known
    module. Terms without learnt weights count as they are."""
    return (*TERMS, "complete", "kept", *(module.key for module in hooks.modules if module.key in EXTRAS))


def term_rows(r: Situation) -> list[list[float]]:
    """Seat -> its row, in the order of `term_names`."""
    s = r.s
    hooks = s.hooks
    rows = [[0.0] * len(TERMS) for _ in range(s.seats)]
    complete = _fill_feature_terms(r, rows)
    _fill_link_terms(r, rows)
    for seat, row in enumerate(rows):
        for n in range(min(FREE, int(r.free_followers[seat] + row[FREE_AT]))):
            row[FREE_AT + n] = 1.0
        if r.free_followers[seat] + row[FREE_AT] < 1:
            row[FREE_AT] = 0.0
        fade = r.odds.fade_near_end(FREE_TURNS)
        first_figure = seat * len(hooks.figures)
        row.append(complete[seat])
        row.append(fade * sum(worth for i, worth in r.odds.extras.kept_figure_values if s.supply[first_figure + i]))
    rows[next_to_draw(s)][NEXT] = 1.0
    for add in r.odds.extras.piece_values_by_module:
        column = [0.0] * s.seats
        if add is not None:
            add(r, column)
        for row, value in zip(rows, column, strict=True):
            row.append(value)
    return rows


def _fill_feature_terms(r: Situation, rows: list[list[float]]) -> list[float]:
    """Fill the rows; returns each seat's points as good as scored."""
    s = r.s
    complete = [0.0] * s.seats
    board = s.board
    kinds, held, open_ends = board.kinds, board.held, board.open
    for root, strength in r.strengths.items():
        owners = majority_seats(strength)
        kind = kinds[root]
        followers = held[root]
        if kind == FIELD:
            _fill_field_terms(r, root, strength, owners, rows)
            continue
        ends = open_ends[root]
        now, more, chance = r.worth_parts(root)
        if not ends:
            more_term, return_term, share = NOW, FREE_AT, 1.0  # the follower has practically returned
        elif kind == MONASTERY:
            more_term, return_term, share = MONASTERY_MORE, MONK, chance
        elif kind == CITY:
            more_term, return_term, share = CITY_MORE + min(ends, OPEN) - 1, KNIGHT + (ends > 1), chance
        else:
            more_term, return_term, share = ROAD_MORE + min(ends, OPEN - 1) - 1, THIEF + (ends > 1), chance
        for seat in owners:
            if ends:
                row = rows[seat]
                row[NOW] += now
                row[more_term] += more * chance
            else:
                complete[seat] += now
        if len(owners) < s.seats - strength.count(0):
            for seat, n in enumerate(strength):
                if n and seat not in owners:
                    rows[seat][BEHIND] += now + more * chance
        for row in rows:
            n = followers & SEAT_MASK
            if n:
                row[return_term] += n * share
            followers >>= SEAT_BITS
    return complete


def _fill_field_terms(r: Situation, root: int, strength: list[int], owners: list[int], rows: list[list[float]]) -> None:
    """Fill in the terms of a field with farmers."""
    sure, likely = farms.complete_and_likely_cities(r, root)
    common_points = farms.points_per_city(r.s) + neutral_animal_bonus(r.s, root)
    for seat in owners:
        row = rows[seat]
        row[FARMER] += 1.0 / len(owners)
        points = common_points
        for animal_bonus in r.s.hooks.own_animals_bonus:
            points += animal_bonus(r.s, root, seat)
        row[FIELD_NOW] += points * sure
        row[MEADOW] += points * likely
    for seat, n in enumerate(strength if len(owners) < len(strength) else ()):
        if n and seat not in owners:
            rows[seat][FARMER_BEHIND] += 1.0


def _fill_link_terms(r: Situation, rows: list[list[float]]) -> None:
    """Fill in the effects of joining features."""
    for first, second, chance in r.joinable_pairs:
        if first in r.strengths and second in r.strengths:
            joined = [x + y for x, y in zip(r.strengths[first], r.strengths[second], strict=True)]
            both = r.feature_worth(first)[0] + r.feature_worth(second)[0]
            for seat in majority_seats(joined):
                rows[seat][LINKS] += chance * both
            for root in (first, second):
                for seat in majority_seats(r.strengths[root]):
                    rows[seat][LINKS] -= chance * r.feature_worth(root)[0]
