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
CROWDED_PX: Final = 70  # side of a tile at which figures need most room
LEAST_GAP_SHARE: Final = 0.92  # least distance of two figures, in their sizes
# Least distance of sign and figure, as shares of the sign's radius and half a figure.
SIGN_SHARE, FIGURE_SHARE = 0.9, 0.75
RIM_COST, RIM_DISTANCE_SHARE = 2.0, 0.75  # cost of standing near the rim; what is near, as a share of half a figure
GRID_STEPS: Final = 19


@lru_cache(maxsize=1024)
def sign_spots(tile: str, quarters: int) -> tuple[tuple[Point, float], ...]:
    """(point, radius) of the shields, goods, badges and buildings of a tile."""
    facts = tile_facts(tile, quarters)
    if not facts.building and not facts.role and not facts.list_marks():
        return ()
    painter = Painter(tile, quarters, 32, plain=True)
    painter.paint_gates()
    gate_count = len(painter.occupied)
    painter.paint_signs()
    return tuple(painter.occupied[gate_count:])


def single_figure_spot(tile: str, quarters: int, place: str) -> Point:
    """The position of a single figure: on its place, on the corner of a barn, else in the middle."""
    corner = CORNERS.get(place.removeprefix("corner-"), (0.5, 0.5))
    return figure_places(tile, quarters).get(place, corner)


@lru_cache(maxsize=2048)
def figure_spots(tile: str, quarters: int, figures: tuple[tuple[str, str], ...]) -> tuple[Point, ...]:
    """The positions of the figures (kind, place) of one tile, in tile widths: clear of each other and of signs; figures
    in a building stand beside it."""
    spots: dict[int, Point] = {}
    on_corners = [i for i, (_, place) in enumerate(figures) if place.startswith("corner-")]
    known = figure_places(tile, quarters)
    on_places = [i for i, (_, place) in enumerate(figures) if i not in on_corners and place in known]
    elsewhere = [i for i in range(len(figures)) if i not in on_corners and i not in on_places]
    for i in (*on_corners, *on_places, *elsewhere):
        kind, place = figures[i]
        half_height = figure_height_share(kind, CROWDED_PX) / 2
        obstacles: list[tuple[Point, float]] = []  # (point, least distance)
        for other, point in spots.items():
            other_half = figure_height_share(figures[other][0], CROWDED_PX) / 2
            obstacles.append((point, LEAST_GAP_SHARE * (half_height + other_half)))
        spot = single_figure_spot(tile, quarters, place)
        if i in elsewhere and place != BRIDGE_PLACE and on_places:
            spot = single_figure_spot(tile, quarters, figures[on_places[0]][1])
            obstacles = obstacles or [(spot, 0.3)]
        if i not in on_corners and place != BRIDGE_PLACE:
            signs = sign_spots(tile, quarters)
            obstacles += [(point, SIGN_SHARE * radius + FIGURE_SHARE * half_height) for point, radius in signs]
        if i not in on_corners and any(point_distance(spot, point) < need for point, need in obstacles):
            spot = _nearest_clear_point(tile, quarters, place, spot, obstacles, RIM_DISTANCE_SHARE * half_height)
        spots[i] = spot
    return tuple(spots[i] for i in range(len(figures)))


def _nearest_clear_point(
    tile: str, quarters: int, place: str, spot: Point, obstacles: Sequence[tuple[Point, float]], rim_distance: float
) -> Point:
    """The clear point of the same place nearest to `spot`; for a building or a place without an area, of the fields."""
    areas = tile_areas(tile, quarters)
    name = tile_facts(tile, quarters).area_of_place().get(place, "")
    number = areas.names.index(name) if name in areas.names else -1
    fields = {i for i, owner in enumerate(areas.names) if owner in areas.pieces}
    best_value, best_point = -99.0, spot
    for iy in range(2, GRID_STEPS - 1):
        for ix in range(2, GRID_STEPS - 1):
            point = (ix / GRID_STEPS, iy / GRID_STEPS)
            value = -0.5 * point_distance(point, spot)
            area = map_value_at(areas.index_map, *point)
            if number >= 0 and area != number:
                value -= 0.6
            elif number < 0 and area not in fields:
                value -= 0.15
            value -= RIM_COST * max(0.0, rim_distance - min(point[0], point[1], 1 - point[0], 1 - point[1]))
            value -= sum(3.0 * max(0.0, need - point_distance(point, obstacle)) for obstacle, need in obstacles)
            if value > best_value:
                best_value, best_point = value, point
    return best_point


def push_apart(spots: Sequence[Point], least_distance: float, reach: float) -> list[Point]:
    """The positions moved apart, by at most `reach`, so that figures do not overlap."""
    moved = list(spots)
    interaction_distance = least_distance + 2 * reach
    pairs = [
        (figure, other)
        for figure, (x, y) in enumerate(spots)
        for other in range(figure)
        if abs(x - spots[other][0]) < interaction_distance and abs(y - spots[other][1]) < interaction_distance
    ]
    for _ in range(6):
        for figure, other in pairs:
            dx, dy = moved[figure][0] - moved[other][0], moved[figure][1] - moved[other][1]
            gap = (dx * dx + dy * dy) ** 0.5
            if gap >= least_distance:
                continue
            if gap < 0.01:
                dx, dy, gap = 1.0, 0.0, 1.0
            step = min((least_distance - gap) / 2, reach / 2)
            moved[figure] = (moved[figure][0] + dx / gap * step, moved[figure][1] + dy / gap * step)
            moved[other] = (moved[other][0] - dx / gap * step, moved[other][1] - dy / gap * step)
    return [
        (x + max(-reach, min(reach, moved_x - x)), y + max(-reach, min(reach, moved_y - y)))
        for (x, y), (moved_x, moved_y) in zip(spots, moved, strict=True)
    ]
