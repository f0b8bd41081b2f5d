"""Shapes that several cards and signs share."""

from __future__ import annotations

import math

from render.core.brush import Brush
from render.core.paints import COIN, COIN_DARK, COIN_LIGHT, FLAME, LEAF, LINE, ROSE, STEEL, WHITE, WOOD

from .colours import BLUE, PURPLE, YELLOW


def draw_coin(b: Brush, x: float, y: float, r: float) -> None:
    b.oval(x, y, r, r, COIN)
    b.oval(x, y, r * 0.66, r * 0.66, COIN_LIGHT, COIN_DARK)


def draw_sword(b: Brush, x: float, y: float, u: float, v: float) -> None:
    """A sword from its pommel to its point."""
    dx, dy = u - x, v - y
    n = math.hypot(dx, dy)
    dx, dy = dx / n, dy / n
    b.rod([(x + dx * 22, y + dy * 22), (u, v)], STEEL, 6)
    b.rod([(x + dx * 4, y + dy * 4), (x + dx * 20, y + dy * 20)], WOOD, 4)
    b.rod([(x + dx * 20 - dy * 11, y + dy * 20 + dx * 11), (x + dx * 20 + dy * 11, y + dy * 20 - dx * 11)], COIN, 4)
    b.oval(x, y, 5, 5, COIN)


def draw_crown(b: Brush) -> None:
    """A golden crown with three stones."""
    x, y, w, h = 14, 24, 72, 54
    points = [(x, y + h), (x, y + h * 0.16), (x + w * 0.27, y + h * 0.52), (x + w / 2, y), (x + w * 0.73, y + h * 0.52)]
    b.polygon([*points, (x + w, y + h * 0.16), (x + w, y + h)], COIN)
    for u, v in ((0, 0.16), (0.5, 0), (1, 0.16)):
        b.oval(x + w * u, y + h * v, w * 0.055, w * 0.055, COIN)
    b.line([(x, y + h * 0.76), (x + w, y + h * 0.76)], LINE, 1.2)
    for x, ink in ((30, ROSE), (50, BLUE), (70, ROSE)):
        b.oval(x, 71, 4, 4, ink)


def draw_stronghold(b: Brush) -> None:
    """A wall between two towers."""
    b.wall(30, 55, 40)
    b.merlons(30, 55, 40, 5)
    b.door(50, 15, 22)
    for x in (16, 68):
        b.wall(x, 42, 16)
        b.gable(x, 42, 16, 28, YELLOW)
        b.window(x + 8, 58)


def draw_dragon_head(b: Brush) -> None:
    """A dragon's head over a gate."""
    for x in (10, 74):
        b.wall(x, 40, 16)
        b.polygon([(x - 4, 40), (x + 1, 26), (x + 15, 26), (x + 20, 40)], PURPLE)
    b.wall(26, 50, 48)
    b.door(50, 28, 34)
    b.polygon([(22, 50), (28, 40), (72, 40), (78, 50)], PURPLE)
    b.polygon([(37, 40), (30, 14), (43, 22), (50, 16), (57, 22), (70, 14), (63, 40), (50, 50)], LEAF)
    b.oval(43, 31, 3, 3, FLAME)
    b.oval(57, 31, 3, 3, FLAME)
    b.line([(45, 42), (55, 42)], LINE, 2.2)
    b.polygon([(46, 43), (48, 49), (50, 43)], WHITE)
    b.polygon([(50, 43), (52, 49), (54, 43)], WHITE)
