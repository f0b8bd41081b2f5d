"""The River II."""

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.expansion import Expansion
from rules.carcassonne.river import River
from rules.carcassonne.state import Ctx
from rules.carcassonne.turn import LAKE
from rules.core import Option

from .steps import RiverLake, lake_is_next


class RiverTwo(Expansion):
    """Twelve tiles with a fork, a lake that is laid before a turn, and a herd of pigs."""

    key = "river2"
    order = 60
    sets = ("river2",)
    brings = (River,)
    traits = ("fork",)
    options = (Option("pig_herd", ("with_trade", "always"), "river2"),)
    turn = ((LAKE, RiverLake),)

    def marks(self) -> Sequence[str]:
        # carcassonne.md 14.4: without the matching expansion the herd means nothing, unless it is chosen to.
        return ("pig_herd",) if self.chosen["pig_herd"] == "always" else ()

    def put_aside(self, ctx: Ctx, tile: int) -> None:
        # The last of the river tiles fitted nowhere: the lake is next, for the same player.
        if lake_is_next(ctx.s):
            ctx.push(RiverLake())


MODULE = RiverTwo
