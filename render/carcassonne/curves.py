"""Curves in the unit square (y grows southward): points of the rim, Hermite curves, distances. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = list[Point]

_CORNERS: Final = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
INWARD: Final = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))  # of edges 0 to 3
ALONG: Final = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))  # clockwise along edges 0 to 3


def rim_point(half_edges: float) -> Point:
    """The point of the rim u half edges clockwise of the north-west corner."""
    half_edges %= 8
    edge = int(half_edges // 2)
    share = (half_edges - 2 * edge) / 2
    x, y = _CORNERS[edge]
    dx, dy = ALONG[edge]
    return x + dx * share, y + dy * share


def edge_middle(edge: int) -> Point:
    """The middle of an edge."""
    return rim_point(2 * edge + 1)


def add_points(a: Point, b: Point, times: float = 1.0) -> Point:
    return a[0] + b[0] * times, a[1] + b[1] * times


def subtract_points(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def scale_vector(a: Point, by: float) -> Point:
    return a[0] * by, a[1] * by


def point_distance(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


def unit_vector(a: Point) -> Point:
    length = math.hypot(*a) or 1.0
    return a[0] / length, a[1] / length


def point_between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def hermite_curve(start: Point, start_tangent: Point, end: Point, end_tangent: Point, steps: int = 24) -> Line:
    """A smooth curve from p to q with the tangents tp and tq."""
    line = []
    for i in range(steps + 1):
        t = i / steps
        a, b = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
        c, d = -2 * t**3 + 3 * t**2, t**3 - t**2
        line.append(
            (
                a * start[0] + b * start_tangent[0] + c * end[0] + d * end_tangent[0],
                a * start[1] + b * start_tangent[1] + c * end[1] + d * end_tangent[1],
            )
        )
    return line


def line_length(line: Sequence[Point]) -> float:
    return sum(point_distance(a, b) for a, b in itertools.pairwise(line))


def point_along_line(line: Sequence[Point], share: float) -> tuple[Point, Point]:
    """The point after a share of the length, and the direction there."""
    left = line_length(line) * share
    for a, b in itertools.pairwise(line):
        step = point_distance(a, b)
        if step and left <= step:
            return point_between(a, b, left / step), unit_vector(subtract_points(b, a))
        left -= step
    return line[-1], unit_vector(subtract_points(line[-1], line[-2]))


def walk_along_line(line: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """(point, direction) at equal steps of about `step` along the line."""
    total = line_length(line)
    count = max(1, round(total / step))
    return [point_along_line(line, i / count) for i in range(count + 1)]


def nearest_point_of_lines(lines: Iterable[Sequence[Point]], goal: Point) -> Point:
    """The point of the lines nearest to p."""
    return min((point for line in lines for point in line), key=lambda point: point_distance(goal, point))


def find_line_crossing(first: Sequence[Point], second: Sequence[Point]) -> tuple[Point, Point] | None:
    """The crossing of two lines and the direction of the first there; None if they do not cross."""
    for first_start, first_end in itertools.pairwise(first):
        for second_start, second_end in itertools.pairwise(second):
            first_step, second_step = subtract_points(first_end, first_start), subtract_points(second_end, second_start)
            cross = first_step[0] * second_step[1] - first_step[1] * second_step[0]
            if not cross:
                continue
            between = subtract_points(second_start, first_start)
            first_share = (between[0] * second_step[1] - between[1] * second_step[0]) / cross
            second_share = (between[0] * first_step[1] - between[1] * first_step[0]) / cross
            if 0 <= first_share <= 1 and 0 <= second_share <= 1:
                return add_points(first_start, first_step, first_share), unit_vector(first_step)
    return None


def polygon_contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether the point lies in the polygon."""
    is_inside = False
    x, y = point
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            is_inside = not is_inside
    return is_inside
