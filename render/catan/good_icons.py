"""Icons of the eight goods, for cards, harbours and counts. Their shapes differ too, not only their colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.paints import COIN, COIN_DARK, COIN_LIGHT, LINE, PAPER, WOOD, WOOD_LIGHT

from .colours import BRICK, BRICK_DARK, CLOTH, CLOTH_DARK, CLOTH_LIGHT
from .terrain import draw_sheaf, draw_sheep


def _draw_brick(b: Brush) -> None:
    for x, y in ((6, 54), (52, 54), (29, 20)):
        b.box(x, y, 42, 28, BRICK)
        b.box(x + 3, y + 3, 36, 7, (228, 120, 78), None)
        b.box(x + 3, y + 21, 36, 5, BRICK_DARK, None)


def _draw_lumber(b: Brush) -> None:
    for x, y in ((27, 68), (73, 68), (50, 30)):
        b.oval(x, y, 23, 23, WOOD)
        b.oval(x, y, 18, 18, WOOD_LIGHT, None)
        b.oval(x, y, 12, 12, WOOD_LIGHT, WOOD)
        b.oval(x, y, 3.5, 3.5, WOOD, None)


def _draw_wool(b: Brush) -> None:
    draw_sheep(b, 54, 48, 30, left=True)


def _draw_grain(b: Brush) -> None:
    draw_sheaf(b, 50, 94, 82)


def _draw_ore(b: Brush) -> None:
    b.polygon([(6, 84), (16, 44), (44, 14), (76, 24), (94, 84)], (138, 146, 154))
    b.polygon([(44, 14), (60, 46), (56, 84), (94, 84), (76, 24)], (104, 111, 120), None)
    b.polygon([(16, 44), (44, 14), (60, 46), (34, 54)], (196, 205, 212), None)
    b.line([(6, 84), (16, 44), (44, 14), (76, 24), (94, 84), (6, 84)], LINE, 3)
    b.star(38, 68, 9, (236, 240, 244), None, 4)


def _draw_cloth(b: Brush) -> None:
    b.polygon([(22, 28), (90, 28), (90, 74), (22, 74)], CLOTH)
    b.box(24, 30, 65, 9, CLOTH_LIGHT, None)
    for x in (44, 60, 76):
        b.line([(x, 30), (x, 73)], CLOTH_LIGHT, 3.5)
    b.polygon([(60, 74), (90, 74), (92, 92), (58, 88)], CLOTH_DARK)
    b.oval(22, 51, 12, 23, CLOTH_LIGHT)
    b.oval(22, 51, 5, 10, CLOTH_DARK)


def _draw_coin(b: Brush) -> None:
    for x, y in ((30, 66), (70, 68), (50, 36)):
        b.oval(x, y, 27, 26, COIN)
        b.oval(x, y, 18, 17, COIN_LIGHT, COIN_DARK)
        b.star(x, y + 1, 10, COIN_DARK, None)


def _draw_paper(b: Brush) -> None:
    b.box(22, 16, 56, 68, PAPER)
    for y in (32, 44, 56, 68):
        b.line([(31, y), (69 if y < 60 else 54, y)], (74, 104, 140), 3.6)
    for y in (12, 80):
        b.round_box(12, y, 76, 13, 6, (214, 196, 150))
    b.oval(66, 66, 7, 7, (196, 50, 44), None)


ICONS: Final[dict[str, Callable[[Brush], None]]] = {
    "brick": _draw_brick,
    "lumber": _draw_lumber,
    "wool": _draw_wool,
    "grain": _draw_grain,
    "ore": _draw_ore,
    "cloth": _draw_cloth,
    "coin": _draw_coin,
    "paper": _draw_paper,
}


@cached_sprite
def good_icon(kind: str, size: int) -> Image.Image:
    """The icon of a resource or commodity on a transparent ground."""
    b = Brush(size, size)
    b.edge = max(b.edge, b.pixel_width(2.6))
    ICONS[kind](b)
    return b.finish()
