"""The seventeen coloured districts, each with a scene of its own: houses in the colour of their kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.core.brush import GROUND, Brush
from render.core.paints import (
    COIN,
    DARK,
    GLASS,
    LEAF,
    LEAF_DARK,
    LINE,
    PAPER,
    SEA,
    SEA_LIGHT,
    STEEL,
    STONE,
    WHITE,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)

from .colours import SHADES

YELLOW, BLUE, GREEN, RED = (SHADES[c].fill for c in ("yellow", "blue", "green", "red"))
PLASTER: Final = PAPER


def manor(b: Brush) -> None:
    b.tree(86, GROUND, 12, LEAF, LEAF_DARK)
    b.wall(24, 56, 52, fill=PLASTER)
    b.hip(24, 56, 52, 22, YELLOW)
    b.box(62, 26, 8, 12, STONE)
    b.door(50, 13, 20)
    b.box(31, 64, 9, 10, GLASS)
    b.box(61, 64, 9, 10, GLASS)


def castle(b: Brush) -> None:
    b.wall(30, 55, 40)
    b.merlons(30, 55, 40, 5)
    b.door(50, 15, 22)
    for x in (16, 68):
        b.wall(x, 42, 16)
        b.gable(x, 42, 16, 28, YELLOW)
        b.window(x + 8, 58)


def palace(b: Brush) -> None:
    b.wall(12, 54, 76)
    b.merlons(12, 54, 76, 9)
    b.wall(36, 36, 28)
    b.gable(36, 36, 28, 24, YELLOW)
    b.flag(50, 13, YELLOW, 10)
    for x in (8, 78):
        b.wall(x, 40, 14)
        b.gable(x, 40, 14, 24, YELLOW)
        b.window(x + 7, 56)
    b.door(50, 16, 24)
    b.window(50, 48, 6, 10, GLASS)
    for x in (29, 71):
        b.window(x, 70, 5, 10, GLASS)


def temple(b: Brush) -> None:
    b.box(18, 82, 64, 8, STONE)
    b.box(24, 48, 52, 34, DARK)
    for x in (28, 43, 57, 72):
        b.column(x, 48, 34, 7)
    b.poly([(16, 48), (50, 24), (84, 48)], BLUE)
    b.oval(50, 40, 4, 4, COIN)


def church(b: Brush) -> None:
    b.wall(42, 58, 42)
    b.poly([(38, 58), (48, 38), (84, 38), (90, 58)], BLUE)
    b.wall(22, 46, 22)
    b.gable(22, 46, 22, 28, BLUE)
    b.cross(33, 18, 5)
    b.window(33, 58, 6, 11, GLASS)
    for x in (56, 72):
        b.window(x, 72, 6, 13, GLASS)
    b.door(33, 10, 16)


def monastery(b: Brush) -> None:
    b.wall(34, 54, 54)
    b.poly([(30, 54), (36, 42), (86, 42), (93, 54)], BLUE)
    b.wall(12, 38, 24)
    b.hip(12, 38, 24, 12, BLUE)
    b.cross(24, 26, 5)
    b.oval(24, 52, 5, 5, GLASS)
    b.door(24, 10, 18)
    for x in (45, 59, 73):
        b.door(x + 2, 10, 24)


def cathedral(b: Brush) -> None:
    b.wall(30, 44, 40)
    b.poly([(28, 44), (50, 22), (72, 44)], BLUE)
    for x in (14, 66):
        b.wall(x, 34, 20)
        b.gable(x, 34, 20, 24, BLUE)
        b.window(x + 10, 50, 6, 12, GLASS)
        b.window(x + 10, 74, 6, 12)
    b.cross(50, 22, 6)
    b.oval(50, 56, 8, 8, GLASS)
    b.line([(42, 56), (58, 56)], LINE, 1.2)
    b.line([(50, 48), (50, 64)], LINE, 1.2)
    b.door(50, 15, 19)


def tavern(b: Brush) -> None:
    b.wall(16, 56, 50, fill=PLASTER)
    b.gable(16, 56, 50, 28, GREEN)
    b.line([(16, 70), (50, 70)], WOOD, 2.6)
    b.door(29, 12, 19, fill=WOOD_DARK)
    b.box(45, 62, 12, 12, COIN)
    b.line([(51, 62), (51, 74)], LINE, 1.2)
    b.line([(66, 52), (88, 52)], WOOD_DARK, 3)
    b.box(74, 57, 12, 17, COIN)  # the sign: a mug
    b.arc(87, 65, 5, -90, 90, LINE, 2.4)
    b.box(73, 55, 14, 5, WHITE)


def market(b: Brush) -> None:
    for x, fill in ((8, GREEN), (52, GREEN)):
        b.box(x + 2, 50, 3, 40, WOOD)
        b.box(x + 35, 50, 3, 40, WOOD)
        b.box(x, 70, 40, 20, WOOD_LIGHT)
        b.poly([(x + 3, 36), (x + 37, 36), (x + 42, 54), (x - 2, 54)], fill)
        for i in (1, 3):
            b.poly(
                [(x + 3 + i * 6.8, 36), (x + 9.8 + i * 6.8, 36), (x + 6.8 + i * 8.8, 54), (x - 2 + i * 8.8, 54)], WHITE
            )
    for x, fill in ((15, RED), (25, RED), (35, RED), (60, COIN), (70, LEAF), (80, COIN)):
        b.oval(x, 68, 5, 4.5, fill)


def trading_post(b: Brush) -> None:
    b.poly([(6, GROUND), (32, 36), (58, GROUND)], GREEN)
    b.poly([(32, 36), (25, GROUND), (39, GROUND)], DARK)
    b.flag(32, 37, COIN, 16)
    b.box(60, 70, 20, 20, WOOD_LIGHT)
    b.line([(60, 70), (80, 90)], WOOD_DARK, 2)
    b.box(66, 52, 18, 18, WOOD_LIGHT)
    b.line([(84, 52), (66, 70)], WOOD_DARK, 2)
    b.oval(88, 80, 6, 10, WOOD)
    b.line([(82, 77), (94, 77)], STEEL, 2)


def docks(b: Brush) -> None:
    b.box(0, 76, 100, 14, SEA, None)
    b.line([(8, 84), (24, 84)], SEA_LIGHT, 2)
    b.line([(70, 86), (88, 86)], SEA_LIGHT, 2)
    for x in (16, 36, 56):
        b.box(x, 68, 5, 22, WOOD_DARK)
    b.box(8, 64, 60, 7, WOOD_LIGHT)
    b.rod([(24, 64), (24, 22)], WOOD, 5)
    b.rod([(22, 36), (66, 18)], WOOD, 4)
    b.line([(66, 18), (66, 40)], LINE, 1.6)
    b.box(58, 40, 16, 14, GREEN)
    b.line([(66, 40), (66, 54)], LINE, 1.4)
    b.box(36, 52, 14, 12, WOOD_LIGHT)
    b.oval(84, 76, 12, 5, WOOD)


def harbor(b: Brush) -> None:
    b.box(0, 70, 100, 20, SEA, None)
    b.line([(6, 78), (16, 78)], SEA_LIGHT, 2)
    b.line([(84, 76), (94, 76)], SEA_LIGHT, 2)
    b.box(48, 14, 4, 54, WOOD_DARK)
    b.poly([(47, 18), (22, 58), (47, 58)], GREEN)
    b.poly([(54, 22), (80, 58), (54, 58)], WHITE)
    b.poly([(18, 64), (86, 64), (74, 84), (28, 84)], WOOD)
    b.line([(22, 70), (82, 70)], WOOD_LIGHT, 2)
    b.flag(50, 15, RED, 8)


def town_hall(b: Brush) -> None:
    b.wall(10, 54, 80, fill=PLASTER)
    b.poly([(6, 54), (14, 42), (86, 42), (94, 54)], GREEN)
    b.wall(37, 26, 26)
    b.gable(37, 26, 26, 18, GREEN)
    b.oval(50, 40, 9, 9, WHITE)
    b.line([(50, 40), (50, 34)], LINE, 2)
    b.line([(50, 40), (55, 40)], LINE, 2)
    b.door(50, 15, 22)
    for x in (18, 31, 69, 82):
        b.window(x, 68, 7, 14, GLASS)


def watchtower(b: Brush) -> None:
    for x in (34, 66):
        b.rod([(x, GROUND), (50 + (x - 50) * 0.62, 46)], WOOD, 4)
    b.rod([(35, 80), (61, 58)], WOOD, 2.6)
    b.rod([(65, 80), (39, 58)], WOOD, 2.6)
    b.box(32, 40, 36, 10, WOOD_LIGHT)
    b.box(36, 30, 4, 12, WOOD)
    b.box(60, 30, 4, 12, WOOD)
    b.gable(34, 30, 32, 18, RED)
    b.flag(50, 13, RED, 9)


def prison(b: Brush) -> None:
    b.wall(22, 34, 56)
    b.merlons(22, 34, 56, 6)
    for x in (36, 64):
        b.box(x - 8, 46, 16, 16, DARK)
        for i in (-4, 0, 4):
            b.line([(x + i, 46), (x + i, 62)], STEEL, 1.8)
    b.door(50, 16, 22, fill=WOOD_DARK)
    b.stones([(26, 76), (33, 82), (66, 74), (70, 82), (47, 50)])


def battlefield(b: Brush) -> None:
    b.poly([(4, GROUND), (20, 52), (36, GROUND)], RED)
    b.poly([(20, 52), (16, GROUND), (25, GROUND)], DARK)
    b.poly([(64, GROUND), (80, 52), (96, GROUND)], RED)
    b.poly([(80, 52), (75, GROUND), (84, GROUND)], DARK)
    b.rod([(34, 84), (64, 26)], WOOD, 3)
    b.rod([(66, 84), (36, 26)], WOOD, 3)
    b.poly([(68, 17), (68, 30), (59, 26)], STEEL)
    b.poly([(32, 17), (32, 30), (41, 26)], STEEL)
    b.poly([(37, 46), (63, 46), (62, 66), (50, 78), (38, 66)], RED)
    b.line([(50, 47), (50, 76)], WHITE, 4)
    b.line([(38, 56), (62, 56)], WHITE, 4)


def fortress(b: Brush) -> None:
    b.wall(16, 56, 68)
    b.merlons(16, 56, 68, 8)
    for x in (8, 74):
        b.keep(x, 42, 18)
        b.flag(x + 9, 34, RED, 12)
        b.window(x + 9, 60)
    b.keep(38, 32, 24)
    b.flag(50, 24, RED, 14)
    b.door(50, 16, 22)
    b.stones([(28, 66), (66, 66), (30, 80), (65, 80)])


SCENES: Final[dict[str, Callable[[Brush], None]]] = {
    f.__name__: f
    for f in (
        manor,
        castle,
        palace,
        temple,
        church,
        monastery,
        cathedral,
        tavern,
        market,
        trading_post,
        docks,
        harbor,
        town_hall,
        watchtower,
        prison,
        battlefield,
        fortress,
    )
}
