"""A small scene for every card: development cards and the progress cards of science, trade and politics."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from render.core.brush import Brush, darker
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
    STONE_DARK,
    WHITE,
    WOOD,
    WOOD_DARK,
    WOOD_LIGHT,
)

from . import politics
from .colours import LANDS, NIGHT, TOKEN, TOKEN_RED, TRACKS
from .strokes import helm, person, put_good, road, sword
from .terrain import peak, sheaf

TRADE, SCIENCE = (TRACKS[t].fill for t in ("trade", "science"))


# Development cards.


def knight(b: Brush) -> None:
    b.poly([(20, 40), (52, 36), (84, 40), (80, 66), (52, 90), (24, 66)], ROSE)
    b.poly([(52, 38), (82, 41), (78, 65), (52, 88)], darker(ROSE, 0.8), None)
    sword(b, 84, 92, 70, 0.12)
    helm(b, 46, 62, 38)


def point(b: Brush) -> None:
    b.keep(12, 52, 18)
    b.keep(70, 52, 18)
    b.wall(26, 62, 48)
    b.merlons(26, 62, 48, 5)
    b.door(50, 16, 20)
    b.star(50, 32, 24, COIN)
    b.star(50, 33, 12, COIN_LIGHT, None)


def roads(b: Brush) -> None:
    road(b, [(4, 92), (34, 74), (44, 56), (72, 44), (96, 48)])
    road(b, [(44, 56), (30, 34), (12, 28)])
    b.tree(70, 88, 10, LEAF, LEAF_DARK)
    b.gable(76, 26, 14, 10, ROSE)
    b.wall(76, 26, 14, 38)


def plenty(b: Brush) -> None:
    b.poly([(10, 22), (28, 12), (78, 50), (92, 84), (54, 80), (26, 52)], WOOD_LIGHT)
    b.oval(73, 68, 24, 20, WOOD_DARK)
    put_good(b, "grain", 56, 58, 32)
    put_good(b, "brick", 78, 76, 30)
    put_good(b, "wool", 74, 52, 30)
    b.line([(20, 28), (30, 18)], WOOD_DARK, 3)
    b.line([(34, 42), (46, 28)], WOOD_DARK, 3)


def monopoly(b: Brush) -> None:
    b.poly([(30, 36), (70, 36), (92, 74), (84, 90), (16, 90), (8, 74)], COIN_DARK)
    b.poly([(32, 36), (68, 36), (60, 24), (72, 14), (50, 19), (28, 14), (40, 24)], COIN_DARK)
    b.line([(32, 36), (68, 36)], WOOD_DARK, 5)
    put_good(b, "ore", 50, 66, 44)


# Science.


def alchemist(b: Brush) -> None:
    b.poly([(42, 14), (58, 14), (58, 40), (82, 80), (76, 90), (24, 90), (18, 80), (42, 40)], GLASS)
    b.poly([(33, 60), (67, 60), (79, 81), (74, 87), (26, 87), (21, 81)], SCIENCE, None)
    for x, y, r in ((42, 72, 4), (56, 78, 5), (50, 52, 3), (62, 66, 3)):
        b.oval(x, y, r, r, WHITE, None)
    b.round_box(38, 9, 24, 8, 3, WOOD)
    b.round_box(66, 20, 26, 26, 6, WHITE)
    for x, y in ((72, 26), (86, 26), (79, 33), (72, 40), (86, 40)):
        b.oval(x, y, 2.8, 2.8, LINE, None)
    b.round_box(8, 26, 26, 26, 6, TOKEN_RED)
    for x, y in ((14, 32), (21, 39), (28, 46)):
        b.oval(x, y, 2.8, 2.8, WHITE, None)


def crane(b: Brush) -> None:
    b.wall(56, 58, 34)
    b.stones([(62, 68), (76, 68), (66, 78), (80, 78)])
    b.rod([(26, 90), (26, 20)], WOOD, 5)
    b.rod([(12, 32), (84, 16)], WOOD_LIGHT, 5)
    b.line([(26, 20), (50, 24)], WOOD_DARK, 2.4)
    b.line([(74, 18), (74, 40)], LINE, 1.8)
    b.box(64, 40, 20, 14, STONE_DARK)
    b.oval(26, 66, 15, 15, WOOD_LIGHT)
    for i in range(4):
        a = math.pi * i / 4
        dx, dy = 13 * math.cos(a), 13 * math.sin(a)
        b.line([(26 - dx, 66 - dy), (26 + dx, 66 + dy)], WOOD, 2)


def engineer(b: Brush) -> None:
    b.wall(8, 52, 84)
    b.merlons(8, 52, 84, 6)
    b.stones([(14, 64), (32, 64), (56, 64), (74, 64), (22, 76), (44, 76), (66, 76)])
    b.rod([(34, 40), (66, 10)], WOOD_LIGHT, 5)
    b.poly([(22, 34), (34, 22), (46, 34), (34, 48)], STEEL)
    b.poly([(62, 6), (74, 20), (66, 24), (56, 12)], STEEL_DARK)


def inventor(b: Brush) -> None:
    for x, text_red in ((28, True), (72, False)):
        b.oval(x, 62, 21, 21, TOKEN)
        ink = TOKEN_RED if text_red else LINE
        for i in range(3):
            b.oval(x - 8 + 8 * i, 70, 2.6, 2.6, ink, None)
        b.box(x - 7, 52, 14, 10, ink, None)
    for y, way in ((26, 1), (40, -1)):
        tip = 50 + 26 * way
        b.line([(50 - 22 * way, y), (tip - 6 * way, y)], SCIENCE, 6)
        b.poly([(tip + 4 * way, y), (tip - 9 * way, y - 9), (tip - 9 * way, y + 9)], SCIENCE)


def irrigation(b: Brush) -> None:
    b.box(0, 52, 100, 48, LANDS["fields"].ground, None)
    for x in range(-10, 110, 14):
        b.line([(x, 100), (50 + (x - 50) * 0.4, 52)], LANDS["fields"].dark, 1.8)
    b.poly([(44, 52), (56, 52), (72, 100), (34, 100)], SEA)
    b.line([(49, 60), (46, 96)], SEA_LIGHT, 2.4)
    b.line([(55, 64), (60, 92)], SEA_LIGHT, 2.4)
    sheaf(b, 18, 88, 42)
    sheaf(b, 84, 84, 38)
    for x in (32, 50, 68):
        b.poly([(x, 12), (x + 6, 24), (x, 31), (x - 6, 24)], SEA)


def medicine(b: Brush) -> None:
    b.poly([(36, 24), (64, 24), (64, 36), (80, 52), (80, 90), (20, 90), (20, 52), (36, 36)], GLASS)
    b.poly([(22, 58), (78, 58), (78, 88), (22, 88)], ROSE, None)
    b.round_box(32, 14, 36, 11, 3, WOOD)
    b.box(44, 56, 12, 30, WHITE, None)
    b.box(35, 65, 30, 12, WHITE, None)


def mining(b: Brush) -> None:
    random = Random("mining")
    peak(b, 26, 70, 56, 54, random)
    peak(b, 76, 70, 52, 46, random)
    b.box(0, 70, 100, 30, LANDS["mountains"].dark, None)
    b.door(50, 34, 40, 90, DARK)
    b.line([(31, 90), (31, 60)], WOOD, 5)
    b.line([(69, 90), (69, 60)], WOOD, 5)
    b.line([(28, 56), (72, 56)], WOOD, 5)
    b.poly([(34, 74), (66, 74), (60, 92), (40, 92)], STEEL_DARK)
    put_good(b, "ore", 50, 70, 24)
    b.oval(43, 93, 5, 5, LINE)
    b.oval(57, 93, 5, 5, LINE)


def printer(b: Brush) -> None:
    b.rod([(22, 92), (22, 18)], WOOD, 7)
    b.rod([(78, 92), (78, 18)], WOOD, 7)
    b.round_box(14, 10, 72, 12, 3, WOOD_LIGHT)
    b.rod([(50, 22), (50, 44)], STEEL, 6)
    b.rod([(36, 34), (70, 30)], WOOD_DARK, 3)
    b.box(30, 44, 40, 9, WOOD)
    b.box(14, 66, 72, 10, WOOD_LIGHT)
    b.poly([(28, 56), (72, 56), (78, 66), (22, 66)], PAPER)
    for y in (59, 62.5):
        b.line([(34, y), (66, y)], LINE, 1.4)


def smith(b: Brush) -> None:
    b.poly(
        [(20, 54), (84, 54), (70, 68), (60, 68), (64, 84), (74, 90), (28, 90), (38, 84), (42, 68), (30, 66)], STEEL_DARK
    )
    b.line([(30, 57), (76, 57)], STEEL, 3)
    b.line([(46, 50), (88, 44)], FIRE, 6)
    b.line([(48, 49), (74, 46)], FLAME, 2.6)
    b.rod([(20, 46), (44, 20)], WOOD_LIGHT, 5)
    b.poly([(34, 10), (60, 30), (50, 40), (26, 20)], STEEL)
    for x, y in ((62, 34), (72, 30), (66, 24)):
        b.star(x, y, 5, FLAME, None, 4)


# Trade.


def commercial_harbour(b: Brush) -> None:
    b.box(0, 66, 100, 34, SEA, None)
    for x, y in ((10, 74), (36, 84), (78, 78), (58, 92)):
        b.line([(x, y), (x + 12, y)], SEA_LIGHT, 2.2)
    b.line([(40, 62), (40, 12)], WOOD_DARK, 3)
    b.poly([(43, 14), (43, 54), (74, 54)], WHITE)
    b.poly([(37, 22), (37, 54), (16, 54)], TRADE)
    b.poly([(8, 60), (84, 60), (72, 78), (20, 78)], WOOD)
    put_good(b, "cloth", 82, 82, 26)
    put_good(b, "brick", 20, 88, 24)


def commodity_monopoly(b: Brush) -> None:
    b.poly([(8, 54), (92, 54), (86, 92), (14, 92)], WOOD)
    for x in (22, 50, 78):
        b.line([(x, 56), (x, 91)], WOOD_DARK, 3)
    b.line([(10, 66), (90, 66)], COIN_DARK, 5)
    put_good(b, "cloth", 24, 40, 36)
    put_good(b, "coin", 52, 34, 36)
    put_good(b, "paper", 78, 40, 34)


def master_merchant(b: Brush) -> None:
    person(b, 34, 92, 72, TRADE)
    b.poly([(14, 34), (54, 34), (46, 26), (46, 12), (22, 12), (22, 26)], NIGHT)
    b.box(22, 23, 24, 5, ROSE, None)
    b.poly([(58, 70), (92, 62), (96, 90), (62, 94)], COIN_DARK)
    b.poly([(66, 68), (84, 64), (80, 56), (88, 48), (62, 52), (70, 58)], COIN_DARK)
    b.oval(79, 79, 9, 9, COIN)


def merchant(b: Brush) -> None:
    b.box(20, 58, 60, 34, PAPER)
    b.poly([(50, 14), (4, 58), (96, 58)], PAPER)
    for left, right in ((4, 20), (36, 50), (66, 81)):
        b.poly([(50, 16), (left, 58), (right, 58)], TRADE, None)
    b.line([(50, 14), (4, 58)])
    b.line([(50, 14), (96, 58)])
    for i in range(6):
        b.pie(11.7 + i * 15.3, 58, 7.7, 0, 180, TRADE if i % 2 == 0 else PAPER)
    b.door(36, 18, 26, 92, WOOD_DARK)
    put_good(b, "wool", 68, 82, 24)
    b.flag(50, 14, ROSE, 12)


def merchant_fleet(b: Brush) -> None:
    b.box(0, 62, 100, 38, SEA, None)
    for x, y, k in ((30, 52, 0.62), (72, 44, 0.5), (56, 82, 0.95)):
        b.line([(x, y), (x, y - 44 * k)], WOOD_DARK, 2.6)
        b.poly([(x + 2, y - 42 * k), (x + 2, y - 6 * k), (x + 26 * k, y - 6 * k)], WHITE)
        b.poly([(x - 2, y - 34 * k), (x - 2, y - 6 * k), (x - 20 * k, y - 6 * k)], TRADE)
        b.poly([(x - 30 * k, y - 2), (x + 32 * k, y - 2), (x + 22 * k, y + 13 * k), (x - 20 * k, y + 13 * k)], WOOD)


def resource_monopoly(b: Brush) -> None:
    b.poly([(8, 58), (92, 58), (84, 92), (16, 92)], WOOD_LIGHT)
    for x in range(18, 90, 13):
        b.line([(x, 60), (x + (50 - x) * 0.08, 91)], WOOD, 2.6)
    b.line([(9, 60), (91, 60)], WOOD_DARK, 4)
    put_good(b, "lumber", 26, 44, 34)
    put_good(b, "ore", 54, 42, 36)
    put_good(b, "grain", 80, 38, 36)


DEVELOPMENTS: Final[dict[str, Callable[[Brush], None]]] = {
    "knight": knight,
    "point": point,
    "roads": roads,
    "plenty": plenty,
    "monopoly": monopoly,
}
PROGRESS: Final[dict[str, dict[str, Callable[[Brush], None]]]] = {
    "trade": {
        "commercial-harbour": commercial_harbour,
        "commodity-monopoly": commodity_monopoly,
        "master-merchant": master_merchant,
        "merchant": merchant,
        "merchant-fleet": merchant_fleet,
        "resource-monopoly": resource_monopoly,
    },
    "politics": politics.SCENES,
    "science": {
        "alchemist": alchemist,
        "crane": crane,
        "engineer": engineer,
        "inventor": inventor,
        "irrigation": irrigation,
        "medicine": medicine,
        "mining": mining,
        "printer": printer,
        "road-building": roads,
        "smith": smith,
    },
}
TRACK_OF: Final = {key: track for track, cards in PROGRESS.items() for key in cards}
SKETCHES: Final = {**DEVELOPMENTS, **{key: draw for cards in PROGRESS.values() for key, draw in cards.items()}}
