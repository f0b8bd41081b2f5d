"""Wine, grain and cloth."""  # carcassonne.md 11.4

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.carcassonne.cells import NAMES
from rules.carcassonne.scoring import counted_marks, give_points, spot_token
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import CITY
from rules.core import Step

from .stock import set_stock, stock_of

GOODS: Final = ("wine", "grain", "cloth")
MAJORITY_POINTS = 10  # points for the majority of a good


def count_symbols(s: CarcassonneState, city: int) -> tuple[int, ...]:
    """The number of symbols of each good in a city."""
    drawn = counted_marks(s, city)
    return tuple(drawn.get(good, 0) for good in GOODS)


def take_goods(ctx: Ctx, roots: Sequence[int]) -> None:
    """Give a token for each symbol to the player who completed a city, whoever owns it."""
    s = ctx.s
    board = s.board
    for city in roots:
        symbols = count_symbols(s, city) if board.kinds[city] == CITY and board.marks[city] else ()
        if any(symbols):
            stock = stock_of(s)
            tokens = list(stock.goods)
            for i, n in enumerate(symbols):
                tokens[s.active * len(GOODS) + i] += n
            set_stock(s, goods=tuple(tokens), earned=stock.earned, second=stock.second)
            s.mark_changed(board.feature_positions(city))
            first = board.first_node(city)
            ctx.emit(
                "carc.goods.taken",
                seat=s.active,
                spot=spot_token(s, first),
                cell=NAMES[board.cells[first]],
                tiles=[NAMES[at] for at in board.feature_positions(city)],
                goods=[good for good, n in zip(GOODS, symbols, strict=True) for _ in range(n)],
                counts=dict(zip(GOODS, symbols, strict=True)),
            )


@dataclass(frozen=True, slots=True)
class FinalGoods(Step[CarcassonneState]):
    """Points for the majority of each good at the end."""

    kind: ClassVar[str] = "carc.final.goods"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        tokens = stock_of(s).goods
        for i, good in enumerate(GOODS):
            counts = tokens[i :: len(GOODS)]
            best = max(counts)
            if best:
                seats = [seat for seat, n in enumerate(counts) if n == best]
                give_points(s, seats, MAJORITY_POINTS, "goods")
                ctx.emit(
                    "carc.goods.final",
                    good=good,
                    n=best,
                    counts=list(counts),
                    seats=seats,
                    points=MAJORITY_POINTS,
                    category="goods",
                    rule="goods",
                )


def audit_goods(s: CarcassonneState) -> None:
    """AssertionError unless all symbols of complete, settled cities were given out."""
    board = s.board
    cities = [
        root for root in board.roots() if board.kinds[root] == CITY and not board.open[root] and root not in s.completed
    ]
    for i in range(len(GOODS)):
        held = sum(stock_of(s).goods[i :: len(GOODS)])
        assert held == sum(count_symbols(s, city)[i] for city in cities), "goods lost or won"
    assert not (stock_of(s).earned and stock_of(s).second), "a third part of a turn"
