"""The island without pieces: sea, beach, hexes, harbours, number tokens. Cached, because it rarely changes."""

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
from .island_plan import HARBOUR_DISC, IslandPlan
from .terrain import VARIANTS, hex_points, hex_tile

RED_NUMBERS: Final = (6, 8)  # those rolled most often
SEA_BANDS: Final[tuple[tuple[float, Colour], ...]] = (  # (distance from the land in radii, colour)
    (0.62, OFFSHORE),
    (0.42, SEA_LIGHT),
    (0.25, SHALLOW),
    (0.15, FOAM),
    (0.115, BEACH_DARK),
    (0.1, BEACH),
)
SCALE: Final = 2  # supersampling of sea and piers
STRIP_ROWS: Final = 96  # rows of the sea that are scaled at a time
LEAST_RADIUS_WITH_RATE: Final = 40  # least radius of a disc with both good and rate
TOKEN_OFFSET: Final = 0.05  # distance of tokens below the middle of their hex, in radii
Land = tuple[tuple[str, int], ...]  # (terrain, token) of each hex


def count_pips(number: int) -> int:
    """The dots below a number: the rolls out of 36 with that sum."""
    return 6 - abs(7 - number) if number else 0


@cached_sprite
def number_token(number: int, radius: int) -> Image.Image:
    """A number token with its dots; 6 and 8 are red."""
    size = 2 * radius + 8
    b = Brush(size, size)
    ink = TOKEN_RED if number in RED_NUMBERS else TOKEN_INK
    b.edge = b.pixel_width(3)
    b.oval(50, 50, 46, 46, TOKEN, TOKEN_RIM)
    b.edge = b.pixel_width(1.2)
    b.oval(50, 50, 41, 41, None, mix_colours(TOKEN, TOKEN_RIM, 0.3))
    pips = count_pips(number)
    for i in range(pips):
        b.oval(50 + (i - (pips - 1) / 2) * 10, 76, 4.2, 4.2, ink, None)
    image = add_shadow(b.finish(), radius * 0.06, 0.5, (1, 3))
    high = round(radius * (1.08 if number in RED_NUMBERS else 0.98))
    words = text_sprite(str(number), high, BOLD, 100, ink)
    image.alpha_composite(words, (round((size - words.width) / 2), round(size * 0.44 - capitals_middle(high, BOLD))))
    return image


def token_radius(radius: int) -> int:
    """The radius of a token, larger in proportion on large boards, for phones."""
    return round(max(radius * 0.34, min(radius * 0.44, 37)))


def token_middle(plan: IslandPlan, number: int) -> Point:
    """The middle of the number token of a hex."""
    x, y = plan.hex_middle(number)
    return x, y + plan.radius * TOKEN_OFFSET


def harbour_disc_radius(radius: int) -> int:
    """The radius of a harbour disc."""
    return round(max(radius * HARBOUR_DISC[0], HARBOUR_DISC[1]))


@cached_sprite
def harbour_disc(card: str, rate: int, radius: int) -> Image.Image:
    """A harbour: its good and its rate; on small discs the good alone means 2:1."""
    size = 2 * radius + 6
    b = Brush(size, size)
    b.edge = b.pixel_width(3.6)
    b.oval(50, 50, 46, 46, GOODS[card], LINE)
    image = add_shadow(b.finish(), 2, 0.4, (1, 3))
    any_good, shows_both = card == "any", radius >= LEAST_RADIUS_WITH_RATE
    if any_good or shows_both:
        rate_high = round(radius * (0.96 if any_good else 0.83))
        words = text_sprite(f"{rate}:1", rate_high, BOLD, 100 if any_good else 88, TOKEN_INK)
        rate_y = 0.5 if any_good else 0.72
        top = round(size * rate_y - capitals_middle(rate_high, BOLD))
        image.alpha_composite(words, (round((size - words.width) / 2), top))
    if not any_good:
        icon = good_icon(card, round(radius * (0.84 if shows_both else 1.2)))
        top = round(size * 0.1) if shows_both else round(size * 0.5 - icon.height / 2)
        image.alpha_composite(icon, ((size - icon.width) // 2, top))
    return image


def _draw_waves(draw: ImageDraw.ImageDraw, plan: IslandPlan, random: Random) -> None:
    """Draws small double waves in rows over the open sea."""
    step_x, step_y = 118, 62
    for row in range(plan.sea_top // step_y, plan.sea_bottom // step_y + 2):
        for column in range(-1, plan.size[0] // step_x + 2):
            x = column * step_x + (row % 2) * step_x / 2 + random.uniform(-16, 16)
            y = row * step_y + random.uniform(-10, 10)
            for dx in (-9, 9):
                box = ((x + dx - 9) * SCALE, (y - 6) * SCALE, (x + dx + 9) * SCALE, (y + 6) * SCALE)
                draw.arc(box, 200, 340, fill=FOAM, width=2 * SCALE)


@cached_sprite
def sea_sprite(plan: IslandPlan) -> Image.Image:
    """Open sea, bands of shallow water, the beach; a palette image with one byte per pixel."""
    big = Image.new("P", (plan.size[0] * SCALE, plan.size[1] * SCALE), SEA)
    draw = ImageDraw.Draw(big)
    random = Random(f"sea {plan.board}")
    for _ in range(26):
        x, y = random.uniform(0, plan.size[0]), random.uniform(plan.sea_top, plan.sea_bottom)
        wide, high = random.uniform(60, 190), random.uniform(14, 40)
        box = ((x - wide) * SCALE, (y - high) * SCALE, (x + wide) * SCALE, (y + high) * SCALE)
        draw.ellipse(box, fill=SEA_DARK)
    _draw_waves(draw, plan, random)
    hexes = range(len(plan.layout.centres))
    for distance, colour in SEA_BANDS:
        for number in hexes:
            x, y = plan.hex_middle(number)
            ring = [(a * SCALE, b * SCALE) for a, b in hex_points((x, y), plan.radius)]
            wide = plan.radius * distance * SCALE
            draw.polygon(ring, fill=colour)
            draw.line([*ring, ring[0]], fill=colour, width=round(2 * wide))
            for a, b in ring:
                draw.ellipse((a - wide, b - wide, a + wide, b + wide), fill=colour)
    sea = Image.new("RGB", plan.size)
    for top in range(0, plan.size[1], STRIP_ROWS):
        part = big.crop((0, top * SCALE, big.width, min(big.height, (top + STRIP_ROWS) * SCALE)))
        sea.paste(part.convert("RGB").reduce(SCALE), (0, top))
    return sea


def _draw_pier(draw: ImageDraw.ImageDraw, start: Point, end: Point, half_wide: float) -> None:
    """Draws planks from a corner towards the disc."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def strip(near: float, far: float, half: float, ink: Colour) -> None:
        """Draw a rectangle along the pier; `near`, `far`: distances of its ends from the start."""
        corners = [(near, -half), (far, -half), (far, half), (near, half)]
        points = [(start[0] + ux * u - uy * v, start[1] + uy * u + ux * v) for u, v in corners]
        draw.polygon(points, fill=(*ink, 255))

    strip(0, length, half_wide + 5, PIER_DARK)
    step = half_wide * 0.95
    for i in range(max(1, int(length / step))):
        strip(i * step + 3, (i + 1) * step - 3, half_wide, PIER)


def _draw_harbour_piers(canvas: Image.Image, plan: IslandPlan, harbour: HarbourView) -> None:
    """Draws the two piers of a harbour."""
    (x, y), reach = plan.harbour_middle(harbour.corners), _pier_reach(plan)
    sprite = _two_piers(plan, harbour.corners)
    canvas.paste(sprite, (round(x) - reach, round(y) - reach), sprite)


def _pier_reach(plan: IslandPlan) -> int:
    """Half the side of the sprite of two piers."""
    return round(plan.radius * 1.2)


@cached_sprite
def _two_piers(plan: IslandPlan, corners: tuple[int, int]) -> Image.Image:
    """The piers from both corners to the disc of a harbour."""
    (x, y), reach = plan.harbour_middle(corners), _pier_reach(plan)
    left, top = round(x) - reach, round(y) - reach
    big = Image.new("RGBA", (2 * reach * SCALE, 2 * reach * SCALE), (*PIER_DARK, 0))
    draw = ImageDraw.Draw(big)
    for corner in corners:
        corner_x, corner_y = plan.corner_point(corner)
        start = (corner_x + (x - corner_x) * 0.16 - left, corner_y + (y - corner_y) * 0.16 - top)
        end = ((x - left) * SCALE, (y - top) * SCALE)
        _draw_pier(draw, (start[0] * SCALE, start[1] * SCALE), end, plan.radius * 0.075 * SCALE)
    return big.reduce(SCALE)


@cached_ground
def island_sprite(plan: IslandPlan, land: Land, harbours: tuple[HarbourView, ...], above: Colour | None) -> Image.Image:
    """The island without pieces. Shared: copy it before drawing. `above`: the colour behind the strip."""
    canvas = sea_sprite(plan).copy()
    for harbour in harbours:
        _draw_harbour_piers(canvas, plan, harbour)
    for h, (terrain, _) in enumerate(land):
        q, r = plan.layout.centres[h]
        paste_centred(canvas, hex_tile(terrain, (q - r) % VARIANTS, plan.radius), plan.hex_middle(h))
    for harbour in harbours:
        sprite = harbour_disc(harbour.card, harbour.rate, harbour_disc_radius(plan.radius))
        paste_centred(canvas, sprite, plan.harbour_middle(harbour.corners))
    for h, (_, number) in enumerate(land):
        if number:
            paste_centred(canvas, number_token(number, token_radius(plan.radius)), token_middle(plan, h))
    if above is not None:
        canvas.paste(above, (0, 0, plan.size[0], plan.sea_top))
    return canvas
