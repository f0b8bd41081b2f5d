"""The strong player: searches if the game has an expert, otherwise plays like the normal one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from rules.core import Chance, Move

from .player import Imagine, Player
from .search import Expert, WeighedMove, weigh_moves
from .sensible import find_in_game_package


def own_expert(module: str) -> Expert | None:
    """The expert of the game with that view module; None: it has none."""
    return cast(Expert | None, find_in_game_package(module, "EXPERT"))


class StrongPlayer(Player):
    """`effort`: share of the usual number of simulations (0.1: a tenth)."""

    slow = True
    deep = True  # may think for seconds: runs in a worker process

    def __init__(self, sensible: Player, effort: float = 1.0) -> None:
        self.sensible = sensible
        self.effort = effort

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if not self.has_expert(type(view).__module__):
            return self.sensible.choose(view, legal, imagine, chance)
        return self.weigh_candidates(view, legal, imagine, chance)[0].move

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        return self.sensible.answer(view, legal, imagine, chance)

    def has_expert(self, module: str) -> bool:
        """Whether the game with that view module has an expert."""
        return own_expert(module) is not None

    def weigh_candidates(
        self,
        view: Any,
        legal: Sequence[Move],
        imagine: Imagine,
        chance: Chance,
        *,
        steady: bool = False,
        expert: Expert | None = None,
    ) -> list[WeighedMove]:
        """The considered moves, best first; a single untried move if there is no decision. `steady`: search a single
        move as long as several, if its duration could reveal hidden cards; `expert`: replaces the game's own."""
        expert = expert or own_expert(type(view).__module__)
        assert expert is not None
        steady = steady and expert.may_reveal_hidden
        ideas = legal[:1] if len(legal) == 1 and not steady else expert.candidate_moves(view, legal, imagine, chance)
        if len(ideas) == 1 and not steady:
            return [WeighedMove(ideas[0])]
        found = weigh_moves(
            expert, imagine, ideas, max(1, round(expert.simulations_per_decision(imagine.game) * self.effort))
        )
        first_idea = next(weighed for weighed in found if weighed.move is ideas[0])
        if found[0] is not first_idea and found[0].lead_over(first_idea)[0] < expert.caution:
            found.remove(first_idea)
            found.insert(0, first_idea)
        return found
