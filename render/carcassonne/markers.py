"""Markers of news on any board: frames of new tiles, letters of seats, points, removed figures. Positions are in
pixels.

Colour never identifies a seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, capitals_middle, centre_text, text_sprite
from render.core.look import SEAT_COLOURS, Colour, Look, rgb
from render.core.sentences import format_number
from render.core.shapes import SMOOTH, add_shadow, draw_seat_symbol, scale_down

from .feature_tints import DARK_CASE, LIGHT_CASE, tint_casing
from .figure_sprites import NOBODY, board_figure_sprite, figure_sprite
from .layout import PLAIN

LETTER: Final = 46  # disc of a letter, which is 11 px high in a picture shown 400 px wide
PILL: Final = 52  # height of a pill with points
LOST: Final = rgb("#D0181F")


@cached_sprite
def tile_frame_sprite(side: int, letter: str) -> Image.Image:
    """A frame around a tile of that side in a seat's colour (empty `letter`: neutral), between a light and a dark line.
    It reaches `frame_overhang(side)` pixels beyond the tile."""
    fill = SEAT_COLOURS[letter].fill if letter else NOBODY
    inner = tint_casing(letter) if letter else DARK_CASE
    outer = DARK_CASE if inner == LIGHT_CASE else LIGHT_CASE
    overhang, line_width = frame_overhang(side), min(9, max(4, round(side * 0.075)))
    wide = side + 2 * overhang
    canvas = Image.new("L", (wide * SMOOTH, wide * SMOOTH), 0)
    image = Image.new("RGB", (wide, wide), fill)
    alpha = Image.new("L", (wide, wide), 0)
    rings = (
        (0, DARK_CASE if outer == LIGHT_CASE else outer),
        (1, inner),
        (overhang - 1, fill),
        (overhang + line_width - 2, inner),
    )
    for inset, ink in rings:
        ring = _ring_mask(canvas, inset, overhang + line_width, wide)
        image.paste(ink, (0, 0, wide, wide), ring)
        if inset == 0:
            alpha = ring
    sprite = image.convert("RGBA")
    sprite.putalpha(alpha)
    return sprite


def frame_overhang(side: int) -> int:
    """The pixels by which a frame reaches beyond its tile."""
    return min(6, max(3, round(side * 0.05)))


def _ring_mask(canvas: Image.Image, outside: int, inside: int, wide: int) -> Image.Image:
    """White between two rounded squares, `outside` and `inside` pixels within the border."""
    canvas.paste(0, (0, 0, *canvas.size))
    draw = ImageDraw.Draw(canvas)
    for inset, ink in ((outside, 255), (inside, 0)):
        box = (inset * SMOOTH, inset * SMOOTH, (wide - inset) * SMOOTH - 1, (wide - inset) * SMOOTH - 1)
        draw.rounded_rectangle(box, max(2, 9 - inset) * SMOOTH, fill=ink)
    return canvas.resize((wide, wide), Image.Resampling.BOX)


def seat_colour_rings(letter: str) -> tuple[tuple[float, Colour], ...]:
    """(inset, colour) of the rings in a seat's colour: a dark line, and a light one around dark colours."""
    fill = SEAT_COLOURS[letter].fill
    if tint_casing(letter) == LIGHT_CASE:
        return (0.0, DARK_CASE), (1.5, LIGHT_CASE), (4.5, fill)
    return (0.0, DARK_CASE), (2.5, fill)


@cached_sprite
def letter_disc(letter: str, diameter: int = LETTER) -> Image.Image:
    """The letter of a seat on a disc of its colour."""
    colour = SEAT_COLOURS[letter]
    margin = 4
    size = (diameter + 2 * margin) * SMOOTH
    image = Image.new("RGBA", (size, size), (*colour.fill, 0))
    draw = ImageDraw.Draw(image)
    for inset, ink in seat_colour_rings(letter):
        edge = (margin + inset * diameter / LETTER) * SMOOTH
        draw.ellipse((edge, edge, size - edge - 1, size - edge - 1), fill=(*ink, 255))
    disc = add_shadow(scale_down(image, (diameter + 2 * margin, diameter + 2 * margin)), 1.6, 0.5, (1, 2))
    font_size = round(diameter * 0.74)
    letter_image = text_sprite(letter, font_size, BOLD, 100, colour.ink)
    centre_text(disc, letter_image, font_size, BOLD)
    return disc


@cached_sprite
def pill_sprite(parts: tuple[tuple[str, str], ...], high: int) -> Image.Image:
    """(letter, text) pairs side by side."""
    size = round(high * 0.68)
    letters_with_texts = [
        (letter, text_sprite(text, size, BOLD, 88, SEAT_COLOURS[letter].ink)) for letter, text in parts
    ]
    sign_size, gap, pad = round(high * 0.46), round(high * 0.1), 4
    widths = [sign_size + text_image.width + 3 * gap for _, text_image in letters_with_texts]
    wide = sum(widths) + gap
    image = Image.new("RGBA", ((wide + 2 * pad) * SMOOTH, (high + 2 * pad) * SMOOTH), (*DARK_CASE, 0))
    draw = ImageDraw.Draw(image)
    outline = (pad * SMOOTH, pad * SMOOTH, (pad + wide) * SMOOTH - 1, (pad + high) * SMOOTH - 1)
    *casings, (fill_inset, _) = seat_colour_rings(letters_with_texts[0][0])
    for inset, ink in casings:
        draw.rounded_rectangle(_shrink_box(outline, inset), high * SMOOTH / 2, fill=(*ink, 255))
    inside = _shrink_box(outline, fill_inset)
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(inside, (inside[3] - inside[1]) / 2, fill=255)
    fill_image, x = Image.new("RGB", image.size, SEAT_COLOURS[letters_with_texts[-1][0]].fill), 0.0
    brush = ImageDraw.Draw(fill_image)
    for (letter, _), span in zip(letters_with_texts, widths, strict=True):
        end = x + (span + pad + gap / 2) * SMOOTH
        colour = SEAT_COLOURS[letter]
        brush.rectangle((x, 0, end, fill_image.height), fill=colour.fill)
        sign_middle = (x + (gap * 1.6 + sign_size / 2 + (pad if not x else 0)) * SMOOTH, image.height / 2)
        draw_seat_symbol(brush, colour.symbol, sign_middle, sign_size * 0.5 * SMOOTH, colour.ink)
        x = end
    image.paste(fill_image, (0, 0), mask)
    sprite = add_shadow(scale_down(image, (wide + 2 * pad, high + 2 * pad)), 2, 0.55, (1, 2))
    left = pad
    for (_, text_image), span in zip(letters_with_texts, widths, strict=True):
        sprite.alpha_composite(
            text_image, (round(left + sign_size + 2.1 * gap), round(sprite.height / 2 - capitals_middle(size, BOLD)))
        )
        left += round(span + gap / 2)
    return sprite


def _shrink_box(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    step = by * SMOOTH
    return box[0] + step, box[1] + step, box[2] - step, box[3] - step


def points_pill(look: Look, points: Mapping[int, int], high: int = PILL) -> Image.Image:
    """`+9` with the seat's symbol on its colour, side by side for several seats. `points`: seat -> points."""
    gains = [(look.seats[seat].letter, format_number(gain, sign=True)) for seat, gain in sorted(points.items())]
    return pill_sprite(tuple(gains), high)


@cached_sprite
def gone_figure_sprite(kind: str, letter: str, side: int, ground: Colour) -> Image.Image:
    """A removed figure, for tiles of that side: on a plate, with a red cross on white at its shoulder."""
    figure = (
        board_figure_sprite(kind, letter, side, "") if side >= PLAIN else figure_sprite(kind, letter, round(side * 0.5))
    )
    cross_size = max(26, round(figure.height * 0.6))
    wide, high = figure.width + round(cross_size * 0.9) + 10, max(figure.height, cross_size) + 10
    canvas = Image.new("RGBA", (wide * SMOOTH, high * SMOOTH), (*ground, 0))
    draw = ImageDraw.Draw(canvas)
    plate = (SMOOTH, SMOOTH, (wide - 1) * SMOOTH - 1, (high - 1) * SMOOTH - 1)
    draw.rounded_rectangle(plate, 9 * SMOOTH, fill=(*ground, 235), outline=(*LOST, 255), width=2 * SMOOTH)
    x, y, radius = (wide - cross_size * 0.5 - 7) * SMOOTH, (high * 0.5) * SMOOTH, cross_size * 0.5 * SMOOTH
    box = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(box, fill=(255, 255, 255, 255), outline=(*DARK_CASE, 255), width=SMOOTH)
    arm = radius * 0.46
    for direction_x, direction_y in ((-1, -1), (-1, 1)):
        line = (x + direction_x * arm, y + direction_y * arm, x - direction_x * arm, y - direction_y * arm)
        draw.line(line, fill=(*LOST, 255), width=round(radius * 0.4))
    sprite = scale_down(canvas, (wide, high))
    sprite.alpha_composite(figure, (5, max(0, (high - figure.height) // 2)))
    return sprite
