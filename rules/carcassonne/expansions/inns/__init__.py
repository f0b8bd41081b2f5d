"""Module Inns & Cathedrals."""

from __future__ import annotations

from rules.carcassonne.expansion import Expansion, FigureKind
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import CITY, FIELD, MONASTERY, ROAD, mark_lane

MARK = {ROAD: "inn", CITY: "cathedral"}  # kind of feature -> mark that raises its value
LANE = {kind: mark_lane(mark) for kind, mark in MARK.items()}


class Inns(Expansion):
    """18 tiles; inns and cathedrals (more points if complete, none if not); a large follower per player."""

    key = "inns"
    order = 20
    sets = ("inns",)
    presets = ("classic", "bigbox")
    marks = tuple(MARK.values())
    figures = (FigureKind("large", 1, frozenset((ROAD, CITY, MONASTERY, FIELD)), weight=2),)

    def adjust_points_per_tile(self, s: CarcassonneState, root: int, points: int) -> int:
        # carcassonne.md 11.1: one more for each tile and shield, however many inns or cathedrals; nothing unfinished.
        board = s.board
        if board.marks[root] & LANE.get(board.kinds[root], 0):
            return 0 if board.open[root] else points + 1
        return points

    def special_rule_key(self, s: CarcassonneState, root: int, key: str) -> str:
        board = s.board
        kind = board.kinds[root]
        if board.marks[root] & LANE.get(kind, 0):
            return f"{MARK[kind]}_final" if board.open[root] else MARK[kind]
        return key


MODULE = Inns
