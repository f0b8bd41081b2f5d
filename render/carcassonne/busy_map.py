"""A map of busy areas on a picture, for placing letters and numbers where they hide least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.cache import cached_sprite
from render.core.shapes import Point

from .layout import Box

SCALE: Final = 4  # scale of the map, 1 : SCALE
FULLY_BUSY, PARTLY_BUSY, SLIGHTLY_BUSY = 255, 110, 18  # costs of hiding something
NEARNESS: Final = 60  # cost of the greatest distance


@cached_sprite
def _distance_cost_map(wide: int, high: int) -> Image.Image:
    """The cost of the distance from the middle."""
    cone = Image.radial_gradient("L").resize((wide, high))
    return cone.point([round(v * NEARNESS / 255) for v in range(256)])


class BusyMap:
    """A map of the costs of hiding each point. Boxes and points are in pixels of the picture."""

    def __init__(self, size: tuple[int, int], area: Box | None = None, busy: Image.Image | None = None) -> None:
        """`area`: limits all placements; `busy`: a map to start from."""
        self.area = area or (0, 0, *size)
        map_size = (-(-size[0] // SCALE), -(-size[1] // SCALE))
        self.cost_map = Image.new("L", map_size, 0) if busy is None else busy.copy()
        self._draw = ImageDraw.Draw(self.cost_map)

    def mark_busy(self, box: tuple[float, float, float, float], weight: int = FULLY_BUSY) -> None:
        """Set the cost in a box."""
        left, top, right, bottom = box
        self.cost_map.paste(
            weight, (int(left // SCALE), int(top // SCALE), int(-(-right // SCALE)), int(-(-bottom // SCALE)))
        )

    def raise_cost(self, box: tuple[float, float, float, float], weight: int) -> None:
        """Raise (or lower, if negative) the cost in a box. FULLY_BUSY stays FULLY_BUSY."""
        left, top, right, bottom = box
        at = (int(left // SCALE), int(top // SCALE), int(-(-right // SCALE)), int(-(-bottom // SCALE)))
        self.cost_map.paste(
            self.cost_map.crop(at).point(
                [v if v == FULLY_BUSY else max(0, min(FULLY_BUSY - 1, v + weight)) for v in range(256)]
            ),
            at[:2],
        )

    def mark_circle_busy(self, middle: Point, radius: float, weight: int = FULLY_BUSY) -> None:
        """Set the cost in a circle."""
        x, y, r = middle[0] / SCALE, middle[1] / SCALE, radius / SCALE
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=weight)

    def mark_mask_busy(self, mask: Image.Image, corner: tuple[int, int], weight: int = PARTLY_BUSY) -> None:
        """Raise the cost within a mask whose corner is at `corner`."""
        scaled_mask = mask.resize((max(1, mask.width // SCALE), max(1, mask.height // SCALE)), Image.Resampling.BOX)
        scaled_mask = scaled_mask.point([v * weight // 255 for v in range(256)])
        left, top = corner[0] // SCALE, corner[1] // SCALE
        box = (left, top, left + scaled_mask.width, top + scaled_mask.height)
        self.cost_map.paste(ImageChops.lighter(self.cost_map.crop(box), scaled_mask), box[:2])

    def hiding_cost(self, middle: Point, size: tuple[int, int]) -> float:
        """The mean cost of a sprite of that size; 2 * FULLY_BUSY if it leaves the area."""
        left, top = middle[0] - size[0] / 2, middle[1] - size[1] / 2
        right, bottom = left + size[0], top + size[1]
        area_left, area_top, area_right, area_bottom = self.area
        if left < area_left or top < area_top or right > area_right or bottom > area_bottom:
            return 2.0 * FULLY_BUSY
        box = (int(left // SCALE), int(top // SCALE), int(-(-right // SCALE)), int(-(-bottom // SCALE)))
        covered = self.cost_map.crop(box).tobytes()
        return sum(covered) / len(covered)

    def cheapest_place(self, places: Sequence[Point], size: tuple[int, int]) -> Point:
        """The cheapest of some places, the first among equals."""
        return min(places, key=lambda place: round(self.hiding_cost(place, size)))

    def find_place_near(self, anchor: Point, size: tuple[int, int], reach: float) -> Point:
        """The best place for a sprite at most `reach` from the anchor, by cost, then distance."""
        area_left, area_top, area_right, area_bottom = self.area
        half_width, half_height = size[0] / 2, size[1] / 2
        span = max(2, round(reach / SCALE))
        x, y = round(anchor[0] / SCALE), round(anchor[1] / SCALE)
        pad_x, pad_y = -(-size[0] // (2 * SCALE)), -(-size[1] // (2 * SCALE))
        search_box = (x - span - pad_x, y - span - pad_y, x + span + pad_x + 1, y + span + pad_y + 1)
        blurred = self.cost_map.crop(search_box).filter(ImageFilter.BoxBlur((pad_x, pad_y)))
        cost = blurred.crop((pad_x, pad_y, blurred.width - pad_x, blurred.height - pad_y))
        cost = ImageChops.add(cost, _distance_cost_map(*cost.size))
        left, top = x - span, y - span
        inside = (
            max(0, round((area_left + half_width) / SCALE) - left),
            max(0, round((area_top + half_height) / SCALE) - top),
            min(cost.width, round((area_right - half_width) / SCALE) - left),
            min(cost.height, round((area_bottom - half_height) / SCALE) - top),
        )
        if inside[0] >= inside[2] or inside[1] >= inside[3]:
            return min(max(anchor[0], area_left + half_width), area_right - half_width), min(
                max(anchor[1], area_top + half_height), area_bottom - half_height
            )
        cost = cost.crop(inside)
        least_cost = cost.getextrema()[0]
        assert isinstance(least_cost, int | float)
        spots = cost.point([255 if v <= least_cost else 0 for v in range(256)])
        _, row, _, _ = spots.getbbox() or (0, 0, 1, 1)
        column = (spots.crop((0, row, spots.width, row + 1)).getbbox() or (0, 0, 1, 1))[0]
        return (column + left + inside[0]) * SCALE, (row + top + inside[1]) * SCALE
