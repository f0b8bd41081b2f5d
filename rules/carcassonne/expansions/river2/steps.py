"""The lake with the volcano."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import TILES
from rules.carcassonne.turn import AGAIN, DRAGON, LayTile, draw_tile
from rules.core import Step


def lake_is_next(s: CarcassonneState) -> bool:
    """Whether all other river tiles are used up."""
    return s.drawn < len(s.pile) and is_early_lake(s.pile[s.drawn])


def is_early_lake(tile: int) -> bool:
    """Whether it is the lake laid before a turn."""
    return TILES[tile].role == "lake" and "volcano" in TILES[tile].symbols


@dataclass(frozen=True, slots=True)
class RiverLake(Step[CarcassonneState]):
    """The lake is laid before the first part of a turn; then the same player draws."""  # carcassonne.md 5 no. 1b, 14.2

    kind: ClassVar[str] = "carc.river.lake"

    def run(self, ctx: Ctx) -> None:
        if lake_is_next(ctx.s) and draw_tile(ctx):
            # Without deploying a figure: only the steps after it.
            ctx.push(LayTile(), *ctx.s.hooks.steps_between_ranks(DRAGON, AGAIN))
