"""Traders & Builders: goods, and the builder's extra tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from PIL import Image

from render.carcassonne.extras import Extra
from render.carcassonne.icon_drawing import paint_icon
from render.carcassonne.signs.trade import GOODS, draw_goods
from render.core.chip_strip import MINOR, NOW, ChipItem
from render.core.look import Look
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import join_list
from rules.carcassonne.view import CarcassonneView

LASTING: Final = 4  # weight of goods


def _goods_icon(kind: str, _letter: str, high: int) -> Image.Image:
    big = paint_icon(round(high / 0.2), lambda pen: draw_goods(kind, pen, 0.5, 0.5), 2)
    middle, half = big.width // 2, high // 2
    return big.crop((middle - half, middle - half, middle + half, middle + half))


class Goods(Extra):
    rank = 20
    briefed = ("carc.goods.taken",)
    icons: ClassVar = {kind: partial(_goods_icon, kind) for kind in GOODS}
    sources: ClassVar = {"goods": next(iter(GOODS))}

    def items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        more = [ChipItem("again", None, NOW)] if view.active == seat and (seen.earned or seen.second) else []
        return [
            *more,
            *(
                ChipItem(kind, n if n > 1 else None, NOW if n == max(of.get(kind, 0) for of in seen.goods) else MINOR)
                for kind, n in seen.goods[seat].items()
                if n
            ),
        ]

    def brief(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        for key, params in turn.events:
            if key in self.briefed:
                found = (look.say(f"pic.mark.{good}", n=n) for good, n in params["counts"].items() if n)
                yield TurnPhrase(look.say("pic.trade.goods", list=join_list(found)), LASTING)

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if view.active is not None and (seen.earned or seen.second):
            key = "pic.trade.earned" if seen.earned else "pic.trade.second"
            yield look.say(key, name=look.seats[view.active].name)

    def owned(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        return [look.say(f"pic.mark.{kind}", n=n) for kind, n in seen.goods[seat].items() if n]


EXTRA: Final = Goods()
