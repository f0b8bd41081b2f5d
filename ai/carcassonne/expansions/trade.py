"""Traders & Builders: builders and pigs, and the competition for each good."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Final

from rules.carcassonne.expansions.trade.goods import GOODS, MAJORITY_POINTS, count_symbols
from rules.carcassonne.expansions.trade.stock import stock_of
from rules.carcassonne.tiles import CITY, FIELD, TILES

from .. import farms
from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook, Prospects

EXTRA_TILE: Final = 3.0  # points of an extra tile
BUILDER_PUT: Final = 2.2  # value of a builder on the board
BUILDER_TURNS: Final = 6  # turns before the end at which it begins to lose value
KEPT: Final = {"builder": 1.2, "pig": 0.6}  # value in the supply


class Trade(Extra):
    weighed = (1.29, 1.12, 0.43, 1.35, 0.96)

    figure_values: ClassVar[Mapping[str, float]] = KEPT

    def companion_value(self, r: Outlook, figure: str, root: int) -> float:
        if r.s.board.kinds[root] == FIELD:
            return farms.expected_cities_fed(r, root) - KEPT["pig"]
        return BUILDER_PUT * r.odds.fade_near_end(BUILDER_TURNS) - KEPT["builder"]

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        """Working builders, and the competition for each good."""
        s = r.s
        stock = stock_of(s)
        tokens = list(stock.goods)
        for root in s.completed:  # the player who completes a city takes its goods
            if s.board.kinds[root] == CITY:
                for i, n in enumerate(count_symbols(s, root)):
                    tokens[s.active * len(GOODS) + i] += n
        left = r.odds.cached(symbols_left)
        for i in range(len(GOODS)):
            counts = tokens[i :: len(GOODS)]
            still_to_come = 0.5 * left[i] / s.seats + 0.01  # for each seat
            shares = [(n + still_to_come) ** 3 for n in counts]
            if any(counts):
                for seat in range(s.seats):
                    values[seat] += MAJORITY_POINTS * shares[seat] / max(shares[seat], sum(shares))
        if stock.earned and r.odds.tiles_left:
            values[s.active] += EXTRA_TILE
        for kind, seat, node in s.figures:
            if kind == "builder":
                root = s.board.of[node]
                if s.board.open[root]:
                    values[seat] += (1.0 + 2.0 * min(1.0, 0.4 * s.board.open[root])) * r.odds.fade_near_end(
                        BUILDER_TURNS
                    )


def symbols_left(odds: Prospects) -> tuple[int, ...]:
    """The number of symbols of each good on the remaining tiles."""
    sums = [0] * len(GOODS)
    for tile, n in odds.tile_counts.items():
        for i, symbols in enumerate(goods_on_tile(tile)):
            sums[i] += n * symbols
    return tuple(sums)


@cache
def goods_on_tile(tile: int) -> tuple[int, ...]:
    """The number of symbols of each good on a tile."""
    packed = sum(TILES[tile].turned[0].marks)
    return tuple(packed >> 8 * (4 + i) & 255 for i in range(len(GOODS)))


EXTRA: Final = Trade()
