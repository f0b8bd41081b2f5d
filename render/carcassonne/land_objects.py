"""Draws objects on the land, upright and lit from the north-west: houses, trees, churches, towers."""

from __future__ import annotations

from random import Random
from typing import Final

from render.core.look import Colour, rgb

from . import colours as c
from .pen import Pen

INK: Final = c.OUTLINE
DOOR: Final = rgb("#4A3322")
GLASS: Final = rgb("#41546B")


def draw_house(pen: Pen, x: float, y: float, w: float, random: Random, roofs: tuple[tuple[Colour, ...], ...]) -> None:
    """A house about w wide and high; (x, y) is the middle of its foot."""
    roof, dark, light = random.choice(roofs)
    line = 0.0065
    if random.random() < 0.55:  # gable to the front
        half, eaves, ridge = w * 0.36, y - w * 0.42, y - w * 0.98
        pen.shape(
            [(x - half, y), (x - half, eaves), (x, ridge + w * 0.14), (x + half, eaves), (x + half, y)],
            c.PLASTER,
            INK,
            line,
        )
        pen.box(x + half * 0.42, eaves + w * 0.03, half * 0.52, y - eaves - w * 0.05, c.PLASTER_SHADE, None)
        over, thick = w * 0.5, w * 0.17
        pen.shape(
            [
                (x, ridge),
                (x - over, eaves + thick * 0.55),
                (x - over + thick * 0.5, eaves + thick * 1.15),
                (x, ridge + thick * 1.5),
            ],
            light,
            INK,
            line,
        )
        pen.shape(
            [
                (x, ridge),
                (x + over, eaves + thick * 0.55),
                (x + over - thick * 0.5, eaves + thick * 1.15),
                (x, ridge + thick * 1.5),
            ],
            dark,
            INK,
            line,
        )
        pen.box(x - w * 0.09, y - w * 0.3, w * 0.18, w * 0.3, DOOR, None)
    else:  # eaves to the front
        half, eaves, ridge = w * 0.46, y - w * 0.4, y - w * 0.86
        pen.box(x - half, eaves, 2 * half, y - eaves, c.PLASTER, INK, line)
        pen.box(x + half * 0.62, eaves + w * 0.02, half * 0.3, y - eaves - w * 0.04, c.PLASTER_SHADE, None)
        pen.shape(
            [
                (x - half - w * 0.07, eaves + w * 0.04),
                (x - half + w * 0.11, ridge),
                (x + half - w * 0.11, ridge),
                (x + half + w * 0.07, eaves + w * 0.04),
            ],
            roof,
            INK,
            line,
        )
        pen.line([(x - half + w * 0.16, ridge + w * 0.09), (x + half - w * 0.22, ridge + w * 0.09)], w * 0.07, light)
        pen.line([(x - half + w * 0.05, eaves - w * 0.06), (x + half - w * 0.05, eaves - w * 0.06)], w * 0.05, dark)
        pen.box(x - w * 0.24, y - w * 0.28, w * 0.17, w * 0.28, DOOR, None)
        pen.box(x + w * 0.08, y - w * 0.27, w * 0.16, w * 0.14, GLASS, None)


def draw_wall_tower(pen: Pen, x: float, y: float, w: float, roof: tuple[Colour, ...]) -> None:
    """A tower of the wall with a pointed roof; (x, y) is its foot."""
    top = y - w * 1.35
    pen.box(x - w / 2, top, w, y - top, c.WALL, c.WALL_LINE, 0.008)
    pen.box(x - w / 2 + 0.006, top + 0.004, w * 0.3, y - top - 0.01, c.WALL_LIGHT, None)
    pen.box(x + w * 0.2, top + 0.004, w * 0.24, y - top - 0.01, c.WALL_FACE, None)
    pen.box(x - w * 0.1, top + w * 0.35, w * 0.2, w * 0.4, c.WALL_LINE, None)
    main, dark, light = roof
    pen.shape(
        [(x - w * 0.68, top + w * 0.1), (x, top - w * 1.0), (x + w * 0.68, top + w * 0.1)], main, c.WALL_LINE, 0.007
    )
    pen.draw.polygon(
        pen.to_pixels([(x + w * 0.08, top - w * 0.72), (x + w * 0.52, top + 0.002), (x + w * 0.1, top + 0.002)]),
        fill=dark,
    )
    pen.line([(x - w * 0.12, top - w * 0.5), (x - w * 0.38, top - w * 0.04)], w * 0.1, light)


def draw_tree(pen: Pen, x: float, y: float, r: float, random: Random) -> None:
    """A round tree, sometimes a pointed one; (x, y) is its foot."""
    line = rgb("#25431F")
    if random.random() < 0.3:
        pen.box(x - r * 0.12, y - r * 0.5, r * 0.24, r * 0.5, DOOR, None)
        pen.shape(
            [(x - r * 0.8, y - r * 0.35), (x, y - r * 2.5), (x + r * 0.8, y - r * 0.35)], c.TREE_DARK, line, 0.006
        )
        pen.draw.polygon(
            pen.to_pixels([(x - r * 0.52, y - r * 0.5), (x - r * 0.05, y - r * 2.1), (x + r * 0.1, y - r * 0.5)]),
            fill=c.TREE,
        )
        return
    pen.oval(x, y - r, r, r, c.TREE_DARK, line, 0.006)
    pen.oval(x - r * 0.16, y - r * 1.14, r * 0.72, r * 0.68, c.TREE)
    pen.oval(x - r * 0.34, y - r * 1.34, r * 0.34, r * 0.28, c.TREE_LIGHT)


def draw_grass_tuft(pen: Pen, x: float, y: float, r: float) -> None:
    """A few blades of grass."""
    for dx, dy in ((-0.7, -0.8), (0.0, -1.2), (0.7, -0.75)):
        pen.line([(x + dx * r * 0.3, y), (x + dx * r, y + dy * r)], 0.006, c.TUFT)


def draw_flowers(pen: Pen, x: float, y: float, random: Random) -> None:
    ink = random.choice(c.FLOWERS)
    for _ in range(3):
        pen.oval(x + random.uniform(-0.02, 0.02), y + random.uniform(-0.014, 0.014), 0.0072, 0.0066, ink)


def draw_cloister(pen: Pen, x: float, y: float, s: float) -> None:
    """A church with a tower in a walled garden; (x, y) is its middle."""
    gx, gy, gw, gh = x - 0.22 * s, y - 0.03 * s, 0.44 * s, 0.235 * s
    pen.shape([(gx, gy), (gx + gw, gy), (gx + gw, gy + gh), (gx, gy + gh)], rgb("#C3D48C"), c.WALL_LINE, 0.03 * s)
    pen.shape([(gx, gy), (gx + gw, gy), (gx + gw, gy + gh), (gx, gy + gh)], rgb("#C3D48C"), c.WALL, 0.016 * s)
    for i in range(3):
        for side in (-1, 1):
            cx = x + side * 0.125 * s
            py = y + (0.125 + 0.03 * i) * s
            pen.line([(cx - 0.055 * s, py), (cx + 0.055 * s, py)], 0.013 * s, rgb("#6F9440"))
    pen.shape(
        [
            (x - 0.025 * s, y + 0.09 * s),
            (x + 0.025 * s, y + 0.09 * s),
            (x + 0.035 * s, gy + gh),
            (x - 0.035 * s, gy + gh),
        ],
        c.ROAD,
        None,
    )
    draw_church(pen, x, y + 0.1 * s, s)


def draw_church(pen: Pen, x: float, foot: float, s: float) -> None:
    """A church with its foot at (x, foot)."""
    line = 0.009 * s
    roof, dark, light = c.ROOFS[0]
    left, wide, eaves, ridge = x - 0.185 * s, 0.25 * s, foot - 0.105 * s, foot - 0.225 * s
    pen.box(left, eaves, wide, foot - eaves, c.PLASTER, INK, line)
    pen.shape(
        [
            (left - 0.018 * s, eaves + 0.012 * s),
            (left + 0.035 * s, ridge),
            (left + wide, ridge),
            (left + wide, eaves + 0.012 * s),
        ],
        roof,
        INK,
        line,
    )
    pen.line([(left + 0.052 * s, ridge + 0.022 * s), (left + wide - 0.02 * s, ridge + 0.022 * s)], 0.016 * s, light)
    for i in range(2):
        py = ridge + (0.055 + 0.032 * i) * s
        pen.line([(left + (0.03 - 0.012 * i) * s, py), (left + wide - 0.015 * s, py)], 0.006 * s, dark)
    for i in range(4):
        wx = left + (0.034 + 0.055 * i) * s
        pen.box(wx - 0.011 * s, eaves + 0.042 * s, 0.022 * s, 0.04 * s, GLASS, None)
        pen.oval(wx, eaves + 0.043 * s, 0.011 * s, 0.012 * s, GLASS)
    tx, tw, top = x + 0.045 * s, 0.115 * s, foot - 0.245 * s
    pen.box(tx, top, tw, foot - top, c.PLASTER, INK, line)
    pen.box(tx + tw * 0.68, top + line, tw * 0.28, foot - top - 2 * line, c.PLASTER_SHADE, None)
    pen.shape(
        [(tx - 0.018 * s, top + 0.008 * s), (tx + tw / 2, top - 0.145 * s), (tx + tw + 0.018 * s, top + 0.008 * s)],
        roof,
        INK,
        line,
    )
    pen.draw.polygon(
        pen.to_pixels([(tx + tw * 0.56, top - 0.1 * s), (tx + tw * 0.98, top), (tx + tw * 0.6, top)]), fill=dark
    )
    pen.oval(tx + tw / 2, top + 0.06 * s, 0.022 * s, 0.022 * s, GLASS, INK, line * 0.6)
    pen.box(tx + tw / 2 - 0.02 * s, foot - 0.06 * s, 0.04 * s, 0.06 * s, DOOR, None)
    pen.oval(tx + tw / 2, foot - 0.06 * s, 0.02 * s, 0.02 * s, DOOR)
    cx, cy = tx + tw / 2, top - 0.145 * s
    for width, ink in ((0.026 * s, INK), (0.012 * s, c.COIN)):
        pen.line([(cx, cy + 0.004 * s), (cx, cy - 0.062 * s)], width, ink)
        pen.line([(cx - 0.022 * s, cy - 0.04 * s), (cx + 0.022 * s, cy - 0.04 * s)], width, ink)


def draw_spring_stones(pen: Pen, d: tuple[float, float]) -> None:
    """The stones of a spring in the middle of the tile; `d`: the direction away from the river."""
    heap = (
        (0.06, -0.075, 0.062),
        (0.115, -0.01, 0.072),
        (0.02, -0.12, 0.045),
        (0.07, 0.06, 0.055),
        (-0.01, 0.085, 0.04),
    )
    placed = [(0.5 + a * d[0] - b * d[1], 0.5 + a * d[1] + b * d[0], r) for a, b, r in heap]
    for px, py, r in sorted(placed, key=lambda stone: stone[1]):
        pen.oval(px, py, r, r * 0.78, c.STONE_DARK, INK, 0.009)
        pen.oval(px - r * 0.12, py - r * 0.14, r * 0.72, r * 0.5, c.STONE)
        pen.oval(px - r * 0.3, py - r * 0.3, r * 0.3, r * 0.18, c.STONE_LIGHT)


def draw_reeds(pen: Pen, x: float, y: float) -> None:
    for dx, up in ((-0.022, 0.06), (0.0, 0.078), (0.022, 0.055)):
        pen.line([(x + dx, y), (x + dx * 1.5, y - up)], 0.009, c.TREE)
        pen.oval(x + dx * 1.5, y - up, 0.0095, 0.019, rgb("#7A5330"))
