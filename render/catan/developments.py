"""Scenes of the development cards."""

from __future__ import annotations

from typing import Final

from render.core.brush import Brush, darken_colour
from render.core.paints import COIN, COIN_DARK, COIN_LIGHT, ROSE, WOOD_DARK, WOOD_LIGHT

from .scene import Sketch
from .strokes import draw_crossroads, draw_helmet, draw_upright_sword, stamp_good


def draw_knight_scene(b: Brush) -> None:
    b.polygon([(20, 40), (52, 36), (84, 40), (80, 66), (52, 90), (24, 66)], ROSE)
    b.polygon([(52, 38), (82, 41), (78, 65), (52, 88)], darken_colour(ROSE, 0.8), None)
    draw_upright_sword(b, 84, 92, 70, 0.12)
    draw_helmet(b, 46, 62, 38)


def draw_victory_point_scene(b: Brush) -> None:
    b.keep(12, 52, 18)
    b.keep(70, 52, 18)
    b.wall(26, 62, 48)
    b.merlons(26, 62, 48, 5)
    b.door(50, 16, 20)
    b.star(50, 32, 24, COIN)
    b.star(50, 33, 12, COIN_LIGHT, None)


def draw_plenty_scene(b: Brush) -> None:
    b.polygon([(10, 22), (28, 12), (78, 50), (92, 84), (54, 80), (26, 52)], WOOD_LIGHT)
    b.oval(73, 68, 24, 20, WOOD_DARK)
    stamp_good(b, "grain", 56, 58, 32)
    stamp_good(b, "brick", 78, 76, 30)
    stamp_good(b, "wool", 74, 52, 30)
    b.line([(20, 28), (30, 18)], WOOD_DARK, 3)
    b.line([(34, 42), (46, 28)], WOOD_DARK, 3)


def draw_monopoly_scene(b: Brush) -> None:
    b.polygon([(30, 36), (70, 36), (92, 74), (84, 90), (16, 90), (8, 74)], COIN_DARK)
    b.polygon([(32, 36), (68, 36), (60, 24), (72, 14), (50, 19), (28, 14), (40, 24)], COIN_DARK)
    b.line([(32, 36), (68, 36)], WOOD_DARK, 5)
    stamp_good(b, "ore", 50, 66, 44)


DEVELOPMENTS: Final = {
    "knight": Sketch(draw_knight_scene),
    "point": Sketch(draw_victory_point_scene),
    "roads": Sketch(draw_crossroads, has_broad_ground=True),
    "plenty": Sketch(draw_plenty_scene),
    "monopoly": Sketch(draw_monopoly_scene),
}
