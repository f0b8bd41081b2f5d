"""The Alchemist gets back the gold spent on building."""  # citadels.md 7.14

from __future__ import annotations

from rules.citadels.hooks import Character
from rules.citadels.state import Ctx


class Alchemist(Character):
    key = "alchemist"

    def refund_gold(self, ctx: Ctx, seat: int) -> None:
        s = ctx.s
        if s.turn is not None and s.turn.spent:
            s.gold[seat] += s.turn.spent
            ctx.emit("cit.power.refund", seat=seat, n=s.turn.spent)


RULE = Alchemist
