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
    hills = _noise_map(random, cells, min(pen.side, 256))
    step = 5  # softness of the border of a patch
    for ink, low in ((dark, True), (light, False)):
        curve = [max(0, min(255, round((92 - v if low else v - 172) * 255 / (step * 3)))) for v in range(256)]
        mask = hills.point(curve).point([round(v * 0.62) for v in range(256)])
        if within is not None:
            mask = ImageChops.darker(mask, within.resize(mask.size))
        pen.tint(mask, ink)


def _wall_runs_beneath_city(ground: Line, wall: Line) -> bool:
    """Whether a good part of a wall lies beneath another city."""
    points = wall[2:-2:4]
    return sum(polygon_contains(ground, p) for p in points) > 0.3 * len(points)


class GroundPainter:
    """Paints the land of one tile at one size: rivers, roads, cities with their walls."""

    def __init__(self, tile: str, quarters: int, side: int) -> None:
        self.s: Shapes = tile_shapes(tile, quarters)
        self.pen = Pen(side)
        self.random = Random(f"{tile} land")
        self.areas = tile_areas(tile, quarters)
        self.places = figure_places(tile, quarters)
        self.standing: list[tuple[float, Callable[[], None]]] = []
        self.taken: list[tuple[Point, float]] = []  # (point, radius) of everything that stands on the tile

    def land(self) -> None:
        """Paint everything but the gates."""
        pen, s = self.pen, self.s
        full = not s.facts.fields and set(s.facts.edges) == {"city"}
        pen.image.paste(c.CITY if full else c.GRASS, (0, 0, pen.side, pen.side))
        if not full:
            _draw_rough_ground(pen, self.random, c.GRASS_DARK, c.GRASS_LIGHT, 8, None)
        self._rivers()
        self._roads()
        for shape in s.cities:
            self._city(shape.ground, shape.walls)
        self._spurs()
        for i, shape in enumerate(s.cities):
            for wall in shape.walls:
                for part in self.uncovered(wall, i):
                    self._wall(part)
        self._viaducts()

    def _rivers(self) -> None:
        pen, s = self.pen, self.s
        lines = s.rivers
        pond = s.facts.role == "lake"
        for width, ink in (
            (RIVER + 2 * BANK + 0.014, c.ROAD_RIM),
            (RIVER + 2 * BANK, c.BANK),
            (RIVER + 0.012, c.WATER_DARK),
            (RIVER, c.WATER),
        ):
            for line in lines:
                pen.line(line, width, ink)
            if pond:
                r = 0.2 + width / 2 - RIVER / 2
                pen.oval(0.5, 0.5, r * 1.08, r * 0.94, ink)
        for line in lines:
            for i, (p, d) in enumerate(walk_along_line(line, 0.115)[1:-1]):
                side = 0.03 if i % 2 else -0.028
                q = add_points(p, (d[1], -d[0]), side)
                pen.line(
                    [
                        add_points(q, d, -0.03),
                        add_points(add_points(q, d, 0.004), (d[1], -d[0]), 0.006),
                        add_points(q, d, 0.035),
                    ],
                    0.0085,
                    c.WATER_LIGHT,
                )
        if pond:
            for x, y in ((0.4, 0.44), (0.56, 0.6), (0.6, 0.42), (0.42, 0.6)):
                pen.line([(x - 0.035, y), (x, y - 0.006), (x + 0.035, y)], 0.009, c.WATER_LIGHT)

    def _roads(self) -> None:
        pen, s = self.pen, self.s
        lines: list[Line] = [line for road in s.roads for line in road.lines] + s.stubs
        pebbles = Random(f"{s.facts.id} pebbles")
        over = {id(line) for road in s.roads for line in road.lines if any(b[2] == "road" for b in s.bridges)}
        for width, ink in ((ROAD + 2 * ROAD_RIM, c.ROAD_RIM), (ROAD, c.ROAD)):
            for line in lines:
                pen.line(line, width, ink)
            for x, y in s.squares:
                r = width / 2 + 0.022
                pen.oval(x, y, r, r, ink)
        for line in lines:
            for p, d in walk_along_line(line, 0.05):
                q = add_points(p, (d[1], -d[0]), pebbles.uniform(-0.034, 0.034))
                pen.oval(*q, 0.0085, 0.006, c.PEBBLE)
        for x, y in s.squares:
            pen.oval(x, y, 0.044, 0.044, c.ROAD_RIM)
            pen.oval(x, y, 0.036, 0.036, c.STONE_LIGHT)
            pen.oval(x, y, 0.02, 0.02, c.TREE, c.ROAD_RIM, 0.006)
        for p, d, what in s.bridges:
            self._bridge(p, d, what)
        if over:
            self.taken.append((s.bridges[0][0], 0.1))
        for road in s.roads:
            for x, y in road.mouths:
                pen.oval(x, y, 0.07, 0.07, c.STONE, c.OUTLINE, 0.01)
                pen.oval(x, y, 0.046, 0.046, (30, 24, 20))
            if road.road.end == "open":
                end = road.lines[0][-1]
                for dx, dy in ((-0.07, 0.0), (0.07, 0.0), (0.0, 0.05), (-0.03, -0.04), (0.035, -0.03)):
                    x, y = add_points(end, (dx, dy))
                    self.standing.append((y, partial(land_objects.draw_tree, pen, x, y + 0.03, 0.036, Random(1))))

    def _bridge(self, p: Point, d: Point, what: str) -> None:
        pen = self.pen
        half = RIVER / 2 + BANK + 0.03 if what == "river" else ROAD / 2 + 0.045
        a, b = add_points(p, d, -half), add_points(p, d, half)
        n = (d[1], -d[0])
        deck = ROAD + 2 * ROAD_RIM
        pen.shape(
            [
                add_points(a, n, deck / 2),
                add_points(b, n, deck / 2),
                add_points(b, n, -deck / 2),
                add_points(a, n, -deck / 2),
            ],
            mix_colours(c.STONE_LIGHT, c.ROAD, 0.55),
            None,
        )
        for q, _ in walk_along_line([a, b], 0.036)[1:-1]:
            pen.line([add_points(q, n, ROAD / 2), add_points(q, n, -ROAD / 2)], 0.006, c.PEBBLE)
        for side in (-1, 1):
            rail = [add_points(a, n, side * deck / 2), add_points(b, n, side * deck / 2)]
            pen.line(rail, 0.036, c.WALL_LINE)
            pen.line(rail, 0.02, c.WALL_LIGHT)
            for q, _ in walk_along_line(rail, 0.055)[1:-1]:
                pen.line([add_points(q, n, 0.008), add_points(q, n, -0.008)], 0.006, c.WALL_LINE)

    def _mask(self, ground: Line) -> Image.Image:
        side = self.pen.side
        mask = Image.new("L", (side, side), 0)
        ImageDraw.Draw(mask).polygon(self.pen.points(ground), fill=255)
        return mask

    def _city(self, ground: Line, walls: list[Line]) -> None:
        pen = self.pen
        mask = self._mask(ground)
        for wall in walls:
            pen.shade_line([add_points(p, (0.012, 0.022)) for p in wall], WALL + 0.045, 105)
        pen.lay_shadows(0.012)
        pen.image.paste(c.CITY, (0, 0, pen.side, pen.side), mask)
        _draw_rough_ground(pen, self.random, c.CITY_DARK, c.CITY_LIGHT, 9, mask)
        for wall in walls:
            pen.shade_line([add_points(p, (0.02, 0.034)) for p in wall], WALL + 0.02, 105)
        pen.lay_shadows(0.01, (96, 62, 24), mask)
        dots = Random(f"{self.s.facts.id} cobbles")
        small = self.areas.map
        numbers = range(len(self.s.cities))
        for _ in range(70):
            x, y = dots.random(), dots.random()
            if map_value_at(small, x, y) in numbers:
                pen.line(
                    [(x - 0.012, y), (x, y - 0.007), (x + 0.012, y)], 0.0055, mix_colours(c.CITY, c.CITY_DARK, 0.7)
                )

    def _spurs(self) -> None:
        for line in self.s.spurs:
            self._wall(line, 0.84)

    def _wall(self, wall: Line, s: float = 1.0) -> None:
        """Draw a wall seen slightly from the south: face, walk, merlons."""
        pen = self.pen
        face = [add_points(p, (0.0, 0.012 * s)) for p in wall]
        pen.line(face, (WALL + 0.006) * s, c.WALL_LINE)
        pen.line(wall, (WALL + 0.006) * s, c.WALL_LINE)
        pen.line(face, (WALL - 0.012) * s, c.WALL_FACE)
        pen.line(wall, (WALL - 0.012) * s, c.WALL)
        for p, d in walk_along_line(wall, 0.041):
            n = (d[1], -d[0])
            half = (WALL / 2 - 0.004) * s
            pen.line([add_points(p, n, half), add_points(p, n, -half)], 0.0075, c.WALL_LINE)
            q = add_points(p, d, 0.0205)
            r = 0.0115 * s
            pen.shape(
                [add_points(add_points(q, d, i * r), n, j * r * 1.15) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
                c.WALL_LIGHT,
                None,
            )

    def uncovered(self, wall: Line, city: int) -> list[Line]:
        """The parts of a wall outside other cities that cross its own."""
        above = [other.ground for other in self.s.cities[city + 1 :] if _wall_runs_beneath_city(other.ground, wall)]
        if not above:
            return [wall]
        parts: list[Line] = [[]]
        for p in wall:
            if any(polygon_contains(ground, p) for ground in above):
                parts.append([])
            else:
                parts[-1].append(p)
        return [part for part in parts if len(part) > 1]

    def _viaducts(self) -> None:
        """Draw a walled way between the parts of a city that another one crosses."""
        pen, cities = self.pen, self.s.cities
        for i, shape in enumerate(cities[:-1]):
            above = next(
                (o for o in cities[i + 1 :] if any(_wall_runs_beneath_city(o.ground, w) for w in shape.walls)), None
            )
            if above is None:
                continue
            ends = [point_along_line(wall, 0.5)[0] for wall in above.walls]
            if len(ends) == 1:
                ends = [point_along_line(above.walls[0], share)[0] for share in (0.28, 0.72)]
            a, b = ends[:2]
            d = unit_vector(subtract_points(b, a))
            n = (d[1], -d[0])
            pen.shade_line([add_points(p, (0.02, 0.04)) for p in (a, b)], 0.2, 110)
            pen.lay_shadows(0.012)
            pen.line([add_points(a, d, -0.05), add_points(b, d, 0.05)], 0.15, c.WALL_LINE)
            pen.line(
                [add_points(a, d, -0.05), add_points(b, d, 0.05)], 0.13, mix_colours(c.CITY_LIGHT, c.STONE_LIGHT, 0.4)
            )
            for q, _ in walk_along_line([a, b], 0.05):
                pen.line([add_points(q, n, 0.055), add_points(q, n, -0.055)], 0.006, c.PEBBLE)
            for side in (-1, 1):
                self._wall([add_points(a, n, side * 0.08), add_points(b, n, side * 0.08)], 0.72)
            self.taken += [(q, 0.1) for q, _ in walk_along_line([a, b], 0.1)]
            for end in (a, b):
                for side in (-1, 1):
                    x, y = add_points(end, n, side * 0.1)
                    self.standing.append(
                        (y + 0.03, partial(land_objects.draw_wall_tower, pen, x, y + 0.03, 0.06, c.ROOFS[0]))
                    )

    def gates(self) -> None:
        pen = self.pen
        for road in self.s.roads:
            for p, d in road.gates:
                n = (d[1], -d[0])
                way = [add_points(p, d, -WALL * 0.8), add_points(p, d, WALL * 0.75)]
                pen.line(way, ROAD * 0.8, c.WALL_LINE)
                pen.line([add_points(p, d, -WALL * 0.95), add_points(p, d, WALL * 0.7)], ROAD * 0.66, c.ROAD)
                for side in (-1, 1):
                    # Beside a road from the side, the nearer tower stands further off, where it does not hide the road.
                    near = abs(d[0]) > 0.6 and side * n[1] > 0
                    x, y = add_points(p, n, side * ROAD * (1.25 if near else 0.68))
                    y += 0.034
                    self.taken.append(((x, y - 0.05), 0.075))
                    self.standing.append(
                        (y, partial(land_objects.draw_wall_tower, pen, x, y, 0.056 if near else 0.068, c.ROOFS[0]))
                    )
