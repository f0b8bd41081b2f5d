"""The state of Traders & Builders."""

from __future__ import annotations

from typing import ClassVar

from rules.carcassonne.state import CarcassonneState
from rules.core.saving import Slice


class Stock(Slice):
    """The goods of all players, and the state of a double turn. Immutable, because copies share it."""

    kind: ClassVar[str] = "trade"
    goods: tuple[int, ...]  # seat -> count of each good
    earned: bool  # a builder has earned a second part of this turn
    second: bool  # it is being played
    __slots__ = ("earned", "goods", "second")

    def __init__(self, goods: tuple[int, ...], earned: bool, second: bool) -> None:
        self.goods = goods
        self.earned = earned
        self.second = second

    def copy(self) -> Stock:
        return self


def stock_of(s: CarcassonneState) -> Stock:
    return s.module_state(Stock)


def set_stock(s: CarcassonneState, *, goods: tuple[int, ...] | None = None, earned: bool, second: bool) -> None:
    """Replace the stock; without `goods` they stay."""
    s.ext[Stock.kind] = Stock(stock_of(s).goods if goods is None else goods, earned, second)
