"""Points. Everything that counts is public at any time."""  # citadels.md 9

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import Phrase

from .cards import COLOURS, DISTRICTS, PURPLE
from .hooks import RULES
from .state import Built, CitadelsState
from .view import CitadelsView, SheetRow

# Extra points: for districts of all colours, for the first complete city, for another complete city.
ALL_COLOURS: Final = 3
FIRST: Final = 4
COMPLETE: Final = 2


def score_row(s: CitadelsState, seat: int) -> SheetRow:
    """The present points of a seat, with the best use of a district that may count as another colour."""
    wild_districts = [built for built in s.cities[seat] if RULES[built.key].counts_as_any_colour(s, built)]
    rows = [_score_row_with(s, seat, wild) for wild in (None, *wild_districts)]
    return max(rows, key=lambda row: row.total)


def _score_row_with(s: CitadelsState, seat: int, wild: Built | None) -> SheetRow:
    """The points if one district (or none) counts as the missing colour."""
    city = s.cities[seat]
    colours = [DISTRICTS[built.key].colour for built in city if built is not wild]
    missing = len(COLOURS) - len(set(colours)) - (wild is not None)
    colour_points = 0 if missing > 0 else ALL_COLOURS
    districts = sum(built.value for built in city)
    completion = COMPLETE if s.has_complete_city(seat) else 0
    if seat in s.first:
        completion = FIRST
    purples = colours.count(PURPLE)
    cards = {built.key: n for built in city if (n := RULES[built.key].points_beside_cost(s, seat, built, purples))}
    total = districts + colour_points + completion + sum(cards.values())
    return SheetRow(districts, colour_points, completion, cards, total)


def list_scores(s: CitadelsState) -> tuple[int, ...]:
    """The present points of each seat."""
    return tuple(score_row(s, seat).total for seat in range(s.seats))


def describe_tie_break(view: CitadelsView, winners: Sequence[int]) -> Phrase | None:
    """The criterion that broke a tie of points; None if there was no tie, or another reason decided."""
    if not winners:
        return None
    # In the order of the criteria: points, points of districts, gold.
    ranked = [(sheet.total, sheet.districts, view.players[seat].gold) for seat, sheet in enumerate(view.sheet)]
    total, districts, gold = ranked[winners[0]]
    tied = [key for seat, key in enumerate(ranked) if seat not in winners and key[0] == total]
    if not tied or max(tied) >= ranked[winners[0]]:
        return None
    _, next_districts, next_gold = max(tied)
    if next_districts < districts:
        return Phrase("cit.tie.districts", {"most": districts, "next": next_districts})
    return Phrase("cit.tie.gold", {"most": gold, "next": next_gold})


def find_winners(s: CitadelsState) -> tuple[int, ...]:
    """Most points; then most points of districts alone; then most gold; otherwise shared."""
    rows = [score_row(s, seat) for seat in range(s.seats)]
    ranked = [(row.total, row.districts, s.gold[seat]) for seat, row in enumerate(rows)]
    return tuple(seat for seat, key in enumerate(ranked) if key == max(ranked))
