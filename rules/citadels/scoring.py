"""Points. Everything that counts is public at any time."""  # citadels.md 9

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import Phrase

from .cards import COLOURS, DISTRICTS, PURPLE
from .hooks import RULES
from .state import Built, CitadelsState
from .view import CitadelsView, SheetRow

ALL_COLOURS: Final = 3
FIRST: Final = 4
COMPLETE: Final = 2


def score_row(s: CitadelsState, seat: int) -> SheetRow:
    """The present points of a seat, with the best use of a joker district."""
    city = s.cities[seat]
    rows = [_score_row_with(s, seat, None)]
    for built in city:
        if RULES[built.key].wild(s, built):
            rows.append(_score_row_with(s, seat, built))
    return max(rows, key=lambda r: r.total)


def _score_row_with(s: CitadelsState, seat: int, wild: Built | None) -> SheetRow:
    """The points if one district (or none) counts as the missing colour."""
    city = s.cities[seat]
    colours = [DISTRICTS[built.key].colour for built in city if built is not wild]
    missing = len(COLOURS) - len(set(colours)) - (wild is not None)
    spread = 0 if missing > 0 else ALL_COLOURS
    districts = sum(built.value for built in city)
    completion = FIRST if seat in s.first else COMPLETE if s.complete(seat) else 0
    purples = colours.count(PURPLE)
    cards = {b.key: n for b in city if (n := RULES[b.key].points(s, seat, b, purples))}
    return SheetRow(districts, spread, completion, cards, districts + spread + completion + sum(cards.values()))


def list_scores(s: CitadelsState) -> tuple[int, ...]:
    return tuple(score_row(s, seat).total for seat in range(s.seats))


def describe_tie_break(view: CitadelsView, winners: Sequence[int]) -> Phrase | None:
    """The criterion that broke a tie of points; None if there was no tie, or another reason decided."""
    if not winners:
        return None
    keys = [(sheet.total, sheet.districts, view.players[seat].gold) for seat, sheet in enumerate(view.sheet)]
    own = keys[winners[0]]
    equal = [key for seat, key in enumerate(keys) if seat not in winners and key[0] == own[0]]
    if not equal or max(equal) >= own:
        return None
    best = max(equal)
    by, at = ("districts", 1) if best[1] < own[1] else ("gold", 2)
    return Phrase(f"cit.tie.{by}", {"most": own[at], "next": best[at]})


def find_winners(s: CitadelsState) -> tuple[int, ...]:
    """Most points; then most points of districts alone; then most gold; otherwise shared."""
    rows = [score_row(s, seat) for seat in range(s.seats)]
    ranked = [(r.total, r.districts, s.gold[seat]) for seat, r in enumerate(rows)]
    return tuple(seat for seat, key in enumerate(ranked) if key == max(ranked))
