"""Draws the changes of a turn on the island: new pieces outlined, arrows for knights, crosses for lost pieces."""

from __future__ import annotations

import math
from dataclasses import replace

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.look import DANGER, GOLD_INK, LAST, SEAT_COLOURS, Colour, Look
from render.core.paints import WHITE
from render.core.shapes import SMOOTH, Point, add_shadow, paste_centred, scale_down

from .board import draw_highlights, draw_pieces
from .island import island_sprite
from .island_plan import IslandPlan
from .turn_changes import PlaceChange, TurnChanges

WHOSE = 30  # size of the symbol of a seat that built in another turn


def change_spot(at: IslandPlan, change: PlaceChange) -> Point:
    """The middle of a changed place."""
    return {"v": at.corner, "e": at.path, "h": at.hex}[change.kind](change.n)


def draw_changes(
    changed: TurnChanges, look: Look, at: IslandPlan, ground: Colour | None = None, seat: int | None = None
) -> Image.Image:
    """The whole island: new pieces on white, or with `seat` (of the turn) in their seats' colours; crosses on lost
    ones. `ground`: the colour above the sea."""
    view = changed.view
    tiles = tuple((h.terrain, h.token) for h in view.hexes)
    canvas = island_sprite(at, tiles, view.harbours, ground).copy()
    new = () if changed.quiet else tuple(change for change in changed.changes if not (change.lost or change.kept))
    hexes = tuple(f"h{change.n}" for change in new if change.kind == "h")
    corners = tuple(f"v{change.n}" for change in new if change.kind == "v")
    coloured = seat is not None
    by = look.seats[seat].letter if seat is not None else ""
    draw_highlights(canvas, replace(view, changed=hexes, rolled=changed.rolled), at, (), by)
    owners = dict(view.roads)
    for change in new:
        if change.kind == "e":
            letter = look.seats[owners[change.n]].letter if coloured else ""
            paste_centred(canvas, _road_casing(at.radius, at.slope(change.n), letter), at.path(change.n))
    for start, end in changed.ways:
        _draw_knight_arrow(canvas, at.corner(start), at.corner(end), at.radius)
    draw_pieces(canvas, replace(view, changed=corners), look, at, coloured=coloured)
    for kind, n, other in changed.others:
        x, y = change_spot(at, PlaceChange(kind, n, 0))
        paste_centred(
            canvas, seat_symbol_disc(look.seats[other].letter, WHOSE), (x + at.radius * 0.38, y - at.radius * 0.32)
        )
    for change in changed.changes:
        if change.lost or change.kept:
            x, y = change_spot(at, change)
            paste_centred(canvas, gone_cross(34), (x + at.radius * 0.3, y - at.radius * 0.3))
    return canvas


@cached_sprite
def _road_casing(radius: int, slope: int, letter: str = "") -> Image.Image:
    """White around a new road, a third of a radius wide, then the colour of a seat."""
    size = radius + 12
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    draw = ImageDraw.Draw(big)
    turn, half = math.radians(slope), radius * 0.38 * SMOOTH
    middle = size * SMOOTH / 2
    dx, dy = math.cos(turn) * half, math.sin(turn) * half
    lines = [(radius * 0.34 + 5, GOLD_INK), (radius * 0.34, LAST)]
    if letter:
        lines[1:] = [(radius * 0.34, SEAT_COLOURS[letter].fill), (radius * 0.2, LAST)]
    for wide, ink in lines:
        line = wide * SMOOTH
        draw.line((middle - dx, middle - dy, middle + dx, middle + dy), fill=(*ink, 255), width=round(line))
        for sign in (1, -1):
            x, y = middle + sign * dx, middle + sign * dy
            draw.ellipse((x - line / 2, y - line / 2, x + line / 2, y + line / 2), fill=(*ink, 255))
    return scale_down(big, (size, size))


@cached_sprite
def gone_cross(size: int) -> Image.Image:
    """A red cross on a white disc: lost."""
    pad = 4
    side = size + 2 * pad
    big = Image.new("RGBA", (side * SMOOTH, side * SMOOTH), (*GOLD_INK, 0))
    draw = ImageDraw.Draw(big)
    low, high = pad * SMOOTH, (pad + size) * SMOOTH - 1
    draw.ellipse((low, low, high, high), fill=(*WHITE, 255), outline=(*GOLD_INK, 255), width=2 * SMOOTH)
    inset = (pad + size * 0.31) * SMOOTH
    other = side * SMOOTH - inset
    for ends in ((inset, inset, other, other), (inset, other, other, inset)):
        draw.line(ends, fill=(*DANGER, 255), width=round(size * 0.15 * SMOOTH))
    return add_shadow(scale_down(big, (side, side)), 2, 0.5, (1, 2))


def _draw_knight_arrow(canvas: Image.Image, start: Point, end: Point, radius: int) -> None:
    """An arrow for a moved knight: white dots with a dark rim, then a head."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = length - radius * 0.42
    for i in range(1 + int(reach // 18)):
        paste_centred(canvas, _arrow_dot(11), (start[0] + ux * 18 * i, start[1] + uy * 18 * i))
    tip = (start[0] + ux * reach, start[1] + uy * reach)
    paste_centred(canvas, _arrow_tip(30, round(math.degrees(math.atan2(uy, ux)))), tip)


@cached_sprite
def _arrow_dot(size: int) -> Image.Image:
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    edge = big.width - 1
    ImageDraw.Draw(big).ellipse((0, 0, edge, edge), fill=(*LAST, 255), outline=(*GOLD_INK, 255), width=2 * SMOOTH)
    return scale_down(big, (size, size))


@cached_sprite
def _arrow_tip(size: int, angle: int) -> Image.Image:
    """The head of an arrow, turned clockwise by `angle` degrees from pointing right."""
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    middle, turn = big.width / 2, math.radians(angle)
    for r, ink in ((0.48, GOLD_INK), (0.36, LAST)):
        ring = [
            (middle + math.cos(turn + a) * r * big.width, middle + math.sin(turn + a) * r * big.width)
            for a in (0.0, 2 * math.pi / 3, -2 * math.pi / 3)
        ]
        ImageDraw.Draw(big).polygon(ring, fill=(*ink, 255))
    return scale_down(big, (size, size))


__all__ = ["change_spot", "draw_changes", "gone_cross"]
