"""Scenes on the progress cards of politics."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from render.core.brush import Brush, darker
from render.core.paints import (
    COIN,
    COIN_LIGHT,
    FIRE,
    FLAME,
    GLASS,
    LINE,
    PAPER,
    ROSE,
    SKIN,
    STEEL_DARK,
    STONE,
    WHITE,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)

from .colours import LANDS, NIGHT, PLUME, TRACKS
from .strokes import helm, road, sword

POLITICS: Final = TRACKS["politics"].fill


def bishop(b: Brush) -> None:
    b.poly([(50, 6), (78, 44), (72, 72), (28, 72), (22, 44)], WHITE)
    b.poly([(50, 6), (78, 44), (72, 72), (52, 72)], STONE, None)
    b.line([(50, 12), (50, 70)], COIN, 5)
    b.line([(28, 48), (72, 48)], COIN, 5)
    b.box(26, 70, 48, 12, COIN)
    b.poly([(30, 82), (44, 82), (38, 98), (26, 98)], POLITICS)
    b.poly([(56, 82), (70, 82), (74, 98), (62, 98)], POLITICS)


def constitution(b: Brush) -> None:
    b.box(22, 14, 56, 70, PAPER)
    for y in (28, 38, 48, 58):
        b.line([(31, y), (69, y)], LINE, 2)
    for y in (8, 80):
        b.round_box(12, y, 76, 12, 6, (226, 206, 160))
    b.oval(60, 72, 11, 11, ROSE)
    b.poly([(54, 80), (52, 98), (60, 92), (68, 98), (66, 80)], ROSE)
    b.star(60, 73, 6, COIN_LIGHT, None)


def deserter(b: Brush) -> None:
    b.poly([(56, 50), (88, 50), (86, 74), (72, 92), (58, 74)], STEEL_DARK)
    sword(b, 30, 92, 46, 1.15)
    helm(b, 76, 64, 24, active=False)
    for i in range(4):
        b.oval(12 + i * 12, 84 - i * 9 + (i % 2) * 7, 4.4, 3, darker(LANDS["desert"].dark, 0.7), None)
    b.poly([(26, 16), (44, 22), (44, 12), (64, 28), (44, 44), (44, 34), (26, 32)], POLITICS)


def diplomat(b: Brush) -> None:
    road(b, [(2, 88), (34, 72)])
    road(b, [(66, 56), (98, 40)])
    for flip in (1, -1):
        b.line([(50 - 11 * flip, 52), (50 + 11 * flip, 76)], PLUME, 6)
    b.poly([(22, 12), (70, 12), (70, 42), (22, 42)], PAPER)
    b.poly([(22, 12), (46, 30), (70, 12)], WHITE)
    b.oval(46, 31, 6, 6, ROSE)


def intrigue(b: Brush) -> None:
    b.poly([(36, 88), (32, 40), (50, 20), (68, 40), (64, 88)], NIGHT)
    b.oval(50, 42, 13, 14, SKIN)
    b.poly([(34, 40), (50, 22), (66, 40), (62, 36), (50, 32), (38, 36)], NIGHT, None)
    b.round_box(36, 37, 28, 9, 4, POLITICS)
    b.oval(44, 41.5, 2.4, 2.4, WHITE, None)
    b.oval(56, 41.5, 2.4, 2.4, WHITE, None)
    sword(b, 86, 20, 50, math.pi + 0.3)
    b.poly([(36, 90), (33, 60), (50, 66), (67, 60), (64, 90)], darker(NIGHT, 0.75), None)


def saboteur(b: Brush) -> None:
    b.round_box(18, 46, 44, 44, 6, WOOD_LIGHT)
    for y in (54, 66, 80):
        b.line([(19, y), (61, y)], WOOD_DARK, 3)
    b.line([(62, 50), (74, 36), (84, 34)], LINE, 3)
    b.star(87, 32, 13, FIRE, None, 8)
    b.star(87, 32, 7, FLAME, None, 8)
    b.poly([(66, 92), (70, 76), (84, 70), (94, 82), (92, 92)], LANDS["fields"].dark)
    for flip in (1, -1):
        b.line([(40 - 9 * flip, 20), (40 + 9 * flip, 38)], PLUME, 5)


def spy(b: Brush) -> None:
    b.rod([(66, 66), (88, 90)], WOOD, 8)
    b.oval(44, 44, 32, 32, GLASS)
    b.oval(44, 44, 25, 25, WHITE, STEEL_DARK)
    b.poly([(24, 44), (34, 33), (54, 33), (64, 44), (54, 55), (34, 55)], PAPER)
    b.oval(44, 44, 10, 10, POLITICS)
    b.oval(44, 44, 4.5, 4.5, LINE, None)


def warlord(b: Brush) -> None:
    b.rod([(74, 92), (74, 8)], WOOD, 4)
    b.poly([(72, 10), (30, 16), (40, 26), (30, 38), (72, 34)], POLITICS)
    for x, y in ((24, 88), (50, 92), (88, 90)):
        helm(b, x, y, 24)


def wedding(b: Brush) -> None:
    b.oval(38, 62, 24, 24, COIN)
    b.oval(38, 62, 16, 16, TRACKS["politics"].sky)
    b.oval(64, 62, 24, 24, COIN)
    b.oval(64, 62, 16, 16, TRACKS["politics"].sky)
    b.arc(38, 62, 20, 300, 30, COIN, 6.5)
    b.poly([(64, 38), (54, 28), (59, 17), (69, 17), (74, 28)], GLASS)
    b.poly([(64, 38), (60, 28), (64, 17), (68, 28)], WHITE, None)
    b.poly([(28, 26), (18, 14), (22, 8), (28, 12), (34, 8), (38, 14)], ROSE)


SCENES: Final[dict[str, Callable[[Brush], None]]] = {
    "bishop": bishop,
    "constitution": constitution,
    "deserter": deserter,
    "diplomat": diplomat,
    "intrigue": intrigue,
    "saboteur": saboteur,
    "spy": spy,
    "warlord": warlord,
    "wedding": wedding,
}
