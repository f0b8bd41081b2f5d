"""What stands on the board: buildings, walls, metropolises, roads, knights, the robber, the merchant, the ship.

Sizes go by the radius of a hex; colour is never the only sign, so every piece of a seat bears its symbol.
"""

from __future__ import annotations

import math
from typing import Final

from PIL import Image, ImageDraw

from render.core.brush import Brush, darker
from render.core.cache import shared
from render.core.kit import Point, shadowed, symbol
from render.core.look import SEAT_COLOURS, Colour, SeatColour, mix
from render.core.paints import COIN, COIN_DARK, LINE, STONE, STONE_DARK, STONE_SHADE, WHITE, WOOD, WOOD_DARK, WOOD_LIGHT

from .colours import CREAM, GREY, GREY_DARK, NIGHT, NIGHT_LIGHT, PLUME, TRACKS
from .goods import good

SLOPES: Final = (90, 30, -30)  # degrees of paths: upright, falling, rising


def _sign(b: Brush, kind: str, x: float, y: float, r: float, ink: Colour) -> None:
    s = b.scale
    symbol(b.draw, kind, (x * s, y * s), r * s, ink)


def _outline(colour: SeatColour) -> Colour:
    return colour.outline


def _finish(b: Brush, size: int) -> Image.Image:
    return shadowed(b.finished(), size * 0.035, 0.6, (round(size * 0.02), round(size * 0.035)))


@shared
def settlement(letter: str, size: int) -> Image.Image:
    """A house with the symbol of its seat, standing in the lower middle of a square."""
    c = SEAT_COLOURS[letter]
    b = Brush(size, size)
    edge = _outline(c)
    b.edge = b.width(4.6)
    shape = [(22, 86), (22, 47), (50, 18), (78, 47), (78, 86)]
    b.poly(shape, c.fill, edge)
    b.poly([(50, 21), (78, 48), (70, 48), (50, 29)], mix(c.fill, (0, 0, 0), 0.16), None)
    b.line([(24, 47), (50, 21), (76, 47)], mix(c.fill, WHITE, 0.45), 3)
    b.draw.line(
        [(x * b.scale, y * b.scale) for x, y in [*shape, shape[0], shape[1]]], fill=edge, width=b.edge, joint="curve"
    )
    _sign(b, c.symbol, 50, 63, 17, c.ink)
    return _finish(b, size)


def _wall(b: Brush) -> None:
    b.edge = b.width(2.6)
    points: list[Point] = [(3, 97), (3, 76)]
    for i in range(6):
        x = 3 + i * 17.1
        points += [(x, 76), (x + 8.6, 76), (x + 8.6, 82), (x + 17.1, 82)] if i < 5 else [(x, 76), (97, 76)]
    b.poly([*points, (97, 97)], STONE_SHADE)
    b.box(5, 84, 90, 5, STONE, None)
    for x in (16, 34, 52, 70, 88):
        b.line([(x, 90), (x, 96)], STONE_DARK, 1.6)
    b.line([(4, 89.5), (96, 89.5)], STONE_DARK, 1.6)


@shared
def wall(size: int) -> Image.Image:
    """A city wall alone, in the middle of a square."""
    b = Brush(size, size)
    _wall(b)
    image = b.finished()
    lifted = Image.new("RGBA", image.size, (*STONE, 0))
    lifted.paste(image, (0, -round(size * 0.36)))
    return lifted


def _tower(b: Brush, track: str, x: float, top: float, w: float, base: float) -> None:
    """The tower of a metropolis, in the colour of its track, with its sign on a flag."""
    t = TRACKS[track]
    b.edge = b.width(3)
    b.line([(x + w / 2, top), (x + w / 2, top - 17)], LINE, 2.6)
    b.poly([(x + w / 2, top - 18), (x + w / 2 + 22, top - 12), (x + w / 2, top - 6)], WHITE)
    b.box(x, top + 8, w, base - top - 8, t.fill)
    b.box(x + w * 0.7, top + 10, w * 0.3 - 1, base - top - 12, darker(t.fill, 0.78), None)
    step = (w + 6) / 5
    crest: list[Point] = []
    for i in range(3):
        a = x - 3 + 2 * i * step
        crest += [(a, top + 6), (a, top), (a + step, top), (a + step, top + 6)]
    b.poly([*crest, (x + w + 3, top + 15), (x - 3, top + 15)], t.fill)
    b.door(x + w / 2, w * 0.46, 19, top + 40, WHITE)


@shared
def city(letter: str, size: int, wall: bool, metropolis: str, pillaged: bool) -> Image.Image:
    """A city, with a wall before it and the tower of a metropolis on it; on its side when pillaged."""
    c = SEAT_COLOURS[letter]
    b = Brush(size, size)
    edge = _outline(c)
    lift = -8 if wall else 0
    if metropolis:
        _tower(b, metropolis, 55, 20 + lift, 36, 74 + lift)
    b.edge = b.width(4)
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
    b.poly(shape, c.fill, edge)
    b.poly([(33, base - 63), (54, base - 42), (48, base - 42), (33, base - 56)], mix(c.fill, (0, 0, 0), 0.16), None)
    b.line([(14, base - 43), (33, base - 63), (52, base - 43)], mix(c.fill, WHITE, 0.45), 2.6)
    b.line([(57, base - 26), (85, base - 26)], mix(c.fill, WHITE, 0.45), 2.6)
    b.draw.line(
        [(x * b.scale, y * b.scale) for x, y in [*shape, shape[0], shape[1]]], fill=edge, width=b.edge, joint="curve"
    )
    if not pillaged:
        _sign(b, c.symbol, 33, base - 28, 15, c.ink)
    for x in (64, 77):
        b.box(x - 3, base - 19, 7, 9, c.ink, None)
    if wall:
        _wall(b)
    if pillaged:  # the house lies, its symbol stands
        b.image = b.image.transpose(Image.Transpose.ROTATE_270)
        b.draw = ImageDraw.Draw(b.image)
        _sign(b, c.symbol, 41, 33, 15, c.ink)
        return shadowed(b.finished(), size * 0.035, 0.6, (round(size * 0.02), round(size * 0.035)))
    return _finish(b, size)


@shared
def road(letter: str, size: int, slope: int) -> Image.Image:
    """A road along its path, centred in a square as wide as the path is long; a thin light line, the symbol upright."""
    c = SEAT_COLOURS[letter]
    b = Brush(size, size)
    turn = math.radians(slope)
    dx, dy = math.cos(turn) * 36, math.sin(turn) * 36
    ends = [(50 - dx, 50 - dy), (50 + dx, 50 + dy)]
    b.line(ends, _outline(c), 20)
    b.line(ends, c.fill, 14)
    aside = (3.6 * abs(math.sin(turn)), 3.6 * math.cos(turn))
    b.line([(x - aside[0], y - aside[1]) for x, y in ends], mix(c.fill, WHITE, 0.5), 2.2)
    b.oval(50, 50, 10, 10, c.fill, None)
    _sign(b, c.symbol, 50, 50, 9, c.ink)
    return shadowed(b.finished(), size * 0.03, 0.55, (1, round(size * 0.025)))


def _shield(level: int) -> list[Point]:
    """Round for a basic knight, a pointed shield for a strong one, a broader one for a mighty one."""
    if level == 1:
        return [(50 + 30 * math.cos(math.pi * i / 16), 65 + 30 * math.sin(math.pi * i / 16)) for i in range(32)]
    half, top = (31, 35) if level == 2 else (37, 33)
    side = [(half, top + 26), (half * 0.86, top + 40), (half * 0.5, top + 52), (0, 97)]
    right = [(50 + x, y) for x, y in ((half, top), *side)]
    return [*right, *((100 - x, y) for x, y in reversed(right[:-1]))]


def _helmet(b: Brush, active: bool, level: int) -> None:
    steel, dim = (COIN, COIN_DARK) if active else (GREY, GREY_DARK)
    b.edge = b.width(3)
    if active:
        b.poly([(50, 20), (38, 6), (52, 0), (78, 6), (68, 13), (60, 24)], PLUME)
    b.poly([(33, 43), (33, 28), (39, 18), (50, 13), (61, 18), (67, 28), (67, 43)], steel)
    b.poly([(55, 16), (61, 18), (67, 28), (67, 43), (59, 43)], dim, None)
    b.box(37, 27, 26, 6, LINE, None)
    b.box(47.5, 27, 5, 16, LINE, None)
    if level == 3:
        for side in (-1, 1):
            x = 50 + 17 * side
            b.poly([(x, 28), (x + side * 14, 22), (x + side * 17, 8), (x + side * 8, 16), (x, 20)], WHITE)


@shared
def knight(letter: str, size: int, level: int, active: bool) -> Image.Image:
    """A shield with the seat's symbol, a dot per level on a band; gold helmet with a plume if active, else all grey."""
    c = SEAT_COLOURS[letter]
    b = Brush(size, size)
    b.edge = b.width(4)
    shape = _shield(level)
    b.poly(shape, c.fill, _outline(c))
    if level == 3:  # a golden rim inside
        b.line([(50 + (x - 50) * 0.86, 64 + (y - 64) * 0.86) for x, y in (*shape, shape[0])], COIN, 3.6)
    _sign(b, c.symbol, 50, 56, 11.5, c.ink)
    b.edge = b.width(2.6)
    half = (13, 19, 26)[level - 1]
    b.round_box(50 - half, 69, 2 * half, 18, 8, CREAM if active else GREY)
    for i in range(level):
        b.oval(50 + (i - (level - 1) / 2) * 15, 78, 6, 6, PLUME if active else LINE, None)
    _helmet(b, active, level)
    return _finish(b, size)


@shared
def robber(size: int) -> Image.Image:
    """A hooded figure, darker than everything else."""
    b = Brush(size, size)
    edge = WHITE
    b.edge = b.width(3)
    body = [(22, 95), (28, 70), (38, 48), (62, 48), (72, 70), (78, 95)]
    b.poly(body, NIGHT, edge)
    b.oval(50, 31, 22, 24, NIGHT, edge)
    b.poly([(36, 44), (64, 44), (68, 60), (32, 60)], NIGHT, None)
    b.line([(40, 62), (33, 92)], NIGHT_LIGHT, 3)
    b.line([(60, 62), (67, 92)], NIGHT_LIGHT, 3)
    b.round_box(33, 24, 34, 12, 5, (232, 222, 200), None)
    b.oval(42, 30, 3.6, 3.6, LINE, None)
    b.oval(58, 30, 3.6, 3.6, LINE, None)
    b.line([(28, 70), (50, 77), (72, 70)], WOOD_LIGHT, 4)
    return _finish(b, size)


@shared
def tent(letter: str, size: int) -> Image.Image:
    """The merchant: a striped tent; on its flag the symbol of who owns the merchant."""
    c = SEAT_COLOURS[letter]
    b = Brush(size, size)
    b.edge = b.width(3)
    b.line([(50, 40), (50, 6)], LINE, 3)
    b.poly([(50, 5), (92, 5), (92, 34), (50, 34)], c.fill, LINE)
    _sign(b, c.symbol, 71, 20, 10.5, c.ink)
    b.box(20, 66, 60, 28, (248, 232, 196))
    b.poly([(50, 34), (10, 68), (90, 68)], (252, 244, 226))
    for left, right in ((10, 26), (42, 58), (74, 90)):
        b.poly([(50, 36), (left, 68), (right, 68)], TRACKS["trade"].fill, None)
    for i in range(5):
        b.pie(18 + i * 16, 68, 8, 0, 180, TRACKS["trade"].fill if i % 2 == 0 else (252, 244, 226))
    b.poly([(42, 94), (42, 78), (58, 78), (58, 94)], WOOD_DARK, None)
    b.line([(50, 34), (10, 68)], LINE, 2.6)
    b.line([(50, 34), (90, 68)], LINE, 2.6)
    return _finish(b, size)


@shared
def ship(size: int) -> Image.Image:
    """The barbarians' ship."""
    b = Brush(size, size)
    b.edge = b.width(2.6)
    b.line([(50, 72), (50, 6)], WOOD_DARK, 4)
    b.poly([(46, 12), (46, 62), (10, 62), (20, 36)], WHITE)
    b.poly([(33, 26), (46, 22), (46, 36), (20, 42)], NIGHT, None)
    b.poly([(54, 10), (54, 62), (90, 62), (80, 30)], (196, 44, 40))
    b.poly([(54, 30), (84, 40), (86, 50), (54, 42)], WHITE, None)
    b.poly([(4, 70), (96, 70), (82, 94), (18, 94)], WOOD)
    b.line([(10, 78), (90, 78)], WOOD_DARK, 2.6)
    for x in (28, 50, 72):
        b.oval(x, 77, 7.5, 7.5, NIGHT)
        b.oval(x, 77, 2.4, 2.4, COIN, None)
    return b.finished()


@shared
def host(size: int) -> Image.Image:
    """The barbarians' own sign: a horned helmet over crossed axes."""
    b = Brush(size, size)
    b.edge = b.width(3)
    b.poly([(22, 44), (4, 34), (4, 10), (16, 22), (28, 28)], STONE)
    b.poly([(78, 44), (96, 34), (96, 10), (84, 22), (72, 28)], STONE)
    b.poly([(18, 62), (20, 38), (34, 22), (50, 17), (66, 22), (80, 38), (82, 62)], NIGHT_LIGHT)
    b.box(14, 58, 72, 13, NIGHT)
    b.poly([(30, 71), (34, 94), (50, 86), (66, 94), (70, 71)], (160, 92, 48))
    return b.finished()


@shared
def event(kind: str, size: int) -> Image.Image:
    """A face of the event die: the ship, or a gate in the colour of a track with what the track is paid in."""
    b = Brush(size, size)
    b.edge = b.width(3.4)
    if kind == "ship":
        b.round_box(3, 3, 94, 94, 16, NIGHT, WHITE)
        image = b.finished()
        inner = ship(round(size * 0.8))
        image.alpha_composite(inner, ((size - inner.width) // 2, (size - inner.height) // 2 - 1))
        return image
    t = TRACKS[kind]
    b.round_box(3, 3, 94, 94, 16, WHITE, LINE)
    b.box(12, 24, 76, 66, t.fill)
    for x in (12, 41, 70):
        b.box(x, 12, 18, 14, t.fill)
    b.door(50, 50, 58, 90, WHITE)
    image = b.finished()
    inner = good(t.good, round(size * 0.42))
    image.alpha_composite(inner, ((size - inner.width) // 2, round(size * 0.46)))
    return image


PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@shared
def die(number: int, size: int, red: bool) -> Image.Image:
    """A number die; the red one counts for the gates."""
    b = Brush(size, size)
    b.edge = b.width(4)
    fill, ink = ((200, 36, 32), WHITE) if red else ((252, 248, 238), LINE)
    b.round_box(3, 3, 94, 94, 20, fill, (70, 8, 8) if red else LINE)
    for x, y in PIPS[number]:
        b.oval(50 + 25 * x, 50 + 25 * y, 10, 10, ink, None)
    return b.finished()
