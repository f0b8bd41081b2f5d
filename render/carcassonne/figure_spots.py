"""Positions of figures: on their places, several on one tile side by side and clear of signs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules.carcassonne.cells import BRIDGE_PLACE

from .areas import figure_places, map_value_at, tile_areas
from .curves import Point, point_distance
from .facts import tile_facts
from .figure_sprites import figure_height_share
from .tile_painter import Painter

CORNERS: Final = {"NW": (0.0, 0.0), "NE": (1.0, 0.0), "SE": (1.0, 1.0), "SW": (0.0, 1.0)}
SMALL: Final = 70  # side of a tile at which figures need most room
ROOM: Final = 0.92  # least distance of two figures, in their sizes
CLEAR, NEAR = 0.9, 0.75  # least distance of sign and figure, as shares of the sign's radius and half a figure
RIM, KEPT = 2.0, 0.75  # cost of standing within KEPT half figures of the rim
STEPS: Final = 19


@lru_cache(maxsize=1024)
def sign_spots(tile: str, quarters: int) -> tuple[tuple[Point, float], ...]:
    """(point, radius) of the shields, goods, badges and buildings of a tile."""
    found = tile_facts(tile, quarters)
    if not found.building and not found.role and not any(True for _ in found.marked()):
        return ()
    painter = Painter(tile, quarters, 32, True)
    painter.gates()
    before = len(painter.taken)
    painter.signs()
    return tuple(painter.taken[before:])


def single_figure_spot(tile: str, quarters: int, place: str) -> Point:
    """The position of a single figure: on its place, on the corner of a barn, else in the middle."""
    found = figure_places(tile, quarters).get(place)
    if found is None:
        found = CORNERS.get(place.removeprefix("corner-"), (0.5, 0.5))
    return found


@lru_cache(maxsize=2048)
def figure_spots(tile: str, quarters: int, who: tuple[tuple[str, str], ...]) -> tuple[Point, ...]:
    """The positions of the figures (kind, place) of one tile, in tile widths: clear of each other and of signs; figures
    in a building stand beside it."""
    found: dict[int, Point] = {}
    fixed = [i for i, (_, place) in enumerate(who) if place.startswith("corner-")]
    named = [i for i, (_, place) in enumerate(who) if i not in fixed and place in figure_places(tile, quarters)]
    free = [i for i in range(len(who)) if i not in fixed and i not in named]
    for i in (*fixed, *named, *free):
        kind, place = who[i]
        half = figure_height_share(kind, SMALL) / 2
        others = [(p, ROOM * (half + figure_height_share(who[j][0], SMALL) / 2)) for j, p in found.items()]
        spot = single_figure_spot(tile, quarters, place)
        if i in free and place != BRIDGE_PLACE and named:
            spot = single_figure_spot(tile, quarters, who[named[0]][1])
            others = others or [(spot, 0.3)]
        if i not in fixed and place != BRIDGE_PLACE:
            others += [(p, CLEAR * room + NEAR * half) for p, room in sign_spots(tile, quarters)]
        if i not in fixed and any(point_distance(spot, p) < need for p, need in others):
            spot = _nearest_clear_point(tile, quarters, place, spot, others, KEPT * half)
        found[i] = spot
    return tuple(found[i] for i in range(len(who)))


def _nearest_clear_point(
    tile: str, quarters: int, place: str, spot: Point, others: Sequence[tuple[Point, float]], kept: float
) -> Point:
    """The clear point of the same place nearest to `spot`; for a building or a place without an area, of the fields."""
    found = tile_areas(tile, quarters)
    name = tile_facts(tile, quarters).places().get(place, "")
    number = found.names.index(name) if name in found.names else -1
    fields = {i for i, owner in enumerate(found.names) if owner in found.pieces}
    best, chosen = -99.0, spot
    for iy in range(2, STEPS - 1):
        for ix in range(2, STEPS - 1):
            p = (ix / STEPS, iy / STEPS)
            value = -0.5 * point_distance(p, spot)
            here = map_value_at(found.map, *p)
            if number >= 0 and here != number:
                value -= 0.6
            elif number < 0 and here not in fields:
                value -= 0.15
            value -= RIM * max(0.0, kept - min(p[0], p[1], 1 - p[0], 1 - p[1]))
            value -= sum(3.0 * max(0.0, need - point_distance(p, q)) for q, need in others)
            if value > best:
                best, chosen = value, p
    return chosen


def push_apart(spots: Sequence[Point], least: float, reach: float) -> list[Point]:
    """The positions moved apart, by at most `reach`, so that figures do not overlap."""
    now = list(spots)
    near = least + 2 * reach
    pairs = [
        (i, j)
        for i, (x, y) in enumerate(spots)
        for j in range(i)
        if abs(x - spots[j][0]) < near and abs(y - spots[j][1]) < near
    ]
    for _ in range(6):
        for i, j in pairs:
            dx, dy = now[i][0] - now[j][0], now[i][1] - now[j][1]
            gap = (dx * dx + dy * dy) ** 0.5
            if gap >= least:
                continue
            if gap < 0.01:
                dx, dy, gap = 1.0, 0.0, 1.0
            step = min((least - gap) / 2, reach / 2)
            now[i] = (now[i][0] + dx / gap * step, now[i][1] + dy / gap * step)
            now[j] = (now[j][0] - dx / gap * step, now[j][1] - dy / gap * step)
    return [
        (x + max(-reach, min(reach, a - x)), y + max(-reach, min(reach, b - y)))
        for (x, y), (a, b) in zip(spots, now, strict=True)
    ]
