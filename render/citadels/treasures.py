"""Scenes of the purple districts that came later."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from render.core.brush import GROUND, Brush
from render.core.paints import (
    COIN,
    COIN_DARK,
    COIN_LIGHT,
    DARK,
    FIRE,
    FLAME,
    GLASS,
    LEAF,
    LEAF_DARK,
    LINE,
    PAPER,
    ROSE,
    SEA,
    SEA_LIGHT,
    STEEL,
    STEEL_DARK,
    STONE,
    STONE_DARK,
    STONE_SHADE,
    WHITE,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)

from .colours import SHADES

PURPLE: Final = SHADES["purple"].fill
NIGHT: Final = (74, 52, 110)


def lighthouse(b: Brush) -> None:
    b.box(0, 0, 100, 76, NIGHT, None)
    b.box(0, 74, 100, 30, SEA, None)
    b.line([(4, 84), (20, 84)], SEA_LIGHT, 2)
    b.poly([(54, 26), (100, 8), (100, 44)], FLAME, None)
    b.poly([(46, 26), (0, 14), (0, 38)], FLAME, None)
    b.oval(52, 92, 40, 16, STONE_DARK)
    b.poly([(36, 84), (41, 36), (59, 36), (64, 84)], WHITE)
    for a, c in ((46, 57), (68, 78)):
        b.poly(
            [(41 - (a - 36) / 9.6, a), (59 + (a - 36) / 9.6, a), (59 + (c - 36) / 9.6, c), (41 - (c - 36) / 9.6, c)],
            ROSE,
        )
    b.box(38, 32, 24, 5, STONE)
    b.box(43, 20, 14, 12, COIN_LIGHT)
    b.gable(43, 20, 14, 10, PURPLE)


def armory(b: Brush) -> None:
    b.rod([(20, 82), (74, 18)], STEEL, 5)
    b.rod([(80, 82), (26, 18)], STEEL, 5)
    b.rod([(16, 70), (32, 84)], WOOD, 4)
    b.rod([(84, 70), (68, 84)], WOOD, 4)
    b.poly([(29, 30), (50, 24), (71, 30), (69, 58), (50, 80), (31, 58)], PURPLE)
    b.poly([(50, 25), (70, 31), (68, 57), (50, 79)], (122, 60, 158), None)
    b.star(50, 49, 12, COIN)
    b.line([(29, 30), (50, 24), (71, 30), (69, 58), (50, 80), (31, 58), (29, 30)], LINE, 2.4)


def museum(b: Brush) -> None:
    b.box(28, 70, 44, 20, STONE)
    b.box(58, 70, 14, 20, STONE_SHADE, None)
    b.box(24, 64, 52, 7, STONE)
    b.poly([(42, 64), (32, 46), (36, 34), (45, 28), (45, 20), (55, 20), (55, 28), (64, 34), (68, 46), (58, 64)], FIRE)
    b.box(41, 16, 18, 5, FIRE)
    b.line([(33, 42), (67, 42)], LINE, 4)
    for x in (38, 46, 54, 62):
        b.poly([(x - 3, 40), (x, 36), (x + 3, 40)], COIN_LIGHT, None)
    b.arc(34, 32, 8, 90, 300, LINE, 3)
    b.arc(66, 32, 8, 240, 90, LINE, 3)
    for x in (10, 90):
        b.column(x, 22, 68, 9)


def imperial_treasury(b: Brush) -> None:
    b.poly([(16, 48), (22, 26), (78, 26), (84, 48)], WOOD)
    b.poly([(20, 52), (30, 40), (50, 34), (70, 40), (80, 52)], COIN)
    for x, y in ((30, 46), (42, 41), (55, 42), (68, 47), (48, 48)):
        b.oval(x, y, 6, 5, COIN_LIGHT)
    b.box(14, 52, 72, 38, WOOD)
    b.box(14, 52, 72, 8, WOOD_LIGHT)
    for x in (22, 72):
        b.box(x, 52, 6, 38, COIN_DARK)
    b.box(43, 56, 14, 16, COIN)
    b.oval(50, 62, 2.6, 2.6, LINE, None)
    b.line([(50, 62), (50, 68)], LINE, 2.2)


def map_room(b: Brush) -> None:
    b.box(12, 22, 76, 62, PAPER)
    b.poly([(18, 30), (40, 28), (46, 44), (34, 58), (20, 50)], LEAF)
    b.poly([(56, 50), (78, 46), (82, 74), (60, 78)], LEAF_DARK)
    for x, y in ((30, 66), (37, 70), (45, 69), (52, 64)):
        b.oval(x, y, 1.7, 1.7, ROSE, None)
    b.line([(63, 56), (75, 68)], ROSE, 4)
    b.line([(75, 56), (63, 68)], ROSE, 4)
    b.star(68, 33, 9, COIN, points=4)
    b.round_box(6, 16, 88, 9, 4.5, WOOD_LIGHT)
    b.round_box(6, 81, 88, 9, 4.5, WOOD_LIGHT)


def wishing_well(b: Brush) -> None:
    b.box(24, 36, 5, 30, WOOD)
    b.box(71, 36, 5, 30, WOOD)
    b.poly([(12, 40), (34, 16), (66, 16), (88, 40)], PURPLE)
    b.rod([(27, 46), (73, 46)], WOOD_LIGHT, 3)
    b.line([(50, 46), (50, 58)], LINE, 1.6)
    b.poly([(44, 57), (56, 57), (54, 67), (46, 67)], WOOD_LIGHT)
    b.box(18, 68, 64, 22, STONE_SHADE)
    b.round_box(14, 63, 72, 9, 4, STONE)
    b.stones([(24, 78), (38, 84), (54, 78), (68, 84), (70, 76)])
    for x, y in ((88, 84), (8, 84)):
        b.oval(x, y, 5, 5, COIN)


def quarry(b: Brush) -> None:
    steps = [(0, 98), (0, 30), (24, 30), (24, 46), (46, 46), (46, 64), (68, 64), (68, 82), (100, 82), (100, 98)]
    b.poly(steps, STONE_SHADE)
    for x, y, w in ((0, 30, 24), (24, 46, 22), (46, 64, 22), (68, 82, 32)):
        b.box(x, y, w, 4, STONE)
    b.stones([(6, 46), (12, 62), (30, 60), (10, 78), (34, 76), (52, 76)])
    b.box(74, 68, 16, 14, STONE)
    b.box(80, 56, 13, 12, STONE)
    b.rod([(50, 56), (78, 16)], WOOD, 4)
    b.poly([(58, 12), (72, 10), (84, 18), (90, 32), (80, 24), (70, 18)], STEEL_DARK)


def poor_house(b: Brush) -> None:
    b.poly([(18, GROUND), (20, 56), (66, 52), (68, GROUND)], WOOD_LIGHT)
    b.poly([(12, 58), (38, 28), (74, 52)], (176, 140, 78))
    b.box(42, 38, 12, 9, PURPLE)
    b.line([(44, 40), (46, 45)], WHITE, 1.4)
    b.line([(50, 40), (52, 45)], WHITE, 1.4)
    b.poly([(34, GROUND), (34, 66), (48, 66), (50, GROUND)], DARK)
    b.line([(24, 66), (24, 84)], WOOD_DARK, 1.6)
    b.line([(58, 62), (60, 84)], WOOD_DARK, 1.6)
    b.pie(82, 76, 11, 0, 180, WOOD)
    b.oval(82, 76, 11, 3.4, WOOD_DARK)
    b.oval(82, 70, 4.4, 4.4, COIN)


def bell_tower(b: Brush) -> None:
    b.wall(30, 62, 40)
    b.box(30, 34, 7, 30, STONE)
    b.box(63, 34, 7, 30, STONE)
    b.box(26, 60, 48, 6, STONE)
    b.gable(30, 34, 40, 22, PURPLE)
    b.poly([(42, 56), (44, 44), (50, 39), (56, 44), (58, 56)], COIN)
    b.oval(50, 58, 2.8, 2.8, COIN_DARK)
    b.door(50, 14, 19)
    for x, turn in ((20, 110), (80, -70)):
        b.arc(x, 48, 9, turn, turn + 140, LINE, 2)


def factory(b: Brush) -> None:
    for x, y, r in ((24, 14, 8), (34, 8, 6), (14, 9, 6)):
        b.oval(x, y, r, r, WHITE, None)
    b.box(17, 26, 12, 40, STONE_DARK)
    b.wall(10, 58, 80)
    for x in (34, 53, 72):
        b.poly([(x, 58), (x, 44), (x + 19, 58)], PURPLE)
    teeth = []
    for i in range(16):
        r = 19 if i % 2 else 14
        for d in (-0.13, 0.13):
            a = math.pi * i / 8 + d
            teeth.append((58 + r * math.cos(a), 68 + r * math.sin(a)))
    b.poly(teeth, STEEL_DARK)
    b.oval(58, 68, 6, 6, STONE)
    b.door(24, 13, 20)


def park(b: Brush) -> None:
    b.box(0, 76, 100, 24, LEAF, None)
    b.tree(20, 80, 17, LEAF, LEAF_DARK)
    b.tree(84, 76, 14, LEAF_DARK, LEAF)
    b.oval(52, 84, 26, 8, STONE)
    b.oval(52, 83, 21, 5.4, SEA)
    b.box(49, 54, 6, 29, STONE)
    b.oval(52, 56, 12, 4, STONE)
    for side in (-1, 1):
        b.arc(52 + side * 9, 50, 9, 180 if side > 0 else 200, 340 if side > 0 else 360, SEA, 2.6)
    b.oval(52, 46, 3.4, 3.4, SEA_LIGHT)


def hospital(b: Brush) -> None:
    b.wall(12, 46, 76, fill=PAPER)
    b.poly([(6, 46), (18, 28), (82, 28), (94, 46)], PURPLE)
    b.oval(50, 42, 15, 15, WHITE)
    b.poly(
        [
            (46, 33),
            (54, 33),
            (54, 38),
            (59, 38),
            (59, 46),
            (54, 46),
            (54, 51),
            (46, 51),
            (46, 46),
            (41, 46),
            (41, 38),
            (46, 38),
        ],
        LEAF_DARK,
    )
    b.door(50, 16, 24)
    for x in (22, 35, 65, 78):
        b.window(x, 68, 8, 15, GLASS)


def throne_room(b: Brush) -> None:
    b.poly([(0, 100), (34, 78), (66, 78), (100, 100)], ROSE)
    b.box(30, 20, 40, 60, COIN_DARK)
    b.box(35, 26, 30, 36, PURPLE)
    b.poly([(28, 22), (28, 8), (39, 16), (50, 4), (61, 16), (72, 8), (72, 22)], COIN)
    b.round_box(26, 60, 48, 11, 4, PURPLE)
    for x in (22, 70):
        b.box(x, 48, 8, 8, COIN)
        b.box(x + 1, 56, 6, 32, COIN_DARK)
    b.box(28, 71, 44, 10, COIN)
    b.oval(50, 42, 5, 6, COIN)


def ball_room(b: Brush) -> None:
    b.box(0, 0, 100, GROUND, (240, 214, 232), None)
    b.line([(50, 0), (50, 18)], LINE, 2)
    b.arc(50, 20, 28, 0, 180, COIN_DARK, 4)
    b.arc(50, 20, 15, 0, 180, COIN_DARK, 3)
    b.oval(50, 20, 5, 5, COIN)
    for x, y in ((22, 22), (35, 22), (50, 48), (65, 22), (78, 22)):
        b.box(x - 2.2, y - 10, 4.4, 10, WHITE)
        b.oval(x, y - 13, 2.6, 4, FLAME)
        b.oval(x, y, 4.4, 2.6, COIN)
    for i in range(5):
        for j in range(2):
            b.box(i * 20 + j * 10, 84 + j * 7, 10, 7, PURPLE, None)
    b.poly([(30, 84), (38, 58), (46, 84)], PURPLE)
    b.oval(38, 54, 5, 5, (240, 201, 160))
    b.box(52, 60, 10, 24, DARK)
    b.oval(57, 54, 5, 5, (240, 201, 160))
    b.line([(42, 64), (53, 64)], LINE, 2)


SCENES: Final[dict[str, Callable[[Brush], None]]] = {
    f.__name__: f
    for f in (
        lighthouse,
        armory,
        museum,
        imperial_treasury,
        map_room,
        wishing_well,
        quarry,
        poor_house,
        bell_tower,
        factory,
        park,
        hospital,
        throne_room,
        ball_room,
    )
}
