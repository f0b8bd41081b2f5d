"""Area maps of tiles: which pixel belongs to which city, road, field or water. Places of figures come from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from render.core.cache import cached_sprite
from render.core.shapes import erode_mask

from .curves import INWARD, Line, Point, add_points, edge_middle, point_along_line, point_distance, rim_point
from .shapes import BANK, RIVER, ROAD, ROAD_RIM, WALL, Shapes, tile_shapes

SIDE: Final = 128
BLOCKED: Final = 255
_NEAR: Final = {
    "N": (0.5, 0.2),
    "NE": (0.75, 0.25),
    "E": (0.8, 0.5),
    "SE": (0.75, 0.75),
    "S": (0.5, 0.8),
    "SW": (0.25, 0.75),
    "W": (0.2, 0.5),
    "NW": (0.25, 0.25),
    "C": (0.5, 0.5),
}


@dataclass(frozen=True, slots=True)
class Areas:
    """A map of the areas of a tile. `map`: one byte per pixel, an index into `names` or 255."""

    index_map: Image.Image
    names: tuple[str, ...]
    pieces: dict[str, int]  # field -> number of unconnected parts of its halves; tests want 1
    merged: tuple[tuple[str, str], ...]  # pairs of fields that are connected; tests want none

    def mask(self, name: str) -> Image.Image:
        """White where the area is."""
        number = self.names.index(name)
        return self.index_map.point([255 if v == number else 0 for v in range(256)])


def draw_stroke(draw: ImageDraw.ImageDraw, line: Line, width: float, ink: int | tuple[int, ...], side: int) -> None:
    """Draws a line with round joints and ends; points and width are in tile widths."""
    points = [(x * side, y * side) for x, y in line]
    wide = max(1, round(width * side))
    draw.line(points, fill=ink, width=wide, joint="curve")
    r = wide / 2
    for x, y in points:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _building_parts_fields(shapes: Shapes) -> bool:
    """Whether the central building separates fields: a road ends at it between two different fields."""

    def field_of_half(half: int) -> str:
        return next((field_.id for field_ in shapes.facts.fields if half in field_.halves), "")

    ends = [road.edges[0] for road in shapes.facts.roads if len(road.edges) == 1]
    return any(field_of_half(2 * edge) != field_of_half(2 * edge + 1) for edge in ends)


def _half_edge_seed(half: int) -> Point:
    """A point just inside the rim at the middle of a half edge."""
    return add_points(rim_point(half + 0.5), INWARD[half // 2], 0.02)


def _flood_fill(cells: bytearray, start: int, area: int) -> None:
    stack = [start]
    while stack:
        index = stack.pop()
        if cells[index] != 200:
            continue
        left = right = index
        row = index - index % SIDE
        while left > row and cells[left - 1] == 200:
            left -= 1
        while right < row + SIDE - 1 and cells[right + 1] == 200:
            right += 1
        for filled in range(left, right + 1):
            cells[filled] = area
            if filled >= SIDE and cells[filled - SIDE] == 200:
                stack.append(filled - SIDE)
            if filled < SIDE * (SIDE - 1) and cells[filled + SIDE] == 200:
                stack.append(filled + SIDE)


@cached_sprite
def tile_areas(tile: str, quarters: int = 0) -> Areas:
    """The area map of a tile after `quarters` quarter turns."""
    shapes = tile_shapes(tile, quarters)
    facts = shapes.facts
    names = [*(c.city.id for c in shapes.cities), *(r.road.id for r in shapes.roads), *(x.id for x in facts.fields)]
    image = Image.new("L", (SIDE, SIDE), 200)
    draw = ImageDraw.Draw(image)
    for line in shapes.rivers:
        draw_stroke(draw, line, RIVER + 2 * BANK, BLOCKED, SIDE)
    for number, road in enumerate(shapes.roads):
        for line in road.lines:
            draw_stroke(draw, line, ROAD + 2 * ROAD_RIM, len(shapes.cities) + number, SIDE)
    for line in shapes.stubs:
        draw_stroke(draw, line, ROAD + 2 * ROAD_RIM, BLOCKED, SIDE)
    for x, y in shapes.squares:
        draw.ellipse([v * SIDE for v in (x - 0.08, y - 0.08, x + 0.08, y + 0.08)], fill=BLOCKED)
    if facts.building and _building_parts_fields(shapes):
        x, y = shapes.centre
        draw.rectangle([v * SIDE for v in (x - 0.2, y - 0.2, x + 0.2, y + 0.2)], fill=BLOCKED)
    for number, city in enumerate(shapes.cities):
        draw.polygon([(x * SIDE, y * SIDE) for x, y in city.ground], fill=number)
        for wall in city.walls:
            draw_stroke(draw, wall, WALL, BLOCKED, SIDE)
    for line in shapes.spurs:
        draw_stroke(draw, line, WALL * 0.8, BLOCKED, SIDE)
    cells = bytearray(image.tobytes())
    merged, pieces = [], {}
    first = len(shapes.cities) + len(shapes.roads)
    for number, field_ in enumerate(facts.fields, first):
        pieces[field_.id] = 0
        spots = [_half_edge_seed(half) for half in field_.halves]
        if not field_.halves:
            spots = [_enclosed_field_seed(cells, _NEAR[field_.near])]
        for seed_x, seed_y in spots:
            index = min(SIDE - 1, int(seed_y * SIDE)) * SIDE + min(SIDE - 1, int(seed_x * SIDE))
            if cells[index] == 200:
                _flood_fill(cells, index, number)
                pieces[field_.id] += 1
            elif cells[index] != number:
                merged.append((field_.id, names[cells[index]] if cells[index] < len(names) else "-"))
    return Areas(Image.frombytes("L", (SIDE, SIDE), bytes(cells)), tuple(names), pieces, tuple(merged))


def _enclosed_field_seed(cells: bytearray, near: Point) -> Point:
    """The index of the free pixel nearest to `near`, for a field without halves."""
    free = [(i % SIDE, i // SIDE) for i, value in enumerate(cells) if value == 200]
    if not free:
        return near
    x, y = min(free, key=lambda point: (point[0] / SIDE - near[0]) ** 2 + (point[1] / SIDE - near[1]) ** 2)
    return (x + 0.5) / SIDE, (y + 0.5) / SIDE


def map_value_at(image: Image.Image, x: float, y: float) -> int:
    """The byte of a map at a point in tile widths."""
    value = image.getpixel((int(x * SIDE), int(y * SIDE)))
    assert not isinstance(value, tuple)
    return int(value or 0)


@cached_sprite
def border_distances(tile: str, quarters: int, name: str) -> Image.Image:
    """For each pixel of the map, its distance from the border of an area (at most 24 pixels); 0 outside."""
    remaining = tile_areas(tile, quarters).mask(name)
    distances = Image.new("L", remaining.size, 0)
    for _ in range(24):
        if not remaining.getbbox():
            break
        distances = ImageChops.add(distances, remaining.point([0] + [1] * 255))
        remaining = erode_mask(remaining, 1)
    return distances


PAD: Final = 5  # pixels by which an area extends beyond the rim, so that the rim is a weak border


def _pad_mask(mask: Image.Image) -> Image.Image:
    padded = Image.new("L", (SIDE + 2 * PAD, SIDE + 2 * PAD), 0)
    padded.paste(mask, (PAD, PAD))
    for rim_strip, size, corner in (
        ((0, 0, SIDE, 1), (SIDE, PAD - 1), (PAD, 1)),
        ((0, SIDE - 1, SIDE, SIDE), (SIDE, PAD - 1), (PAD, SIDE + PAD)),
        ((0, 0, 1, SIDE), (PAD - 1, SIDE), (1, PAD)),
        ((SIDE - 1, 0, SIDE, SIDE), (PAD - 1, SIDE), (SIDE + PAD, PAD)),
    ):
        padded.paste(mask.crop(rim_strip).resize(size, Image.Resampling.NEAREST), corner)
    return padded


def widest_point(mask: Image.Image, margins: tuple[float, ...] = (0.15, 0.09, 0.0)) -> Point | None:
    """The point of a mask farthest from its border and at least a margin from the rim; None for an empty mask."""
    padded = _pad_mask(mask)
    for margin in margins:
        edge = PAD + round(margin * SIDE)
        box = (edge, edge, padded.width - edge, padded.height - edge)
        innermost, remaining = None, padded
        while remaining.crop(box).getbbox():
            innermost = remaining
            remaining = erode_mask(remaining, 1)
        if innermost is not None:
            cropped = innermost.crop(box)
            left, top, right, bottom = cropped.getbbox() or (0, 0, 1, 1)
            middle = ((left + right) / 2, (top + bottom) / 2)
            pixels = [(i % cropped.width, i // cropped.width) for i, value in enumerate(cropped.tobytes()) if value]
            x, y = min(pixels, key=lambda pixel: (pixel[0] - middle[0]) ** 2 + (pixel[1] - middle[1]) ** 2)
            return (x + edge - PAD + 0.5) / SIDE, (y + edge - PAD + 0.5) / SIDE
    return None


@lru_cache(maxsize=1024)
def figure_places(tile: str, quarters: int = 0) -> dict[str, Point]:
    """Place token -> position of a figure on it, for preview and board alike."""
    shapes = tile_shapes(tile, quarters)
    spots: dict[str, Point] = {}
    for token, name in shapes.facts.area_of_place().items():
        if name == "b":
            spots[token] = shapes.centre
        elif name.startswith("r"):
            spots[token] = _road_figure_place(shapes, name)
        else:
            spots[token] = widest_point(_free_area_mask(shapes, name)) or (0.5, 0.5)
    return spots


def _free_area_mask(shapes: Shapes, name: str) -> Image.Image:
    """The part of an area with room for a figure, without buildings."""
    mask = tile_areas(shapes.facts.id, shapes.facts.turn).mask(name)
    half_side = 0.0
    if shapes.facts.occupies_middle:
        half_side = 0.24 * shapes.scale
    elif shapes.facts.role in ("spring", "lake"):
        half_side = 0.17
    if half_side:
        x, y = shapes.centre if shapes.facts.role not in ("spring", "lake") else (0.5, 0.5)
        blocked = Image.new("L", mask.size, 255)
        box = (x - half_side, y - half_side, x + half_side, y + half_side)
        ImageDraw.Draw(blocked).rectangle([value * SIDE for value in box], fill=0)
        free_mask = ImageChops.darker(mask, blocked)
        if free_mask.getbbox():
            return free_mask
    return mask


def _road_figure_place(shapes: Shapes, name: str) -> Point:
    shape = next(candidate for candidate in shapes.roads if candidate.road.id == name)
    road = shape.road
    if shape.mouths or (len(road.edges) > 2):
        return point_along_line(shape.lines[0], 0.55)[0]
    line = shape.lines[0]
    if len(road.edges) == 1:
        # Keeps off the end, where a figure would hide the junction, gate or building.
        road_length = point_distance(edge_middle(road.edges[0]), line[-1])
        return point_along_line(line, 0.5 if road_length < 0.4 else 0.42)[0]
    share = 0.5
    if any(point_distance(point_along_line(line, 0.5)[0], crossing[0]) < 0.1 for crossing in shapes.bridges):
        share = 0.27
    return point_along_line(line, share)[0]
