"""The eighteen characters, each shown by the thing it is known for."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from render.core.brush import Brush
from render.core.paints import (
    COIN,
    COIN_DARK,
    COIN_LIGHT,
    DARK,
    FIRE,
    FLAME,
    GLASS,
    LEAF,
    LINE,
    PAPER,
    ROSE,
    STEEL,
    STEEL_DARK,
    WHITE,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)

from .colours import SHADES

BLUE: Final = SHADES["blue"].fill
VIOLET: Final = (120, 72, 176)


def assassin(b: Brush) -> None:
    b.poly([(43, 44), (57, 44), (55, 78), (50, 92), (45, 78)], STEEL)
    b.poly([(50, 44), (57, 44), (55, 78), (50, 92)], STEEL_DARK, None)
    b.line([(50, 46), (50, 84)], LINE, 1.2)
    b.round_box(30, 37, 40, 8, 4, COIN)
    b.box(45, 16, 10, 21, WOOD)
    b.oval(50, 12, 7, 7, COIN)


def thief(b: Brush) -> None:
    b.poly(
        [
            (12, 36),
            (34, 32),
            (50, 38),
            (66, 32),
            (88, 36),
            (86, 54),
            (70, 64),
            (56, 60),
            (50, 52),
            (44, 60),
            (30, 64),
            (14, 54),
        ],
        DARK,
    )
    b.oval(32, 47, 9, 6, WHITE)
    b.oval(68, 47, 9, 6, WHITE)
    b.oval(34, 47, 3, 3.6, LINE, None)
    b.oval(70, 47, 3, 3.6, LINE, None)
    b.poly([(88, 40), (98, 30), (97, 44)], ROSE)
    b.poly([(88, 44), (98, 52), (88, 56)], ROSE)


def magician(b: Brush) -> None:
    b.poly([(28, 72), (44, 34), (62, 8), (60, 34), (72, 72)], VIOLET)
    b.poly([(29, 69), (33, 60), (67, 60), (71, 69), (50, 74)], COIN)
    b.oval(50, 76, 38, 9, VIOLET)
    b.poly([(28, 72), (31, 64), (69, 64), (72, 72), (50, 78)], COIN, None)
    b.star(52, 46, 7, COIN_LIGHT)
    b.star(22, 30, 7, FLAME, points=4)
    b.star(82, 40, 6, FLAME, points=4)


def _crown(b: Brush, x: float, y: float, w: float, h: float, fill: tuple[int, int, int] = COIN) -> None:
    points = [(x, y + h), (x, y + h * 0.16), (x + w * 0.27, y + h * 0.52), (x + w / 2, y), (x + w * 0.73, y + h * 0.52)]
    b.poly([*points, (x + w, y + h * 0.16), (x + w, y + h)], fill)
    for u, v in ((0, 0.16), (0.5, 0), (1, 0.16)):
        b.oval(x + w * u, y + h * v, w * 0.055, w * 0.055, fill)
    b.line([(x, y + h * 0.76), (x + w, y + h * 0.76)], LINE, 1.2)


def king(b: Brush) -> None:
    _crown(b, 14, 24, 72, 54)
    for x, ink in ((30, ROSE), (50, BLUE), (70, ROSE)):
        b.oval(x, 71, 4, 4, ink)


def bishop(b: Brush) -> None:
    b.poly([(26, 80), (22, 52), (32, 28), (50, 10), (68, 28), (78, 52), (74, 80)], WHITE)
    b.poly([(50, 10), (68, 28), (78, 52), (74, 80), (60, 80)], (222, 226, 234), None)
    b.line([(26, 80), (22, 52), (32, 28), (50, 10), (68, 28), (78, 52), (74, 80)])
    b.box(25, 72, 50, 13, BLUE)
    b.line([(50, 26), (50, 68)], COIN_DARK, 6)
    b.line([(37, 43), (63, 43)], COIN_DARK, 6)


def _coin(b: Brush, x: float, y: float, r: float) -> None:
    b.oval(x, y, r, r, COIN)
    b.oval(x, y, r * 0.66, r * 0.66, COIN_LIGHT, COIN_DARK)


def merchant(b: Brush) -> None:
    for x, y in ((32, 66), (68, 66), (50, 36)):
        _coin(b, x, y, 20)


def architect(b: Brush) -> None:
    b.arc(50, 42, 30, 40, 140, LINE, 3)
    b.rod([(48, 26), (26, 84)], STEEL, 7)
    b.rod([(52, 26), (74, 84)], STEEL, 7)
    b.poly([(22, 80), (31, 83), (23, 96)], DARK)
    b.poly([(78, 80), (69, 83), (77, 96)], DARK)
    b.box(47, 4, 6, 14, STEEL_DARK)
    b.oval(50, 22, 10, 10, COIN)


def _sword(b: Brush, x: float, y: float, u: float, v: float) -> None:
    """From the pommel to the point."""
    dx, dy = u - x, v - y
    n = math.hypot(dx, dy)
    dx, dy = dx / n, dy / n
    b.rod([(x + dx * 22, y + dy * 22), (u, v)], STEEL, 6)
    b.rod([(x + dx * 4, y + dy * 4), (x + dx * 20, y + dy * 20)], WOOD, 4)
    b.rod([(x + dx * 20 - dy * 11, y + dy * 20 + dx * 11), (x + dx * 20 + dy * 11, y + dy * 20 - dx * 11)], COIN, 4)
    b.oval(x, y, 5, 5, COIN)


def warlord(b: Brush) -> None:
    _sword(b, 18, 88, 80, 14)
    _sword(b, 82, 88, 20, 14)


def witch(b: Brush) -> None:
    for x, y, r in ((36, 22, 6), (52, 12, 5), (64, 26, 7), (46, 32, 4)):
        b.oval(x, y, r, r, LEAF)
    b.poly([(30, 86), (22, 96), (34, 90)], DARK)
    b.poly([(70, 86), (78, 96), (66, 90)], DARK)
    b.oval(50, 64, 36, 28, (64, 64, 72))
    b.oval(50, 44, 34, 9, (64, 64, 72))
    b.oval(50, 44, 27, 6, LEAF)
    b.arc(40, 66, 20, 150, 220, STEEL_DARK, 4)


def tax_collector(b: Brush) -> None:
    b.poly(
        [
            (16, 18),
            (70, 18),
            (70, 70),
            (64, 66),
            (58, 71),
            (52, 66),
            (46, 71),
            (40, 66),
            (34, 71),
            (28, 66),
            (22, 71),
            (16, 66),
        ],
        PAPER,
    )
    for y in (28, 38, 48):
        b.line([(24, y), (48, y)], DARK, 3)
        b.oval(60, y, 4, 4, COIN)
    b.poly([(46, 94), (40, 76), (52, 60), (78, 60), (90, 76), (84, 94)], WOOD_LIGHT)
    b.poly([(50, 60), (56, 48), (76, 48), (80, 60)], WOOD_LIGHT)
    b.rod([(50, 60), (80, 60)], ROSE, 3)
    _coin(b, 65, 78, 10)


def wizard(b: Brush) -> None:
    b.rod([(36, 96), (62, 34)], WOOD, 6)
    b.arc(66, 24, 20, 20, 240, WOOD_DARK, 5)
    b.oval(66, 24, 14, 14, GLASS)
    b.oval(62, 20, 5, 4, WHITE, None)
    for x, y, r in ((24, 30, 9), (32, 58, 6), (84, 62, 7)):
        b.star(x, y, r, FLAME, points=4)


def emperor(b: Brush) -> None:
    b.oval(50, 62, 30, 30, COIN)
    b.pie(50, 62, 30, 20, 70, COIN_DARK)
    b.rod([(21, 57), (79, 57)], ROSE, 6)
    b.rod([(50, 34), (50, 57)], ROSE, 5)
    b.box(46, 4, 8, 28, COIN)
    b.box(37, 11, 26, 8, COIN)
    b.oval(50, 57, 5, 5, BLUE)


def abbot(b: Brush) -> None:
    b.rod([(44, 96), (44, 34)], WOOD_LIGHT, 6)
    b.arc(57, 30, 17, 150, 90, LINE, 9)
    b.arc(57, 30, 15.6, 150, 90, COIN, 5.6)
    b.oval(44, 40, 6, 6, COIN)
    b.oval(57, 33, 5, 5, ROSE)
    b.box(62, 60, 26, 32, BLUE)
    b.line([(75, 66), (75, 86)], COIN, 4)
    b.line([(68, 73), (82, 73)], COIN, 4)


def alchemist(b: Brush) -> None:
    b.oval(50, 64, 30, 28, WHITE)
    b.pie(50, 64, 28, 0, 180, FIRE)
    b.box(42, 14, 16, 28, WHITE)
    b.box(44, 34, 12, 10, WHITE, None)
    b.box(38, 10, 24, 7, WOOD)
    for x, y, r in ((42, 74, 4), (58, 70, 3), (52, 82, 3)):
        b.oval(x, y, r, r, FLAME, None)
    b.arc(50, 64, 23, 190, 235, GLASS, 4)
    b.star(82, 26, 9, COIN)


def navigator(b: Brush) -> None:
    for i in range(8):
        a = math.pi * i / 4
        b.rod([(50, 50), (50 + 43 * math.cos(a), 50 + 43 * math.sin(a))], WOOD_LIGHT, 5)
    b.oval(50, 50, 31, 31, None, LINE)
    b.arc(50, 50, 30, 0, 360, WOOD, 8)
    b.oval(50, 50, 22, 22, None, LINE)
    b.oval(50, 50, 9, 9, COIN)


def diplomat(b: Brush) -> None:
    b.box(12, 28, 76, 50, PAPER)
    b.line([(12, 78), (40, 52)], DARK, 1.8)
    b.line([(88, 78), (60, 52)], DARK, 1.8)
    b.poly([(12, 28), (50, 60), (88, 28)], WHITE)
    b.oval(50, 58, 12, 12, ROSE)
    b.star(50, 58, 7, COIN, None)


def artist(b: Brush) -> None:
    b.oval(44, 58, 36, 28, WOOD_LIGHT)
    b.oval(54, 72, 6, 5, PAPER)
    for x, y, ink in ((24, 52, ROSE), (36, 42, COIN), (52, 40, LEAF), (26, 68, BLUE)):
        b.oval(x, y, 6.4, 5.6, ink)
    b.rod([(58, 58), (84, 18)], WOOD, 4)
    b.rod([(78, 27), (84, 18)], STEEL, 5)
    b.poly([(80, 16), (88, 21), (93, 4)], ROSE)


def queen(b: Brush) -> None:
    b.poly(
        [(16, 74), (10, 34), (28, 52), (34, 22), (44, 46), (50, 12), (56, 46), (66, 22), (72, 52), (90, 34), (84, 74)],
        COIN,
    )
    for x, y in ((10, 32), (34, 20), (50, 10), (66, 20), (90, 32)):
        b.oval(x, y, 4.6, 4.6, WHITE)
    b.round_box(14, 70, 72, 12, 5, COIN)
    b.poly([(50, 68), (41, 58), (41, 52), (46, 50), (50, 54), (54, 50), (59, 52), (59, 58)], ROSE)
    for x in (26, 50, 74):
        b.oval(x, 76, 3.4, 3.4, BLUE)


PORTRAITS: Final[dict[str, Callable[[Brush], None]]] = {
    f.__name__: f
    for f in (
        assassin,
        thief,
        magician,
        king,
        bishop,
        merchant,
        architect,
        warlord,
        witch,
        tax_collector,
        wizard,
        emperor,
        abbot,
        alchemist,
        navigator,
        diplomat,
        artist,
        queen,
    )
}
# The colour of the card: that of the income; slate for those without, brown for the builders of rank 7.
SHADE_OF: Final = {
    "king": "yellow",
    "emperor": "yellow",
    "bishop": "blue",
    "abbot": "blue",
    "merchant": "green",
    "warlord": "red",
    "diplomat": "red",
    "architect": "brown",
    "navigator": "brown",
    "artist": "purple",
    "queen": "purple",
}
