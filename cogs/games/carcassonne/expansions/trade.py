"""Traders & Builders: goods, and the builder's second turn."""

from __future__ import annotations

from typing import Final

from cogs.games.weighing import Scales, weigh_keys
from cogs.screen.event_text import Weight
from rules.carcassonne.expansions.trade.view import TradeView
from rules.carcassonne.view import CarcassonneView
from words import Voice

from .base import CarcExpansionFace


class Trade(CarcExpansionFace[TradeView]):
    """Goods of a seat."""

    key = "trade"
    omitted_keys = ("carc.builder.again",)
    scales = Scales("carc", {}, weigh_keys(Weight.GREAT, "goods"))
    options_it_overrides = ("pig_herd",)

    def describe_possessions(self, view: CarcassonneView, seat: int, voice: Voice) -> list[str]:
        seen = self.expansion_view(view)
        goods = {good: n for good, n in seen.goods[seat].items() if n} if seen is not None else {}
        return [voice.join([voice("carc.has.goods", n=n, good=good) for good, n in goods.items()])] if goods else []


EXTRA: Final = Trade()
