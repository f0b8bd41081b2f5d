"""The Tax Collector gets a gold from every other player who builds."""  # citadels.md 7.10

from __future__ import annotations

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.state import Ctx


class TaxCollector(Character):
    key = "tax_collector"

    def on_acting_begun(self, ctx: Ctx, seat: int) -> None:
        """Players who built earlier in this round pay now."""
        for builder in dict.fromkeys(ctx.s.builders):
            self._collect(ctx, builder)

    def on_any_turn_end(self, ctx: Ctx, seat: int) -> None:
        turn = ctx.s.turn
        if turn is not None and turn.built:
            self._collect(ctx, seat)

    def _collect(self, ctx: Ctx, payer: int) -> None:
        s = ctx.s
        collector = s.acting.get(self.key, payer)
        if collector != payer and s.gold[payer]:
            effects.give_gold(s, payer, collector, 1)
            ctx.emit("cit.power.tax", seat=collector, from_seat=payer)


RULE = TaxCollector
