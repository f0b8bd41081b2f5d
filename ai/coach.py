"""Who advises people: thinks as the machines of a game do, and for longer or of more where that is worth the wait; and
does not argue away what can be had at once."""

from __future__ import annotations

from typing import Any, cast

from rules.core import Game, Move, play

from .player import Imagine
from .search import Expert, WeighedMove, simulate_moves
from .sensible import find_in_game_package


class Coach(Expert):
    """What somebody who advises knows beside what an expert does. A module `ai/<game>` may hold one as `COACH`.

    `patience`: by so much of a chance a move must be ahead of one that brings a point at once, to be advised.
    """

    patience: float = 0.0

    def in_hand(self, game: Game[Any], s: Any, seat: int, move: Move, after: Any) -> float:
        """How much of a point, 0 to 1, a move of that seat brings at once and without luck. `after`: where it goes on
        from; no luck came before that."""
        return 0.0

    def sooner(self, found: list[WeighedMove]) -> list[WeighedMove]:
        """Moves that were weighed, the best first: with what should be tried before that, though it is no better."""
        return found


def coach_of(module: str, expert: Expert) -> Expert:
    """Who advises in place of that expert in the game whose views are declared in that module; else the expert."""
    found = cast(Coach | None, find_in_game_package(module, "COACH"))
    return found if found is not None and expert is find_in_game_package(module, "EXPERT") else expert


def prefer_moves(coach: Expert, imagine: Imagine, found: list[WeighedMove]) -> list[WeighedMove]:
    """What is advised, of moves that were weighed, the best first: what brings a point at once, unless another is
    clearly ahead of it in positions of their own."""
    if not isinstance(coach, Coach) or not all(one.chances for one in found):
        return found
    return coach.sooner(_preferred_by_coach(coach, imagine, found))


def _preferred_by_coach(coach: Coach, imagine: Imagine, found: list[WeighedMove]) -> list[WeighedMove]:
    s, best = imagine(), found[0]
    gains = [coach.patience * point_at_once(coach, imagine, s, one.move) for one in found]
    worth = [gain + one.ahead(best)[0] if gain > gains[0] else -1.0 for gain, one in zip(gains, found, strict=True)]
    at = worth.index(max(worth))
    if gains[at] <= gains[0]:
        return found
    pair = WeighedMove(found[at].move), WeighedMove(best.move)
    for _ in best.chances:
        simulate_moves(coach, imagine, pair)
    if pair[0].ahead(pair[1])[0] + gains[at] - gains[0] < 0:
        return found
    return [found[at], *(one for one in found if one is not found[at])]


def point_at_once(coach: Coach, imagine: Imagine, s: Any, move: Move) -> float:
    """How much of a point that move brings at once."""
    t = play(imagine.game, s, imagine.seat, move)
    return 0.0 if t.chance else coach.in_hand(imagine.game, s, imagine.seat, move, t.state)
