"""Coaches: experts that advise people. They search longer or wider where useful, and favour immediate points."""

from __future__ import annotations

from typing import Any, cast

from rules.core import Game, Move, play

from .player import Imagine
from .search import Expert, WeighedMove, simulate_moves
from .sensible import find_in_game_package


class Coach(Expert):
    """An expert with extra knowledge for advice. A module `ai/<game>` may provide one as `COACH`. `patience`: the lead
    in winning chance another move needs over one that scores a point at once."""

    patience: float = 0.0

    def share_of_point_scored(self, game: Game[Any], s: Any, seat: int, move: Move, after: Any) -> float:
        """Share of a point, 0 to 1, the move scores at once without chance. `after`: the resulting position."""
        return 0.0

    def reorder_for_advice(self, found: list[WeighedMove]) -> list[WeighedMove]:
        """The weighed moves, best first, with moves that should be tried earlier put in front."""
        return found


def coach_of(module: str, expert: Expert) -> Expert:
    """The coach of the game with that view module, if `expert` is the game's own expert; otherwise `expert`."""
    coach = cast(Coach | None, find_in_game_package(module, "COACH"))
    return coach if coach is not None and expert is find_in_game_package(module, "EXPERT") else expert


def prefer_moves(coach: Expert, imagine: Imagine, found: list[WeighedMove]) -> list[WeighedMove]:
    """The weighed moves in the order of advice: a move that scores at once comes first unless another is clearly
    better. The lead of the other move is measured in fresh positions."""
    if not isinstance(coach, Coach) or not all(weighed.chances for weighed in found):
        return found
    return coach.reorder_for_advice(_put_point_first(coach, imagine, found))


def _put_point_first(coach: Coach, imagine: Imagine, found: list[WeighedMove]) -> list[WeighedMove]:
    """The weighed moves, with the best one that scores more at once put first unless the first one leads clearly."""
    s, best = imagine(), found[0]
    gains = [coach.patience * point_at_once(coach, imagine, s, weighed.move) for weighed in found]
    worths = [
        gain + weighed.lead_over(best)[0] if gain > gains[0] else -1.0
        for gain, weighed in zip(gains, found, strict=True)
    ]
    index = worths.index(max(worths))
    if gains[index] <= gains[0]:
        return found
    candidate, rival = WeighedMove(found[index].move), WeighedMove(best.move)
    for _ in best.chances:
        simulate_moves(coach, imagine, (candidate, rival))
    if candidate.lead_over(rival)[0] + gains[index] - gains[0] < 0:
        return found
    return [found[index], *found[:index], *found[index + 1 :]]


def point_at_once(coach: Coach, imagine: Imagine, s: Any, move: Move) -> float:
    """The share of a point the move scores at once."""
    transition = play(imagine.game, s, imagine.seat, move)
    return (
        0.0 if transition.chance else coach.share_of_point_scored(imagine.game, s, imagine.seat, move, transition.state)
    )
