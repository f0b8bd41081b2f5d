"""The Poor House gives a gold to an owner without gold."""

from __future__ import annotations

from rules.citadels.hooks import District
from rules.citadels.state import Ctx


class PoorHouse(District):
    key = "poor_house"

    def on_turn_end(self, ctx: Ctx, owner: int) -> None:
        if not ctx.s.gold[owner]:
            ctx.s.gold[owner] = 1
            ctx.emit("cit.poor_house.gold", seat=owner)


RULE = PoorHouse
