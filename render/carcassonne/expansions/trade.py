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

GOODS_WEIGHT: Final = 4  # weight of goods


def _goods_icon(kind: str, _letter: str, high: int) -> Image.Image:
    badge_share = 0.2  # the badge is that part of a tile wide
    tile = paint_icon(round(high / badge_share), lambda pen: draw_goods(kind, pen, 0.5, 0.5), smooth=2)
    middle, half = tile.width // 2, high // 2
    return tile.crop((middle - half, middle - half, middle + half, middle + half))


def _most_goods_of_kind(kind: str, seen: Any) -> int:
    """The most goods of a kind that a seat has."""
    return int(max(goods.get(kind, 0) for goods in seen.goods))


class Goods(Extra):
    rank = 20
    brief_key_prefixes = ("carc.goods.taken",)
    icons: ClassVar = {kind: partial(_goods_icon, kind) for kind in GOODS}
    sources: ClassVar = {"goods": next(iter(GOODS))}

    def chip_items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        extra_tile = [ChipItem("again", None, NOW)] if view.active == seat and (seen.earned or seen.second) else []
        goods = [
            ChipItem(kind, count if count > 1 else None, NOW if count == _most_goods_of_kind(kind, seen) else MINOR)
            for kind, count in seen.goods[seat].items()
            if count
        ]
        return [*extra_tile, *goods]

    def list_caption_phrases(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        for key, params in turn.events:
            if key in self.brief_key_prefixes:
                counts = params["counts"].items()
                goods = join_list(look.say(f"pic.mark.{good}", n=count) for good, count in counts if count)
                yield TurnPhrase(look.say("pic.trade.goods", list=goods), GOODS_WEIGHT)

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        if view.active is not None and (seen.earned or seen.second):
            key = "pic.trade.earned" if seen.earned else "pic.trade.second"
            yield look.say(key, name=look.seats[view.active].name)

    def describe_seat_items(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        return [look.say(f"pic.mark.{kind}", n=n) for kind, n in seen.goods[seat].items() if n]


EXTRA: Final = Goods()
