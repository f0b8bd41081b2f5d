"""Parts that several scenes share: goods, roads, figures, helmets, swords."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from render.core.brush import Brush
from render.core.look import Colour
from render.core.paints import (
    COIN,
    COIN_DARK,
    LEAF,
    LEAF_DARK,
    LINE,
    ROSE,
    SKIN,
    STEEL,
    STEEL_DARK,
    WOOD_DARK,
)

from .colours import LANDS, PLUME
from .good_icons import good_icon


def stamp_sprite(b: Brush, sprite: Callable[[int], Image.Image], x: float, y: float, w: float) -> None:
    """Draw an existing sprite by its middle."""
    image = sprite(max(1, round(w * b.scale)))
    b.image.alpha_composite(image, (round(x * b.scale - image.width / 2), round(y * b.scale - image.height / 2)))


def stamp_good(b: Brush, kind: str, x: float, y: float, w: float) -> None:
    stamp_sprite(b, lambda size: good_icon(kind, size), x, y, w)


def draw_road(b: Brush, points: list[tuple[float, float]]) -> None:
    b.line(points, LINE, 15)
    b.line(points, LANDS["desert"].light, 11)


def draw_person(b: Brush, x: float, y: float, h: float, robe: Colour, skin: Colour = SKIN) -> None:
    """A figure standing on y."""
    b.polygon([(x - h * 0.3, y), (x - h * 0.13, y - h * 0.62), (x + h * 0.13, y - h * 0.62), (x + h * 0.3, y)], robe)
    b.oval(x, y - h * 0.78, h * 0.19, h * 0.2, skin)


def draw_helmet(b: Brush, x: float, y: float, w: float, active: bool = True) -> None:
    """A helmet by its lower middle."""
    steel, dark = (COIN, COIN_DARK) if active else (STEEL, STEEL_DARK)
    h = w * 1.05
    if active:
        b.polygon(
            [(x, y - h * 0.9), (x - w * 0.2, y - h * 1.2), (x + w * 0.5, y - h * 1.25), (x + w * 0.3, y - h)], PLUME
        )
    b.polygon(
        [
            (x - w / 2, y),
            (x - w / 2, y - h * 0.55),
            (x - w * 0.25, y - h * 0.92),
            (x, y - h),
            (x + w * 0.25, y - h * 0.92),
            (x + w / 2, y - h * 0.55),
            (x + w / 2, y),
        ],
        steel,
    )
    b.polygon(
        [
            (x + w * 0.14, y - h * 0.95),
            (x + w * 0.25, y - h * 0.92),
            (x + w / 2, y - h * 0.55),
            (x + w / 2, y),
            (x + w * 0.3, y),
        ],
        dark,
        None,
    )
    b.box(x - w * 0.34, y - h * 0.58, w * 0.68, h * 0.15, LINE, None)
    b.box(x - w * 0.07, y - h * 0.58, w * 0.14, h * 0.58, LINE, None)


def draw_upright_sword(b: Brush, x: float, y: float, h: float, lean: float = 0.0) -> None:
    """A sword by its point, its hilt above."""

    def at(u: float, v: float) -> tuple[float, float]:
        return x + u * math.cos(lean) + v * math.sin(lean), y + u * math.sin(lean) - v * math.cos(lean)

    w = h * 0.07
    b.polygon([at(0, 0), at(-w, h * 0.14), at(-w, h * 0.72), at(w, h * 0.72), at(w, h * 0.14)], STEEL)
    b.line([at(-h * 0.2, h * 0.74), at(h * 0.2, h * 0.74)], COIN_DARK, h * 0.07)
    b.line([at(0, h * 0.78), at(0, h * 0.96)], WOOD_DARK, h * 0.08)


def draw_crossroads(b: Brush) -> None:
    """Forking roads, a house and a tree."""
    draw_road(b, [(4, 92), (34, 74), (44, 56), (72, 44), (96, 48)])
    draw_road(b, [(44, 56), (30, 34), (12, 28)])
    b.tree(70, 88, 10, LEAF, LEAF_DARK)
    b.gable(76, 26, 14, 10, ROSE)
    b.wall(76, 26, 14, 38)
