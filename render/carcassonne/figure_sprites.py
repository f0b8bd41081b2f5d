"""Sprites of figures: those of seats with colour and symbol, and neutral ones."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, centre_text, fitted_text_sprite
from render.core.look import SEAT_COLOURS, rgb
from render.core.shapes import add_shadow, draw_seat_symbol, scale_down

from . import figure_bodies
from .expansions import EXTRAS
from .figure_sketch import Figure, Sketch
from .layout import PLAIN

LARGEST: Final = 0.62  # greatest height, as a share of a tile's side
OVERVIEW: Final = 80  # on smaller tiles figures are larger


FIGURES: Final[dict[str, Figure]] = {
    "follower": Figure(0.36, figure_bodies.draw_follower, None, (0.0, 0.09, 0.15), lies=True),
    "large": Figure(
        0.47, figure_bodies.draw_large_follower, figure_bodies.draw_large_follower_details, (0.0, 0.1, 0.15), lies=True
    ),
    "mayor": Figure(0.43, figure_bodies.draw_mayor, figure_bodies.draw_mayor_details, (0.0, 0.2, 0.16)),
    "builder": Figure(0.41, figure_bodies.draw_builder, figure_bodies.draw_builder_details, (-0.04, 0.12, 0.14)),
    "wagon": Figure(0.36, figure_bodies.draw_wagon, figure_bodies.draw_wagon_details, (-0.05, -0.13, 0.16)),
    "pig": Figure(0.27, figure_bodies.draw_pig, figure_bodies.draw_pig_details, (-0.07, 0.02, 0.19)),
    "barn": Figure(0.36, figure_bodies.draw_barn, figure_bodies.draw_barn_details, (0.0, 0.21, 0.15)),
    "dragon": Figure(0.62, figure_bodies.draw_flying_dragon),
    "fairy": Figure(0.4, figure_bodies.draw_fairy),
    **{kind: figure for extra in EXTRAS.values() for kind, figure in extra.figures.items()},
}
NOBODY: Final = rgb("#8A8A92")
DARK: Final = rgb("#181210")


@cached_sprite
def figure_sprite(kind: str, letter: str, high: int, lying: bool = False, shade: bool = True) -> Image.Image:
    """A figure about `high` pixels high with symbol, outline and shadow; empty `letter`: neutral."""
    shape = FIGURES[kind]
    colour = SEAT_COLOURS.get(letter)
    sketch = Sketch(high, lying)
    fill = colour.fill if colour else NOBODY
    shape.body(sketch, fill)
    if colour:
        sketch.light_edges()
    if shape.details:
        shape.details(sketch, fill)
    if shape.sign and colour:
        x, y, radius = shape.sign
        sketch.seat_sign(colour.symbol, x, y, radius, colour.ink)
    return sketch.finish(colour.outline if colour else DARK, shade)


def follower_sprite(letter: str, high: int, lying: bool = False, shade: bool = True) -> Image.Image:
    """A follower in a seat's colour."""
    return figure_sprite("follower", letter, high, lying, shade)


@cached_sprite
def seat_token(letter: str, wide: int, text: str = "") -> Image.Image:
    """A disc in a seat's colour with its symbol, or with letters for an undrawn figure."""
    supersampling = 4
    side = (wide + 8) * supersampling
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    colour = SEAT_COLOURS.get(letter)
    fill = colour.fill if colour else (120, 120, 126)
    ink = colour.ink if colour else (255, 255, 255)
    edge = colour.outline if colour else (24, 18, 16)
    margin = 4 * supersampling
    line = max(supersampling, round(wide * 0.07 * supersampling))
    draw.ellipse((margin, margin, side - margin, side - margin), fill=fill, outline=edge, width=line)
    if colour and not text:
        draw_seat_symbol(draw, colour.symbol, (side / 2, side / 2), wide * supersampling * 0.26, ink)
    token = scale_down(image, (wide + 8, wide + 8))
    if text:
        text_image, size = fitted_text_sprite(text, round(wide * 0.76), round(wide * 0.5), ink, BOLD, 8)
        centre_text(token, text_image, size, BOLD)
    return add_shadow(token, 1.6, 0.5, (1, 2))


def figure_height_share(kind: str, side: int) -> float:
    """The height of a figure as a share of the tile's side."""
    size = FIGURES[kind].size if kind in FIGURES else 0.36
    if side < PLAIN:
        return max(0.5, min(LARGEST, size * 1.36))
    return size if side >= OVERVIEW else min(LARGEST, size * 0.42 / 0.36)


def board_figure_sprite(kind: str, letter: str, side: int, place: str, plain: bool = False) -> Image.Image:
    """A figure for tiles of that side, lying in a field; an undrawn one is a disc with two letters."""
    if kind not in FIGURES:
        return seat_token(letter, round(side * 0.34), kind[:2].capitalize())
    if plain and kind == "follower":
        return seat_token(letter, round(side * 0.5))
    lying = FIGURES[kind].lies and place.startswith("field")
    return figure_sprite(kind, letter, round(side * figure_height_share(kind, side)), lying)
