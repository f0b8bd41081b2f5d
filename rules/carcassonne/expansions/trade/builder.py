"""The double turn of the builder."""  # carcassonne.md 5.4, 11.2

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.turn import BAZAAR, LAKE, is_extra_tile
from rules.core import Step

from .stock import set_stock, stock_of


def builder_of(s: CarcassonneState, seat: int) -> int:
    """The node of a seat's builder, -1: in the supply."""
    if s.supply[seat * len(s.hooks.figures) + s.hooks.supply_rows["builder"]]:
        return -1
    return next((node for kind, owner, node in s.figures if kind == "builder" and owner == seat), -1)


def earn_second_part(s: CarcassonneState) -> None:
    """Earn a second part of the turn. A second part earns no third; the extra lake before a part earns nothing."""
    if is_extra_tile(s, s.board.laid[s.just][0] >> 2):  # the tile of this part is still to come
        return
    second = stock_of(s).second
    set_stock(s, earned=not second, second=second)


@dataclass(frozen=True, slots=True)
class SecondPart(Step[CarcassonneState]):
    """The end of a part: start the second part if the builder has earned it."""

    kind: ClassVar[str] = "carc.again"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        stock = stock_of(s)
        if not stock.earned:
            if stock.second:
                set_stock(s, earned=False, second=False)
            return
        set_stock(s, earned=False, second=True)
        if s.drawn < len(s.pile):
            ctx.emit("carc.builder.again", seat=s.active)
        # The lake of a river comes before every other tile (carcassonne.md 4.4), here too.
        ctx.push(*s.hooks.steps_between_ranks(LAKE, BAZAAR))
