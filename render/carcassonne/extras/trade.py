"""Traders & Builders: goods, and the tile that a builder earned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from render.core.look import Look
from render.core.strip import Item
from rules.carcassonne.view import CarcassonneView

from .base import Extra


class Goods(Extra):
    def items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[Item]:
        more = [Item("again")] if view.active == seat and (seen.earned or seen.second) else []
        return [*more, *(Item(kind, n if n > 1 else None) for kind, n in seen.goods[seat].items() if n)]

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if view.active is not None and (seen.earned or seen.second):
            key = "pic.trade.earned" if seen.earned else "pic.trade.second"
            yield look.say(key, name=look.seats[view.active].name)

    def owned(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        return [look.say(f"pic.mark.{kind}", n=n) for kind, n in seen.goods[seat].items() if n]
