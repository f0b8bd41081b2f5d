"""Painting a tile from its lines. Raise the version with each change: it is part of every key of the cache."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.core.look import mix

from . import colours as c
from . import signs, things
from .areas import SIDE, distances, level
from .curves import INWARD, Line, Point, add, at, dist, length, walk
from .ground import Ground

VERSION: Final = 5
HAIRLINE: Final = (0, 0, 0)


class Painter(Ground):
    """Paints one tile at one size; `plain` leaves out houses, tufts and trees."""

    def __init__(self, tile: str, quarters: int, side: int, plain: bool) -> None:
        super().__init__(tile, quarters, side)
        self.plain = plain

    def paint(self) -> Image.Image:
        self.land()
        self.gates()
        self.signs()
        if not self.plain:
            self._houses()
            self._plants()
        for _, draw in sorted(self.standing, key=lambda x: x[0]):
            draw()
        image = self.pen.image
        edge = ImageDraw.Draw(image)
        line = max(1, round(self.pen.side / 170))
        edge.rectangle((0, 0, image.width - 1, image.height - 1), outline=mix(c.GRASS_DARK, HAIRLINE, 0.35), width=line)
        return image

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
                if length(wall) < 0.7 or random.random() < 0.2 or self.uncovered(wall, i) != [wall]:
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
