"""Paints a tile from its lines. Raise `VERSION` with each change: it is part of every cache key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.core.look import mix_colours

from . import colours as c
from . import land_objects
from .areas import SIDE, border_distances, map_value_at
from .curves import INWARD, Point, add_points, line_length, point_along_line, point_distance, walk_along_line
from .ground_painter import GroundPainter
from .signs import SIGNS, sign_of_mark

VERSION: Final = 5
WATER: Final = 40  # rank of springs and lakes among the signs
HAIRLINE: Final = (0, 0, 0)
KEY: Final = (255, 0, 255)  # a colour that no drawing uses


class Painter(GroundPainter):
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
        edge.rectangle(
            (0, 0, image.width - 1, image.height - 1), outline=mix_colours(c.GRASS_DARK, HAIRLINE, 0.35), width=line
        )
        return image

    def things(self) -> Image.Image:
        """Buildings and marks alone, on a transparent ground."""
        self.gates()
        before, size = len(self.standing), self.pen.image.size
        self.pen.image.paste(KEY, (0, 0, *size))
        self.signs()
        for _, draw in sorted(self.standing[before:], key=lambda x: x[0]):
            draw()
        image = self.pen.image
        differs = ImageChops.difference(image, Image.new("RGB", size, KEY)).split()
        mask = ImageChops.lighter(ImageChops.lighter(differs[0], differs[1]), differs[2])
        done = image.convert("RGBA")
        done.putalpha(mask.point([0] + [255] * 255))
        return done

    # Objects on the tile.

    def _distance(self, name: str) -> Image.Image:
        """For each pixel of an area, its distance from the border; 0 outside."""
        return border_distances(self.s.facts.id, self.s.facts.turn, name)

    def clearest(self, name: str, room: float, keep: float = 0.27) -> Point:
        """The point of an area farthest from walls, roads, objects and figures."""
        far = self._distance(name)
        figures = [p for token, p in self.places.items()]
        best, found = -9.0, (0.5, 0.5)
        for iy in range(4, SIDE - 3, 3):
            for ix in range(4, SIDE - 3, 3):
                p = ((ix + 0.5) / SIDE, (iy + 0.5) / SIDE)
                d = map_value_at(far, *p)
                if not d:
                    continue
                value = min(d / SIDE, room * 1.5) * 1.2
                value += min(0.0, min(p[0], p[1], 1 - p[0], 1 - p[1]) - room - 0.06) * 6
                value += min(0.0, min((point_distance(p, q) for q in figures), default=1.0) - keep) * 1.6
                value += min(0.0, min((point_distance(p, q) - r for q, r in self.taken), default=1.0) - room) * 2.5
                if value > best:
                    best, found = value, p
        self.taken.append((found, room))
        return found

    def stand(self, p: Point, foot: float, draw: Callable[[], None]) -> None:
        """Queue a drawing; those further south are drawn later and cover those behind."""
        self.standing.append((p[1] + foot, draw))

    @property
    def home(self) -> str:
        """The segment for signs of the tile itself: its widest field, else its first city."""
        f = self.s.facts
        widest = max((x.id for x in f.fields), key=lambda n: self._distance(n).getextrema()[1], default="")
        return widest or (f.cities[0].id if f.cities else "")

    @property
    def middle(self) -> tuple[Point, float]:
        """Position and greatest size of a sign in the middle."""
        return self.s.centre, self.s.scale

    @property
    def role(self) -> str:
        return self.s.facts.role

    def signs(self) -> None:
        """Place buildings, marks, springs and lakes."""
        f = self.s.facts
        if f.building in SIGNS:
            SIGNS[f.building].put(self, "")
        elif f.building:
            self._monastery()
        order = [*(area.id for area in f.areas), ""]
        marked = sorted(
            ((sign_of_mark(key), area) for key, area in f.marked()), key=lambda m: (m[0].rank, order.index(m[1]))
        )
        for found, area in marked:
            if found.rank < WATER:
                found.put(self, area)
        self._water()
        for found, area in marked:
            if found.rank >= WATER and (area or self.home):
                found.put(self, area)

    def _monastery(self) -> None:
        pen, (x, y), size = self.pen, self.s.centre, self.s.scale
        self.taken.append(((x, y), 0.27 * size))
        pen.shade_oval(x + 0.03, y + 0.14 * size, 0.26 * size, 0.12 * size, 90)
        self.stand((x, y), 0.2 * size, partial(land_objects.draw_cloister, pen, x, y, size * 1.06))

    def _water(self) -> None:
        pen, f = self.pen, self.s.facts
        if f.role == "spring":
            self.taken.append(((0.55, 0.5), 0.2))
            self.stand((0.5, 0.5), 0.1, partial(land_objects.draw_spring_stones, pen, INWARD[f.rivers[0].edges[0]]))
        if f.role == "lake":
            self.taken.append(((0.5, 0.5), 0.26))
            for px, py in ((0.35, 0.66), (0.68, 0.62), (0.63, 0.36)):
                self.stand((px, py), 0.0, partial(land_objects.draw_reeds, pen, px, py))

    def beside(self, name: str) -> Point:
        """A clear point beside a road."""
        road = next(shape.lines[0] for shape in self.s.roads if shape.road.id == name)
        best, found = -9.0, (0.5, 0.5)
        far = [self._distance(x.id) for x in self.s.facts.fields]
        for p, d in walk_along_line(road, 0.04)[2:-2]:
            for side in (-0.2, 0.2):
                q = add_points(p, (d[1], -d[0]), side)
                if not (0.14 < q[0] < 0.86 and 0.14 < q[1] < 0.82):
                    continue
                clear = max(map_value_at(m, *q) for m in far)
                value = min(clear / SIDE - 0.115, 0.0) * 6
                value += min(0.0, min(point_distance(q, z) for z in self.places.values()) - 0.24)
                value += min(0.0, min((point_distance(q, t) - r for t, r in self.taken), default=1.0) - 0.12)
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
                pen.oval(*square, 0.082, 0.07, mix_colours(c.CITY_LIGHT, c.CITY_DARK, 0.6))
                pen.oval(*square, 0.074, 0.062, mix_colours(c.CITY_LIGHT, (255, 255, 255), 0.15))
            built: list[Point] = []
            for _ in range(420):
                x, y, w = random.uniform(0.055, 0.945), random.uniform(0.1, 0.965), random.uniform(0.088, 0.118)
                if map_value_at(far, x, y - 0.035) < 6:
                    continue
                if any(abs(x - a) < 0.112 and abs(y - b) < 0.096 for a, b in built):
                    continue
                if square is not None and point_distance((x, (y - 0.03) * 1.1), (square[0], square[1] * 1.1)) < 0.125:
                    continue
                if any(point_distance((x, y - 0.04), p) < r + 0.055 for p, r in self.taken):
                    continue
                built.append((x, y))
                pen.shade_oval(x + 0.018, y - 0.008, w * 0.52, w * 0.24, 120)
                kinds = c.SLATES if block and shape.city.id == "carcassonne" and random.random() < 0.7 else c.ROOFS
                roofs = random.choice(range(10**6))
                self.standing.append((y, partial(land_objects.draw_house, pen, x, y, w, Random(roofs), kinds)))
            for _ in range(26):  # a few bushes between the houses
                x, y = random.uniform(0.05, 0.95), random.uniform(0.08, 0.96)
                if (
                    map_value_at(far, x, y - 0.01) >= 6
                    and not any(point_distance((x, y), p) < 0.085 for p in built)
                    and not any(point_distance((x, y), p) < r + 0.03 for p, r in self.taken)
                    and (square is None or point_distance((x, y), square) > 0.1)
                ):
                    built.append((x, y))
                    pen.shade_oval(x + 0.008, y - 0.004, 0.026, 0.014, 110)
                    self.standing.append((y, partial(land_objects.draw_tree, pen, x, y, 0.024, Random(1))))
        self._towers(random)

    def _towers(self, random: Random) -> None:
        pen = self.pen
        for i, shape in enumerate(self.s.cities):
            for wall in shape.walls:
                if line_length(wall) < 0.7 or random.random() < 0.2 or self.uncovered(wall, i) != [wall]:
                    continue
                for share in random.sample((0.27, 0.5, 0.73), 1 if line_length(wall) < 1.2 else 2):
                    (x, y), _ = point_along_line(wall, share)
                    if any(point_distance((x, y), p) < r + 0.07 for p, r in self.taken):
                        continue
                    if any(point_distance((x, y), p) < 0.2 for p in self.places.values()):
                        continue
                    self.standing.append(
                        (y + 0.03, partial(land_objects.draw_wall_tower, pen, x, y + 0.03, 0.066, c.ROOFS[0]))
                    )

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
            if map_value_at(far, x, y - 0.01) < need:
                continue
            if any(point_distance((x, y), p) < 0.085 for p in grown) or any(
                point_distance((x, y), p) < r + 0.04 for p, r in self.taken
            ):
                continue
            if kind == 0 and any(point_distance((x, y), p) < 0.15 for p in spots):
                continue
            if len(grown) > 22:
                break
            grown.append((x, y))
            if kind == 0:
                r = random.uniform(0.026, 0.04)
                pen.shade_oval(x + r * 0.7, y - r * 0.1, r * 1.05, r * 0.55, 110)
                seed = random.randrange(1000)
                self.standing.append((y, partial(land_objects.draw_tree, pen, x, y, r, Random(seed))))
            elif kind < 4:
                land_objects.draw_grass_tuft(pen, x, y, 0.02)
            else:
                land_objects.draw_flowers(pen, x, y, random)
        pen.lay_shadows(0.006)


def paint_tile(tile: str, quarters: int, side: int, plain: bool = False) -> Image.Image:
    """A tile after `quarters` quarter turns. Paint about four times the pixels needed, then reduce."""
    return Painter(tile, quarters, side, plain).paint()
