"""The base game of Carcassonne as a module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core import Option

from .cells import ORIGIN
from .expansion import Expansion, FigureKind, Setup
from .moves import Deploy, Pass, Place
from .state import CarcassonneState
from .tiles import CITY, FIELD, MONASTERY, ROAD, TILES
from .turn import (
    DRAW,
    END,
    FIGURE,
    FINAL_FEATURES,
    FINAL_FIELDS,
    GAME_OVER,
    LAY,
    SCORE,
    Draw,
    EndTurn,
    Figures,
    FinalFeatures,
    FinalFields,
    GameOver,
    LayTile,
    Score,
)

# Features available to the options below. Each module says in which presets it plays.
PRESETS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "first": (),
    "river": (),
    "classic": (),
    "bigbox": (),
    "2007": (("edition", "2007"),),
}


class Base(Expansion):
    """The base game; always in play."""

    key = "base"
    order = 0
    sets = ("base",)
    options = (
        Option("edition", ("bigbox3", "2007")),
        Option("farmers", ("per_field", "per_city")),
        Option("tiny_city", ("standard", "halved")),
    )
    moves = (Place, Deploy, Pass)
    figures = (FigureKind("follower", 7, frozenset((ROAD, CITY, MONASTERY, FIELD))),)
    marks = ("shield",)
    tally = ("roads", "cities", "monasteries", "fields")
    turn = ((DRAW, Draw), (LAY, LayTile), (FIGURE, Figures), (SCORE, Score), (END, EndTurn))
    ending = ((FINAL_FEATURES, FinalFeatures), (FINAL_FIELDS, FinalFields), (GAME_OVER, GameOver))

    def add_opening_tiles(self, setup: Setup) -> None:
        start = next(tile for tile in setup.tiles if TILES[tile].role == "start")
        setup.tiles[start] -= 1
        setup.opening = [(ORIGIN, 4 * start)]

    def adjust_points_per_tile(self, s: CarcassonneState, root: int, points: int) -> int:
        return points - 1 if self._is_halved_city(s, root) else points

    def special_rule_key(self, s: CarcassonneState, root: int, key: str) -> str:
        return "city_tiny" if self._is_halved_city(s, root) else key

    def _is_halved_city(self, s: CarcassonneState, root: int) -> bool:
        """Whether it is a complete city of two tiles that counts half."""  # carcassonne.md 7.2
        if self.chosen["tiny_city"] != "halved":
            return False
        board = s.board
        return board.kinds[root] == CITY and not board.open[root] and board.count_tiles(root) == 2
