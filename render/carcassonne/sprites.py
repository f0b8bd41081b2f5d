"""Tiles and figures at the size they are needed: painted once, kept on disk and in memory."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core import cache
from render.core.fonts import BOLD, fit, label, middle
from render.core.kit import reduced, shadowed, symbol
from render.core.look import SEAT_COLOURS, mix

from .facts import facts
from .paint import VERSION, paint

SMALL: Final = (512, 256)  # painted at, kept at: for boards
LARGE: Final = (1024, 512)  # for pictures of a single tile
NEUTRAL: Final = "neutral"


def _master(tile: str, quarters: int, sizes: tuple[int, int], plain: bool) -> Image.Image:
    painted, side = sizes
    key = f"{VERSION} {facts(tile, quarters)!r} {sizes} {plain}"

    def make() -> Image.Image:
        return paint(tile, quarters, painted, plain).resize((side, side), Image.Resampling.LANCZOS)

    return cache.kept("carcassonne", key, (side, side), make)


@lru_cache(maxsize=512)
def _small(tile: str, quarters: int, side: int, plain: bool) -> Image.Image:
    return _master(tile, quarters, SMALL, plain).resize((side, side), Image.Resampling.LANCZOS)


@lru_cache(maxsize=24)
def _large(tile: str, quarters: int, side: int) -> Image.Image:
    return _master(tile, quarters, LARGE, False).resize((side, side), Image.Resampling.LANCZOS)


def land(tile: str, quarters: int, side: int, plain: bool = False) -> Image.Image:
    """A tile as it lies, so many pixels wide. Do not draw on it: it is shared."""
    return _large(tile, quarters, side) if side > 140 else _small(tile, quarters, side, plain)


_BODY: Final = (
    (-0.085, -0.14),
    (-0.26, -0.115),
    (-0.42, -0.05),
    (-0.435, 0.04),
    (-0.40, 0.085),
    (-0.205, 0.075),
    (-0.36, 0.43),
    (-0.33, 0.47),
    (-0.09, 0.47),
    (0.0, 0.29),
    (0.09, 0.47),
    (0.33, 0.47),
    (0.36, 0.43),
    (0.205, 0.075),
    (0.40, 0.085),
    (0.435, 0.04),
    (0.42, -0.05),
    (0.26, -0.115),
    (0.085, -0.14),
)


def _silhouette(side: int, unit: float, lying: bool) -> tuple[Image.Image, tuple[float, float]]:
    """The mask of a follower in the middle of a square, and the middle of its belly."""
    mask = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(mask)
    middle_ = side / 2

    def turn(x: float, y: float) -> tuple[float, float]:
        return (middle_ - y * unit, middle_ + x * unit) if lying else (middle_ + x * unit, middle_ + y * unit)

    points = [turn(x, y) for x, y in _BODY]
    draw.polygon(points, fill=255)
    draw.line([*points, points[0], points[1]], fill=255, width=round(unit * 0.07), joint="curve")
    x, y = turn(0.0, -0.28)
    r = unit * 0.205
    draw.ellipse((x - r, y - r, x + r, y + r), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(unit * 0.012)).point([255 if v > 127 else 0 for v in range(256)]), turn(
        0.0, 0.09
    )


@lru_cache(maxsize=256)
def follower(letter: str, high: int, lying: bool = False, shade: bool = True) -> Image.Image:
    """A follower in a seat's colour, about so many pixels high, with its symbol, outline and shadow."""
    colour = SEAT_COLOURS[letter]
    smooth = 6 if high < 90 else 3
    side = round(high * 1.36) * smooth
    unit = high * smooth * 0.94
    mask, belly = _silhouette(side, unit, lying)
    line = max(1, round(high * 0.045 * smooth))
    thick = mask
    for _ in range(line):  # the same as one MaxFilter(2 * line + 1), which holds up all threads for half a second
        thick = thick.filter(ImageFilter.MaxFilter(3))
    image = Image.new("RGBA", (side, side), (*colour.outline, 0))
    image.paste((*colour.outline, 255), (0, 0, side, side), thick)
    image.paste((*colour.fill, 255), (0, 0, side, side), mask)
    off = round(unit * 0.05)
    lit = ImageChops.subtract(mask, ImageChops.offset(mask, off, off))
    dim = ImageChops.subtract(mask, ImageChops.offset(mask, -off, -off))
    image.paste((*mix(colour.fill, (255, 255, 255), 0.28), 255), (0, 0, side, side), lit)
    image.paste((*mix(colour.fill, (0, 0, 0), 0.22), 255), (0, 0, side, side), dim)
    symbol(ImageDraw.Draw(image), colour.symbol, belly, unit * 0.15, colour.ink)
    done = reduced(image, (side // smooth, side // smooth))
    return shadowed(done, max(1.0, high * 0.035), 0.55, (round(high * 0.035), round(high * 0.05))) if shade else done


@lru_cache(maxsize=256)
def token(letter: str, wide: int, text: str = "") -> Image.Image:
    """A disc in a seat's colour: with its symbol, or with letters for a figure that has no drawing."""
    smooth = 4
    side = (wide + 8) * smooth
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    colour = SEAT_COLOURS.get(letter)
    fill = colour.fill if colour else (120, 120, 126)
    ink = colour.ink if colour else (255, 255, 255)
    edge = colour.outline if colour else (24, 18, 16)
    pad = 4 * smooth
    draw.ellipse(
        (pad, pad, side - pad, side - pad), fill=fill, outline=edge, width=max(smooth, round(wide * 0.07 * smooth))
    )
    if colour and not text:
        symbol(draw, colour.symbol, (side / 2, side / 2), wide * smooth * 0.26, ink)
    done = reduced(image, (wide + 8, wide + 8))
    if text:
        shown, size, width = fit(text, round(wide * 0.76), round(wide * 0.5), BOLD, 8)
        words = label(shown, size, BOLD, width, ink)
        done.alpha_composite(
            words, (round((done.width - words.width) / 2), round(done.height / 2 - middle(size, BOLD)))
        )
    return shadowed(done, 1.6, 0.5, (1, 2))


def figure(kind: str, letter: str, side: int, place: str, plain: bool = False) -> Image.Image:
    """A figure for tiles of that side: a follower, lying in a field; anything else as a disc with two letters."""
    if kind == "follower":
        if plain:
            return token(letter, round(side * 0.5))
        high = round(side * (0.36 if side >= 80 else 0.42))
        return follower(letter, high, place.startswith("field"))
    return token(letter, round(side * 0.34), kind[:2].capitalize())
