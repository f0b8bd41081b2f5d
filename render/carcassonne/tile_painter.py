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
HOUSE_TRIALS, BUSH_TRIALS = 420, 26  # random places tried in each city
LEAST_CITY_DISTANCE: Final = 6  # pixels of the area map between a house and the border of its city
HAIRLINE: Final = (0, 0, 0)
KEY: Final = (255, 0, 255)  # a colour that no drawing uses


class Painter(GroundPainter):
    """Paints one tile at one size; `plain` leaves out houses, tufts and trees."""

    def __init__(self, tile: str, quarters: int, side: int, plain: bool) -> None:
        super().__init__(tile, quarters, side)
        self.plain = plain

    def paint(self) -> Image.Image:
        self.paint_land()
        self.paint_gates()
        self.paint_signs()
        if not self.plain:
            self._paint_houses()
            self._paint_plants()
        for _, draw in sorted(self.queued_drawings, key=lambda entry: entry[0]):
            draw()
        image = self.pen.image
        edge = ImageDraw.Draw(image)
        line = max(1, round(self.pen.side / 170))
        edge.rectangle(
            (0, 0, image.width - 1, image.height - 1), outline=mix_colours(c.GRASS_DARK, HAIRLINE, 0.35), width=line
        )
        return image

    def paint_things(self) -> Image.Image:
        """Buildings and marks alone, on a transparent ground."""
        self.paint_gates()
        gate_count, size = len(self.queued_drawings), self.pen.image.size
        self.pen.image.paste(KEY, (0, 0, *size))
        self.paint_signs()
        for _, draw in sorted(self.queued_drawings[gate_count:], key=lambda entry: entry[0]):
            draw()
        image = self.pen.image
        differences = ImageChops.difference(image, Image.new("RGB", size, KEY)).split()
        mask = ImageChops.lighter(ImageChops.lighter(differences[0], differences[1]), differences[2])
        sprite = image.convert("RGBA")
        sprite.putalpha(mask.point([0] + [255] * 255))
        return sprite

    # Objects on the tile.

    def _border_distances(self, name: str) -> Image.Image:
        """For each pixel of an area, its distance from the border; 0 outside."""
        return border_distances(self.shapes.facts.id, self.shapes.facts.turn, name)

    def _distance_to_taken(self, point: Point) -> float:
        """The distance to the nearest thing that stands on the tile; 1 on an empty tile."""
        return min((point_distance(point, other) - radius for other, radius in self.occupied), default=1.0)

    def find_clear_point(self, name: str, room: float, keep: float = 0.27) -> Point:
        """The point of an area farthest from walls, roads, objects and figures."""
        distances = self._border_distances(name)
        figures = [point for token, point in self.figure_spots.items()]
        best_value, best_point = -9.0, (0.5, 0.5)
        for iy in range(4, SIDE - 3, 3):
            for ix in range(4, SIDE - 3, 3):
                point = ((ix + 0.5) / SIDE, (iy + 0.5) / SIDE)
                distance = map_value_at(distances, *point)
                if not distance:
                    continue
                value = min(distance / SIDE, room * 1.5) * 1.2
                value += min(0.0, min(point[0], point[1], 1 - point[0], 1 - point[1]) - room - 0.06) * 6
                value += min(0.0, min((point_distance(point, other) for other in figures), default=1.0) - keep) * 1.6
                value += min(0.0, self._distance_to_taken(point) - room) * 2.5
                if value > best_value:
                    best_value, best_point = value, point
        self.occupied.append((best_point, room))
        return best_point

    def queue_drawing(self, p: Point, foot: float, draw: Callable[[], None]) -> None:
        """Queue a drawing; those further south are drawn later and cover those behind."""
        self.queued_drawings.append((p[1] + foot, draw))

    @property
    def segment_of_tile_signs(self) -> str:
        """The segment for signs of the tile itself: its widest field, else its first city."""
        facts = self.shapes.facts
        names = [field.id for field in facts.fields]
        widest = max(names, key=lambda name: self._border_distances(name).getextrema()[1], default="")
        return widest or (facts.cities[0].id if facts.cities else "")

    @property
    def middle_sign_spot(self) -> tuple[Point, float]:
        """Position and greatest size of a sign in the middle."""
        return self.shapes.centre, self.shapes.scale

    @property
    def role(self) -> str:
        return self.shapes.facts.role

    def paint_signs(self) -> None:
        """Place buildings, marks, springs and lakes."""
        facts = self.shapes.facts
        if facts.building in SIGNS:
            SIGNS[facts.building].put(self, "")
        elif facts.building:
            self._paint_monastery()
        order = [*(area.id for area in facts.areas), ""]
        marked = sorted(
            ((sign_of_mark(key), area) for key, area in facts.list_marks()),
            key=lambda entry: (entry[0].rank, order.index(entry[1])),
        )
        for sign, area in marked:
            if sign.rank < WATER:
                sign.put(self, area)
        self._paint_water()
        for sign, area in marked:
            if sign.rank >= WATER and (area or self.segment_of_tile_signs):
                sign.put(self, area)

    def _paint_monastery(self) -> None:
        pen, (x, y), size = self.pen, self.shapes.centre, self.shapes.scale
        self.occupied.append(((x, y), 0.27 * size))
        pen.add_oval_shadow(x + 0.03, y + 0.14 * size, 0.26 * size, 0.12 * size, 90)
        self.queue_drawing((x, y), 0.2 * size, partial(land_objects.draw_cloister, pen, x, y, size * 1.06))

    def _paint_water(self) -> None:
        pen, facts = self.pen, self.shapes.facts
        if facts.role == "spring":
            self.occupied.append(((0.55, 0.5), 0.2))
            self.queue_drawing(
                (0.5, 0.5), 0.1, partial(land_objects.draw_spring_stones, pen, INWARD[facts.rivers[0].edges[0]])
            )
        if facts.role == "lake":
            self.occupied.append(((0.5, 0.5), 0.26))
            for x, y in ((0.35, 0.66), (0.68, 0.62), (0.63, 0.36)):
                self.queue_drawing((x, y), 0.0, partial(land_objects.draw_reeds, pen, x, y))

    def find_point_beside_road(self, name: str) -> Point:
        """A clear point beside a road."""
        road = next(shape.lines[0] for shape in self.shapes.roads if shape.road.id == name)
        best_value, best_point = -9.0, (0.5, 0.5)
        field_distances = [self._border_distances(field.id) for field in self.shapes.facts.fields]
        for point, direction in walk_along_line(road, 0.04)[2:-2]:
            for side in (-0.2, 0.2):
                candidate = add_points(point, (direction[1], -direction[0]), side)
                if not (0.14 < candidate[0] < 0.86 and 0.14 < candidate[1] < 0.82):
                    continue
                clear = max(map_value_at(distances, *candidate) for distances in field_distances)
                value = min(clear / SIDE - 0.115, 0.0) * 6
                value += min(0.0, min(point_distance(candidate, spot) for spot in self.figure_spots.values()) - 0.24)
                value += min(0.0, self._distance_to_taken(candidate) - 0.12)
                if value > best_value:
                    best_value, best_point = value, candidate
        self.occupied.append((best_point, 0.14))
        return best_point

    def _paint_houses(self) -> None:
        """Fill the cities with houses and bushes, and put towers on their walls."""
        random = Random(f"{self.shapes.facts.id} houses")
        for shape in self.shapes.cities:
            name = shape.city.id
            tokens = [token for token, area in self.shapes.facts.area_of_place().items() if area == name]
            square = self.figure_spots[tokens[0]] if tokens else None  # stays free for the figure
            if square is not None:
                self.pen.oval(*square, 0.082, 0.07, mix_colours(c.CITY_LIGHT, c.CITY_DARK, 0.6))
                self.pen.oval(*square, 0.074, 0.062, mix_colours(c.CITY_LIGHT, (255, 255, 255), 0.15))
            built = self._build_houses(name, square, random)
            self._plant_bushes(name, square, built, random)
        self._paint_towers(random)

    def _build_houses(self, city: str, square: Point | None, random: Random) -> list[Point]:
        """Queue houses at random places with room for them; returns their places."""
        distances = self._border_distances(city)
        built: list[Point] = []
        for _ in range(HOUSE_TRIALS):
            x, y, width = random.uniform(0.055, 0.945), random.uniform(0.1, 0.965), random.uniform(0.088, 0.118)
            if map_value_at(distances, x, y - 0.035) < LEAST_CITY_DISTANCE:
                continue
            if any(abs(x - other_x) < 0.112 and abs(y - other_y) < 0.096 for other_x, other_y in built):
                continue
            if square is not None and point_distance((x, (y - 0.03) * 1.1), (square[0], square[1] * 1.1)) < 0.125:
                continue
            if any(point_distance((x, y - 0.04), point) < radius + 0.055 for point, radius in self.occupied):
                continue
            built.append((x, y))
            self.pen.add_oval_shadow(x + 0.018, y - 0.008, width * 0.52, width * 0.24, 120)
            in_carcassonne = self.shapes.facts.block and city == "carcassonne"
            roofs = c.SLATES if in_carcassonne and random.random() < 0.7 else c.ROOFS
            seed = random.choice(range(10**6))
            self.queued_drawings.append(
                (y, partial(land_objects.draw_house, self.pen, x, y, width, Random(seed), roofs))
            )
        return built

    def _plant_bushes(self, city: str, square: Point | None, built: list[Point], random: Random) -> None:
        """Queue a few bushes between the houses; adds their places to `built`."""
        distances = self._border_distances(city)
        for _ in range(BUSH_TRIALS):
            x, y = random.uniform(0.05, 0.95), random.uniform(0.08, 0.96)
            if map_value_at(distances, x, y - 0.01) < LEAST_CITY_DISTANCE:
                continue
            if any(point_distance((x, y), point) < 0.085 for point in built):
                continue
            if any(point_distance((x, y), point) < radius + 0.03 for point, radius in self.occupied):
                continue
            if square is None or point_distance((x, y), square) > 0.1:
                built.append((x, y))
                self.pen.add_oval_shadow(x + 0.008, y - 0.004, 0.026, 0.014, 110)
                self.queued_drawings.append((y, partial(land_objects.draw_tree, self.pen, x, y, 0.024, Random(1))))

    def _paint_towers(self, random: Random) -> None:
        for i, shape in enumerate(self.shapes.cities):
            for wall in shape.walls:
                if line_length(wall) < 0.7 or random.random() < 0.2 or self.uncovered_parts(wall, i) != [wall]:
                    continue
                for share in random.sample((0.27, 0.5, 0.73), 1 if line_length(wall) < 1.2 else 2):
                    (x, y), _ = point_along_line(wall, share)
                    if any(point_distance((x, y), point) < radius + 0.07 for point, radius in self.occupied):
                        continue
                    if any(point_distance((x, y), point) < 0.2 for point in self.figure_spots.values()):
                        continue
                    self.queue_tower(x, y + 0.03, 0.066)

    def _paint_plants(self) -> None:
        pen, facts, random = self.pen, self.shapes.facts, Random(f"{self.shapes.facts.id} plants")
        plants: list[Point] = []
        figure_spots = [point for token, point in self.figure_spots.items()]
        field_distances = [self._border_distances(x.id) for x in facts.fields]
        if not field_distances:
            pen.draw_shadows(0.006)
            return
        distances = field_distances[0]
        for other in field_distances[1:]:
            distances = ImageChops.lighter(distances, other)
        for number in range(150):
            x, y = random.uniform(0.03, 0.97), random.uniform(0.06, 0.97)
            kind = number % 5
            least_distance = 6 if kind == 0 else 3
            if map_value_at(distances, x, y - 0.01) < least_distance:
                continue
            if any(point_distance((x, y), point) < 0.085 for point in plants) or any(
                point_distance((x, y), point) < radius + 0.04 for point, radius in self.occupied
            ):
                continue
            if kind == 0 and any(point_distance((x, y), point) < 0.15 for point in figure_spots):
                continue
            if len(plants) > 22:
                break
            plants.append((x, y))
            if kind == 0:
                radius = random.uniform(0.026, 0.04)
                pen.add_oval_shadow(x + radius * 0.7, y - radius * 0.1, radius * 1.05, radius * 0.55, 110)
                seed = random.randrange(1000)
                self.queued_drawings.append((y, partial(land_objects.draw_tree, pen, x, y, radius, Random(seed))))
            elif kind < 4:
                land_objects.draw_grass_tuft(pen, x, y, 0.02)
            else:
                land_objects.draw_flowers(pen, x, y, random)
        pen.draw_shadows(0.006)


def paint_tile(tile: str, quarters: int, side: int, plain: bool = False) -> Image.Image:
    """A tile after `quarters` quarter turns. Paint about four times the pixels needed, then reduce."""
    return Painter(tile, quarters, side, plain).paint()
