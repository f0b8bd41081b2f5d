"""Points, counted from scratch."""  # catan.md 2.10, 11

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core import Phrase

from .network import WORTH
from .state import CITY, SETTLEMENT, CatanState
from .view import CatanView


def score_sheet(s: CatanState, seat: int) -> dict[str, int]:
    """The points of a seat by category, hidden ones included."""
    row: dict[str, int] = {}
    for ask in s.hooks.points:
        row.update(ask(s, seat))
    return row


def public_score_sheet(s: CatanState, seat: int, all_: bool) -> dict[str, int]:
    """The public points of a seat by category, without hidden cards."""
    row = score_sheet(s, seat)
    if not all_ and s.hidden[seat]:
        for key in s.hooks.secret_tally:
            row[key] = 0
    return row


def base_game_points(s: CatanState, seat: int) -> Mapping[str, int]:
    """Buildings and the Longest Road."""
    built = list(zip(s.buildings, s.held, strict=True))
    return {
        "settlements": built.count((SETTLEMENT, seat)),
        "cities": 2 * built.count((CITY, seat)),
        "longest_road": WORTH * (s.longest == seat),
    }


def describe_tie(view: CatanView, winners: Sequence[int]) -> Phrase | None:
    """Why the winner won although others have as many points; None if nobody has. Resigned players do not count."""
    if len(winners) != 1 or view.scores[winners[0]] < view.goal:
        return None
    seats = [seat for seat, n in enumerate(view.scores) if seat not in winners and n >= view.scores[winners[0]]]
    return Phrase("catan.tie.turn", {"seats": seats, "count": len(seats), "goal": view.goal}) if seats else None
