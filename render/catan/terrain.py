"""Six terrains with three scenes each, faint enough for the pieces on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush
from render.core.cache import cached_sprite
from render.core.look import mix_colours
from render.core.paints import COIN_DARK, LINE, WHITE
from render.core.shapes import SMOOTH, Point

from .colours import BRICK, BRICK_DARK, LANDS, ROCK, ROCK_DARK, ROCK_LIGHT, SNOW, TREE, TREE_DARK, TREE_LIGHT, Land

VARIANTS: Final = 3
HEX_MIDDLE: Final = (50.0, 57.7)  # in hundredths of a hex's width
BEACH_GAP: Final = 0.045  # width of the beach between two hexes, where roads run, in radii
TOKEN_CLEARANCE: Final = 23.0  # least distance of details from the token


def hex_points(centre: Point, radius: float) -> list[Point]:
    """The corners of a hex, clockwise from the north."""
    return [
        (centre[0] + radius * math.sin(math.pi / 3 * i), centre[1] - radius * math.cos(math.pi / 3 * i))
        for i in range(6)
    ]


def _is_inside_hex(x: float, y: float, room: float) -> bool:
    """Whether a point lies in the hex, at least `room` from its sides."""
    dx, dy = abs(x - HEX_MIDDLE[0]), abs(y - HEX_MIDDLE[1])
    return dx <= 50 - room and dx / 2 + dy * math.sqrt(3) / 2 <= 50 - room


def _scatter_spots(
    random: Random, count: int, least_distance: float, margin: float, clearance: float = TOKEN_CLEARANCE
) -> list[Point]:
    """Random points, from back to front. They keep `least_distance` from each other, `margin` from the sides of the hex
    and `clearance` from its token."""
    spots: list[Point] = []
    for _ in range(400):
        x, y = random.uniform(6, 94), random.uniform(6, 110)
        if not _is_inside_hex(x, y, margin) or math.dist((x, y), (HEX_MIDDLE[0], HEX_MIDDLE[1] + 3)) < clearance:
            continue
        if all(math.dist((x, y), spot) >= least_distance for spot in spots):
            spots.append((x, y))
            if len(spots) == count:
                break
    return sorted(spots, key=lambda spot: spot[1])


def _draw_patches(b: Brush, random: Random, land: Land, count: int = 7) -> None:
    """Draws flat patches of a lighter and a darker tone."""
    for i in range(count):
        x, y = random.uniform(5, 95), random.uniform(5, 110)
        b.oval(x, y, random.uniform(10, 20), random.uniform(5, 9), land.light if i % 2 else land.dark, None)


def draw_fir(b: Brush, x: float, y: float, h: float) -> None:
    """A fir tree standing on y."""
    w = h * 0.36
    b.box(x - h * 0.05, y - h * 0.2, h * 0.1, h * 0.2, (92, 62, 34), None)
    for lower, upper, wide in ((0.12, 0.58, 1.0), (0.4, 0.82, 0.76), (0.64, 1.04, 0.5)):
        tip = (x, y - h * upper)
        b.polygon([(x - w * wide, y - h * lower), tip, (x + w * wide, y - h * lower)], TREE, None)
        b.polygon([(x, y - h * lower), tip, (x + w * wide, y - h * lower)], TREE_DARK, None)
        b.line([(x - w * wide * 0.72, y - h * (lower + 0.07)), (x - w * 0.1, y - h * (upper - 0.08))], TREE_LIGHT, 0.8)


def _draw_forest(b: Brush, random: Random, land: Land) -> None:
    _draw_patches(b, random, land)
    for x, y in _scatter_spots(random, 34, 10.5, 3, 17):
        draw_fir(b, x, y + 6, random.uniform(13, 16.5))


def draw_sheep(b: Brush, x: float, y: float, r: float, left: bool) -> None:
    """A sheep by the middle of its body."""
    side = -1 if left else 1
    for dx in (-0.5, 0.5):
        b.line([(x + dx * r, y + r * 0.6), (x + dx * r, y + r * 1.15)], LINE, r * 0.2)
    for dx, dy in ((-0.6, 0), (0.6, 0), (-0.2, -0.45), (0.35, -0.4), (0, 0.3)):
        b.oval(x + dx * r, y + dy * r, r * 0.62 + 0.9, r * 0.55 + 0.9, LINE, None)
    for dx, dy in ((-0.6, 0), (0.6, 0), (-0.2, -0.45), (0.35, -0.4), (0, 0.3), (0, 0)):
        b.oval(x + dx * r, y + dy * r, r * 0.62, r * 0.55, WHITE, None)
    b.oval(x + side * r * 1.05, y - r * 0.1, r * 0.36, r * 0.45, LINE, None)


def _draw_pasture(b: Brush, random: Random, land: Land) -> None:
    _draw_patches(b, random, land, 9)
    for x, y in _scatter_spots(random, 26, 9, 4, 18):
        for dx in (-1.6, 0, 1.6):
            b.line([(x, y), (x + dx, y - 3)], land.dark, 0.8)
    for x, y in _scatter_spots(random, 6, 21, 12, 29):
        draw_sheep(b, x, y, 5.2, random.random() < 0.5)


def draw_sheaf(b: Brush, x: float, y: float, h: float) -> None:
    """A sheaf of grain standing on y."""
    w = h * 0.42
    ear, straw = (252, 204, 66), (160, 100, 16)
    b.polygon(
        [(x - w * 0.7, y), (x - w * 0.22, y - h * 0.42), (x + w * 0.22, y - h * 0.42), (x + w * 0.7, y)], straw, None
    )
    for dx, dy in ((-1, 0.78), (1, 0.78), (-0.55, 0.92), (0.55, 0.92), (0, 1)):
        b.line([(x, y - h * 0.35), (x + dx * w, y - h * dy)], straw, h * 0.07)
        b.oval(x + dx * w, y - h * dy, h * 0.15, h * 0.2, straw, None)
        b.oval(x + dx * w - h * 0.02, y - h * dy - h * 0.02, h * 0.1, h * 0.15, ear, None)
    b.round_box(x - w * 0.36, y - h * 0.46, w * 0.72, h * 0.13, 1, (170, 62, 28), None)


def _draw_fields(b: Brush, random: Random, land: Land) -> None:
    bend, tilt = random.uniform(4, 8), random.choice((-0.22, 0.22))
    for i in range(-4, 20):
        y = i * 8.2
        row = [(x, y + (x - 50) * tilt + bend * math.sin(x / 26)) for x in range(-4, 106, 6)]
        b.line(row, land.dark if i % 2 else land.light, 1.5)
    for x, y in _scatter_spots(random, 6, 21, 12, 28):
        draw_sheaf(b, x, y + 7, 15)


def _draw_hill(b: Brush, x: float, y: float, w: float, land: Land, random: Random) -> None:
    h = w * random.uniform(0.42, 0.55)
    b.oval(x, y, w, h, mix_colours(land.dark, LINE, 0.28), None)
    b.oval(x, y + 1.1, w - 0.8, h - 0.3, random.choice((land.ground, land.ground, land.light)), None)
    b.oval(x + w * 0.3, y + h * 0.35, w * 0.55, h * 0.6, mix_colours(land.ground, land.dark, 0.45), None)
    b.oval(x, y + h * 0.9, w * 1.02, h * 0.55, land.ground, None)


def draw_bricks(b: Brush, x: float, y: float, w: float) -> None:
    """A small heap of bricks standing on y."""
    h = w * 0.46
    for dx, dy in ((-w * 0.55, 0), (w * 0.55, 0), (0, h)):
        b.box(x + dx - w / 2, y - dy - h, w, h, BRICK_DARK, None)
        b.box(x + dx - w / 2 + 0.7, y - dy - h + 0.7, w - 1.4, h - 1.4, BRICK, None)


def _draw_clay_hills(b: Brush, random: Random, land: Land) -> None:
    rows = [
        (x + random.uniform(-3, 3) + (8 if i % 2 else 0), i * 11 + random.uniform(-2, 2))
        for i in range(12)
        for x in range(-4, 108, 17)
    ]
    for x, y in sorted(rows, key=lambda spot: spot[1]):
        _draw_hill(b, x, y, random.uniform(10, 13), land, random)
    for x, y in _scatter_spots(random, 5, 22, 14, 29):
        draw_bricks(b, x, y + 4, 7.6)


def draw_peak(b: Brush, x: float, y: float, w: float, h: float, random: Random) -> None:
    """A mountain standing on y with a snowy top, its shady side to the right."""
    top = (x + random.uniform(-1, 1), y - h)
    b.polygon([(x - w / 2, y), top, (x + w / 2, y)], ROCK_LIGHT, None)
    b.polygon([top, (x + w / 2, y), (x + w * 0.04, y), (x + w * 0.1, y - h * 0.4)], ROCK, None)
    snow = 0.4
    snow_left = (top[0] + (x - w / 2 - top[0]) * snow, top[1] + h * snow)
    snow_right = (top[0] + (x + w / 2 - top[0]) * snow, top[1] + h * snow)
    b.polygon(
        [
            top,
            snow_right,
            (top[0] + w * 0.07, top[1] + h * 0.28),
            (top[0], top[1] + h * 0.42),
            (top[0] - w * 0.09, top[1] + h * 0.27),
            snow_left,
        ],
        SNOW,
        None,
    )
    b.line([(x - w / 2, y), top, (x + w / 2, y)], ROCK_DARK, 0.7)


def _draw_mountains(b: Brush, random: Random, land: Land) -> None:
    _draw_patches(b, random, land)
    for x, y in _scatter_spots(random, 24, 12.5, 0, 15):
        draw_peak(b, x, y + 9, random.uniform(17, 22), random.uniform(17, 22), random)
    for x, y in _scatter_spots(random, 9, 12, 6, 22):
        b.polygon([(x - 2.4, y), (x - 1, y - 2.4), (x + 1.6, y - 2), (x + 2.6, y)], land.light, None)


def _draw_cactus(b: Brush, x: float, y: float, h: float) -> None:
    for points in (
        [(x, y), (x, y - h)],
        [(x, y - h * 0.35), (x - h * 0.3, y - h * 0.35), (x - h * 0.3, y - h * 0.66)],
        [(x, y - h * 0.5), (x + h * 0.3, y - h * 0.5), (x + h * 0.3, y - h * 0.8)],
    ):
        b.line(points, (60, 116, 62), h * 0.2)
        b.line(points, (112, 168, 92), h * 0.06)


def _draw_desert(b: Brush, random: Random, land: Land) -> None:
    for _ in range(15):
        x, y, w = random.uniform(0, 100), random.uniform(4, 112), random.uniform(9, 20)
        dune = [(x + t * w, y - (1 - t * t) * w * 0.26 + t * t * t * 1.5) for t in [i / 6 for i in range(-6, 7)]]
        b.polygon([*dune, (x, y + w * 0.1)], land.light, None)
        b.line(dune, land.dark, 1.1)
    for x, y in _scatter_spots(random, 4, 26, 14, 27):
        b.oval(x + 2, y + 6, 5, 1.6, land.dark, None)
        _draw_cactus(b, x, y + 6, 13)
    for x, y in _scatter_spots(random, 3, 24, 14, 26):
        b.oval(x, y, 2.6, 1.7, mix_colours(land.dark, COIN_DARK, 0.4), None)
        b.oval(x - 0.5, y - 0.6, 1.7, 1, land.light, None)


SCENES: Final[dict[str, Callable[[Brush, Random, Land], None]]] = {
    "forest": _draw_forest,
    "pasture": _draw_pasture,
    "fields": _draw_fields,
    "hills": _draw_clay_hills,
    "mountains": _draw_mountains,
    "desert": _draw_desert,
}


@cached_sprite
def hex_tile(terrain: str, variant: int, radius: int) -> Image.Image:
    """A hex of land, cut out; `radius` is that of the whole hex, gap included."""
    wide, high = 2 * math.ceil(radius * math.sqrt(3) / 2), 2 * radius
    land = LANDS[terrain]
    b = Brush(wide, high, land.ground)
    SCENES[terrain](b, Random(f"{terrain} {variant}"), land)
    mask = Image.new("L", b.image.size, 0)
    draw = ImageDraw.Draw(mask)
    centre, inner_radius = (b.image.width / 2, b.image.height / 2), radius * SMOOTH
    draw.polygon(hex_points(centre, inner_radius * (1 - BEACH_GAP)), fill=255)
    rim = ImageDraw.Draw(b.image)
    ring = hex_points(centre, inner_radius * (1 - BEACH_GAP) - SMOOTH * 0.7)
    rim.line([*ring, ring[0], ring[1]], fill=(*mix_colours(land.dark, LINE, 0.4), 255), width=round(SMOOTH * 1.6))
    tile = b.image.convert("RGB").reduce(SMOOTH).convert("RGBA")  # opaque wherever visible: needs no weighted edges
    tile.putalpha(mask.reduce(SMOOTH))
    return tile
