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

    map: Image.Image
    names: tuple[str, ...]
    pieces: dict[str, int]  # field -> number of unconnected parts of its halves; tests want 1
    merged: tuple[tuple[str, str], ...]  # pairs of fields that are connected; tests want none

    def mask(self, name: str) -> Image.Image:
        """White where the area is."""
        number = self.names.index(name)
        return self.map.point([255 if v == number else 0 for v in range(256)])


def draw_stroke(draw: ImageDraw.ImageDraw, line: Line, width: float, ink: int | tuple[int, ...], side: int) -> None:
    """Draws a line with round joints and ends; points and width are in tile widths."""
    points = [(x * side, y * side) for x, y in line]
    wide = max(1, round(width * side))
    draw.line(points, fill=ink, width=wide, joint="curve")
    r = wide / 2
    for x, y in points:
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _building_parts_fields(s: Shapes) -> bool:
    """Whether the central building separates fields: a road ends at it between two different fields."""

    def owner(half: int) -> str:
        return next((x.id for x in s.facts.fields if half in x.halves), "")

    return any(len(r.edges) == 1 and owner(2 * r.edges[0]) != owner(2 * r.edges[0] + 1) for r in s.facts.roads)


def _half_edge_seed(h: int) -> Point:
    """A point just inside the rim at the middle of a half edge."""
    return add_points(rim_point(h + 0.5), INWARD[h // 2], 0.02)


def _flood_fill(cells: bytearray, start: int, number: int) -> None:
    stack = [start]
    while stack:
        i = stack.pop()
        if cells[i] != 200:
            continue
        left = right = i
        row = i - i % SIDE
        while left > row and cells[left - 1] == 200:
            left -= 1
        while right < row + SIDE - 1 and cells[right + 1] == 200:
            right += 1
        for j in range(left, right + 1):
            cells[j] = number
            if j >= SIDE and cells[j - SIDE] == 200:
                stack.append(j - SIDE)
            if j < SIDE * (SIDE - 1) and cells[j + SIDE] == 200:
                stack.append(j + SIDE)


@cached_sprite
def tile_areas(tile: str, quarters: int = 0) -> Areas:
    """The area map of a tile after `quarters` quarter turns."""
    s = tile_shapes(tile, quarters)
    f = s.facts
    names = [*(c.city.id for c in s.cities), *(r.road.id for r in s.roads), *(x.id for x in f.fields)]
    image = Image.new("L", (SIDE, SIDE), 200)
    draw = ImageDraw.Draw(image)
    for line in s.rivers:
        draw_stroke(draw, line, RIVER + 2 * BANK, BLOCKED, SIDE)
    for i, road in enumerate(s.roads):
        for line in road.lines:
            draw_stroke(draw, line, ROAD + 2 * ROAD_RIM, len(s.cities) + i, SIDE)
    for line in s.stubs:
        draw_stroke(draw, line, ROAD + 2 * ROAD_RIM, BLOCKED, SIDE)
    for x, y in s.squares:
        draw.ellipse([v * SIDE for v in (x - 0.08, y - 0.08, x + 0.08, y + 0.08)], fill=BLOCKED)
    if f.building and _building_parts_fields(s):
        x, y = s.centre
        draw.rectangle([v * SIDE for v in (x - 0.2, y - 0.2, x + 0.2, y + 0.2)], fill=BLOCKED)
    for i, city in enumerate(s.cities):
        draw.polygon([(x * SIDE, y * SIDE) for x, y in city.ground], fill=i)
        for wall in city.walls:
            draw_stroke(draw, wall, WALL, BLOCKED, SIDE)
    for line in s.spurs:
        draw_stroke(draw, line, WALL * 0.8, BLOCKED, SIDE)
    cells = bytearray(image.tobytes())
    merged, pieces = [], {}
    first = len(s.cities) + len(s.roads)
    for i, owner in enumerate(f.fields, first):
        pieces[owner.id] = 0
        spots = [_half_edge_seed(h) for h in owner.halves]
        if not owner.halves:
            spots = [_enclosed_field_seed(cells, _NEAR[owner.near])]
        for px, py in spots:
            at_ = min(SIDE - 1, int(py * SIDE)) * SIDE + min(SIDE - 1, int(px * SIDE))
            if cells[at_] == 200:
                _flood_fill(cells, at_, i)
                pieces[owner.id] += 1
            elif cells[at_] != i:
                merged.append((owner.id, names[cells[at_]] if cells[at_] < len(names) else "-"))
    return Areas(Image.frombytes("L", (SIDE, SIDE), bytes(cells)), tuple(names), pieces, tuple(merged))


def _enclosed_field_seed(cells: bytearray, near: Point) -> Point:
    """The index of the free pixel nearest to `near`, for a field without halves."""
    free = [(i % SIDE, i // SIDE) for i, v in enumerate(cells) if v == 200]
    if not free:
        return near
    x, y = min(free, key=lambda p: (p[0] / SIDE - near[0]) ** 2 + (p[1] / SIDE - near[1]) ** 2)
    return (x + 0.5) / SIDE, (y + 0.5) / SIDE


def map_value_at(image: Image.Image, x: float, y: float) -> int:
    """The byte of a map at a point in tile widths."""
    found = image.getpixel((int(x * SIDE), int(y * SIDE)))
    assert not isinstance(found, tuple)
    return int(found or 0)


@cached_sprite
def border_distances(tile: str, quarters: int, name: str) -> Image.Image:
    """For each pixel of the map, its distance from the border of an area (at most 24 pixels); 0 outside."""
    now = tile_areas(tile, quarters).mask(name)
    total = Image.new("L", now.size, 0)
    for _ in range(24):
        if not now.getbbox():
            break
        total = ImageChops.add(total, now.point([0] + [1] * 255))
        now = erode_mask(now, 1)
    return total


PAD: Final = 5  # pixels by which an area extends beyond the rim, so that the rim is a weak border


def _pad_mask(mask: Image.Image) -> Image.Image:
    wide = Image.new("L", (SIDE + 2 * PAD, SIDE + 2 * PAD), 0)
    wide.paste(mask, (PAD, PAD))
    for box, size, where in (
        ((0, 0, SIDE, 1), (SIDE, PAD - 1), (PAD, 1)),
        ((0, SIDE - 1, SIDE, SIDE), (SIDE, PAD - 1), (PAD, SIDE + PAD)),
        ((0, 0, 1, SIDE), (PAD - 1, SIDE), (1, PAD)),
        ((SIDE - 1, 0, SIDE, SIDE), (PAD - 1, SIDE), (SIDE + PAD, PAD)),
    ):
        wide.paste(mask.crop(box).resize(size, Image.Resampling.NEAREST), where)
    return wide


def widest_point(mask: Image.Image, margins: tuple[float, ...] = (0.15, 0.09, 0.0)) -> Point | None:
    """The point of a mask farthest from its border and at least a margin from the rim; None for an empty mask."""
    wide = _pad_mask(mask)
    for margin in margins:
        edge = PAD + round(margin * SIDE)
        box = (edge, edge, wide.width - edge, wide.height - edge)
        best, now = None, wide
        while now.crop(box).getbbox():
            best = now
            now = erode_mask(now, 1)
        if best is not None:
            cropped = best.crop(box)
            left, top, right, bottom = cropped.getbbox() or (0, 0, 1, 1)
            goal = ((left + right) / 2, (top + bottom) / 2)
            spots = [(i % cropped.width, i // cropped.width) for i, v in enumerate(cropped.tobytes()) if v]
            x, y = min(spots, key=lambda p: (p[0] - goal[0]) ** 2 + (p[1] - goal[1]) ** 2)
            return (x + edge - PAD + 0.5) / SIDE, (y + edge - PAD + 0.5) / SIDE
    return None


@lru_cache(maxsize=1024)
def figure_places(tile: str, quarters: int = 0) -> dict[str, Point]:
    """Place token -> position of a figure on it, for preview and board alike."""
    s = tile_shapes(tile, quarters)
    found: dict[str, Point] = {}
    for token, name in s.facts.places().items():
        if name == "b":
            found[token] = s.centre
        elif name.startswith("r"):
            found[token] = _road_figure_place(s, name)
        else:
            found[token] = widest_point(_free_area_mask(s, name)) or (0.5, 0.5)
    return found


def _free_area_mask(s: Shapes, name: str) -> Image.Image:
    """The part of an area with room for a figure, without buildings."""
    mask = tile_areas(s.facts.id, s.facts.turn).mask(name)
    half = 0.0
    if s.facts.middle:
        half = 0.24 * s.scale
    elif s.facts.role in ("spring", "lake"):
        half = 0.17
    if half:
        x, y = s.centre if s.facts.role not in ("spring", "lake") else (0.5, 0.5)
        block = Image.new("L", mask.size, 255)
        ImageDraw.Draw(block).rectangle([v * SIDE for v in (x - half, y - half, x + half, y + half)], fill=0)
        less = ImageChops.darker(mask, block)
        if less.getbbox():
            return less
    return mask


def _road_figure_place(s: Shapes, name: str) -> Point:
    shape = next(r for r in s.roads if r.road.id == name)
    road = shape.road
    if shape.mouths or (len(road.edges) > 2):
        return point_along_line(shape.lines[0], 0.55)[0]
    line = shape.lines[0]
    if len(road.edges) == 1:
        # Keeps off the end, where a figure would hide the junction, gate or building.
        total = point_distance(edge_middle(road.edges[0]), line[-1])
        return point_along_line(line, 0.5 if total < 0.4 else 0.42)[0]
    share = 0.5
    if any(point_distance(point_along_line(line, 0.5)[0], b[0]) < 0.1 for b in s.bridges):
        share = 0.27
    return point_along_line(line, share)[0]
