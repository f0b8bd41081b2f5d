"""Markers of news on any board: frames of new tiles, letters of seats, points, removed figures. Positions are in
pixels.

Colour never identifies a seat alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.fonts import BOLD, capitals_middle, text_sprite
from render.core.look import SEAT_COLOURS, Colour, Look, rgb
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
    over, line = frame_overhang(side), min(9, max(4, round(side * 0.075)))
    wide = side + 2 * over
    big = Image.new("L", (wide * SMOOTH, wide * SMOOTH), 0)
    image = Image.new("RGB", (wide, wide), fill)
    alpha = Image.new("L", (wide, wide), 0)
    edges = ((0, DARK_CASE if outer == LIGHT_CASE else outer), (1, inner), (over - 1, fill), (over + line - 2, inner))
    for inset, ink in edges:
        alpha_of = _ring_mask(big, inset, over + line, wide)
        image.paste(ink, (0, 0, wide, wide), alpha_of)
        if inset == 0:
            alpha = alpha_of
    done = image.convert("RGBA")
    done.putalpha(alpha)
    return done


def frame_overhang(side: int) -> int:
    """The pixels by which a frame reaches beyond its tile."""
    return min(6, max(3, round(side * 0.05)))


def _ring_mask(big: Image.Image, outside: int, inside: int, wide: int) -> Image.Image:
    """White between two rounded squares, `outside` and `inside` pixels within the border."""
    big.paste(0, (0, 0, *big.size))
    draw = ImageDraw.Draw(big)
    for inset, ink in ((outside, 255), (inside, 0)):
        box = (inset * SMOOTH, inset * SMOOTH, (wide - inset) * SMOOTH - 1, (wide - inset) * SMOOTH - 1)
        draw.rounded_rectangle(box, max(2, 9 - inset) * SMOOTH, fill=ink)
    return big.resize((wide, wide), Image.Resampling.BOX)


def seat_colour_rings(letter: str) -> tuple[tuple[float, Colour], ...]:
    """(inset, colour) of the rings in a seat's colour: a dark line, and a light one around dark colours."""
    fill = SEAT_COLOURS[letter].fill
    if tint_casing(letter) == LIGHT_CASE:
        return (0.0, DARK_CASE), (1.5, LIGHT_CASE), (4.5, fill)
    return (0.0, DARK_CASE), (2.5, fill)


@cached_sprite
def letter_disc(letter: str, wide: int = LETTER) -> Image.Image:
    """The letter of a seat on a disc of its colour."""
    colour = SEAT_COLOURS[letter]
    pad = 4
    size = (wide + 2 * pad) * SMOOTH
    image = Image.new("RGBA", (size, size), (*colour.fill, 0))
    draw = ImageDraw.Draw(image)
    for inset, ink in seat_colour_rings(letter):
        edge = (pad + inset * wide / LETTER) * SMOOTH
        draw.ellipse((edge, edge, size - edge - 1, size - edge - 1), fill=(*ink, 255))
    done = add_shadow(scale_down(image, (wide + 2 * pad, wide + 2 * pad)), 1.6, 0.5, (1, 2))
    high = round(wide * 0.74)
    words = text_sprite(letter, high, BOLD, 100, colour.ink)
    done.alpha_composite(
        words, (round((done.width - words.width) / 2), round(done.height / 2 - capitals_middle(high, BOLD)))
    )
    return done


@cached_sprite
def pill_sprite(parts: tuple[tuple[str, str], ...], high: int) -> Image.Image:
    """(letter, text) pairs side by side."""
    size = round(high * 0.68)
    shown = [(letter, text_sprite(text, size, BOLD, 88, SEAT_COLOURS[letter].ink)) for letter, text in parts]
    sign, gap, pad = round(high * 0.46), round(high * 0.1), 4
    widths = [sign + words.width + 3 * gap for _, words in shown]
    wide = sum(widths) + gap
    image = Image.new("RGBA", ((wide + 2 * pad) * SMOOTH, (high + 2 * pad) * SMOOTH), (*DARK_CASE, 0))
    draw = ImageDraw.Draw(image)
    shell = (pad * SMOOTH, pad * SMOOTH, (pad + wide) * SMOOTH - 1, (pad + high) * SMOOTH - 1)
    *lines, (last, _) = seat_colour_rings(shown[0][0])
    for inset, ink in lines:
        draw.rounded_rectangle(_shrink_box(shell, inset), high * SMOOTH / 2, fill=(*ink, 255))
    inside = _shrink_box(shell, last)
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle(inside, (inside[3] - inside[1]) / 2, fill=255)
    paint, x = Image.new("RGB", image.size, SEAT_COLOURS[shown[-1][0]].fill), 0.0
    brush = ImageDraw.Draw(paint)
    for (letter, _), span in zip(shown, widths, strict=True):
        end = x + (span + pad + gap / 2) * SMOOTH
        brush.rectangle((x, 0, end, paint.height), fill=SEAT_COLOURS[letter].fill)
        at = (x + (gap * 1.6 + sign / 2 + (pad if not x else 0)) * SMOOTH, image.height / 2)
        draw_seat_symbol(brush, SEAT_COLOURS[letter].symbol, at, sign * 0.5 * SMOOTH, SEAT_COLOURS[letter].ink)
        x = end
    image.paste(paint, (0, 0), mask)
    done = add_shadow(scale_down(image, (wide + 2 * pad, high + 2 * pad)), 2, 0.55, (1, 2))
    at_x = pad
    for (_, words), span in zip(shown, widths, strict=True):
        done.alpha_composite(
            words, (round(at_x + sign + 2.1 * gap), round(done.height / 2 - capitals_middle(size, BOLD)))
        )
        at_x += round(span + gap / 2)
    return done


def _shrink_box(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    step = by * SMOOTH
    return box[0] + step, box[1] + step, box[2] - step, box[3] - step


def points_pill(look: Look, points: Mapping[int, int], high: int = PILL) -> Image.Image:
    """`+9` with the seat's symbol on its colour, side by side for several seats. `points`: seat -> points."""
    return pill_sprite(tuple((look.seats[seat].letter, format_gain(n)) for seat, n in sorted(points.items())), high)


def format_gain(n: int) -> str:
    """`+9`, `−3`."""
    return f"+{n}" if n >= 0 else f"\N{MINUS SIGN}{-n}"


@cached_sprite
def gone_figure_sprite(kind: str, letter: str, side: int, ground: Colour) -> Image.Image:
    """A removed figure, for tiles of that side: on a plate, with a red cross on white at its shoulder."""
    standing = (
        board_figure_sprite(kind, letter, side, "") if side >= PLAIN else figure_sprite(kind, letter, round(side * 0.5))
    )
    cross = max(26, round(standing.height * 0.6))
    wide, high = standing.width + round(cross * 0.9) + 10, max(standing.height, cross) + 10
    big = Image.new("RGBA", (wide * SMOOTH, high * SMOOTH), (*ground, 0))
    draw = ImageDraw.Draw(big)
    box = (SMOOTH, SMOOTH, (wide - 1) * SMOOTH - 1, (high - 1) * SMOOTH - 1)
    draw.rounded_rectangle(box, 9 * SMOOTH, fill=(*ground, 235), outline=(*LOST, 255), width=2 * SMOOTH)
    x, y, r = (wide - cross * 0.5 - 7) * SMOOTH, (high * 0.5) * SMOOTH, cross * 0.5 * SMOOTH
    draw.ellipse((x - r, y - r, x + r, y + r), fill=(255, 255, 255, 255), outline=(*DARK_CASE, 255), width=SMOOTH)
    arm = r * 0.46
    for a, b in ((-1, -1), (-1, 1)):
        line = (x + a * arm, y + b * arm, x - a * arm, y - b * arm)
        draw.line(line, fill=(*LOST, 255), width=round(r * 0.4))
    done = scale_down(big, (wide, high))
    done.alpha_composite(standing, (5, max(0, (high - standing.height) // 2)))
    return done
