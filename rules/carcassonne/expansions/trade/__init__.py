"""Module Traders & Builders."""

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.expansion import COMPANION, Expansion, FigureKind
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import CITY, FIELD, ROAD
from rules.carcassonne.turn import AGAIN

from .builder import SecondPart, builder_of, earn_second_part
from .goods import GOODS, FinalGoods, audit_goods, take_goods
from .stock import Stock, stock_of
from .view import TradeView

FINAL_GOODS = 700


class Trade(Expansion):
    """24 tiles; a builder who earns extra tiles, a pig for fields, goods for completing cities."""

    key = "trade"
    order = 30
    sets = ("trade",)
    presets = ("classic", "bigbox")
    traits = ("pigs",)
    marks = GOODS
    figures = (
        FigureKind("builder", 1, frozenset((ROAD, CITY)), role=COMPANION),
        FigureKind("pig", 1, frozenset((FIELD,)), role=COMPANION),
    )
    tally = ("goods",)
    turn = ((AGAIN, SecondPart),)
    ending = ((FINAL_GOODS, FinalGoods),)

    def create_module_state(self, s: CarcassonneState) -> None:
        s.ext[Stock.kind] = Stock((0,) * (s.seats * len(GOODS)), earned=False, second=False)

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        # carcassonne.md 11.2: the tile extended the road or city of the builder.
        s = ctx.s
        builder = builder_of(s, s.active)
        of = s.board.of
        if builder >= 0 and any(of[node] == of[builder] for node in s.board.nodes_at(at)):
            earn_second_part(s)

    def on_feature_extended(self, ctx: Ctx, root: int) -> None:
        s = ctx.s
        builder = builder_of(s, s.active)
        if builder >= 0 and s.board.of[builder] == s.board.of[root]:
            earn_second_part(s)

    def lays_another_tile(self, s: CarcassonneState) -> bool:
        return stock_of(s).earned and s.drawn < len(s.pile)

    def own_animals_bonus(self, s: CarcassonneState, field: int, seat: int) -> int:
        # carcassonne.md 9.4: the pig helps the farmers of its own player.
        if s.supply[seat * len(s.hooks.figures) + s.hooks.supply_rows["pig"]]:  # its only one
            return 0
        of = s.board.of
        return int(any(kind == "pig" and owner == seat and of[node] == field for kind, owner, node in s.figures))

    def on_figures_returned(self, ctx: Ctx, roots: Sequence[int]) -> None:
        take_goods(ctx, roots)

    def build_module_view(self, s: CarcassonneState) -> TradeView:
        stock = stock_of(s)
        first_of_seat = range(0, len(stock.goods), len(GOODS))
        goods = tuple(dict(zip(GOODS, stock.goods[first:], strict=False)) for first in first_of_seat)
        return TradeView(goods=goods, earned=stock.earned, second=stock.second)

    def audit(self, s: CarcassonneState) -> None:
        audit_goods(s)


MODULE = Trade
