"""The island without its pieces: sea, beach, hexes, harbours, number tokens. Kept, as it hardly ever changes."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush
from render.core.cache import cached_ground, cached_sprite
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import Colour, mix_colours
from render.core.paints import LINE
from render.core.shapes import Point, add_shadow, paste_centred
from rules.catan.view import HarbourView

from .colours import (
    BEACH,
    BEACH_DARK,
    FOAM,
    GOODS,
    OFFSHORE,
    PIER,
    PIER_DARK,
    SEA,
    SEA_DARK,
    SEA_LIGHT,
    SHALLOW,
    TOKEN,
    TOKEN_INK,
    TOKEN_RED,
    TOKEN_RIM,
)
from .good_icons import good_icon
from .island_plan import DISC, IslandPlan
from .terrain import VARIANTS, hex_points, hex_tile

RED: Final = (6, 8)
BANDS: Final[tuple[tuple[float, Colour], ...]] = (  # how far from the land, in radii
    (0.62, OFFSHORE),
    (0.42, SEA_LIGHT),
    (0.25, SHALLOW),
    (0.15, FOAM),
    (0.115, BEACH_DARK),
    (0.1, BEACH),
)
TWICE: Final = 2
STRIP: Final = 96  # rows of the sea that are reduced at a time
BOTH: Final = 40  # the radius of a disc from which on good and rate can be read
DOWN: Final = 0.05  # of the radius: how far tokens lie below the middle of their hex
Land = tuple[tuple[str, int], ...]  # terrain and token of each hex


def count_pips(number: int) -> int:
    """The dots under a number: in how many of 36 rolls it comes up."""
    return 6 - abs(7 - number) if number else 0


@cached_sprite
def number_token(number: int, radius: int) -> Image.Image:
    """A number token with its dots; 6 and 8 are red."""
    size = 2 * radius + 8
    b = Brush(size, size)
    ink = TOKEN_RED if number in RED else TOKEN_INK
    b.edge = b.width(3)
    b.oval(50, 50, 46, 46, TOKEN, TOKEN_RIM)
    b.edge = b.width(1.2)
    b.oval(50, 50, 41, 41, None, mix_colours(TOKEN, TOKEN_RIM, 0.3))
    n = count_pips(number)
    for i in range(n):
        b.oval(50 + (i - (n - 1) / 2) * 10, 76, 4.2, 4.2, ink, None)
    image = add_shadow(b.finished(), radius * 0.06, 0.5, (1, 3))
    high = round(radius * (1.08 if number in RED else 0.98))
    words = text_sprite(str(number), high, BOLD, 100, ink)
    image.alpha_composite(words, (round((size - words.width) / 2), round(size * 0.44 - capitals_middle(high, BOLD))))
    return image


def token_radius(radius: int) -> int:
    """Tokens of a large board are larger than their hexes demand: a phone shows a third of the pixels."""
    return round(max(radius * 0.34, min(radius * 0.44, 37)))


def token_at(plan: IslandPlan, h: int) -> Point:
    x, y = plan.hex(h)
    return x, y + plan.radius * DOWN


def disc_radius(radius: int) -> int:
    """Of a harbour."""
    return round(max(radius * DISC[0], DISC[1]))


@cached_sprite
def harbour_disc(card: str, rate: int, radius: int) -> Image.Image:
    """A harbour: what it is for, and the rate where there is room for both; the good alone means two for one."""
    size = 2 * radius + 6
    b = Brush(size, size)
    b.edge = b.width(3.6)
    b.oval(50, 50, 46, 46, GOODS[card], LINE)
    image = add_shadow(b.finished(), 2, 0.4, (1, 3))
    plain, both = card == "any", radius >= BOTH
    if plain or both:
        high = round(radius * (0.96 if plain else 0.83))
        words = text_sprite(f"{rate}:1", high, BOLD, 100 if plain else 88, TOKEN_INK)
        y = 0.5 if plain else 0.72
        image.alpha_composite(words, (round((size - words.width) / 2), round(size * y - capitals_middle(high, BOLD))))
    if not plain:
        icon = good_icon(card, round(radius * (0.84 if both else 1.2)))
        image.alpha_composite(
            icon, ((size - icon.width) // 2, round(size * (0.1 if both else 0.5) - (0 if both else icon.height / 2)))
        )
    return image


def _draw_waves(draw: ImageDraw.ImageDraw, plan: IslandPlan, random: Random) -> None:
    """Little double waves, in rows, all over the open sea."""
    step_x, step_y = 118, 62
    for row in range(plan.top // step_y, plan.bottom // step_y + 2):
        for column in range(-1, plan.size[0] // step_x + 2):
            x = column * step_x + (row % 2) * step_x / 2 + random.uniform(-16, 16)
            y = row * step_y + random.uniform(-10, 10)
            for dx in (-9, 9):
                box = ((x + dx - 9) * TWICE, (y - 6) * TWICE, (x + dx + 9) * TWICE, (y + 6) * TWICE)
                draw.arc(box, 200, 340, fill=FOAM, width=2 * TWICE)


@cached_sprite
def sea_sprite(plan: IslandPlan) -> Image.Image:
    """Open sea, bands of shallow water like the lines of an old map, the beach. Its few colours take a byte a point."""
    big = Image.new("P", (plan.size[0] * TWICE, plan.size[1] * TWICE), SEA)
    draw = ImageDraw.Draw(big)
    random = Random(f"sea {plan.board}")
    for _ in range(26):
        x, y = random.uniform(0, plan.size[0]), random.uniform(plan.top, plan.bottom)
        wide, high = random.uniform(60, 190), random.uniform(14, 40)
        box = ((x - wide) * TWICE, (y - high) * TWICE, (x + wide) * TWICE, (y + high) * TWICE)
        draw.ellipse(box, fill=SEA_DARK)
    _draw_waves(draw, plan, random)
    hexes = range(len(plan.layout.centres))
    for far, colour in BANDS:
        for h in hexes:
            x, y = plan.hex(h)
            ring = [(a * TWICE, b * TWICE) for a, b in hex_points((x, y), plan.radius)]
            wide = plan.radius * far * TWICE
            draw.polygon(ring, fill=colour)
            draw.line([*ring, ring[0]], fill=colour, width=round(2 * wide))
            for a, b in ring:
                draw.ellipse((a - wide, b - wide, a + wide, b + wide), fill=colour)
    found = Image.new("RGB", plan.size)
    for top in range(0, plan.size[1], STRIP):
        part = big.crop((0, top * TWICE, big.width, min(big.height, (top + STRIP) * TWICE)))
        found.paste(part.convert("RGB").reduce(TWICE), (0, top))
    return found


def _draw_pier(draw: ImageDraw.ImageDraw, start: Point, end: Point, wide: float) -> None:
    """Planks from a corner towards the disc, 4 times too large."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def strip(a: float, b: float, half: float, ink: Colour) -> None:
        corners = [(a, -half), (b, -half), (b, half), (a, half)]
        draw.polygon([(start[0] + ux * u - uy * w, start[1] + uy * u + ux * w) for u, w in corners], fill=(*ink, 255))

    strip(0, length, wide + 5, PIER_DARK)
    step = wide * 0.95
    for i in range(max(1, int(length / step))):
        strip(i * step + 3, (i + 1) * step - 3, wide, PIER)


def _draw_harbour_piers(canvas: Image.Image, plan: IslandPlan, harbour: HarbourView) -> None:
    """The two piers of a harbour, on a little sheet of their own."""
    (x, y), reach = plan.harbour(harbour.corners), _pier_reach(plan)
    sprite = _two_piers(plan, harbour.corners)
    canvas.paste(sprite, (round(x) - reach, round(y) - reach), sprite)


def _pier_reach(plan: IslandPlan) -> int:
    """How far the sheet of two piers goes from the middle of their harbour."""
    return round(plan.radius * 1.2)


@cached_sprite
def _two_piers(plan: IslandPlan, corners: tuple[int, int]) -> Image.Image:
    (x, y), reach = plan.harbour(corners), _pier_reach(plan)
    left, top = round(x) - reach, round(y) - reach
    big = Image.new("RGBA", (2 * reach * TWICE, 2 * reach * TWICE), (*PIER_DARK, 0))
    draw = ImageDraw.Draw(big)
    for v in corners:
        a, b = plan.corner(v)
        start = (a + (x - a) * 0.16 - left, b + (y - b) * 0.16 - top)
        end = ((x - left) * TWICE, (y - top) * TWICE)
        _draw_pier(draw, (start[0] * TWICE, start[1] * TWICE), end, plan.radius * 0.075 * TWICE)
    return big.reduce(TWICE)


@cached_ground
def island_sprite(plan: IslandPlan, land: Land, harbours: tuple[HarbourView, ...], above: Colour | None) -> Image.Image:
    """Everything that lies and never moves. Copy it before drawing on it. `above`: what is behind the strip."""
    canvas = sea_sprite(plan).copy()
    for harbour in harbours:
        _draw_harbour_piers(canvas, plan, harbour)
    for h, (terrain, _) in enumerate(land):
        q, r = plan.layout.centres[h]
        paste_centred(canvas, hex_tile(terrain, (q - r) % VARIANTS, plan.radius), plan.hex(h))
    for harbour in harbours:
        sprite = harbour_disc(harbour.card, harbour.rate, disc_radius(plan.radius))
        paste_centred(canvas, sprite, plan.harbour(harbour.corners))
    for h, (_, number) in enumerate(land):
        if number:
            paste_centred(canvas, number_token(number, token_radius(plan.radius)), token_at(plan, h))
    if above is not None:
        canvas.paste(above, (0, 0, plan.size[0], plan.top))
    return canvas
