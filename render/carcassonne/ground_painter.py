"""Paints the land and walls of a tile. Raise `VERSION` in `tile_painter` with each change."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.core.look import Colour, mix_colours

from . import colours as c
from . import land_objects
from .areas import figure_places, map_value_at, tile_areas
from .curves import (
    Line,
    Point,
    add_points,
    point_along_line,
    polygon_contains,
    subtract_points,
    unit_vector,
    walk_along_line,
)
from .pen import Pen
from .shapes import BANK, RIVER, ROAD, ROAD_RIM, WALL, Shapes, tile_shapes


def _noise_map(random: Random, cells: int, side: int) -> Image.Image:
    """Smooth noise, level at the rim."""
    small = Image.new("L", (cells, cells), 128)
    for x in range(1, cells - 1):
        for y in range(1, cells - 1):
            small.putpixel((x, y), random.randrange(256))
    return small.resize((side, side), Image.Resampling.BICUBIC)


def _draw_rough_ground(
    pen: Pen, random: Random, dark: Colour, light: Colour, cells: int, within: Image.Image | None
) -> None:
    noise = _noise_map(random, cells, min(pen.side, 256))
    softness = 15  # levels of noise at the border of a patch
    for ink, is_dark in ((dark, True), (light, False)):
        depths = [92 - height if is_dark else height - 172 for height in range(256)]
        curve = [max(0, min(255, round(depth * 255 / softness))) for depth in depths]
        mask = noise.point(curve).point([round(height * 0.62) for height in range(256)])
        if within is not None:
            mask = ImageChops.darker(mask, within.resize(mask.size))
        pen.paint_through_mask(mask, ink)


def _wall_runs_beneath_city(ground: Line, wall: Line) -> bool:
    """Whether a good part of a wall lies beneath another city."""
    points = wall[2:-2:4]
    return sum(polygon_contains(ground, point) for point in points) > 0.3 * len(points)


class GroundPainter:
    """Paints the land of one tile at one size: rivers, roads, cities with their walls."""

    def __init__(self, tile: str, quarters: int, side: int) -> None:
        self.shapes: Shapes = tile_shapes(tile, quarters)
        self.pen = Pen(side)
        self.random = Random(f"{tile} land")
        self.areas = tile_areas(tile, quarters)
        self.figure_spots = figure_places(tile, quarters)
        self.queued_drawings: list[tuple[float, Callable[[], None]]] = []
        self.occupied: list[tuple[Point, float]] = []  # (point, radius) of everything that stands on the tile

    def paint_land(self) -> None:
        """Paint everything but the gates."""
        pen, shapes = self.pen, self.shapes
        is_all_city = not shapes.facts.fields and set(shapes.facts.edges) == {"city"}
        pen.image.paste(c.CITY if is_all_city else c.GRASS, (0, 0, pen.side, pen.side))
        if not is_all_city:
            _draw_rough_ground(pen, self.random, c.GRASS_DARK, c.GRASS_LIGHT, 8, within=None)
        self._paint_rivers()
        self._paint_roads()
        for shape in shapes.cities:
            self._paint_city(shape.ground, shape.walls)
        self._paint_spurs()
        for i, shape in enumerate(shapes.cities):
            for wall in shape.walls:
                for part in self.uncovered_parts(wall, i):
                    self._paint_wall(part)
        self._paint_viaducts()

    def _paint_rivers(self) -> None:
        pen, shapes = self.pen, self.shapes
        lines = shapes.rivers
        has_lake = shapes.facts.role == "lake"
        for width, ink in (
            (RIVER + 2 * BANK + 0.014, c.ROAD_RIM),
            (RIVER + 2 * BANK, c.BANK),
            (RIVER + 0.012, c.WATER_DARK),
            (RIVER, c.WATER),
        ):
            for line in lines:
                pen.line(line, width, ink)
            if has_lake:
                radius = 0.2 + width / 2 - RIVER / 2
                pen.oval(0.5, 0.5, radius * 1.08, radius * 0.94, ink)
        for line in lines:
            for i, (point, direction) in enumerate(walk_along_line(line, 0.115)[1:-1]):
                side = 0.03 if i % 2 else -0.028
                ripple = add_points(point, (direction[1], -direction[0]), side)
                pen.line(
                    [
                        add_points(ripple, direction, -0.03),
                        add_points(add_points(ripple, direction, 0.004), (direction[1], -direction[0]), 0.006),
                        add_points(ripple, direction, 0.035),
                    ],
                    0.0085,
                    c.WATER_LIGHT,
                )
        if has_lake:
            for x, y in ((0.4, 0.44), (0.56, 0.6), (0.6, 0.42), (0.42, 0.6)):
                pen.line([(x - 0.035, y), (x, y - 0.006), (x + 0.035, y)], 0.009, c.WATER_LIGHT)

    def _paint_roads(self) -> None:
        pen, shapes = self.pen, self.shapes
        lines: list[Line] = [line for road in shapes.roads for line in road.lines] + shapes.stubs
        pebbles = Random(f"{shapes.facts.id} pebbles")
        passes_over = bool(shapes.roads) and any(crossed == "road" for _, _, crossed in shapes.bridges)
        for width, ink in ((ROAD + 2 * ROAD_RIM, c.ROAD_RIM), (ROAD, c.ROAD)):
            for line in lines:
                pen.line(line, width, ink)
            for x, y in shapes.squares:
                radius = width / 2 + 0.022
                pen.oval(x, y, radius, radius, ink)
        for line in lines:
            for point, direction in walk_along_line(line, 0.05):
                pebble = add_points(point, (direction[1], -direction[0]), pebbles.uniform(-0.034, 0.034))
                pen.oval(*pebble, 0.0085, 0.006, c.PEBBLE)
        for x, y in shapes.squares:
            pen.oval(x, y, 0.044, 0.044, c.ROAD_RIM)
            pen.oval(x, y, 0.036, 0.036, c.STONE_LIGHT)
            pen.oval(x, y, 0.02, 0.02, c.TREE, c.ROAD_RIM, 0.006)
        for point, direction, crossed in shapes.bridges:
            self._paint_bridge(point, direction, crossed)
        if passes_over:
            self.occupied.append((shapes.bridges[0][0], 0.1))
        for road in shapes.roads:
            for x, y in road.mouths:
                pen.oval(x, y, 0.07, 0.07, c.STONE, c.OUTLINE, 0.01)
                pen.oval(x, y, 0.046, 0.046, (30, 24, 20))
            if road.road.end == "open":
                end = road.lines[0][-1]
                for dx, dy in ((-0.07, 0.0), (0.07, 0.0), (0.0, 0.05), (-0.03, -0.04), (0.035, -0.03)):
                    x, y = add_points(end, (dx, dy))
                    self.queued_drawings.append(
                        (y, partial(land_objects.draw_tree, pen, x, y + 0.03, 0.036, Random(1)))
                    )

    def _paint_bridge(self, middle: Point, direction: Point, crossed: str) -> None:
        pen = self.pen
        half_length = RIVER / 2 + BANK + 0.03 if crossed == "river" else ROAD / 2 + 0.045
        start, end = add_points(middle, direction, -half_length), add_points(middle, direction, half_length)
        normal = (direction[1], -direction[0])
        deck = ROAD + 2 * ROAD_RIM
        corners = ((start, 1), (end, 1), (end, -1), (start, -1))
        outline = [add_points(point, normal, side * deck / 2) for point, side in corners]
        pen.shape(outline, mix_colours(c.STONE_LIGHT, c.ROAD, 0.55), None)
        for joint, _ in walk_along_line([start, end], 0.036)[1:-1]:
            pen.line([add_points(joint, normal, ROAD / 2), add_points(joint, normal, -ROAD / 2)], 0.006, c.PEBBLE)
        for side in (-1, 1):
            rail = [add_points(start, normal, side * deck / 2), add_points(end, normal, side * deck / 2)]
            pen.line(rail, 0.036, c.WALL_LINE)
            pen.line(rail, 0.02, c.WALL_LIGHT)
            for joint, _ in walk_along_line(rail, 0.055)[1:-1]:
                pen.line([add_points(joint, normal, 0.008), add_points(joint, normal, -0.008)], 0.006, c.WALL_LINE)

    def _ground_mask(self, ground: Line) -> Image.Image:
        side = self.pen.side
        mask = Image.new("L", (side, side), 0)
        ImageDraw.Draw(mask).polygon(self.pen.to_pixels(ground), fill=255)
        return mask

    def _paint_city(self, ground: Line, walls: list[Line]) -> None:
        pen = self.pen
        mask = self._ground_mask(ground)
        for wall in walls:
            pen.add_line_shadow([add_points(point, (0.012, 0.022)) for point in wall], WALL + 0.045, 105)
        pen.draw_shadows(0.012)
        pen.image.paste(c.CITY, (0, 0, pen.side, pen.side), mask)
        _draw_rough_ground(pen, self.random, c.CITY_DARK, c.CITY_LIGHT, 9, mask)
        for wall in walls:
            pen.add_line_shadow([add_points(point, (0.02, 0.034)) for point in wall], WALL + 0.02, 105)
        pen.draw_shadows(0.01, (96, 62, 24), mask)
        random = Random(f"{self.shapes.facts.id} cobbles")
        area_map = self.areas.index_map
        city_numbers = range(len(self.shapes.cities))
        for _ in range(70):
            x, y = random.random(), random.random()
            if map_value_at(area_map, x, y) in city_numbers:
                pen.line(
                    [(x - 0.012, y), (x, y - 0.007), (x + 0.012, y)], 0.0055, mix_colours(c.CITY, c.CITY_DARK, 0.7)
                )

    def _paint_spurs(self) -> None:
        for line in self.shapes.spurs:
            self._paint_wall(line, 0.84)

    def _paint_wall(self, wall: Line, scale: float = 1.0) -> None:
        """Draw a wall seen slightly from the south: face, walk, merlons."""
        pen = self.pen
        face = [add_points(point, (0.0, 0.012 * scale)) for point in wall]
        pen.line(face, (WALL + 0.006) * scale, c.WALL_LINE)
        pen.line(wall, (WALL + 0.006) * scale, c.WALL_LINE)
        pen.line(face, (WALL - 0.012) * scale, c.WALL_FACE)
        pen.line(wall, (WALL - 0.012) * scale, c.WALL)
        for point, direction in walk_along_line(wall, 0.041):
            normal = (direction[1], -direction[0])
            half = (WALL / 2 - 0.004) * scale
            pen.line([add_points(point, normal, half), add_points(point, normal, -half)], 0.0075, c.WALL_LINE)
            merlon = add_points(point, direction, 0.0205)
            half_size = 0.0115 * scale
            pen.shape(
                [
                    add_points(add_points(merlon, direction, i * half_size), normal, j * half_size * 1.15)
                    for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                ],
                c.WALL_LIGHT,
                None,
            )

    def uncovered_parts(self, wall: Line, city: int) -> list[Line]:
        """The parts of a wall outside other cities that cross its own."""
        grounds = [other.ground for other in self.shapes.cities[city + 1 :]]
        upper_grounds = [ground for ground in grounds if _wall_runs_beneath_city(ground, wall)]
        if not upper_grounds:
            return [wall]
        parts: list[Line] = [[]]
        for point in wall:
            if any(polygon_contains(ground, point) for ground in upper_grounds):
                parts.append([])
            else:
                parts[-1].append(point)
        return [part for part in parts if len(part) > 1]

    def _paint_viaducts(self) -> None:
        """Draw a walled way between the parts of a city that another one crosses."""
        pen, cities = self.pen, self.shapes.cities
        for i, shape in enumerate(cities[:-1]):
            above = [o for o in cities[i + 1 :] if any(_wall_runs_beneath_city(o.ground, w) for w in shape.walls)]
            if not above:
                continue
            ends = [point_along_line(wall, 0.5)[0] for wall in above[0].walls]
            if len(ends) == 1:
                ends = [point_along_line(above[0].walls[0], share)[0] for share in (0.28, 0.72)]
            start, end = ends[:2]
            direction = unit_vector(subtract_points(end, start))
            normal = (direction[1], -direction[0])
            pen.add_line_shadow([add_points(point, (0.02, 0.04)) for point in (start, end)], 0.2, 110)
            pen.draw_shadows(0.012)
            way = [add_points(start, direction, -0.05), add_points(end, direction, 0.05)]
            pen.line(way, 0.15, c.WALL_LINE)
            pen.line(way, 0.13, mix_colours(c.CITY_LIGHT, c.STONE_LIGHT, 0.4))
            for joint, _ in walk_along_line([start, end], 0.05):
                pen.line([add_points(joint, normal, 0.055), add_points(joint, normal, -0.055)], 0.006, c.PEBBLE)
            for side in (-1, 1):
                self._paint_wall([add_points(start, normal, side * 0.08), add_points(end, normal, side * 0.08)], 0.72)
            self.occupied += [(joint, 0.1) for joint, _ in walk_along_line([start, end], 0.1)]
            for gate in (start, end):
                for side in (-1, 1):
                    x, y = add_points(gate, normal, side * 0.1)
                    self.queue_tower(x, y + 0.03, 0.06)

    def queue_tower(self, x: float, foot: float, width: float) -> None:
        """Queue a tower of the wall with its foot at (x, foot)."""
        tower = partial(land_objects.draw_wall_tower, self.pen, x, foot, width, c.ROOFS[0])
        self.queued_drawings.append((foot, tower))

    def paint_gates(self) -> None:
        """Paint the ways through the walls; their towers are drawn later."""
        pen = self.pen
        for road in self.shapes.roads:
            for point, direction in road.gates:
                normal = (direction[1], -direction[0])
                threshold = [add_points(point, direction, -WALL * 0.8), add_points(point, direction, WALL * 0.75)]
                pen.line(threshold, ROAD * 0.8, c.WALL_LINE)
                paving = [add_points(point, direction, -WALL * 0.95), add_points(point, direction, WALL * 0.7)]
                pen.line(paving, ROAD * 0.66, c.ROAD)
                for side in (-1, 1):
                    # Beside a road from the side, the nearer tower stands further off, where it does not hide the road.
                    is_near_tower = abs(direction[0]) > 0.6 and side * normal[1] > 0
                    x, y = add_points(point, normal, side * ROAD * (1.25 if is_near_tower else 0.68))
                    y += 0.034
                    self.occupied.append(((x, y - 0.05), 0.075))
                    self.queue_tower(x, y, 0.056 if is_near_tower else 0.068)
