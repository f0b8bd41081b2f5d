"""The empty cells at open ends of roads and cities: computed once per decision and updated near each tried move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from operator import eq
from typing import Final

from rules.carcassonne.board import Board
from rules.carcassonne.cells import STEPS_OVER_EDGES
from rules.carcassonne.tiles import TURNED

from .odds import NEEDS_ROAD_OR_CITY, RUNS_OUT, Odds

Row = tuple[tuple[int, ...], float]  # a node of each segment at the cell, and the probability that it is filled
CompletionChances = tuple[dict[int, float], list[tuple[tuple[int, ...], float]]]  # see `Ends.completion_chances`
Edges = tuple[int, ...]  # edge of a cell -> node that a road or city there would meet, or NO_NODE
NO_NODE: Final = -1
# Turned tile and edge -> segment a road or city beyond would meet, -1: none.
MEETS: Final = tuple(
    tuple(turned.seam_into[edge][0] if turned.seam_into[edge] else -1 for edge in range(4)) for turned in TURNED
)
MOST_TILES_LATER: Final = 12  # a board with that many more tiles shares little with the first one


class Reach:
    """The open ends of one board by cell; later boards reuse them for cells with unchanged neighbours."""

    __slots__ = ("bridges", "cached_cities", "cached_edges", "laid", "need_and_nodes_by_cell")

    def __init__(self, board: Board) -> None:
        self.laid = board.laid
        self.cached_cities: dict[int, tuple[int, ...]] = {}  # field -> a node of each bordered city, computed on demand
        self.bridges = board.bridges
        self.cached_edges: dict[int, Edges] = {}  # see `beside`
        self.need_and_nodes_by_cell = {
            cell: (need, open_end_nodes(board, cell)) for cell, need in board.frontier.items()
        }

    def leads_to(self, board: Board) -> bool:
        """Whether `board` is this one, or one a few tiles later."""
        mine, theirs = self.laid, board.laid
        return (
            0 <= len(theirs) - len(mine) < MOST_TILES_LATER
            and all(map(eq, mine.items(), theirs.items()))
            and (self.bridges is board.bridges or self.bridges.items() <= board.bridges.items())
        )

    def covers_tiles(self, tiles: int) -> bool:
        """Whether all of these tiles (a bit set) lie on it."""
        return not tiles >> len(self.laid)

    def nodes_running_into(self, board: Board, cell: int, need: int) -> tuple[int, ...]:
        """The nodes that run into a cell of this board, or of a later one."""
        found = self.need_and_nodes_by_cell.get(cell)
        return found[1] if found is not None and found[0] == need else open_end_nodes(board, cell)

    def nodes_by_edge(self, board: Board, cell: int, need: int) -> Edges:
        """The nodes at the edges of a cell, ignoring bridges."""
        cached = self.need_and_nodes_by_cell.get(cell)
        if cached is None or cached[0] != need:
            return met_by_edge(board, cell)
        edges = self.cached_edges.get(cell)
        if edges is None:
            edges = self.cached_edges[cell] = met_by_edge(board, cell)
        return edges


def met_by_edge(board: Board, cell: int) -> Edges:
    """The nodes at the edges of a cell, ignoring bridges."""
    laid = board.laid
    edges = [NO_NODE] * 4
    for edge, aside in enumerate(STEPS_OVER_EDGES):
        tile = laid.get(cell + aside)
        if tile is not None:
            number, first_node = tile
            opposite = edge ^ 2
            segment = MEETS[number][opposite]
            if segment >= 0:
                edges[edge] = first_node + segment
    return tuple(edges)


def open_end_nodes(board: Board, cell: int) -> tuple[int, ...]:
    """A node of each segment of a road or city that runs into an empty cell."""
    laid, bridges = board.laid, board.bridges
    found: list[int] = []
    for edge, aside in enumerate(STEPS_OVER_EDGES):
        neighbour = cell + aside
        tile = laid.get(neighbour)
        if tile is None:
            continue
        number, first_node = tile
        opposite = edge ^ 2
        if neighbour in bridges:
            turned, nodes = board.turned_tile_at(neighbour), board.nodes_at(neighbour)
            found += [nodes[i] for i in turned.seam_into[opposite] if turned.printed_open_ends[i]]
        else:
            found += [first_node + i for i in RUNS_OUT[number][opposite]]
    return tuple(found)


class Ends:
    """The open ends of a board and of later ones. `reach`: of an earlier board."""

    __slots__ = ("_last_result", "bridges", "laid", "odds", "reach", "rows")

    def __init__(self, board: Board, odds: Odds, reach: Reach | None = None) -> None:
        self.odds = odds
        self.laid = board.laid
        self.bridges = board.bridges
        self.reach = reach or Reach(board)
        self.rows: dict[int, Row] = {}
        into, fill_chance = self.reach.nodes_running_into, odds.fill_chance
        for at, need in board.frontier.items():
            if NEEDS_ROAD_OR_CITY[need]:
                nodes = into(board, at, need)
                if nodes:
                    self.rows[at] = nodes, fill_chance(need)
        self._last_result: tuple[list[int], CompletionChances] | None = None

    def completion_chances(self, board: Board) -> CompletionChances:
        """Root -> probability that its road or city is completed; and the features that share a cell, with its odds.
        Common to all boards with the same features."""
        if self._last_result is None or self._last_result[0] is not board.of:
            self._last_result = board.of, self._compute_completion_chances(board)
        return self._last_result[1]

    def _compute_completion_chances(self, board: Board) -> CompletionChances:
        of = board.of
        chances: dict[int, float] = {}
        joint: list[tuple[tuple[int, ...], float]] = []
        for nodes, chance in self.rows_of_board(board):
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

    def rows_of_board(self, board: Board) -> Iterator[Row]:
        """The rows of a board, possibly later than the first one."""
        changed = list(islice(reversed(board.laid), len(board.laid) - len(self.laid)))
        if board.bridges is not self.bridges:
            changed += [cell for cell in board.bridges if cell not in self.bridges]
        if not changed:
            return iter(self.rows.values())
        return self._rows_after_new_tiles(
            board, {cell + aside for cell in changed for aside in STEPS_OVER_EDGES}.union(changed)
        )

    def _rows_after_new_tiles(self, board: Board, near: set[int]) -> Iterator[Row]:
        """The rows far from new tiles, then those near them."""
        for cell, row in self.rows.items():
            if cell not in near:
                yield row
        for cell in sorted(near):
            need = board.frontier.get(cell)
            if need is not None and NEEDS_ROAD_OR_CITY[need]:
                nodes = open_end_nodes(board, cell)
                if nodes:
                    yield nodes, self.odds.fill_chance(need)
