"""The empty cells at open ends of roads and cities: computed once per decision and updated near each tried move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import eq
from typing import Final

from rules.carcassonne.board import Board
from rules.carcassonne.cells import ASIDE
from rules.carcassonne.tiles import TURNED

from .odds import RUNS_OUT, Odds

Row = tuple[tuple[int, ...], float]  # a node of each segment at the cell, and the probability that it is filled
Met = tuple[dict[int, float], list[tuple[tuple[int, ...], float]]]  # see `Ends.met`
Edges = tuple[int, ...]
NOTHING: Final = -1
# Turned tile and edge -> segment a road or city beyond would meet, -1: none.
MEETS: Final = tuple(tuple(turned.into[edge][0] if turned.into[edge] else -1 for edge in range(4)) for turned in TURNED)
FAR: Final = 12  # tiles; a board with that many more tiles shares little with the first one


class Reach:
    """The open ends of one board by cell; later boards reuse them for cells with unchanged neighbours."""

    __slots__ = ("bridges", "cities", "edges", "laid", "met")

    def __init__(self, board: Board) -> None:
        self.laid = board.laid
        self.cities: dict[int, tuple[int, ...]] = {}  # field -> a node of each bordered city, computed on demand
        self.bridges = board.bridges
        self.edges: dict[int, Edges] = {}  # see `beside`
        self.met = {at: (need, open_end_nodes(board, at)) for at, need in board.frontier.items()}

    def leads_to(self, board: Board) -> bool:
        """Whether `board` is this one, or one a few tiles later."""
        mine, theirs = self.laid, board.laid
        return (
            0 <= len(theirs) - len(mine) < FAR
            and all(map(eq, mine.items(), theirs.items()))
            and (self.bridges is board.bridges or self.bridges.items() <= board.bridges.items())
        )

    def holds(self, tiles: int) -> bool:
        """Whether all of these tiles (a bit set) lie on it."""
        return not tiles >> len(self.laid)

    def into(self, board: Board, at: int, need: int) -> tuple[int, ...]:
        """The nodes that run into a cell of this board, or of a later one."""
        found = self.met.get(at)
        return found[1] if found is not None and found[0] == need else open_end_nodes(board, at)

    def beside(self, board: Board, at: int, need: int) -> Edges:
        """Edge of a cell -> node a road or city there would meet, or NOTHING. Without bridges."""
        before = self.met.get(at)
        if before is None or before[0] != need:
            return met_by_edge(board, at)
        found = self.edges.get(at)
        if found is None:
            found = self.edges[at] = met_by_edge(board, at)
        return found


def met_by_edge(board: Board, at: int) -> Edges:
    """See `Reach.beside`."""
    laid = board.laid
    found = [NOTHING] * 4
    for edge, aside in enumerate(ASIDE):
        there = laid.get(at + aside)
        if there is not None:
            number, first = there
            segment = MEETS[number][edge ^ 2]
            if segment >= 0:
                found[edge] = first + segment
    return tuple(found)


def open_end_nodes(board: Board, at: int) -> tuple[int, ...]:
    """A node of each segment of a road or city that runs into an empty cell."""
    laid, bridges = board.laid, board.bridges
    met: list[int] = []
    for edge, aside in enumerate(ASIDE):
        there = at + aside
        entry = laid.get(there)
        if entry is None:
            continue
        number, first = entry
        if there in bridges:
            turned, nodes = board.turned(there), board.nodes(there)
            met += [nodes[i] for i in turned.into[edge ^ 2] if turned.opens[i]]
        else:
            met += [first + i for i in RUNS_OUT[number][edge ^ 2]]
    return tuple(met)


class Ends:
    """The open ends of a board and of later ones. `reach`: of an earlier board."""

    __slots__ = ("_last", "bridges", "laid", "odds", "reach", "rows")

    def __init__(self, board: Board, odds: Odds, reach: Reach | None = None) -> None:
        self.odds = odds
        self.laid = board.laid
        self.bridges = board.bridges
        self.reach = reach or Reach(board)
        self.rows: dict[int, Row] = {}
        into, asks, cell = self.reach.into, odds.asks, odds.cell
        for at, need in board.frontier.items():
            if asks(need):
                nodes = into(board, at, need)
                if nodes:
                    self.rows[at] = nodes, cell(need)
        self._last: tuple[list[int], Met] | None = None

    def met(self, board: Board) -> Met:
        """Root -> probability that its road or city is completed; and the features that share a cell, with its odds.
        Common to all boards with the same features."""
        if self._last is None or self._last[0] is not board.of:
            self._last = board.of, self._look(board)
        return self._last[1]

    def _look(self, board: Board) -> Met:
        of = board.of
        chances: dict[int, float] = {}
        joint: list[tuple[tuple[int, ...], float]] = []
        for nodes, chance in self.of(board):
            if len(nodes) == 1:
                root = of[nodes[0]]
                chances[root] = chances.get(root, 1.0) * chance
                continue
            roots = tuple(dict.fromkeys([of[node] for node in nodes]))
            for root in roots:
                chances[root] = chances.get(root, 1.0) * chance
            if len(roots) > 1:
                joint.append((roots, chance))
        return chances, joint

    def of(self, board: Board) -> Iterator[Row]:
        """The rows of a board, possibly later than the first one."""
        new = list(islice(reversed(board.laid), len(board.laid) - len(self.laid)))
        if board.bridges is not self.bridges:
            new += [at for at in board.bridges if at not in self.bridges]
        if not new:
            return iter(self.rows.values())
        return self._beyond(board, {at + aside for at in new for aside in ASIDE}.union(new))

    def _beyond(self, board: Board, near: set[int]) -> Iterator[Row]:
        """The rows far from new tiles, then those near them."""
        for at, row in self.rows.items():
            if at not in near:
                yield row
        for at in sorted(near):
            need = board.frontier.get(at)
            if need is not None and self.odds.asks(need):
                nodes = open_end_nodes(board, at)
                if nodes:
                    yield nodes, self.odds.cell(need)
