"""Draws the district Smithy."""

from __future__ import annotations

from render.core.brush import GROUND, Brush
from render.core.paints import DARK, FIRE, FLAME, STEEL, STEEL_DARK, STONE_DARK, WOOD, WOOD_DARK


def draw_smithy(b: Brush) -> None:
    b.polygon([(62, GROUND), (62, 56), (70, 46), (70, 20), (84, 20), (84, 46), (94, 56), (94, GROUND)], STONE_DARK)
    b.door(78, 20, 26, fill=DARK)
    b.polygon([(70, GROUND), (73, 76), (77, 82), (80, 70), (84, 80), (87, GROUND)], FIRE)
    b.polygon([(75, GROUND), (79, 79), (83, GROUND)], FLAME, None)
    b.box(26, 76, 22, 14, WOOD_DARK)
    b.polygon([(10, 54), (56, 54), (54, 62), (44, 66), (46, 76), (28, 76), (30, 66), (18, 62)], STEEL_DARK)
    b.rod([(30, 46), (54, 24)], WOOD, 4)
    b.polygon([(20, 38), (30, 30), (42, 44), (32, 52)], STEEL)
