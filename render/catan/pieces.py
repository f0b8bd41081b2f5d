"""Sprites of the pieces: buildings, walls, metropolises, roads, knights, robber, merchant, ship.

Sizes depend on the radius of a hex. Every piece bears its seat's symbol, because colour alone must not identify a seat.
"""

from __future__ import annotations

import math
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush, darken_colour
from render.core.cache import cached_sprite
from render.core.look import SEAT_COLOURS, Colour, SeatColour, mix_colours
from render.core.paints import COIN, LINE, STONE, STONE_DARK, STONE_SHADE, WHITE, WOOD, WOOD_DARK, WOOD_LIGHT
from render.core.shapes import Point, add_shadow, dilate_mask, draw_seat_symbol

from .colours import CREAM, GREY_DARK, LIGHT, NIGHT, NIGHT_LIGHT, TRACKS
from .good_icons import good_icon

SLOPES: Final = (90, 30, -30)  # degrees of paths: upright, falling, rising
RED_SYMBOL_SCALE: Final = 1.2  # scale of the red seat's symbol
ASPECT: Final = 1.22  # height of a knight by its width


def _draw_seat_sign(b: Brush, kind: str, x: float, y: float, r: float, ink: Colour) -> None:
    symbol_scale = b.scale * (RED_SYMBOL_SCALE if kind == "disc" else 1)
    draw_seat_symbol(b.draw, kind, (x * b.scale, y * b.scale), r * symbol_scale, ink)


def _outline_colour(colour: SeatColour) -> Colour:
    """The outline of a piece: light for red, which fades on hills and fields for red-blind players."""
    return LIGHT if colour.symbol == "disc" else colour.outline


def _finish_piece(b: Brush, size: int, colour: SeatColour | None = None) -> Image.Image:
    """The piece with its shadow; a light outline gets a dark rim, to stand out on fields and beach."""
    image = b.finish()
    if colour is not None and _outline_colour(colour) == LIGHT:
        rim = Image.new("RGBA", image.size, (*LINE, 0))
        rim.putalpha(dilate_mask(image.getchannel("A"), max(1, round(size * 0.022))))
        rim.alpha_composite(image)
        image = rim
    return add_shadow(image, size * 0.035, 0.6, (round(size * 0.02), round(size * 0.035)))


@cached_sprite
def settlement_sprite(letter: str, size: int) -> Image.Image:
    """A house with the symbol of its seat, in the lower middle of a square."""
    colour = SEAT_COLOURS[letter]
    b = Brush(size, size)
    edge = _outline_colour(colour)
    b.edge = b.pixel_width(4.6)
    shape = [(22, 86), (22, 47), (50, 18), (78, 47), (78, 86)]
    b.polygon(shape, colour.fill, edge)
    b.polygon([(50, 21), (78, 48), (70, 48), (50, 29)], mix_colours(colour.fill, (0, 0, 0), 0.16), None)
    b.line([(24, 47), (50, 21), (76, 47)], mix_colours(colour.fill, WHITE, 0.45), 3)
    b.draw.line(
        [(x * b.scale, y * b.scale) for x, y in [*shape, shape[0], shape[1]]], fill=edge, width=b.edge, joint="curve"
    )
    _draw_seat_sign(b, colour.symbol, 50, 63, 17, colour.ink)
    return _finish_piece(b, size, colour)


def _draw_wall(b: Brush) -> None:
    b.edge = b.pixel_width(2.6)
    points: list[Point] = [(3, 97), (3, 76)]
    for i in range(6):
        x = 3 + i * 17.1
        points += [(x, 76), (x + 8.6, 76), (x + 8.6, 82), (x + 17.1, 82)] if i < 5 else [(x, 76), (97, 76)]
    b.polygon([*points, (97, 97)], STONE_SHADE)
    b.box(5, 84, 90, 5, STONE, None)
    for x in (16, 34, 52, 70, 88):
        b.line([(x, 90), (x, 96)], STONE_DARK, 1.6)
    b.line([(4, 89.5), (96, 89.5)], STONE_DARK, 1.6)


@cached_sprite
def wall_sprite(size: int) -> Image.Image:
    """A city wall, in the middle of a square."""
    b = Brush(size, size)
    _draw_wall(b)
    image = b.finish()
    lifted = Image.new("RGBA", image.size, (*STONE, 0))
    lifted.paste(image, (0, -round(size * 0.36)))
    return lifted


def _draw_metropolis_tower(b: Brush, track: str, x: float, top: float, w: float, base: float) -> None:
    """Draws the tower of a metropolis in the colour of its track, with a flag."""
    colours = TRACKS[track]
    b.edge = b.pixel_width(3)
    b.line([(x + w / 2, top), (x + w / 2, top - 17)], LINE, 2.6)
    b.polygon([(x + w / 2, top - 18), (x + w / 2 + 22, top - 12), (x + w / 2, top - 6)], WHITE)
    b.box(x, top + 8, w, base - top - 8, colours.fill)
    b.box(x + w * 0.7, top + 10, w * 0.3 - 1, base - top - 12, darken_colour(colours.fill, 0.78), None)
    step = (w + 6) / 5
    crest: list[Point] = []
    for i in range(3):
        left = x - 3 + 2 * i * step
        crest += [(left, top + 6), (left, top), (left + step, top), (left + step, top + 6)]
    b.polygon([*crest, (x + w + 3, top + 15), (x - 3, top + 15)], colours.fill)
    b.door(x + w / 2, w * 0.46, 19, top + 40, WHITE)


@cached_sprite
def city_sprite(
    letter: str, size: int, wall: bool = False, metropolis: str = "", pillaged: bool = False
) -> Image.Image:
    """A city with its wall and the tower of the track of its metropolis; on its side if pillaged."""
    colour = SEAT_COLOURS[letter]
    b = Brush(size, size)
    edge = _outline_colour(colour)
    lift = -8 if wall else 0
    if metropolis:
        _draw_metropolis_tower(b, metropolis, 55, 20 + lift, 36, 74 + lift)
    b.edge = b.pixel_width(4)
    base = 88 + lift
    shape = [
        (12, base),
        (12, base - 43),
        (33, base - 66),
        (54, base - 43),
        (54, base - 29),
        (88, base - 29),
        (88, base),
    ]
    b.polygon(shape, colour.fill, edge)
    shadow = [(33, base - 63), (54, base - 42), (48, base - 42), (33, base - 56)]
    b.polygon(shadow, mix_colours(colour.fill, (0, 0, 0), 0.16), None)
    b.line([(14, base - 43), (33, base - 63), (52, base - 43)], mix_colours(colour.fill, WHITE, 0.45), 2.6)
    b.line([(57, base - 26), (85, base - 26)], mix_colours(colour.fill, WHITE, 0.45), 2.6)
    b.draw.line(
        [(x * b.scale, y * b.scale) for x, y in [*shape, shape[0], shape[1]]], fill=edge, width=b.edge, joint="curve"
    )
    if not pillaged:
        _draw_seat_sign(b, colour.symbol, 33, base - 28, 15, colour.ink)
    for x in (64, 77):
        b.box(x - 3, base - 19, 7, 9, colour.ink, None)
    if wall:
        _draw_wall(b)
    if pillaged:  # the house lies on its side, its symbol is upright
        b.image = b.image.transpose(Image.Transpose.ROTATE_270)
        b.draw = ImageDraw.Draw(b.image)
        _draw_seat_sign(b, colour.symbol, 41, 33, 15, colour.ink)
    return _finish_piece(b, size, colour)


@cached_sprite
def road_sprite(letter: str, size: int, slope: int) -> Image.Image:
    """A road of length `size`, centred, with an upright symbol."""
    colour = SEAT_COLOURS[letter]
    b = Brush(size, size)
    angle = math.radians(slope)
    dx, dy = math.cos(angle) * 36, math.sin(angle) * 36
    ends = [(50 - dx, 50 - dy), (50 + dx, 50 + dy)]
    b.line(ends, _outline_colour(colour), 20)
    b.line(ends, colour.fill, 14)
    highlight_offset = (3.6 * abs(math.sin(angle)), 3.6 * math.cos(angle))
    highlight = [(x - highlight_offset[0], y - highlight_offset[1]) for x, y in ends]
    b.line(highlight, mix_colours(colour.fill, WHITE, 0.5), 2.2)
    b.oval(50, 50, 10, 10, colour.fill, None)
    _draw_seat_sign(b, colour.symbol, 50, 50, 9, colour.ink)
    extents = (abs(math.cos(angle)), abs(math.sin(angle)))
    x, y = (max(0, round(size * (0.5 - (0.36 * extent + 0.17)))) for extent in extents)  # empty margins slow each paste
    return _finish_piece(b, size, colour).crop((x, y, size - x, size - y))


@cached_sprite
def knight_sprite(letter: str, size: int, level: int, active: bool) -> Image.Image:
    """A shield in the seat's colour with its symbol above; its strength as a digit, dark on light if active, light on
    grey if not. `size` is the width; it is `ASPECT` times as high."""
    colour = SEAT_COLOURS[letter]
    b = Brush(size, round(size * ASPECT))
    edge = _outline_colour(colour)
    b.edge = b.pixel_width(5)
    b.oval(50, 23, 22, 22, colour.fill, edge)
    b.polygon(_shield_points(39, 34), colour.fill, edge)
    b.oval(50, 23, 18, 18, colour.fill, None)  # joins tab and shield
    _draw_seat_sign(b, colour.symbol, 50, 22, 14.5, colour.ink)
    b.edge = b.pixel_width(2.6)
    b.polygon(_shield_points(29, 41), CREAM if active else GREY_DARK, LINE)
    b.letters(50, 71, 62, str(level), LINE if active else WHITE, 46)
    return _finish_piece(b, size, colour)


def _shield_points(half: float, top: float) -> list[Point]:
    """A shield with straight sides and a point below; `half`: half its width."""
    low = top + half * 1.02
    curve = [(half, top), (half, low), (half * 0.86, low + half * 0.36), (half * 0.5, low + half * 0.74)]
    tip = low + half * 1.02
    return [*((50 + x, y) for x, y in curve), (50, tip), *((50 - x, y) for x, y in reversed(curve))]


@cached_sprite
def strength_icon(size: int) -> Image.Image:
    """A white shield with a cross: the total strength of knights."""
    b = Brush(size, size)
    b.edge = b.pixel_width(6)
    b.polygon([(x, y * 1.02 - 30) for x, y in _shield_points(40, 38)], CREAM)
    b.line([(50, 24), (50, 66)], LINE, 10)
    b.line([(31, 40), (69, 40)], LINE, 10)
    return b.finish()


@cached_sprite
def robber_sprite(size: int) -> Image.Image:
    """A dark hooded figure."""
    b = Brush(size, size)
    edge = WHITE
    b.edge = b.pixel_width(3)
    body = [(22, 95), (28, 70), (38, 48), (62, 48), (72, 70), (78, 95)]
    b.polygon(body, NIGHT, edge)
    b.oval(50, 31, 22, 24, NIGHT, edge)
    b.polygon([(36, 44), (64, 44), (68, 60), (32, 60)], NIGHT, None)
    b.line([(40, 62), (33, 92)], NIGHT_LIGHT, 3)
    b.line([(60, 62), (67, 92)], NIGHT_LIGHT, 3)
    b.round_box(33, 24, 34, 12, 5, (232, 222, 200), None)
    b.oval(42, 30, 3.6, 3.6, LINE, None)
    b.oval(58, 30, 3.6, 3.6, LINE, None)
    b.line([(28, 70), (50, 77), (72, 70)], WOOD_LIGHT, 4)
    return _finish_piece(b, size)


@cached_sprite
def merchant_sprite(letter: str, size: int) -> Image.Image:
    """A striped tent with its owner's symbol on the flag."""
    colour = SEAT_COLOURS[letter]
    b = Brush(size, size)
    b.edge = b.pixel_width(3)
    b.line([(50, 40), (50, 6)], LINE, 3)
    b.polygon([(50, 5), (92, 5), (92, 34), (50, 34)], colour.fill, LINE)
    _draw_seat_sign(b, colour.symbol, 71, 20, 10.5, colour.ink)
    b.box(20, 66, 60, 28, (248, 232, 196))
    b.polygon([(50, 34), (10, 68), (90, 68)], (252, 244, 226))
    for left, right in ((10, 26), (42, 58), (74, 90)):
        b.polygon([(50, 36), (left, 68), (right, 68)], TRACKS["trade"].fill, None)
    for i in range(5):
        b.pie(18 + i * 16, 68, 8, 0, 180, TRACKS["trade"].fill if i % 2 == 0 else (252, 244, 226))
    b.polygon([(42, 94), (42, 78), (58, 78), (58, 94)], WOOD_DARK, None)
    b.line([(50, 34), (10, 68)], LINE, 2.6)
    b.line([(50, 34), (90, 68)], LINE, 2.6)
    return _finish_piece(b, size)


@cached_sprite
def ship_sprite(size: int) -> Image.Image:
    """The barbarians' ship."""
    b = Brush(size, size)
    b.edge = b.pixel_width(2.6)
    b.line([(50, 72), (50, 6)], WOOD_DARK, 4)
    b.polygon([(46, 12), (46, 62), (10, 62), (20, 36)], WHITE)
    b.polygon([(33, 26), (46, 22), (46, 36), (20, 42)], NIGHT, None)
    b.polygon([(54, 10), (54, 62), (90, 62), (80, 30)], (196, 44, 40))
    b.polygon([(54, 30), (84, 40), (86, 50), (54, 42)], WHITE, None)
    b.polygon([(4, 70), (96, 70), (82, 94), (18, 94)], WOOD)
    b.line([(10, 78), (90, 78)], WOOD_DARK, 2.6)
    for x in (28, 50, 72):
        b.oval(x, 77, 7.5, 7.5, NIGHT)
        b.oval(x, 77, 2.4, 2.4, COIN, None)
    return b.finish()


@cached_sprite
def barbarian_sign(size: int) -> Image.Image:
    """A horned helmet over crossed axes."""
    b = Brush(size, size)
    b.edge = b.pixel_width(3)
    b.polygon([(22, 44), (4, 34), (4, 10), (16, 22), (28, 28)], STONE)
    b.polygon([(78, 44), (96, 34), (96, 10), (84, 22), (72, 28)], STONE)
    b.polygon([(18, 62), (20, 38), (34, 22), (50, 17), (66, 22), (80, 38), (82, 62)], NIGHT_LIGHT)
    b.box(14, 58, 72, 13, NIGHT)
    b.polygon([(30, 71), (34, 94), (50, 86), (66, 94), (70, 71)], (160, 92, 48))
    return b.finish()


@cached_sprite
def event_die_face(kind: str, size: int) -> Image.Image:
    """A face of the event die: the ship, or a gate in the colour of a track with its commodity."""
    b = Brush(size, size)
    b.edge = b.pixel_width(3.4)
    if kind == "ship":
        b.round_box(3, 3, 94, 94, 16, NIGHT, WHITE)
        image = b.finish()
        symbol = ship_sprite(round(size * 0.8))
        image.alpha_composite(symbol, ((size - symbol.width) // 2, (size - symbol.height) // 2 - 1))
        return image
    colours = TRACKS[kind]
    b.round_box(3, 3, 94, 94, 16, WHITE, LINE)
    b.box(12, 24, 76, 66, colours.fill)
    for x in (12, 41, 70):
        b.box(x, 12, 18, 14, colours.fill)
    b.door(50, 50, 58, 90, WHITE)
    image = b.finish()
    symbol = good_icon(colours.commodity, round(size * 0.42))
    image.alpha_composite(symbol, ((size - symbol.width) // 2, round(size * 0.46)))
    return image


PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cached_sprite
def number_die_face(number: int, size: int, red: bool) -> Image.Image:
    """A number die; the red one counts for the gates."""
    b = Brush(size, size)
    b.edge = b.pixel_width(4)
    fill, ink = ((200, 36, 32), WHITE) if red else ((252, 248, 238), LINE)
    b.round_box(3, 3, 94, 94, 20, fill, (70, 8, 8) if red else LINE)
    for x, y in PIPS[number]:
        b.oval(50 + 25 * x, 50 + 25 * y, 10, 10, ink, None)
    return b.finish()
