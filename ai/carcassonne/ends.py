"""The empty cells that roads and cities run into: looked up once a decision, and again only beside what was tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rules.carcassonne.board import Board
from rules.carcassonne.cells import ASIDE

from .odds import RUNS_OUT, Odds

Row = tuple[tuple[int, ...], float]  # a node of each segment that runs into a cell, and how likely the cell is filled


class Ends:
    """Those of one board, and of those that go on from it."""

    __slots__ = ("bridges", "laid", "odds", "rows")

    def __init__(self, board: Board, odds: Odds) -> None:
        self.odds = odds
        self.laid = board.laid
        self.bridges = board.bridges
        rows = ((at, self._row(board, at)) for at in board.frontier)
        self.rows = {at: row for at, row in rows if row is not None}

    def of(self, board: Board) -> Iterator[Row]:
        """The rows of a board on which more may lie than on the first."""
        new = list(islice(reversed(board.laid), len(board.laid) - len(self.laid)))
        if board.bridges is not self.bridges:
            new += [at for at in board.bridges if at not in self.bridges]
        if not new:
            yield from self.rows.values()
            return
        near = {at + aside for at in new for aside in ASIDE}.union(new)
        for at, row in self.rows.items():
            if at not in near:
                yield row
        for at in sorted(near):
            if at in board.frontier:
                found = self._row(board, at)
                if found is not None:
                    yield found

    def _row(self, board: Board, at: int) -> Row | None:
        need = board.frontier[at]
        if not self.odds.asks(need):
            return None
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
        return (tuple(met), self.odds.cell(need)) if met else None
