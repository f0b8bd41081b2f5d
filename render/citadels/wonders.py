"""Scenes of the purple districts of the base game, each a thing of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.core.brush import GROUND, Brush
from render.core.paints import (
    COIN,
    DARK,
    FIRE,
    FLAME,
    GLASS,
    LEAF,
    LEAF_DARK,
    LINE,
    PAPER,
    ROSE,
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
DEEP: Final = (122, 60, 158)
NIGHT: Final = (74, 52, 110)


def haunted_city(b: Brush) -> None:
    b.box(0, 0, 100, GROUND, NIGHT, None)
    b.oval(78, 22, 11, 11, PAPER, None)
    b.oval(73, 19, 9, 9, NIGHT, None)
    b.poly([(10, GROUND), (14, 50), (38, 46), (40, GROUND)], STONE_DARK)
    b.poly([(8, 52), (20, 22), (43, 46)], DEEP)
    b.poly([(62, GROUND), (66, 54), (88, 58), (92, GROUND)], STONE_DARK)
    b.poly([(60, 56), (80, 34), (94, 60)], DEEP)
    b.box(22, 58, 8, 9, FLAME)
    b.box(72, 68, 8, 9, FLAME)
    ghost = [(40, 86), (40, 58), (43, 50), (51, 46), (59, 50), (62, 58), (62, 86), (57, 80), (51, 87), (45, 80)]
    b.poly(ghost, WHITE)
    b.oval(47, 59, 2.6, 3.6, LINE, None)
    b.oval(55, 59, 2.6, 3.6, LINE, None)


def keep(b: Brush) -> None:
    b.poly([(4, GROUND), (18, 76), (82, 76), (96, GROUND)], STONE_DARK)
    b.wall(26, 34, 48, 80)
    b.box(22, 30, 56, 10, STONE)
    b.merlons(22, 30, 56, 5)
    b.flag(50, 24, PURPLE, 16)
    b.door(50, 14, 20, 80)
    b.window(38, 52, 5, 11)
    b.window(62, 52, 5, 11)
    b.stones([(30, 62), (64, 66), (33, 73), (46, 46)])


def laboratory(b: Brush) -> None:
    b.box(6, 76, 88, 7, WOOD)
    b.box(14, 83, 7, 10, WOOD_DARK)
    b.box(79, 83, 7, 10, WOOD_DARK)
    b.poly([(34, 24), (46, 24), (46, 44), (62, 74), (18, 74), (34, 44)], WHITE)
    b.poly([(29, 54), (51, 54), (61, 73), (19, 73)], PURPLE, None)
    b.line([(34, 24), (34, 44), (18, 74), (62, 74), (46, 44), (46, 24)])
    b.box(31, 20, 18, 5, STONE_SHADE)
    for x, y, r in ((36, 66, 3), (46, 62, 2.4), (40, 47, 2)):
        b.oval(x, y, r, r, WHITE, None)
    b.oval(78, 64, 11, 11, WHITE)
    b.pie(78, 64, 11, 10, 170, LEAF)
    b.box(74, 44, 8, 12, WHITE)


def smithy(b: Brush) -> None:
    b.poly([(62, GROUND), (62, 56), (70, 46), (70, 20), (84, 20), (84, 46), (94, 56), (94, GROUND)], STONE_DARK)
    b.door(78, 20, 26, fill=DARK)
    b.poly([(70, GROUND), (73, 76), (77, 82), (80, 70), (84, 80), (87, GROUND)], FIRE)
    b.poly([(75, GROUND), (79, 79), (83, GROUND)], FLAME, None)
    b.box(26, 76, 22, 14, WOOD_DARK)
    b.poly([(10, 54), (56, 54), (54, 62), (44, 66), (46, 76), (28, 76), (30, 66), (18, 62)], STEEL_DARK)
    b.rod([(30, 46), (54, 24)], WOOD, 4)
    b.poly([(20, 38), (30, 30), (42, 44), (32, 52)], STEEL)


def observatory(b: Brush) -> None:
    b.box(0, 0, 100, GROUND, NIGHT, None)
    for x, y in ((14, 16), (30, 32), (86, 44), (60, 10), (90, 16)):
        b.star(x, y, 3.4, FLAME, None)
    b.wall(24, 58, 52)
    b.dome(50, 58, 29, PURPLE)
    b.poly([(46, 57), (46, 36), (54, 36), (54, 57)], DARK)
    b.poly([(45, 50), (75, 15), (86, 24), (54, 56)], STEEL)
    b.poly([(73, 13), (77, 9), (91, 21), (87, 26)], COIN)
    b.door(50, 13, 20)
    b.window(34, 73, 5, 10, GLASS)
    b.window(66, 73, 5, 10, GLASS)


def graveyard(b: Brush) -> None:
    b.tree(84, GROUND, 13, LEAF, LEAF_DARK)
    b.line([(4, 70), (96, 70)], DARK, 2)
    for x in range(8, 98, 9):
        b.line([(x, 62), (x, 84)], DARK, 2)
    b.door(33, 31, 50, 91, LINE)
    b.door(33, 26, 47, GROUND, STONE)
    b.line([(33, 52), (33, 72)], STONE_DARK, 3.6)
    b.line([(26, 58), (40, 58)], STONE_DARK, 3.6)
    b.box(59, 58, 8, 32, STONE_SHADE)
    b.box(51, 64, 24, 8, STONE_SHADE)
    b.poly([(12, 96), (16, GROUND), (50, GROUND), (54, 96)], LEAF)


def dragon_gate(b: Brush) -> None:
    for x in (10, 74):
        b.wall(x, 40, 16)
        b.poly([(x - 4, 40), (x + 1, 26), (x + 15, 26), (x + 20, 40)], PURPLE)
    b.wall(26, 50, 48)
    b.door(50, 28, 34)
    b.poly([(22, 50), (28, 40), (72, 40), (78, 50)], PURPLE)
    b.poly([(37, 40), (30, 14), (43, 22), (50, 16), (57, 22), (70, 14), (63, 40), (50, 50)], LEAF)
    b.oval(43, 31, 3, 3, FLAME)
    b.oval(57, 31, 3, 3, FLAME)
    b.line([(45, 42), (55, 42)], LINE, 2.2)
    b.poly([(46, 43), (48, 49), (50, 43)], WHITE)
    b.poly([(50, 43), (52, 49), (54, 43)], WHITE)


def university(b: Brush) -> None:
    b.box(10, 82, 80, 8, STONE)
    b.wall(16, 54, 68, 82)
    for x in (22, 37, 63, 78):
        b.column(x, 54, 28, 6)
    b.door(50, 13, 22, 82)
    b.poly([(10, 54), (50, 38), (90, 54)], PURPLE)
    b.poly([(50, 8), (78, 18), (50, 28), (22, 18)], DARK)  # the cap of a scholar
    b.poly([(36, 23), (36, 32), (50, 37), (64, 32), (64, 23), (50, 28)], DARK)
    b.line([(74, 19), (74, 32)], COIN, 2.4)
    b.oval(74, 33, 3, 4, COIN)


def library(b: Brush) -> None:
    b.box(10, 14, 80, 76, WOOD)
    b.box(15, 19, 70, 66, WOOD_DARK)
    rows = (
        (47, ((9, 24, ROSE), (8, 22, COIN), (10, 25, PURPLE), (7, 20, LEAF), (9, 24, GLASS), (8, 21, PAPER))),
        (84, ((8, 25, GLASS), (10, 27, PURPLE), (8, 22, PAPER), (9, 26, ROSE), (7, 24, LEAF), (10, 23, COIN))),
    )
    for base, books in rows:
        x = 19.0
        for wide, high, ink in books:
            b.box(x, base - high, wide, high, ink)
            b.line([(x + 2, base - high + 5), (x + wide - 2, base - high + 5)], LINE, 1.2)
            x += wide + 1.6
        b.box(13, base, 74, 4, WOOD_LIGHT)


def great_wall(b: Brush) -> None:
    b.oval(22, 88, 40, 34, LEAF, None)
    b.oval(82, 92, 42, 46, LEAF_DARK, None)
    b.box(0, GROUND, 100, 20, LEAF, None)
    wall = [(-2, 84), (24, 62), (50, 76), (74, 50), (102, 62), (102, 76), (74, 66), (50, 92), (24, 78), (-2, 99)]
    b.poly(wall, STONE)
    for x, y in ((4, 75), (13, 67), (33, 63), (42, 68), (57, 65), (65, 56), (84, 51), (93, 55)):
        b.box(x - 2.6, y - 2, 5.2, 6, STONE)
    for x, y in ((18, 48), (66, 34)):
        b.wall(x, y, 17, y + 30)
        b.merlons(x - 2, y, 21, 4)
        b.window(x + 8.5, y + 13)
    b.flag(74, 28, PURPLE, 14)


def school_of_magic(b: Brush) -> None:
    b.poly([(36, GROUND), (39, 48), (61, 48), (64, GROUND)], STONE)
    b.poly([(52, 48), (61, 48), (64, GROUND), (54, GROUND)], STONE_SHADE, None)
    b.poly([(30, 49), (46, 24), (58, 6), (57, 24), (70, 49)], PURPLE)
    b.star(50, 37, 6.5, COIN)
    b.poly([(62, 66), (84, 66), (84, GROUND), (63, GROUND)], STONE)
    b.poly([(60, 67), (74, 48), (88, 67)], PURPLE)
    b.door(50, 12, 18)
    b.window(50, 61, 7, 10, FLAME)
    b.window(75, 78, 6, 9, FLAME)
    for x, y, r in ((16, 24, 7), (26, 50, 4.4), (82, 24, 5.4), (12, 66, 3.6)):
        b.star(x, y, r, FLAME, points=4)


SCENES: Final[dict[str, Callable[[Brush], None]]] = {
    f.__name__: f
    for f in (
        haunted_city,
        keep,
        laboratory,
        smithy,
        observatory,
        graveyard,
        dragon_gate,
        university,
        library,
        great_wall,
        school_of_magic,
    )
}
