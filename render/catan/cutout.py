"""A small picture of what a turn changed: one, two or three windows onto the island, cut out around it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import shared
from render.core.kit import SMOOTH, Point, put, reduced, shadowed
from render.core.look import DANGER, GOLD_INK, LAST, Look
from render.core.paints import WHITE
from render.core.strip import mini_seat

from .board import draw_highlights, draw_pieces
from .colours import TOKEN
from .differs import Change, Changed
from .ground import island
from .plan import Plan, plan
from .terrain import hex_points

RADII: Final = (70, 60)  # of hexes: at the smaller one numbers are 24 px high
BAR: Final = 4  # between two windows
WINDOWS: Final = 3
AROUND: Final = {"v": (0.62, 0.68), "e": (0.55, 0.55), "h": (1.02, 1.1)}  # what must be seen of a place, in radii
GRID: Final = 10  # pixels of the island for one of the mask of land
STEP: Final = 12
WHOSE: Final = 30  # the sign of who built in the turn of another
MOST: Final = 12  # changes that are looked at when windows are chosen
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the island: its upper left corner; which of the changes are seen in it whole."""

    left: int
    top: int
    seen: frozenset[int]


@shared
def table_plan(board: str, radius: int) -> Plan:
    """The island alone with hexes so large, and some sea around it."""
    like = plan(board, 0, False)
    share = radius / like.radius
    size = (round(like.size[0] * share) + 80, round(like.size[1] * share) + 80)
    middle = (round(like.middle[0] * share) + 40, round(like.middle[1] * share) + 40)
    return Plan(board, size, middle, radius, 0, size[1])


@shared
def _land(at: Plan) -> Image.Image:
    """White where there is land, `GRID` times smaller."""
    mask = Image.new("L", (-(-at.size[0] // GRID), -(-at.size[1] // GRID)), 0)
    draw = ImageDraw.Draw(mask)
    for h in range(len(at.layout.centres)):
        x, y = at.hex(h)
        draw.polygon(hex_points((x / GRID, y / GRID), at.radius / GRID), fill=255)
    return mask


def spot(at: Plan, change: Change) -> Point:
    return {"v": at.corner, "e": at.path, "h": at.hex}[change.kind](change.n)


def box_of(at: Plan, change: Change) -> Box:
    x, y = spot(at, change)
    wide, high = (share * at.radius for share in AROUND[change.kind])
    return x - wide, y - high, x + wide, y + high


# --- which windows


def width(room: int, count: int) -> int:
    """How wide each of so many windows is."""
    return (room - BAR * (count - 1)) // count


def windows(board: str, changes: Sequence[Change], size: tuple[int, int]) -> tuple[Plan, list[Window]]:
    """The fewest windows, side by side in so much room, in which all changes are seen, with the largest hexes; else
    those that show most of what matters. What touches the reader comes first."""
    some = sorted(changes, key=lambda change: -change.weight)[:MOST]
    best: tuple[int, Plan, list[Window]] | None = None
    for count in range(1, WINDOWS + 1):
        for radius in RADII:
            at = table_plan(board, radius)
            found = _chosen(at, some, size, count)
            seen = _union(window.seen for window in found)
            weight = sum(some[i].weight for i in seen)
            if best is None or weight > best[0]:
                best = weight, at, found
            if len(seen) == len(some):
                return at, _ordered(found, some)
    assert best is not None
    return best[1], _ordered(best[2], some)


def _ordered(found: list[Window], changes: Sequence[Change]) -> list[Window]:
    return sorted(found, key=lambda window: -max((changes[i].mine for i in window.seen), default=False))


def _chosen(at: Plan, changes: Sequence[Change], size: tuple[int, int], count: int) -> list[Window]:
    """At most so many windows that together fill the room and show most."""
    boxes = [box_of(at, change) for change in changes]
    sets = _showable(boxes, (width(size[0], count), size[1]))

    def weight(seen: frozenset[int]) -> int:
        return sum(changes[i].weight for i in seen)

    chosen: tuple[frozenset[int], ...] = ()
    for several in range(1, count + 1):
        if several <= 2:
            chosen = max(combinations(sets, several), key=lambda c: weight(_union(c)), default=chosen)
        elif sets:
            seen = _union(chosen)
            chosen = (*chosen, max(sets, key=lambda one: weight(one - seen)))
    apart: list[frozenset[int]] = []
    for one in chosen:
        if left := one - _union(apart):
            apart.append(left)
    return [_placed(at, boxes, one, (width(size[0], len(apart)), size[1])) for one in apart]


def _union(sets: Iterable[frozenset[int]]) -> frozenset[int]:
    return frozenset(i for one in sets for i in one)


def _showable(boxes: Sequence[Box], size: tuple[int, int]) -> list[frozenset[int]]:
    """The largest sets of boxes that fit into one window."""
    found: set[frozenset[int]] = set()
    for left in {box[0] for box in boxes}:
        for top in {box[1] for box in boxes}:
            inside = frozenset(
                i
                for i, box in enumerate(boxes)
                if left <= box[0] and top <= box[1] and box[2] <= left + size[0] and box[3] <= top + size[1]
            )
            if inside:
                found.add(inside)
    return [one for one in sorted(found, key=sorted) if not any(one < other for other in found)]


def _placed(at: Plan, boxes: Sequence[Box], seen: frozenset[int], size: tuple[int, int]) -> Window:
    """Of all positions that show these the one with the most land; of those the one with them in its middle."""
    left, top = (min(boxes[i][axis] for i in seen) for axis in (0, 1))
    right, bottom = (max(boxes[i][axis] for i in seen) for axis in (2, 3))
    mask = _land(at)
    best: tuple[float, int, int] | None = None
    for x in _positions(left, right, size[0], at.size[0]):
        for y in _positions(top, bottom, size[1], at.size[1]):
            part = mask.resize(
                (1, 1), Image.Resampling.BOX, (x / GRID, y / GRID, (x + size[0]) / GRID, (y + size[1]) / GRID)
            )
            land = part.getpixel((0, 0))
            assert isinstance(land, int | float)
            aside = math.dist((x + size[0] / 2, y + size[1] / 2), ((left + right) / 2, (top + bottom) / 2))
            score = land / 255 - aside / 1200
            if best is None or score > best[0]:
                best = score, x, y
    assert best is not None
    return Window(best[1], best[2], seen)


def _positions(low: float, high: float, size: int, whole: int) -> list[int]:
    """Where a window of that size may begin to show all from low to high; within the picture if it can be."""
    first, last = math.ceil(high - size), math.floor(low)
    if first > last:
        first = last = round((low + high - size) / 2)
    first, last = (min(max(0, v), whole - size) for v in (first, last))
    return sorted({*range(first, last, STEP), last})


# --- drawing


def cutout(changed: Changed, look: Look, size: tuple[int, int]) -> Image.Image:
    """The windows side by side, that wide and high."""
    at, found = windows(changed.view.board, changed.changes, size)
    whole = _drawn(changed, look, at)
    image = Image.new("RGB", size, TOKEN)  # the bars
    wide = width(size[0], len(found))
    for i, window in enumerate(reversed(found) if look.mirrored else found):
        x = i * (wide + BAR)
        image.paste(whole.crop((window.left, window.top, window.left + wide, window.top + size[1])), (x, 0))
    return image


def _drawn(changed: Changed, look: Look, at: Plan) -> Image.Image:
    """The whole island: new pieces on white, crosses at what is gone."""
    view = changed.view
    tiles = tuple((h.terrain, h.token) for h in view.hexes)
    canvas = island(at, tiles, view.harbours, None).copy()
    new = () if changed.quiet else tuple(change for change in changed.changes if not (change.lost or change.kept))
    hexes = tuple(f"h{change.n}" for change in new if change.kind == "h")
    corners = tuple(f"v{change.n}" for change in new if change.kind == "v")
    draw_highlights(canvas, replace(view, changed=hexes, rolled=changed.rolled), at, ())
    for change in new:
        if change.kind == "e":
            put(canvas, _case(at.radius, at.slope(change.n)), at.path(change.n))
    for start, end in changed.ways:
        _way(canvas, at.corner(start), at.corner(end), at.radius)
    draw_pieces(canvas, replace(view, changed=corners), look, at)
    for kind, n, seat in changed.others:
        x, y = spot(at, Change(kind, n, 0))
        put(canvas, mini_seat(look.seats[seat].letter, WHOSE), (x + at.radius * 0.38, y - at.radius * 0.32))
    for change in changed.changes:
        if change.lost or change.kept:
            x, y = spot(at, change)
            put(canvas, cross(34), (x + at.radius * 0.3, y - at.radius * 0.3))
    return canvas


@shared
def _case(radius: int, slope: int) -> Image.Image:
    """White around a new road, a third of a radius wide."""
    size = radius + 12
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    draw = ImageDraw.Draw(big)
    turn, half = math.radians(slope), radius * 0.38 * SMOOTH
    middle = size * SMOOTH / 2
    dx, dy = math.cos(turn) * half, math.sin(turn) * half
    for wide, ink in ((radius * 0.34 + 5, GOLD_INK), (radius * 0.34, LAST)):
        line = wide * SMOOTH
        draw.line((middle - dx, middle - dy, middle + dx, middle + dy), fill=(*ink, 255), width=round(line))
        for sign in (1, -1):
            x, y = middle + sign * dx, middle + sign * dy
            draw.ellipse((x - line / 2, y - line / 2, x + line / 2, y + line / 2), fill=(*ink, 255))
    return reduced(big, (size, size))


@shared
def cross(size: int) -> Image.Image:
    """A red cross on a white disc: gone."""
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
    return shadowed(reduced(big, (side, side)), 2, 0.5, (1, 2))


def _way(canvas: Image.Image, start: Point, end: Point, radius: int) -> None:
    """An arrow for a knight that moved: white dots with a dark rim, then a point."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = length - radius * 0.42
    for i in range(1 + int(reach // 18)):
        put(canvas, _dot(11), (start[0] + ux * 18 * i, start[1] + uy * 18 * i))
    tip = (start[0] + ux * reach, start[1] + uy * reach)
    put(canvas, _point(30, round(math.degrees(math.atan2(uy, ux)))), tip)


@shared
def _dot(size: int) -> Image.Image:
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    edge = big.width - 1
    ImageDraw.Draw(big).ellipse((0, 0, edge, edge), fill=(*LAST, 255), outline=(*GOLD_INK, 255), width=2 * SMOOTH)
    return reduced(big, (size, size))


@shared
def _point(size: int, angle: int) -> Image.Image:
    """The head of an arrow, turned clockwise so many degrees from pointing right."""
    big = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*GOLD_INK, 0))
    middle, turn = big.width / 2, math.radians(angle)
    for r, ink in ((0.48, GOLD_INK), (0.36, LAST)):
        ring = [
            (middle + math.cos(turn + a) * r * big.width, middle + math.sin(turn + a) * r * big.width)
            for a in (0.0, 2 * math.pi / 3, -2 * math.pi / 3)
        ]
        ImageDraw.Draw(big).polygon(ring, fill=(*ink, 255))
    return reduced(big, (size, size))


__all__ = ["RADII", "Window", "box_of", "cross", "cutout", "spot", "table_plan", "windows"]
