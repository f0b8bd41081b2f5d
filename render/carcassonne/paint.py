"""Painting a tile from its lines. Raise the version with each change: it is part of every key of the cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.core.look import Colour, mix

from . import colours as c
from . import signs, things
from .areas import SIDE, areas, distances, level, places
from .curves import INWARD, Line, Point, add, at, dist, inside, length, sub, unit, walk
from .pen import Pen
from .shapes import BANK, RIVER, ROAD, ROAD_RIM, WALL, Shapes, shapes

VERSION: Final = 5
HAIRLINE: Final = (0, 0, 0)


def _noise(random: Random, cells: int, side: int) -> Image.Image:
    """Soft hills and hollows, level at the rim."""
    small = Image.new("L", (cells, cells), 128)
    for x in range(1, cells - 1):
        for y in range(1, cells - 1):
            small.putpixel((x, y), random.randrange(256))
    return small.resize((side, side), Image.Resampling.BICUBIC)


def _ground(pen: Pen, random: Random, dark: Colour, light: Colour, cells: int, within: Image.Image | None) -> None:
    hills = _noise(random, cells, min(pen.side, 256))
    step = 5  # how soft the border of a patch is
    for ink, low in ((dark, True), (light, False)):
        curve = [max(0, min(255, round((92 - v if low else v - 172) * 255 / (step * 3)))) for v in range(256)]
        mask = hills.point(curve).point([round(v * 0.62) for v in range(256)])
        if within is not None:
            mask = ImageChops.darker(mask, within.resize(mask.size))
        pen.tint(mask, ink)


def _covered(ground: Line, wall: Line) -> bool:
    """Whether a good part of a wall lies in a city: it runs beneath it."""
    points = wall[2:-2:4]
    return sum(inside(ground, p) for p in points) > 0.3 * len(points)


class Painter:
    """Paints one tile at one size; `plain` leaves out houses, tufts and trees."""

    def __init__(self, tile: str, quarters: int, side: int, plain: bool) -> None:
        self.s: Shapes = shapes(tile, quarters)
        self.pen = Pen(side)
        self.random = Random(f"{tile} land")
        self.areas = areas(tile, quarters)
        self.places = places(tile, quarters)
        self.plain = plain
        self.standing: list[tuple[float, Callable[[], None]]] = []
        self.taken: list[tuple[Point, float]] = []  # where something stands, and how much room it needs

    def paint(self) -> Image.Image:
        pen, s = self.pen, self.s
        full = not s.facts.fields and set(s.facts.edges) == {"city"}
        pen.image.paste(c.CITY if full else c.GRASS, (0, 0, pen.side, pen.side))
        if not full:
            _ground(pen, self.random, c.GRASS_DARK, c.GRASS_LIGHT, 8, None)
        self._rivers()
        self._roads()
        for shape in s.cities:
            self._city(shape.ground, shape.walls)
        self._spurs()
        for i, shape in enumerate(s.cities):
            for wall in shape.walls:
                for part in self._open(wall, i):
                    self._wall(part)
        self._viaducts()
        self.gates()
        self.signs()
        if not self.plain:
            self._houses()
            self._plants()
        for _, draw in sorted(self.standing, key=lambda x: x[0]):
            draw()
        image = pen.image
        edge = ImageDraw.Draw(image)
        line = max(1, round(pen.side / 170))
        edge.rectangle((0, 0, pen.side - 1, pen.side - 1), outline=mix(c.GRASS_DARK, HAIRLINE, 0.35), width=line)
        return image

    # The ground

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
            for i, (p, d) in enumerate(walk(line, 0.115)[1:-1]):
                side = 0.03 if i % 2 else -0.028
                q = add(p, (d[1], -d[0]), side)
                pen.line(
                    [add(q, d, -0.03), add(add(q, d, 0.004), (d[1], -d[0]), 0.006), add(q, d, 0.035)],
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
            for p, d in walk(line, 0.05):
                q = add(p, (d[1], -d[0]), pebbles.uniform(-0.034, 0.034))
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
                    x, y = add(end, (dx, dy))
                    self.standing.append((y, partial(things.tree, pen, x, y + 0.03, 0.036, Random(1))))

    def _bridge(self, p: Point, d: Point, what: str) -> None:
        pen = self.pen
        half = RIVER / 2 + BANK + 0.03 if what == "river" else ROAD / 2 + 0.045
        a, b = add(p, d, -half), add(p, d, half)
        n = (d[1], -d[0])
        deck = ROAD + 2 * ROAD_RIM
        pen.shape(
            [add(a, n, deck / 2), add(b, n, deck / 2), add(b, n, -deck / 2), add(a, n, -deck / 2)],
            mix(c.STONE_LIGHT, c.ROAD, 0.55),
            None,
        )
        for q, _ in walk([a, b], 0.036)[1:-1]:
            pen.line([add(q, n, ROAD / 2), add(q, n, -ROAD / 2)], 0.006, c.PEBBLE)
        for side in (-1, 1):
            rail = [add(a, n, side * deck / 2), add(b, n, side * deck / 2)]
            pen.line(rail, 0.036, c.WALL_LINE)
            pen.line(rail, 0.02, c.WALL_LIGHT)
            for q, _ in walk(rail, 0.055)[1:-1]:
                pen.line([add(q, n, 0.008), add(q, n, -0.008)], 0.006, c.WALL_LINE)

    def _mask(self, ground: Line) -> Image.Image:
        side = self.pen.side
        mask = Image.new("L", (side, side), 0)
        ImageDraw.Draw(mask).polygon(self.pen.points(ground), fill=255)
        return mask

    def _city(self, ground: Line, walls: list[Line]) -> None:
        pen = self.pen
        mask = self._mask(ground)
        for wall in walls:
            pen.shade_line([add(p, (0.012, 0.022)) for p in wall], WALL + 0.045, 105)
        pen.lay_shadows(0.012)
        pen.image.paste(c.CITY, (0, 0, pen.side, pen.side), mask)
        _ground(pen, self.random, c.CITY_DARK, c.CITY_LIGHT, 9, mask)
        for wall in walls:
            pen.shade_line([add(p, (0.02, 0.034)) for p in wall], WALL + 0.02, 105)
        pen.lay_shadows(0.01, (96, 62, 24), mask)
        dots = Random(f"{self.s.facts.id} cobbles")
        small = self.areas.map
        numbers = range(len(self.s.cities))
        for _ in range(70):
            x, y = dots.random(), dots.random()
            if level(small, x, y) in numbers:
                pen.line([(x - 0.012, y), (x, y - 0.007), (x + 0.012, y)], 0.0055, mix(c.CITY, c.CITY_DARK, 0.7))

    def _spurs(self) -> None:
        for line in self.s.spurs:
            self._wall(line, 0.84)

    def _wall(self, wall: Line, s: float = 1.0) -> None:
        """A wall seen a little from the south: face, walk, merlons."""
        pen = self.pen
        face = [add(p, (0.0, 0.012 * s)) for p in wall]
        pen.line(face, (WALL + 0.006) * s, c.WALL_LINE)
        pen.line(wall, (WALL + 0.006) * s, c.WALL_LINE)
        pen.line(face, (WALL - 0.012) * s, c.WALL_FACE)
        pen.line(wall, (WALL - 0.012) * s, c.WALL)
        for p, d in walk(wall, 0.041):
            n = (d[1], -d[0])
            half = (WALL / 2 - 0.004) * s
            pen.line([add(p, n, half), add(p, n, -half)], 0.0075, c.WALL_LINE)
            q = add(p, d, 0.0205)
            r = 0.0115 * s
            pen.shape(
                [add(add(q, d, i * r), n, j * r * 1.15) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))],
                c.WALL_LIGHT,
                None,
            )

    def _open(self, wall: Line, city: int) -> list[Line]:
        """The parts of a wall that do not lie under a city that crosses its own."""
        above = [other.ground for other in self.s.cities[city + 1 :] if _covered(other.ground, wall)]
        if not above:
            return [wall]
        parts: list[Line] = [[]]
        for p in wall:
            if any(inside(ground, p) for ground in above):
                parts.append([])
            else:
                parts[-1].append(p)
        return [part for part in parts if len(part) > 1]

    def _viaducts(self) -> None:
        """Where a city crosses another one, a walled way joins the parts of the lower one."""
        pen, cities = self.pen, self.s.cities
        for i, shape in enumerate(cities[:-1]):
            above = next((o for o in cities[i + 1 :] if any(_covered(o.ground, w) for w in shape.walls)), None)
            if above is None:
                continue
            ends = [at(wall, 0.5)[0] for wall in above.walls]
            if len(ends) == 1:
                ends = [at(above.walls[0], share)[0] for share in (0.28, 0.72)]
            a, b = ends[:2]
            d = unit(sub(b, a))
            n = (d[1], -d[0])
            pen.shade_line([add(p, (0.02, 0.04)) for p in (a, b)], 0.2, 110)
            pen.lay_shadows(0.012)
            pen.line([add(a, d, -0.05), add(b, d, 0.05)], 0.15, c.WALL_LINE)
            pen.line([add(a, d, -0.05), add(b, d, 0.05)], 0.13, mix(c.CITY_LIGHT, c.STONE_LIGHT, 0.4))
            for q, _ in walk([a, b], 0.05):
                pen.line([add(q, n, 0.055), add(q, n, -0.055)], 0.006, c.PEBBLE)
            for side in (-1, 1):
                self._wall([add(a, n, side * 0.08), add(b, n, side * 0.08)], 0.72)
            self.taken += [(q, 0.1) for q, _ in walk([a, b], 0.1)]
            for end in (a, b):
                for side in (-1, 1):
                    x, y = add(end, n, side * 0.1)
                    self.standing.append((y + 0.03, partial(things.tower, pen, x, y + 0.03, 0.06, c.ROOFS[0])))

    def gates(self) -> None:
        pen = self.pen
        for road in self.s.roads:
            for p, d in road.gates:
                n = (d[1], -d[0])
                way = [add(p, d, -WALL * 0.8), add(p, d, WALL * 0.75)]
                pen.line(way, ROAD * 0.8, c.WALL_LINE)
                pen.line([add(p, d, -WALL * 0.95), add(p, d, WALL * 0.7)], ROAD * 0.66, c.ROAD)
                for side in (-1, 1):
                    # Where a road enters from the side, the nearer tower stands further off: it would hide the road.
                    near = abs(d[0]) > 0.6 and side * n[1] > 0
                    x, y = add(p, n, side * ROAD * (1.25 if near else 0.68))
                    y += 0.034
                    self.taken.append(((x, y - 0.05), 0.075))
                    self.standing.append((y, partial(things.tower, pen, x, y, 0.056 if near else 0.068, c.ROOFS[0])))

    # What stands on it

    def _distance(self, name: str) -> Image.Image:
        """For each point of an area, how far it is from the border (in points of the map); 0 outside."""
        return distances(self.s.facts.id, self.s.facts.turn, name)

    def clearest(self, name: str, room: float, keep: float = 0.27) -> Point:
        """The point of an area that is furthest from walls, roads, other things and figures."""
        far = self._distance(name)
        figures = [p for token, p in self.places.items()]
        best, found = -9.0, (0.5, 0.5)
        for iy in range(4, SIDE - 3, 3):
            for ix in range(4, SIDE - 3, 3):
                p = ((ix + 0.5) / SIDE, (iy + 0.5) / SIDE)
                d = level(far, *p)
                if not d:
                    continue
                value = min(d / SIDE, room * 1.5) * 1.2
                value += min(0.0, min(p[0], p[1], 1 - p[0], 1 - p[1]) - room - 0.06) * 6
                value += min(0.0, min((dist(p, q) for q in figures), default=1.0) - keep) * 1.6
                value += min(0.0, min((dist(p, q) - r for q, r in self.taken), default=1.0) - room) * 2.5
                if value > best:
                    best, found = value, p
        self.taken.append((found, room))
        return found

    def _stand(self, p: Point, foot: float, draw: Callable[[], None]) -> None:
        self.standing.append((p[1] + foot, draw))

    def signs(self) -> None:
        pen, s, f = self.pen, self.s, self.s.facts
        x, y = s.centre
        size = s.scale
        if f.building == "shrine":
            self.taken.append(((x, y), 0.2))
            self._stand((x, y), 0.14, partial(signs.shrine, pen, x, y, 1.1 * size))
        elif f.building:
            self.taken.append(((x, y), 0.27 * size))
            pen.shade_oval(x + 0.03, y + 0.14 * size, 0.26 * size, 0.12 * size, 90)
            self._stand((x, y), 0.2 * size, partial(things.cloister, pen, x, y, size * 1.06))
        if any(city.cathedral for city in f.cities):
            self.taken.append(((0.5, 0.5), 0.27))
            self._stand((0.5, 0.5), 0.2, partial(signs.cathedral, pen, 0.5, 0.53, 1.15))
        if "volcano" in f.marks:
            if f.role == "lake":
                pen.oval(0.5, 0.56, 0.15, 0.065, c.BANK, c.ROAD_RIM, 0.008)
            self.taken.append(((x, y), 0.22))
            v = (0.72, 0.5, 0.5) if f.role == "lake" else (1.0, x, y)
            self._stand((x, y), 0.12, partial(things.volcano, pen, v[1], v[2] - 0.01, v[0]))
        if "bazaar" in f.marks:
            self.taken.append(((x, y), 0.2))
            self._stand((x, y), 0.1, partial(signs.bazaar, pen, x, y, size))
        if f.role == "spring":
            self.taken.append(((0.55, 0.5), 0.2))
            self._stand((0.5, 0.5), 0.1, partial(things.stones, pen, INWARD[f.rivers[0].edges[0]]))
        if f.role == "lake":
            self.taken.append(((0.5, 0.5), 0.26))
            for px, py in ((0.35, 0.66), (0.68, 0.62), (0.63, 0.36)):
                self._stand((px, py), 0.0, partial(things.reeds, pen, px, py))
        for city in f.cities:
            for _ in range(city.shields):
                p = self.clearest(city.id, 0.085)
                self._stand(p, 0.09, partial(signs.shield, pen, *p))
            if city.goods:
                p = self.clearest(city.id, 0.098)
                self._stand(p, 0.1, partial(signs.goods, pen, p[0], p[1], city.goods))
            if city.princess:
                p = self.clearest(city.id, 0.098)
                self._stand(p, 0.1, partial(signs.princess, pen, *p))
        self._signs_of_fields()

    def _signs_of_fields(self) -> None:
        pen, f = self.pen, self.s.facts
        for shape in self.s.roads:
            if shape.road.inn:
                p = self._beside(shape.lines[0])
                self._stand(p, 0.05, partial(things.inn, pen, *p))
        for field in f.fields:
            if field.pig_herd:
                p = self.clearest(field.id, 0.11)
                self._stand(p, 0.05, partial(things.pigs, pen, *p))
        widest = max((x.id for x in f.fields), key=lambda n: self._distance(n).getextrema()[1], default="")
        home = widest or (f.cities[0].id if f.cities else "")
        if "dragon" in f.marks and home:
            p = self.clearest(home, 0.098)
            self._stand(p, 0.1, partial(signs.dragon, pen, *p))
        if "portal" in f.marks and home:
            q = self.clearest(home, 0.1)
            self._stand(q, 0.1, partial(signs.portal, pen, *q))

    def _beside(self, road: Line) -> Point:
        """A clear place at the side of a road."""
        best, found = -9.0, (0.5, 0.5)
        far = [self._distance(x.id) for x in self.s.facts.fields]
        for p, d in walk(road, 0.04)[2:-2]:
            for side in (-0.2, 0.2):
                q = add(p, (d[1], -d[0]), side)
                if not (0.14 < q[0] < 0.86 and 0.14 < q[1] < 0.82):
                    continue
                clear = max(level(m, *q) for m in far)
                value = min(clear / SIDE - 0.115, 0.0) * 6
                value += min(0.0, min(dist(q, z) for z in self.places.values()) - 0.24)
                value += min(0.0, min((dist(q, t) - r for t, r in self.taken), default=1.0) - 0.12)
                if value > best:
                    best, found = value, q
        self.taken.append((found, 0.14))
        return found

    def _houses(self) -> None:
        pen, s, random = self.pen, self.s, Random(f"{self.s.facts.id} houses")
        block = s.facts.block
        for shape in s.cities:
            far = self._distance(shape.city.id)
            square = next((self.places[t] for t, n in s.facts.places().items() if n == shape.city.id), None)
            if square is not None:
                pen.oval(*square, 0.082, 0.07, mix(c.CITY_LIGHT, c.CITY_DARK, 0.6))
                pen.oval(*square, 0.074, 0.062, mix(c.CITY_LIGHT, (255, 255, 255), 0.15))
            built: list[Point] = []
            for _ in range(420):
                x, y, w = random.uniform(0.055, 0.945), random.uniform(0.1, 0.965), random.uniform(0.088, 0.118)
                if level(far, x, y - 0.035) < 6:
                    continue
                if any(abs(x - a) < 0.112 and abs(y - b) < 0.096 for a, b in built):
                    continue
                if square is not None and dist((x, (y - 0.03) * 1.1), (square[0], square[1] * 1.1)) < 0.125:
                    continue
                if any(dist((x, y - 0.04), p) < r + 0.055 for p, r in self.taken):
                    continue
                built.append((x, y))
                pen.shade_oval(x + 0.018, y - 0.008, w * 0.52, w * 0.24, 120)
                kinds = c.SLATES if block and shape.city.id == "carcassonne" and random.random() < 0.7 else c.ROOFS
                roofs = random.choice(range(10**6))
                self.standing.append((y, partial(things.house, pen, x, y, w, Random(roofs), kinds)))
            for _ in range(26):  # a few bushes between the houses
                x, y = random.uniform(0.05, 0.95), random.uniform(0.08, 0.96)
                if (
                    level(far, x, y - 0.01) >= 6
                    and not any(dist((x, y), p) < 0.085 for p in built)
                    and not any(dist((x, y), p) < r + 0.03 for p, r in self.taken)
                    and (square is None or dist((x, y), square) > 0.1)
                ):
                    built.append((x, y))
                    pen.shade_oval(x + 0.008, y - 0.004, 0.026, 0.014, 110)
                    self.standing.append((y, partial(things.tree, pen, x, y, 0.024, Random(1))))
        self._towers(random)

    def _towers(self, random: Random) -> None:
        pen = self.pen
        for i, shape in enumerate(self.s.cities):
            for wall in shape.walls:
                if length(wall) < 0.7 or random.random() < 0.2 or self._open(wall, i) != [wall]:
                    continue
                for share in random.sample((0.27, 0.5, 0.73), 1 if length(wall) < 1.2 else 2):
                    (x, y), _ = at(wall, share)
                    if any(dist((x, y), p) < r + 0.07 for p, r in self.taken):
                        continue
                    if any(dist((x, y), p) < 0.2 for p in self.places.values()):
                        continue
                    self.standing.append((y + 0.03, partial(things.tower, pen, x, y + 0.03, 0.066, c.ROOFS[0])))

    def _plants(self) -> None:
        pen, f, random = self.pen, self.s.facts, Random(f"{self.s.facts.id} plants")
        grown: list[Point] = []
        spots = [p for t, p in self.places.items()]
        maps = [self._distance(x.id) for x in f.fields]
        if not maps:
            pen.lay_shadows(0.006)
            return
        far = maps[0]
        for other in maps[1:]:
            far = ImageChops.lighter(far, other)
        for i in range(150):
            x, y = random.uniform(0.03, 0.97), random.uniform(0.06, 0.97)
            kind = i % 5
            need = 6 if kind == 0 else 3
            if level(far, x, y - 0.01) < need:
                continue
            if any(dist((x, y), p) < 0.085 for p in grown) or any(dist((x, y), p) < r + 0.04 for p, r in self.taken):
                continue
            if kind == 0 and any(dist((x, y), p) < 0.15 for p in spots):
                continue
            if len(grown) > 22:
                break
            grown.append((x, y))
            if kind == 0:
                r = random.uniform(0.026, 0.04)
                pen.shade_oval(x + r * 0.7, y - r * 0.1, r * 1.05, r * 0.55, 110)
                seed = random.randrange(1000)
                self.standing.append((y, partial(things.tree, pen, x, y, r, Random(seed))))
            elif kind < 4:
                things.tuft(pen, x, y, 0.02)
            else:
                things.flowers(pen, x, y, random)
        pen.lay_shadows(0.006)


def paint(tile: str, quarters: int, side: int, plain: bool = False) -> Image.Image:
    """A tile as it lies, in pixels four times as many as it needs or so: reduce it."""
    return Painter(tile, quarters, side, plain).paint()
