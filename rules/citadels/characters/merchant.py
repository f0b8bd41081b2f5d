"""The Merchant gets an extra gold."""  # citadels.md 7.6

from __future__ import annotations

from typing import Final

from rules.citadels.hooks import Character
from rules.citadels.state import Ctx

GOLD: Final = 1


class Merchant(Character):
    key = "merchant"
    colour = "green"

    def gain_after_action(self, ctx: Ctx, seat: int) -> None:
        ctx.s.gold[seat] += GOLD
        ctx.emit("cit.power.merchant", seat=seat, n=GOLD)


RULE = Merchant
