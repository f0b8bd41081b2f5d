"""Tints scored features in the colours of the scoring seats, with an outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.cache import cached_sprite
from render.core.look import SEAT_COLOURS, Colour, compute_lightness, rgb
from render.core.shapes import dilate_mask
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .busy_map import PARTLY_BUSY, BusyMap
from .counted_places import counted_place_masks
from .layout import Layout
from .news import Scored

OPACITY: Final = 0.42
DARK_OPACITY: Final = 0.34  # opacity of black and brown, which must not hide houses
ROAD_OPACITY: Final = 0.6  # opacity on roads, which are thin
LIGHT_CASE, DARK_CASE = rgb("#FFFFFF"), rgb("#14100C")
DARK_LIGHTNESS: Final = 110  # darker colours get a light casing


def tint_casing(letter: str) -> Colour:
    """The casing of a seat's colour, legible on any ground."""
    return LIGHT_CASE if compute_lightness(SEAT_COLOURS[letter].fill) < DARK_LIGHTNESS else DARK_CASE


def tint_feature(
    canvas: Image.Image,
    view: CarcassonneView,
    layout: Layout,
    scored: Scored,
    letters: Sequence[str],
    busy_map: BusyMap | None = None,
) -> bool:
    """Tint and outline a feature on a board or cut-out, in stripes for several seats. `letters`: those of the scoring
    seats. Marks the area as busy in `busy_map`. False if the picture does not show the feature."""
    segments = _feature_segments(view, layout, scored)
    if not segments or not letters:
        return False
    lines = tuple((cell.x, cell.y, tile, quarters, places) for cell, (tile, quarters, places) in segments.items())
    is_road = all(name.startswith("road") for *_, places in lines for name in places)
    inside, rims, (first_x, first_y) = _tint_masks(lines, layout.side, tuple(letters), is_road)
    left, top = layout.corner((first_x, first_y))
    for ink, mask in rims:
        canvas.paste(ink, (left - OUTLINE_MARGIN_PX, top - OUTLINE_MARGIN_PX), mask)
    if busy_map is not None:
        busy_map.mark_mask_busy(inside, (left - OUTLINE_MARGIN_PX, top - OUTLINE_MARGIN_PX), PARTLY_BUSY)
    return True


OUTLINE_MARGIN_PX: Final = 12  # pixels of the outline beyond the tiles
Part = tuple[int, int, str, int, tuple[str, ...]]


def _feature_segments(
    view: CarcassonneView, layout: Layout, scored: Scored
) -> Mapping[Cell, tuple[str, int, tuple[str, ...]]]:
    """Cell -> (tile, quarter turns, places) of the feature, for the visible tiles."""
    laid = {tile.cell: (tile.tile, tile.turn // 90) for tile in view.laid}
    places_by_cell: dict[Cell, list[str]] = {}
    for cell, place in scored.places:
        if cell in laid and layout.shows(cell):
            places_by_cell.setdefault(cell, []).append(place)
    return {cell: (*laid[cell], tuple(places)) for cell, places in places_by_cell.items()}


@cached_sprite
def _tint_masks(
    parts: tuple[Part, ...], side: int, letters: tuple[str, ...], is_road: bool
) -> tuple[Image.Image, tuple[tuple[Image.Image, Image.Image], ...], tuple[int, int]]:
    """The mask of the feature, (colour, mask) pairs to paste, and its first cell."""
    x, y = min(part[0] for part in parts), min(part[1] for part in parts)
    width = (max(part[0] for part in parts) - x + 1) * side + 2 * OUTLINE_MARGIN_PX
    height = (max(part[1] for part in parts) - y + 1) * side + 2 * OUTLINE_MARGIN_PX
    feature_mask = Image.new("L", (width, height), 0)
    for part_x, part_y, tile, quarters, places in parts:
        inside, _ = counted_place_masks(tile, quarters, places, side)
        feature_mask.paste(inside, (OUTLINE_MARGIN_PX + (part_x - x) * side, OUTLINE_MARGIN_PX + (part_y - y) * side))
    blurred = feature_mask.filter(ImageFilter.GaussianBlur(max(1.0, side * 0.02)))
    feature_mask = blurred.point([255 if v > 127 else 0 for v in range(256)])
    line_width = max(2, round(side * (0.02 if is_road else 0.04)))
    casing_width = max(1, round(side * (0.014 if is_road else 0.022)))
    rings = [dilate_mask(feature_mask, steps) for steps in (0, line_width, line_width + casing_width)]
    paint = _seat_stripes((width, height), letters, side)
    all_dark = all(tint_casing(letter) == LIGHT_CASE for letter in letters)
    strength = ROAD_OPACITY if is_road else DARK_OPACITY if all_dark else OPACITY
    filled = ImageChops.lighter(
        feature_mask.point([round(v * strength) for v in range(256)]), ImageChops.subtract(rings[1], rings[0])
    )
    casing = Image.new("RGB", (width, height), tint_casing(letters[0]))
    return feature_mask, ((casing, ImageChops.subtract(rings[2], rings[1])), (paint, filled)), (x, y)


def _seat_stripes(size: tuple[int, int], letters: Sequence[str], side: int) -> Image.Image:
    """Slanting stripes in the colours of the seats; a plain colour for one seat."""
    image = Image.new("RGB", size, SEAT_COLOURS[letters[0]].fill)
    draw = ImageDraw.Draw(image)
    stripe_width = max(6, round(side * 0.3))
    for i, x in enumerate(range(-size[1], size[0], stripe_width)):
        ink = SEAT_COLOURS[letters[i % len(letters)]].fill
        end = x + stripe_width
        draw.polygon([(x + size[1], 0), (end + size[1], 0), (end, size[1]), (x, size[1])], fill=ink)
    return image
