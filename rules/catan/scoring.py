"""Points, counted from scratch."""  # catan.md 2.10, 11

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.core import Phrase

from .network import WORTH
from .state import CITY, SETTLEMENT, CatanState
from .view import CatanView


def score_sheet(s: CatanState, seat: int) -> dict[str, int]:
    """The points of a seat by category, hidden ones included."""
    points: dict[str, int] = {}
    for module_points in s.hooks.points_by_category:
        points.update(module_points(s, seat))
    return points


def public_score_sheet(s: CatanState, seat: int, show_hidden: bool) -> dict[str, int]:
    """The public points of a seat by category, without hidden cards."""
    points = score_sheet(s, seat)
    if not show_hidden and s.hidden[seat]:
        for key in s.hooks.secret_tally:
            points[key] = 0
    return points


def base_game_points(s: CatanState, seat: int) -> Mapping[str, int]:
    """Buildings and the Longest Road."""
    return {
        "settlements": len(s.buildings_of(seat, SETTLEMENT)),
        "cities": 2 * len(s.buildings_of(seat, CITY)),
        "longest_road": WORTH * (s.longest == seat),
    }


def describe_tie(view: CatanView, winners: Sequence[int]) -> Phrase | None:
    """Why the winner won although others have as many points; None if nobody has. Resigned players do not count."""
    if len(winners) != 1 or view.scores[winners[0]] < view.goal:
        return None
    winning_score = view.scores[winners[0]]
    tied = [seat for seat, score in enumerate(view.scores) if seat not in winners and score >= winning_score]
    return Phrase("catan.tie.turn", {"seats": tied, "count": len(tied), "goal": view.goal}) if tied else None
