"""The lines of a tile, computed from its facts: cities, walls, roads, rivers, positions of buildings. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final

from .curves import (
    ALONG,
    INWARD,
    Line,
    Point,
    add_points,
    edge_middle,
    find_line_crossing,
    hermite_curve,
    nearest_point_of_lines,
    point_along_line,
    point_between,
    point_distance,
    rim_point,
    scale_vector,
    subtract_points,
    unit_vector,
)
from .facts import City, Facts, Field, Road, tile_facts

OVER: Final = 0.12  # distance by which areas reach beyond the rim, so that seams show no wall
LEAVE: Final = 41.5  # degrees, below 45 so that two cities in one corner do not overlap
ROAD: Final = 0.112
ROAD_RIM: Final = 0.016
RIVER: Final = 0.135
BANK: Final = 0.02
WALL: Final = 0.058

GAP: Final = {2: -0.225, 3: -0.10, 4: -0.05, 5: 0.16, 6: 0.285}  # gap in halves -> shift of the middle of a wall

# Tiles with crossing cities: (angles at the two corners, shift of the middle).
HINTS: Final = {
    ("abbey-cccc-x2-shield", "c0"): ((38.0, 38.0), -0.34),
    ("abbey-cccc-x2-shield", "c1"): ((38.0, 38.0), -0.34),
    ("king-cccc-x2", "c0"): ((38.0, 38.0), -0.34),
    ("king-cccc-x2", "c1"): ((38.0, 38.0), -0.34),
    # The city with the shield passes over the other one; a field remains between both at one corner.
    ("abbey-cccf-x2-shield", "c1"): ((74.0, 47.0), 0.80),
}
SHUT: Final = 12.0  # degrees at that corner
_CORNER: Final = {0: "NW", 2: "NE", 4: "SE", 6: "SW"}


@dataclass(frozen=True, slots=True)
class CityShape:
    """A city: its ground (slightly beyond the rim) and walls."""

    city: City
    ground: Line
    walls: list[Line]


@dataclass(frozen=True, slots=True)
class RoadShape:
    """A road: its lines from the rim, gates in walls, mouths of a tunnel."""

    road: Road
    lines: list[Line]
    gates: list[tuple[Point, Point]] = field(default_factory=list)  # (point, direction into the city)
    mouths: list[Point] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shapes:
    """All lines of one tile."""

    facts: Facts
    cities: list[CityShape]
    spurs: list[Line]
    roads: list[RoadShape]
    rivers: list[Line]
    bridges: list[tuple[Point, Point, str]]  # (point, direction of the road, crossed thing)
    squares: list[Point]  # junctions of roads
    stubs: list[Line]  # paving between a junction and a city, not part of a road
    centre: Point  # position of a central building or mark
    scale: float  # of the building; smaller beside a river or road


def _rim_runs(halves: set[int]) -> list[tuple[int, int]]:
    """Runs of halves on the rim, clockwise, as (first, end), end exclusive."""
    if len(halves) == 8:
        return [(0, 8)]
    starts = [h for h in sorted(halves) if (h - 1) % 8 not in halves]
    runs = []
    for start in starts:
        end = start
        while end % 8 in halves:
            end += 1
        runs.append((start, end))
    return runs


def _wall_leaving_direction(u: int, clockwise: bool, angle: float) -> Point:
    """The direction of a wall from the rim at u; `clockwise`: the city ends there, else it begins."""
    if u % 2:  # in the middle of an edge: only around the City of Carcassonne
        return INWARD[(u % 8) // 2]
    edge = (u // 2 - 1) % 4 if clockwise else (u // 2) % 4
    back = scale_vector(ALONG[edge], -1.0) if clockwise else ALONG[edge]
    return add_points(scale_vector(back, math.cos(angle)), INWARD[edge], math.sin(angle))


def _wall_line(a: int, b: int, shift: float, angles: tuple[float, float], jitter: float) -> Line:
    """The wall between end a of one run and start b of the next; angles to their edges, in degrees."""
    p, q = rim_point(a), rim_point(b)
    chord = subtract_points(q, p)
    normal = unit_vector((chord[1], -chord[0])) if point_distance(p, q) else (0.0, 0.0)
    m = add_points(point_between(p, q), normal, shift + jitter)
    out, home = (
        _wall_leaving_direction(a, True, math.radians(angles[0])),
        _wall_leaving_direction(b, False, math.radians(angles[1])),
    )
    reach = point_distance(p, m)
    flow = scale_vector(unit_vector(chord), reach * 1.05)
    first = hermite_curve(p, scale_vector(out, reach), m, flow)
    second = hermite_curve(m, flow, q, scale_vector(home, -point_distance(m, q)))
    return [add_points(p, out, -OVER), *first, *second[1:], add_points(q, home, -OVER)]


def _city_ground(runs: list[tuple[int, int]], walls: list[Line]) -> Line:
    points: Line = []
    for i, (start, end) in enumerate(runs):
        for u in range(start, end + 1):
            x, y = rim_point(u)
            out = 1 + 2 * OVER
            points.append((0.5 + (x - 0.5) * out, 0.5 + (y - 0.5) * out))
        if walls:
            points += walls[i][1:-1]
    return points


def _wall_shift(f: Facts, city: City, gap: int, inside_gap: set[int]) -> float:
    """The shift of the middle of a wall; positive enlarges the city."""
    others = any(set(c.edges) & inside_gap for c in f.cities if c.id != city.id)
    if others:
        return {2: -0.46, 4: -0.115}.get(gap, GAP[gap])
    if gap == 2 and any(r.tunnel for r in f.roads):
        return -0.29
    if gap == 2 and f.building and any(city.id in g and "b" in g for g in f.joins):
        return -0.17
    if city.cap and f.middle:
        return 0.235
    return GAP[gap]


def _corner_angle(f: Facts, u: int, usual: float) -> float:
    """The angle at a corner: small where a field is enclosed."""
    near = _CORNER.get(u % 8, "")
    return SHUT if any(not field_.halves and field_.near == near for field_ in f.fields) else usual


def _build_city_shape(f: Facts, city: City, halves: set[int], random: Random) -> CityShape:
    runs = _rim_runs(halves)
    walls = []
    if len(halves) < 8:
        for i, (_, end) in enumerate(runs):
            start = runs[(i + 1) % len(runs)][0] + (8 if i + 1 == len(runs) else 0)
            gap = start - end
            edges = {(u % 8) // 2 for u in range(end, start)}
            angles, shift = HINTS.get((f.id, city.id), ((LEAVE, LEAVE), _wall_shift(f, city, gap, edges)))
            if angles[0] < LEAVE:
                angles = (_corner_angle(f, end, angles[0]), _corner_angle(f, start, angles[1]))
            walls.append(_wall_line(end, start, shift, angles, random.uniform(-0.012, 0.012)))
    return CityShape(city, _city_ground(runs, walls), walls)


def _middle_of(f: Facts) -> Point:
    """The middle of the tile, moved away from a cap and from a city in a corner."""
    x, y = 0.5, 0.5
    for city in f.cities:
        if len(city.edges) == 1:
            x, y = add_points((x, y), INWARD[city.edges[0]], 0.085)
        elif len(city.edges) == 2 and (city.edges[1] - city.edges[0]) % 2:
            a, b = INWARD[city.edges[0]], INWARD[city.edges[1]]
            x, y = add_points((x, y), unit_vector(add_points(a, b)), 0.13)
    return x, y


def _way_through_tile(a: int, b: int, wave: float, push: Point) -> Line:
    """A way between two edges, perpendicular to both; `push` moves its middle."""
    p, q = edge_middle(a), edge_middle(b)
    if (a - b) % 2:
        soft = 0.85
        line = hermite_curve(p, scale_vector(INWARD[a], soft), q, scale_vector(INWARD[b], -soft), 32)
        sway = [0.0] * len(line)
    else:
        line = [point_between(p, q, i / 40) for i in range(41)]
        sway = [wave * math.sin(2 * math.pi * i / 40) * math.sin(math.pi * i / 40) for i in range(41)]
        if push != (0.0, 0.0):
            sway = [0.0] * 41
    across = unit_vector((subtract_points(q, p)[1], -subtract_points(q, p)[0]))
    bent = []
    for i, point in enumerate(line):
        t = i / (len(line) - 1)
        moved = add_points(add_points(point, across, sway[i]), push, 1 - (1 - math.sin(math.pi * t) ** 2) ** 2)
        bent.append(moved)
    return [add_points(p, INWARD[a], -OVER), *bent, add_points(q, INWARD[b], -OVER)]


def _way_to_point(edge: int, goal: Point, heading: Point | None = None) -> Line:
    """A way from the middle of an edge to a point; `heading`: its direction at the end."""
    p = edge_middle(edge)
    far = point_distance(p, goal)
    arrive = heading or unit_vector(subtract_points(goal, add_points(p, INWARD[edge], 0.35 * far)))
    line = hermite_curve(p, scale_vector(INWARD[edge], far), goal, scale_vector(arrive, far), 28)
    return [add_points(p, INWARD[edge], -OVER), *line]


def _push_apart_from_middle(f: Facts, edges: tuple[int, int], kind: str) -> tuple[Point, Point]:
    """(shift of the building, shift of the way that passes it)."""
    across = INWARD[0] if edges[0] % 2 else INWARD[1]
    own = next((r.edges[0] for r in f.roads if len(r.edges) == 1), None)
    if own is not None and (own - edges[0]) % 2:
        side = scale_vector(INWARD[own], -1.0)
        return scale_vector(side, 0.09), scale_vector(side, -0.18)
    # An unconnected way passes north or west of the building, away from its shadow.
    toward = scale_vector(across, -1.0) if across == INWARD[0] else across
    return scale_vector(toward, 0.16), scale_vector(toward, -0.15)


def _bend_parts_fields(f: Facts, a: int, b: int) -> bool:
    """Whether the outer side of a bend from edge a to edge b belongs to two fields."""
    low, high = (a, b) if (b - a) % 4 == 1 else (b, a)
    outer = {(2 * high + 1 + i) % 8 for i in range(8)}
    outer -= {2 * low + 1, (2 * high) % 8}
    parted = len([x for x in f.fields if set(x.halves) & outer]) > 1
    return parted and bool(f.cities) and not any(len(r.edges) == 1 for r in f.roads)


def _field_of(f: Facts, half: int) -> Field | None:
    return next((x for x in f.fields if half % 8 in x.halves), None)


def _gate_line(edge: int, walls: list[Line], lean: Point) -> tuple[Line, tuple[Point, Point]]:
    goal = nearest_point_of_lines([w[2:-2] for w in walls], lean)
    ahead = _across_wall(walls, goal, edge_middle(edge))
    return _way_to_point(edge, add_points(goal, ahead, 0.01), scale_vector(ahead, 0.7)), (goal, ahead)


def _across_wall(walls: list[Line], where: Point, start: Point) -> Point:
    """The direction through a wall at a point, away from `start`."""
    wall = next(w for w in walls if where in w)
    i = wall.index(where)
    along = unit_vector(subtract_points(wall[min(i + 1, len(wall) - 1)], wall[max(i - 1, 0)]))
    through = (along[1], -along[0])
    toward = subtract_points(where, start)
    return through if through[0] * toward[0] + through[1] * toward[1] >= 0 else scale_vector(through, -1.0)


def _build_road_shape(
    f: Facts, road: Road, cities: dict[str, CityShape], centre: Point, push: Point, random: Random
) -> RoadShape:
    wave = random.choice((-1, 1)) * 0.055
    walls = [w for c in cities.values() for w in c.walls]
    if road.tunnel:
        shape = RoadShape(road, [])
        for e in road.edges:
            goal = nearest_point_of_lines([w[2:-2] for w in walls], edge_middle(e))
            parts = _field_of(f, 2 * e) is not _field_of(f, 2 * e + 1)
            mouth = goal if parts else add_points(goal, INWARD[e], -0.13)
            shape.lines.append(_way_to_point(e, mouth, INWARD[e]))
            shape.mouths.append(mouth)
        return shape
    if len(road.edges) == 2:
        a, b = road.edges
        if (a - b) % 2 and _bend_parts_fields(f, a, b):
            touch = nearest_point_of_lines([w[2:-2] for w in walls], point_between(edge_middle(a), edge_middle(b), 0.5))
            flow = scale_vector(unit_vector(subtract_points(edge_middle(b), edge_middle(a))), 0.45)
            first = hermite_curve(edge_middle(a), scale_vector(INWARD[a], 0.6), touch, flow)
            second = hermite_curve(touch, flow, edge_middle(b), scale_vector(INWARD[b], -0.6))
            ends = add_points(edge_middle(a), INWARD[a], -OVER), add_points(edge_middle(b), INWARD[b], -OVER)
            return RoadShape(road, [[ends[0], *first, *second[1:], ends[1]]])
        return RoadShape(road, [_way_through_tile(a, b, wave, push)])
    if len(road.edges) > 2:
        return RoadShape(road, [_way_to_point(e, centre) for e in road.edges])
    edge = road.edges[0]
    if road.end in ("city", "wall"):
        own = [w for name in f.joined(road.id) for w in cities[name].walls] or walls
        several = sum(r.end == road.end for r in f.roads) > 1
        lean = add_points(edge_middle(edge), INWARD[edge], 0.28 if several else 0.36)
        line, gate = _gate_line(edge, own, lean)
        return RoadShape(road, [line], [gate])
    if road.end == "open":
        return RoadShape(road, [_way_to_point(edge, add_points(edge_middle(edge), INWARD[edge], 0.47))])
    return RoadShape(road, [_way_to_point(edge, centre)])


@lru_cache(maxsize=1024)
def tile_shapes(tile: str, quarters: int = 0) -> Shapes:
    """The lines of a tile after `quarters` quarter turns."""
    f = tile_facts(tile, quarters)
    random = Random(tile)
    cities = {c.id: _build_city_shape(f, c, {h for e in c.edges for h in (2 * e, 2 * e + 1)}, random) for c in f.cities}
    if f.block:
        taken = {h for x in f.fields for h in x.halves}
        taken |= {h for c in f.cities for e in c.edges for h in (2 * e, 2 * e + 1)}
        block = City("carcassonne", tuple(e for e in range(4) if f.edges[e] == "wall"))
        cities["carcassonne"] = _build_city_shape(f, block, set(range(8)) - taken, random)
    centre, size, push, river_push = _middle_of(f), 1.0, (0.0, 0.0), (0.0, 0.0)
    passing = [("river", w.edges) for w in f.rivers if len(w.edges) == 2]
    passing += [("road", r.edges) for r in f.roads if len(r.edges) == 2 and not r.tunnel]
    if f.middle and passing:
        kind, (a, b) = passing[0]
        if (a - b) % 2 == 0:
            move, away = _push_apart_from_middle(f, (a, b), kind)
            centre, size = add_points(centre, move), 0.8
            if kind == "river":
                river_push = away
            else:
                push = away
        else:
            centre = add_points(centre, unit_vector(add_points(INWARD[a], INWARD[b])), 0.16)
            size = 0.86
    roads: list[RoadShape] = []
    for road in f.roads:
        if road.end == "house":
            other = next(line for r in roads for line in r.lines)
            roads.append(RoadShape(road, [_way_to_point(road.edges[0], point_along_line(other, 0.55)[0])]))
            continue
        roads.append(_build_road_shape(f, road, cities, centre, push, random))
    walls = [w for c in cities.values() for w in c.walls]
    rivers: list[Line] = []
    for w in f.rivers:
        if len(w.edges) == 2:
            rivers.append(_way_through_tile(w.edges[0], w.edges[1], random.choice((-1, 1)) * 0.05, river_push))
        elif len(w.edges) > 2:
            rivers += [_way_to_point(e, (0.5, 0.5)) for e in w.edges]
        elif f.role or not walls:
            rivers.append(_way_to_point(w.edges[0], (0.5, 0.5)))
        else:  # the river flows from under the wall
            goal = nearest_point_of_lines(
                [x[2:-2] for x in walls], add_points(edge_middle(w.edges[0]), INWARD[w.edges[0]], 0.4)
            )
            rivers.append(_way_to_point(w.edges[0], add_points(goal, INWARD[w.edges[0]], 0.03), INWARD[w.edges[0]]))
    bridges: list[tuple[Point, Point, str]] = []
    for i, shape in enumerate(roads):
        for line in shape.lines:
            bridges += [(*found, "river") for water in rivers if (found := find_line_crossing(line, water))]
            below = [y for r in roads[:i] if len(shape.road.edges) == len(r.road.edges) == 2 for y in r.lines]
            bridges += [(*found, "road") for y in below if (found := find_line_crossing(line, y))]
    squares = [centre] if any(r.end == "crossing" for r in f.roads) else []
    stubs = []
    for city_id in dict.fromkeys(c for r in f.roads if r.end == "crossing" for c in f.joined(r.id)):
        goal = nearest_point_of_lines([x[2:-2] for x in cities[city_id].walls], centre)
        stubs.append([goal, centre])
    return Shapes(
        f, list(cities.values()), _wall_spurs(f, cities), roads, rivers, bridges, squares, stubs, centre, size
    )


def _wall_spurs(f: Facts, cities: dict[str, CityShape]) -> list[Line]:
    """Walls from a city to a corner between two fields with nothing else between them."""
    spurs: list[Line] = []
    for corner in range(4):
        one, two = _field_of(f, 2 * corner - 1), _field_of(f, 2 * corner)
        if one is None or two is None or one is two:
            continue
        common = [cities[c].walls for c in one.cities if c in two.cities]
        if common:
            end = rim_point(2 * corner)
            start = nearest_point_of_lines([w[2:-2] for walls in common for w in walls], end)
            spurs.append(
                [start, point_between(start, end), add_points(end, unit_vector(subtract_points(end, start)), OVER)]
            )
    if f.id == "princess-cccf-x2-shield-princess":  # the field at the edge borders one city: a wall closes it off
        first, second = list(cities.values())[:2]
        point = min(
            (p for w in first.walls for p in w[2:-2]),
            key=lambda p: (
                point_distance(p, nearest_point_of_lines([w[2:-2] for w in second.walls], p))
                + 0.6 * point_distance(p, _field_edge_middle(f))
            ),
        )
        spurs.append([point, nearest_point_of_lines([w[2:-2] for w in second.walls], point)])
    return spurs


def _field_edge_middle(f: Facts) -> Point:
    """The middle of the only field edge."""
    return edge_middle(f.edges.index("field"))
