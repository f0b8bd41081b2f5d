"""Module The River II."""

from __future__ import annotations

from collections.abc import Collection

from rules.carcassonne.expansion import Expansion
from rules.carcassonne.river import River
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import mark_lane
from rules.carcassonne.turn import LAKE
from rules.core import Option

from .steps import RiverLake, is_early_lake, lake_is_next

HERD = "pig_herd"
HERDS = mark_lane(HERD)


class RiverTwo(Expansion):
    """Twelve tiles with a fork, a lake laid before a turn, and a herd of pigs."""

    key = "river2"
    order = 60
    sets = ("river2",)
    presets = ("river",)
    brings = (River,)
    traits = ("fork",)
    marks = (HERD,)
    options = (Option("pig_herd", ("with_trade", "always"), "river2"),)
    turn = ((LAKE, RiverLake),)

    def marks_without_meaning(self, traits: Collection[str]) -> Collection[str]:
        # carcassonne.md 14.4: without the matching expansion the herd means nothing, unless it is chosen to.
        return () if "pigs" in traits or self.chosen["pig_herd"] == "always" else (HERD,)

    def neutral_animals_bonus(self, s: CarcassonneState, field: int) -> int:
        return 1 if s.board.marks[field] & HERDS and HERD in s.hooks.marks else 0

    def is_additional_tile(self, s: CarcassonneState, tile: int) -> bool:
        return is_early_lake(tile)

    def on_tile_put_aside(self, ctx: Ctx, tile: int) -> None:
        # The last of the river tiles fitted nowhere: the same player lays the lake.
        if lake_is_next(ctx.s):
            ctx.push(RiverLake())


MODULE = RiverTwo
