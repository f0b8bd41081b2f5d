"""The lines of a tile, computed from its facts: cities, walls, roads, rivers, positions of buildings. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable
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

OVERHANG: Final = 0.12  # distance by which areas reach beyond the rim, so that seams show no wall
LEAVING_ANGLE: Final = 41.5  # degrees, below 45 so that two cities in one corner do not overlap
ROAD: Final = 0.112
ROAD_RIM: Final = 0.016
RIVER: Final = 0.135
BANK: Final = 0.02
WALL: Final = 0.058

# Gap in halves -> shift of the middle of a wall.
SHIFT_BY_GAP: Final = {2: -0.225, 3: -0.10, 4: -0.05, 5: 0.16, 6: 0.285}

# Tiles with crossing cities: (angles at the two corners, shift of the middle).
CROSSING_CITIES: Final = {
    ("abbey-cccc-x2-shield", "c0"): ((38.0, 38.0), -0.34),
    ("abbey-cccc-x2-shield", "c1"): ((38.0, 38.0), -0.34),
    ("king-cccc-x2", "c0"): ((38.0, 38.0), -0.34),
    ("king-cccc-x2", "c1"): ((38.0, 38.0), -0.34),
    # The city with the shield passes over the other one; a field remains between both at one corner.
    ("abbey-cccf-x2-shield", "c1"): ((74.0, 47.0), 0.80),
}
ENCLOSED_ANGLE: Final = 12.0  # degrees at that corner
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
    starts = [half for half in sorted(halves) if (half - 1) % 8 not in halves]
    runs = []
    for start in starts:
        end = start
        while end % 8 in halves:
            end += 1
        runs.append((start, end))
    return runs


def _wall_leaving_direction(rim_half: int, clockwise: bool, angle: float) -> Point:
    """The direction of a wall from a point of the rim; `clockwise`: the city ends there, else it begins."""
    if rim_half % 2:  # in the middle of an edge: only around the City of Carcassonne
        return INWARD[(rim_half % 8) // 2]
    edge = (rim_half // 2 - 1) % 4 if clockwise else (rim_half // 2) % 4
    along_edge = scale_vector(ALONG[edge], -1.0) if clockwise else ALONG[edge]
    return add_points(scale_vector(along_edge, math.cos(angle)), INWARD[edge], math.sin(angle))


def _wall_line(first_half: int, second_half: int, shift: float, angles: tuple[float, float], jitter: float) -> Line:
    """The wall between end a of one run and start b of the next; angles to their edges, in degrees."""
    start, end = rim_point(first_half), rim_point(second_half)
    chord = subtract_points(end, start)
    normal = unit_vector((chord[1], -chord[0])) if point_distance(start, end) else (0.0, 0.0)
    middle = add_points(point_between(start, end), normal, shift + jitter)
    leaving, arriving = (
        _wall_leaving_direction(first_half, clockwise=True, angle=math.radians(angles[0])),
        _wall_leaving_direction(second_half, clockwise=False, angle=math.radians(angles[1])),
    )
    reach = point_distance(start, middle)
    tangent = scale_vector(unit_vector(chord), reach * 1.05)
    first = hermite_curve(start, scale_vector(leaving, reach), middle, tangent)
    second = hermite_curve(middle, tangent, end, scale_vector(arriving, -point_distance(middle, end)))
    return [add_points(start, leaving, -OVERHANG), *first, *second[1:], add_points(end, arriving, -OVERHANG)]


def _city_ground(runs: list[tuple[int, int]], walls: list[Line]) -> Line:
    points: Line = []
    for i, (start, end) in enumerate(runs):
        for rim_half in range(start, end + 1):
            x, y = rim_point(rim_half)
            stretch = 1 + 2 * OVERHANG
            points.append((0.5 + (x - 0.5) * stretch, 0.5 + (y - 0.5) * stretch))
        if walls:
            points += walls[i][1:-1]
    return points


def _wall_shift(facts: Facts, city: City, gap: int, inside_gap: set[int]) -> float:
    """The shift of the middle of a wall; positive enlarges the city."""
    has_city_in_gap = any(set(other.edges) & inside_gap for other in facts.cities if other.id != city.id)
    if has_city_in_gap:
        return {2: -0.46, 4: -0.115}.get(gap, SHIFT_BY_GAP[gap])
    if gap == 2 and any(road.tunnel for road in facts.roads):
        return -0.29
    if gap == 2 and facts.building and any(city.id in group and "b" in group for group in facts.joins):
        return -0.17
    if city.cap and facts.occupies_middle:
        return 0.235
    return SHIFT_BY_GAP[gap]


def _corner_angle(facts: Facts, rim_half: int, usual_angle: float) -> float:
    """The angle at a corner: small where a field is enclosed."""
    corner = _CORNER.get(rim_half % 8, "")
    encloses_field = any(not field_.halves and field_.near == corner for field_ in facts.fields)
    return ENCLOSED_ANGLE if encloses_field else usual_angle


def _build_city_shape(facts: Facts, city: City, halves: set[int], random: Random) -> CityShape:
    runs = _rim_runs(halves)
    walls = []
    if len(halves) < 8:
        for i, (_, end) in enumerate(runs):
            start = runs[(i + 1) % len(runs)][0] + (8 if i + 1 == len(runs) else 0)
            gap = start - end
            edges = {(rim_half % 8) // 2 for rim_half in range(end, start)}
            usual = (LEAVING_ANGLE, LEAVING_ANGLE), _wall_shift(facts, city, gap, edges)
            angles, shift = CROSSING_CITIES.get((facts.id, city.id), usual)
            if angles[0] < LEAVING_ANGLE:
                angles = (_corner_angle(facts, end, angles[0]), _corner_angle(facts, start, angles[1]))
            walls.append(_wall_line(end, start, shift, angles, random.uniform(-0.012, 0.012)))
    return CityShape(city, _city_ground(runs, walls), walls)


def _middle_of(facts: Facts) -> Point:
    """The middle of the tile, moved away from a cap and from a city in a corner."""
    x, y = 0.5, 0.5
    for city in facts.cities:
        if len(city.edges) == 1:
            x, y = add_points((x, y), INWARD[city.edges[0]], 0.085)
        elif len(city.edges) == 2 and (city.edges[1] - city.edges[0]) % 2:
            first_inward, second_inward = INWARD[city.edges[0]], INWARD[city.edges[1]]
            x, y = add_points((x, y), unit_vector(add_points(first_inward, second_inward)), 0.13)
    return x, y


def _way_through_tile(edge: int, other: int, wave: float, push: Point) -> Line:
    """A way between two edges, perpendicular to both; `push` moves its middle."""
    start, end = edge_middle(edge), edge_middle(other)
    if (edge - other) % 2:
        bend = 0.85
        line = hermite_curve(start, scale_vector(INWARD[edge], bend), end, scale_vector(INWARD[other], -bend), 32)
        sways = [0.0] * len(line)
    else:
        line = [point_between(start, end, index / 40) for index in range(41)]
        sways = [wave * math.sin(2 * math.pi * index / 40) * math.sin(math.pi * index / 40) for index in range(41)]
        if push != (0.0, 0.0):
            sways = [0.0] * 41
    normal = unit_vector((subtract_points(end, start)[1], -subtract_points(end, start)[0]))
    points = []
    for index, point in enumerate(line):
        share = index / (len(line) - 1)
        moved = add_points(add_points(point, normal, sways[index]), push, 1 - (1 - math.sin(math.pi * share) ** 2) ** 2)
        points.append(moved)
    return [add_points(start, INWARD[edge], -OVERHANG), *points, add_points(end, INWARD[other], -OVERHANG)]


def _way_to_point(edge: int, goal: Point, heading: Point | None = None) -> Line:
    """A way from the middle of an edge to a point; `heading`: its direction at the end."""
    start = edge_middle(edge)
    distance = point_distance(start, goal)
    end_direction = heading or unit_vector(subtract_points(goal, add_points(start, INWARD[edge], 0.35 * distance)))
    line = hermite_curve(start, scale_vector(INWARD[edge], distance), goal, scale_vector(end_direction, distance), 28)
    return [add_points(start, INWARD[edge], -OVERHANG), *line]


def _push_apart_from_middle(facts: Facts, edges: tuple[int, int], kind: str) -> tuple[Point, Point]:
    """(shift of the building, shift of the way that passes it)."""
    perpendicular = INWARD[0] if edges[0] % 2 else INWARD[1]
    own_road_edge = next((road.edges[0] for road in facts.roads if len(road.edges) == 1), None)
    if own_road_edge is not None and (own_road_edge - edges[0]) % 2:
        side = scale_vector(INWARD[own_road_edge], -1.0)
        return scale_vector(side, 0.09), scale_vector(side, -0.18)
    # An unconnected way passes north or west of the building, away from its shadow.
    toward = scale_vector(perpendicular, -1.0) if perpendicular == INWARD[0] else perpendicular
    return scale_vector(toward, 0.16), scale_vector(toward, -0.15)


def _bend_parts_fields(facts: Facts, first: int, second: int) -> bool:
    """Whether the outer side of a bend from one edge to the other belongs to two fields."""
    inner_edge, outer_edge = (first, second) if (second - first) % 4 == 1 else (second, first)
    outer_halves = {(2 * outer_edge + 1 + i) % 8 for i in range(8)}
    outer_halves -= {2 * inner_edge + 1, (2 * outer_edge) % 8}
    has_two_fields = len([field_ for field_ in facts.fields if set(field_.halves) & outer_halves]) > 1
    return has_two_fields and bool(facts.cities) and not any(len(road.edges) == 1 for road in facts.roads)


def _field_of(facts: Facts, half: int) -> Field | None:
    return next((candidate for candidate in facts.fields if half % 8 in candidate.halves), None)


def _nearest_on_walls(walls: Iterable[Line], goal: Point) -> Point:
    """The point of the walls, without their ends beyond the rim, nearest to a goal."""
    return nearest_point_of_lines([wall[2:-2] for wall in walls], goal)


def _gate_line(edge: int, walls: list[Line], near_point: Point) -> tuple[Line, tuple[Point, Point]]:
    """A way to a gate near a point, and the gate: its point and the direction into the city."""
    gate_point = _nearest_on_walls(walls, near_point)
    into_city = _across_wall(walls, gate_point, edge_middle(edge))
    way = _way_to_point(edge, add_points(gate_point, into_city, 0.01), scale_vector(into_city, 0.7))
    return way, (gate_point, into_city)


def _across_wall(walls: list[Line], gate_point: Point, start: Point) -> Point:
    """The direction through a wall at a point, away from `start`."""
    wall = next(candidate for candidate in walls if gate_point in candidate)
    i = wall.index(gate_point)
    along = unit_vector(subtract_points(wall[min(i + 1, len(wall) - 1)], wall[max(i - 1, 0)]))
    normal = (along[1], -along[0])
    from_start = subtract_points(gate_point, start)
    return normal if normal[0] * from_start[0] + normal[1] * from_start[1] >= 0 else scale_vector(normal, -1.0)


def _build_road_shape(
    facts: Facts, road: Road, cities: dict[str, CityShape], centre: Point, push: Point, random: Random
) -> RoadShape:
    wave = random.choice((-1, 1)) * 0.055
    walls = [wall for city in cities.values() for wall in city.walls]
    if road.tunnel:
        shape = RoadShape(road, [])
        for edge_ in road.edges:
            goal = _nearest_on_walls(walls, edge_middle(edge_))
            separates_fields = _field_of(facts, 2 * edge_) is not _field_of(facts, 2 * edge_ + 1)
            mouth = goal if separates_fields else add_points(goal, INWARD[edge_], -0.13)
            shape.lines.append(_way_to_point(edge_, mouth, INWARD[edge_]))
            shape.mouths.append(mouth)
        return shape
    if len(road.edges) == 2:
        first_edge, second_edge = road.edges
        if (first_edge - second_edge) % 2 and _bend_parts_fields(facts, first_edge, second_edge):
            start, start_inward = edge_middle(first_edge), INWARD[first_edge]
            end, end_inward = edge_middle(second_edge), INWARD[second_edge]
            touch = _nearest_on_walls(walls, point_between(start, end, 0.5))
            tangent = scale_vector(unit_vector(subtract_points(end, start)), 0.45)
            first = hermite_curve(start, scale_vector(start_inward, 0.6), touch, tangent)
            second = hermite_curve(touch, tangent, end, scale_vector(end_inward, -0.6))
            before, after = add_points(start, start_inward, -OVERHANG), add_points(end, end_inward, -OVERHANG)
            return RoadShape(road, [[before, *first, *second[1:], after]])
        return RoadShape(road, [_way_through_tile(first_edge, second_edge, wave, push)])
    if len(road.edges) > 2:
        return RoadShape(road, [_way_to_point(edge_, centre) for edge_ in road.edges])
    edge = road.edges[0]
    if road.end in ("city", "wall"):
        city_walls = [wall for name in facts.cities_joined_by(road.id) for wall in cities[name].walls] or walls
        has_several = sum(other.end == road.end for other in facts.roads) > 1
        lean = add_points(edge_middle(edge), INWARD[edge], 0.28 if has_several else 0.36)
        line, gate = _gate_line(edge, city_walls, lean)
        return RoadShape(road, [line], [gate])
    if road.end == "open":
        return RoadShape(road, [_way_to_point(edge, add_points(edge_middle(edge), INWARD[edge], 0.47))])
    return RoadShape(road, [_way_to_point(edge, centre)])


def _halves_of(city: City) -> set[int]:
    """The halves of the rim that belong to a city."""
    return {half for edge in city.edges for half in (2 * edge, 2 * edge + 1)}


@lru_cache(maxsize=1024)
def tile_shapes(tile: str, quarters: int = 0) -> Shapes:
    """The lines of a tile after `quarters` quarter turns."""
    facts = tile_facts(tile, quarters)
    random = Random(tile)
    cities = {city.id: _build_city_shape(facts, city, _halves_of(city), random) for city in facts.cities}
    if facts.block:
        taken = {half for field_ in facts.fields for half in field_.halves}
        taken = taken.union(*map(_halves_of, facts.cities))
        block = City("carcassonne", tuple(edge for edge in range(4) if facts.edges[edge] == "wall"))
        cities["carcassonne"] = _build_city_shape(facts, block, set(range(8)) - taken, random)
    centre, size, push, river_push = _middle_of(facts), 1.0, (0.0, 0.0), (0.0, 0.0)
    passing = [("river", river.edges) for river in facts.rivers if len(river.edges) == 2]
    passing += [("road", road.edges) for road in facts.roads if len(road.edges) == 2 and not road.tunnel]
    if facts.occupies_middle and passing:
        kind, (first_edge, second_edge) = passing[0]
        if (first_edge - second_edge) % 2 == 0:
            building_shift, way_shift = _push_apart_from_middle(facts, (first_edge, second_edge), kind)
            centre, size = add_points(centre, building_shift), 0.8
            if kind == "river":
                river_push = way_shift
            else:
                push = way_shift
        else:
            centre = add_points(centre, unit_vector(add_points(INWARD[first_edge], INWARD[second_edge])), 0.16)
            size = 0.86
    roads: list[RoadShape] = []
    for road in facts.roads:
        if road.end == "house":
            other = next(line for other_road in roads for line in other_road.lines)
            roads.append(RoadShape(road, [_way_to_point(road.edges[0], point_along_line(other, 0.55)[0])]))
            continue
        roads.append(_build_road_shape(facts, road, cities, centre, push, random))
    walls = [wall for city in cities.values() for wall in city.walls]
    rivers: list[Line] = []
    for river in facts.rivers:
        if len(river.edges) == 2:
            rivers.append(_way_through_tile(river.edges[0], river.edges[1], random.choice((-1, 1)) * 0.05, river_push))
        elif len(river.edges) > 2:
            rivers += [_way_to_point(edge, (0.5, 0.5)) for edge in river.edges]
        elif facts.role or not walls:
            rivers.append(_way_to_point(river.edges[0], (0.5, 0.5)))
        else:  # the river flows from under the wall
            edge, inward = river.edges[0], INWARD[river.edges[0]]
            goal = _nearest_on_walls(walls, add_points(edge_middle(edge), inward, 0.4))
            rivers.append(_way_to_point(edge, add_points(goal, inward, 0.03), inward))
    bridges: list[tuple[Point, Point, str]] = []
    for i, shape in enumerate(roads):
        for line in shape.lines:
            bridges += [(*crossing, "river") for water in rivers if (crossing := find_line_crossing(line, water))]
            lower_roads = [other for other in roads[:i] if len(shape.road.edges) == len(other.road.edges) == 2]
            lower_lines = [lower for other in lower_roads for lower in other.lines]
            bridges += [(*crossing, "road") for lower in lower_lines if (crossing := find_line_crossing(line, lower))]
    to_junction = [road for road in facts.roads if road.end == "crossing"]
    squares = [centre] if to_junction else []
    joined = dict.fromkeys(city_id for road in to_junction for city_id in facts.cities_joined_by(road.id))
    stubs = [[_nearest_on_walls(cities[city_id].walls, centre), centre] for city_id in joined]
    spurs = _wall_spurs(facts, cities)
    return Shapes(facts, list(cities.values()), spurs, roads, rivers, bridges, squares, stubs, centre, size)


def _wall_spurs(facts: Facts, cities: dict[str, CityShape]) -> list[Line]:
    """Walls from a city to a corner between two fields with nothing else between them."""
    spurs: list[Line] = []
    for corner in range(4):
        first_field, second_field = _field_of(facts, 2 * corner - 1), _field_of(facts, 2 * corner)
        if first_field is None or second_field is None or first_field is second_field:
            continue
        common = [cities[c].walls for c in first_field.cities if c in second_field.cities]
        if common:
            end = rim_point(2 * corner)
            start = _nearest_on_walls((wall for walls in common for wall in walls), end)
            beyond = add_points(end, unit_vector(subtract_points(end, start)), OVERHANG)
            spurs.append([start, point_between(start, end), beyond])
    if facts.id == "princess-cccf-x2-shield-princess":  # the field at the edge borders one city: a wall closes it off
        first, second = list(cities.values())[:2]
        field_edge = edge_middle(facts.edges.index("field"))

        def cost(point: Point) -> float:
            across = point_distance(point, _nearest_on_walls(second.walls, point))
            return across + 0.6 * point_distance(point, field_edge)

        point = min((point for wall in first.walls for point in wall[2:-2]), key=cost)
        spurs.append([point, _nearest_on_walls(second.walls, point)])
    return spurs
