"""What Traders & Builders remembers."""

from __future__ import annotations

from typing import ClassVar

from rules.carcassonne.state import CarcassonneState
from rules.core.saving import Slice


class Stock(Slice):
    """The goods of all players, and where the turn of a builder stands."""

    kind: ClassVar[str] = "trade"
    goods: tuple[int, ...]  # of each seat: of each good
    earned: bool  # a builder has earned a second part of this turn
    second: bool  # it is being played
    __slots__ = ("earned", "goods", "second")

    def __init__(self, goods: tuple[int, ...], earned: bool, second: bool) -> None:
        self.goods = goods
        self.earned = earned
        self.second = second

    def copy(self) -> Stock:
        return Stock(self.goods, self.earned, self.second)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stock):
            return NotImplemented
        return (self.goods, self.earned, self.second) == (other.goods, other.earned, other.second)

    __hash__ = None  # type: ignore[assignment]  # slices change


def stock(s: CarcassonneState) -> Stock:
    found = s.ext[Stock.kind]
    assert isinstance(found, Stock)
    return found
