"""Thinks ahead, where somebody knows how to in that game; else it plays as the sensible one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from rules.core import Chance, Move

from .player import Imagine, Player
from .search import Expert, WeighedMove, weigh_moves
from .sensible import find_in_game_package


def own_expert(module: str) -> Expert | None:
    """Who thinks ahead in the game whose views are declared in that module; None: nobody."""
    return cast(Expert | None, find_in_game_package(module, "EXPERT"))


class StrongPlayer(Player):
    """`effort`: the share of the usual number of simulations, so that 0.1 is a tenth of it."""

    slow = True
    deep = True  # thinks for seconds, where somebody knows how to: in a process of its own

    def __init__(self, sensible: Player, effort: float = 1.0) -> None:
        self.sensible = sensible
        self.effort = effort

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if not self.thinks(type(view).__module__):
            return self.sensible.choose(view, legal, imagine, chance)
        return self.weighed(view, legal, imagine, chance)[0].move

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        return self.sensible.answer(view, legal, imagine, chance)

    def thinks(self, module: str) -> bool:
        """Whether it thinks ahead in the game whose views are declared in that module."""
        return own_expert(module) is not None

    def weighed(
        self,
        view: Any,
        legal: Sequence[Move],
        imagine: Imagine,
        chance: Chance,
        *,
        steady: bool = False,
        expert: Expert | None = None,
    ) -> list[WeighedMove]:
        """What it thought of, the best first; a single move, untried, where there is nothing to think about.

        `steady`: that one is tried as often as several would be, where how long it thinks would tell what it holds;
        `expert`: who thinks in place of the game's own.
        """
        expert = expert or own_expert(type(view).__module__)
        assert expert is not None
        steady = steady and expert.hides
        ideas = legal[:1] if len(legal) == 1 and not steady else expert.ideas(view, legal, imagine, chance)
        if len(ideas) == 1 and not steady:
            return [WeighedMove(ideas[0])]
        found = weigh_moves(expert, imagine, ideas, max(1, round(expert.most(imagine.game) * self.effort)))
        first = next(one for one in found if one.move is ideas[0])
        if found[0] is not first and found[0].ahead(first)[0] < expert.caution:
            found.remove(first)
            found.insert(0, first)
        return found
