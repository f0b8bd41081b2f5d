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

SEAT_DISC_SIZE = 30  # size of the symbol of a seat that built in another turn
DOT_PITCH = 18  # distance between the dots of an arrow


def middle_of_change(plan: IslandPlan, change: PlaceChange) -> Point:
    """The middle of a changed place."""
    return {"v": plan.corner_point, "e": plan.path_middle, "h": plan.hex_middle}[change.kind](change.number)


def draw_changes(
    changed: TurnChanges, look: Look, plan: IslandPlan, ground: Colour | None = None, seat: int | None = None
) -> Image.Image:
    """The whole island: new pieces on white or, if the `seat` of the turn is given, on the colours of their seats;
    crosses on lost pieces. `ground`: the colour above the sea."""
    view = changed.view
    tiles = tuple((h.terrain, h.token) for h in view.hexes)
    canvas = island_sprite(plan, tiles, view.harbours, ground).copy()
    new_changes = [
        change for change in changed.changes if not (changed.is_quiet or change.is_lost or change.is_blocked)
    ]
    new_hexes = tuple(f"h{change.number}" for change in new_changes if change.kind == "h")
    new_corners = tuple(f"v{change.number}" for change in new_changes if change.kind == "v")
    is_coloured = seat is not None
    turn_letter = look.seats[seat].letter if seat is not None else ""
    draw_highlights(canvas, replace(view, changed=new_hexes, rolled=changed.producing_hexes), plan, (), turn_letter)
    owners = dict(view.roads)
    for change in new_changes:
        if change.kind == "e":
            letter = look.seats[owners[change.number]].letter if is_coloured else ""
            paste_centred(
                canvas,
                _road_casing(plan.radius, plan.path_slope(change.number), letter),
                plan.path_middle(change.number),
            )
    for start, end in changed.knight_moves:
        _draw_knight_arrow(canvas, plan.corner_point(start), plan.corner_point(end), plan.radius)
    draw_pieces(canvas, replace(view, changed=new_corners), look, plan, coloured=is_coloured)
    for kind, number, builder in changed.built_by_others:
        x, y = middle_of_change(plan, PlaceChange(kind, number, weight=0))
        disc = seat_symbol_disc(look.seats[builder].letter, SEAT_DISC_SIZE)
        paste_centred(canvas, disc, (x + plan.radius * 0.38, y - plan.radius * 0.32))
    for change in changed.changes:
        if change.is_lost or change.is_blocked:
            x, y = middle_of_change(plan, change)
            paste_centred(canvas, lost_piece_cross(34), (x + plan.radius * 0.3, y - plan.radius * 0.3))
    return canvas


@cached_sprite
def _road_casing(radius: int, slope: int, letter: str = "") -> Image.Image:
    """White around a new road, a third of a radius wide, then the colour of a seat."""
    size = radius + 12
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    draw = ImageDraw.Draw(big)
    angle, half_length = math.radians(slope), radius * 0.38 * SMOOTH
    middle = size * SMOOTH / 2
    dx, dy = math.cos(angle) * half_length, math.sin(angle) * half_length
    lines = [(radius * 0.34 + 5, GOLD_INK), (radius * 0.34, LAST)]
    if letter:
        lines[1:] = [(radius * 0.34, SEAT_COLOURS[letter].fill), (radius * 0.2, LAST)]
    for line_width, ink in lines:
        line = line_width * SMOOTH
        draw.line((middle - dx, middle - dy, middle + dx, middle + dy), fill=(*ink, 255), width=round(line))
        for sign in (1, -1):
            x, y = middle + sign * dx, middle + sign * dy
            draw.ellipse((x - line / 2, y - line / 2, x + line / 2, y + line / 2), fill=(*ink, 255))
    return scale_down(big, (size, size))


@cached_sprite
def lost_piece_cross(size: int) -> Image.Image:
    """A red cross on a white disc: lost."""
    pad = 4
    side = size + 2 * pad
    big = Image.new("RGBA", (side * SMOOTH, side * SMOOTH), (*GOLD_INK, 0))
    draw = ImageDraw.Draw(big)
    low, high = pad * SMOOTH, (pad + size) * SMOOTH - 1
    draw.ellipse((low, low, high, high), fill=(*WHITE, 255), outline=(*GOLD_INK, 255), width=2 * SMOOTH)
    inset = (pad + size * 0.31) * SMOOTH
    outset = side * SMOOTH - inset
    for ends in ((inset, inset, outset, outset), (inset, outset, outset, inset)):
        draw.line(ends, fill=(*DANGER, 255), width=round(size * 0.15 * SMOOTH))
    return add_shadow(scale_down(big, (side, side)), 2, 0.5, (1, 2))


def _draw_knight_arrow(canvas: Image.Image, start: Point, end: Point, radius: int) -> None:
    """An arrow for a moved knight: white dots with a dark rim, then a head."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = length - radius * 0.42
    for along in range(0, int(reach) + 1, DOT_PITCH):
        paste_centred(canvas, _arrow_dot(11), (start[0] + ux * along, start[1] + uy * along))
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
    for share, ink in ((0.48, GOLD_INK), (0.36, LAST)):
        radius = share * big.width
        corners = [turn, turn + 2 * math.pi / 3, turn - 2 * math.pi / 3]
        triangle = [(middle + math.cos(corner) * radius, middle + math.sin(corner) * radius) for corner in corners]
        ImageDraw.Draw(big).polygon(triangle, fill=(*ink, 255))
    return scale_down(big, (size, size))
