"""A plain Monte Carlo tree search that uses only the rules, as an opponent of the machines.

Each simulation draws a position, walks down the tree of moves (upper confidence bounds), adds one node and plays
randomly to the end. All drawn positions share one tree: at a node, only the currently legal children count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log, sqrt
from typing import Any, Final

from ai import Imagine, Player
from rules.core import Chance, Context, Game, Move

EXPLORES: Final = 0.7
MARGIN: Final = 15.0  # a lead of this many points is worth 73 percent


class SilentTeller(Context[Any]):
    """A context without events, which simulations do not need."""

    __slots__ = ()

    def emit(self, key: str, **params: Any) -> None:
        pass


@dataclass(slots=True)
class Node:
    """`won`: sum of the results for the seat that made the move."""

    visits: int = 0
    won: float = 0.0
    children: dict[Move, Node] = field(default_factory=dict)


class TreePlayer(Player):
    """Chooses moves with `simulations` simulations per decision."""

    slow = True

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        root = Node(children={move: Node() for move in legal})
        for _ in range(self.simulations):
            self._simulate(imagine.game, imagine(), root, chance)
        return max(legal, key=lambda move: root.children[move].visits)

    def _simulate(self, game: Game[Any], s: Any, root: Node, chance: Chance) -> None:
        ctx = SilentTeller(s, Chance(s.key, s.used))
        path: list[tuple[Node, int]] = []
        node, inside = root, True
        while not game.over(s):
            seat = min(game.waiting(s))
            legal = list(game.legal(s, seat))
            if inside:
                move = self._descend(node, legal, chance)
                node = node.children.setdefault(move, Node())
                path.append((node, seat))
                inside = node.visits > 0
            else:
                move = legal[chance.below(len(legal))]
            at = len(s.agenda) - 1
            s.agenda[at] = s.agenda[at].apply_move(ctx, seat, move)
            ctx.run_until_decision()
        rewards = outcome_values(game.scores(s))
        root.visits += 1
        for reached, seat in path:
            reached.visits += 1
            reached.won += rewards[seat]

    def _descend(self, node: Node, legal: Sequence[Move], chance: Chance) -> Move:
        """An untried move, or the one with the highest bound."""
        new = [move for move in legal if move not in node.children or not node.children[move].visits]
        if new:
            return new[chance.below(len(new))]
        known = [(move, node.children[move]) for move in legal]
        tries = log(sum(child.visits for _, child in known))
        return max(known, key=lambda one: one[1].won / one[1].visits + EXPLORES * sqrt(tries / one[1].visits))[0]


def outcome_values(scores: Sequence[int]) -> list[float]:
    """The value of the end for each seat, 0 to 1, by its lead over the best other seat."""
    return [
        1 / (1 + exp((max(other for at, other in enumerate(scores) if at != seat) - mine) / MARGIN))
        for seat, mine in enumerate(scores)
    ]
