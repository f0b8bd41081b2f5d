"""Tints scored features in the colours of the scoring seats, with an outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.core.cache import cached_sprite
from render.core.look import SEAT_COLOURS, Colour, rgb
from render.core.shapes import dilate_mask
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .busy_map import SOME, Room
from .counted_places import counted_place_masks
from .layout import Layout
from .news import Scored

TINT: Final = 0.42
DARKEST: Final = 0.34  # opacity of black and brown, which must not hide houses
STRONG: Final = 0.6  # opacity on roads, which are thin
LIGHT_CASE, DARK_CASE = rgb("#FFFFFF"), rgb("#14100C")
DARK_SEAT: Final = 110  # darker colours get a light casing


def tint_casing(letter: str) -> Colour:
    """The casing of a seat's colour, legible on any ground."""
    red, green, blue = SEAT_COLOURS[letter].fill
    return LIGHT_CASE if 0.3 * red + 0.59 * green + 0.11 * blue < DARK_SEAT else DARK_CASE


def tint_feature(
    canvas: Image.Image,
    view: CarcassonneView,
    layout: Layout,
    scored: Scored,
    letters: Sequence[str],
    room: Room | None = None,
) -> bool:
    """Tint and outline a feature on a board or cut-out, in stripes for several seats. `letters`: those of the scoring
    seats. Marks the area as busy in `room`. False if the picture does not show the feature."""
    parts = _feature_segments(view, layout, scored)
    if not parts or not letters:
        return False
    lines = tuple((cell.x, cell.y, tile, quarters, names) for cell, (tile, quarters, names) in parts.items())
    inside, rims, (x, y) = _tint_masks(lines, layout.side, tuple(letters), all(_is_way(names) for *_, names in lines))
    left, top = layout.corner((x, y))
    for ink, mask in rims:
        canvas.paste(ink, (left - PAD, top - PAD), mask)
    if room is not None:
        room.take_mask(inside, (left - PAD, top - PAD), SOME)
    return True


PAD: Final = 12  # pixels of the outline beyond the tiles
Part = tuple[int, int, str, int, tuple[str, ...]]


def _is_way(names: Sequence[str]) -> bool:
    return all(name.startswith("road") for name in names)


def _feature_segments(
    view: CarcassonneView, layout: Layout, scored: Scored
) -> Mapping[Cell, tuple[str, int, tuple[str, ...]]]:
    """Cell -> (tile, quarter turns, places) of the feature, for the visible tiles."""
    laid = {t.cell: (t.tile, t.turn // 90) for t in view.laid}
    names: dict[Cell, list[str]] = {}
    for cell, place in scored.places:
        if cell in laid and layout.shows(cell):
            names.setdefault(cell, []).append(place)
    return {cell: (*laid[cell], tuple(places)) for cell, places in names.items()}


@cached_sprite
def _tint_masks(
    parts: tuple[Part, ...], side: int, letters: tuple[str, ...], way: bool
) -> tuple[Image.Image, tuple[tuple[Image.Image, Image.Image], ...], tuple[int, int]]:
    """The mask of the feature, (colour, mask) pairs to paste, and its first cell."""
    x, y = min(p[0] for p in parts), min(p[1] for p in parts)
    wide = (max(p[0] for p in parts) - x + 1) * side + 2 * PAD
    high = (max(p[1] for p in parts) - y + 1) * side + 2 * PAD
    whole = Image.new("L", (wide, high), 0)
    for px, py, tile, quarters, names in parts:
        inside, _ = counted_place_masks(tile, quarters, names, side)
        whole.paste(inside, (PAD + (px - x) * side, PAD + (py - y) * side))
    soft = whole.filter(ImageFilter.GaussianBlur(max(1.0, side * 0.02)))
    whole = soft.point([255 if v > 127 else 0 for v in range(256)])
    line = max(2, round(side * (0.02 if way else 0.04)))
    thin = max(1, round(side * (0.014 if way else 0.022)))
    rings = [dilate_mask(whole, steps) for steps in (0, line, line + thin)]
    paint = _seat_stripes((wide, high), letters, side)
    strength = STRONG if way else DARKEST if all(tint_casing(one) == LIGHT_CASE for one in letters) else TINT
    filled = ImageChops.lighter(
        whole.point([round(v * strength) for v in range(256)]), ImageChops.subtract(rings[1], rings[0])
    )
    casing = Image.new("RGB", (wide, high), tint_casing(letters[0]))
    return whole, ((casing, ImageChops.subtract(rings[2], rings[1])), (paint, filled)), (x, y)


def _seat_stripes(size: tuple[int, int], letters: Sequence[str], side: int) -> Image.Image:
    """Slanting stripes in the colours of the seats; a plain colour for one seat."""
    image = Image.new("RGB", size, SEAT_COLOURS[letters[0]].fill)
    draw = ImageDraw.Draw(image)
    band = max(6, round(side * 0.3))
    for i, x in enumerate(range(-size[1], size[0], band)):
        ink = SEAT_COLOURS[letters[i % len(letters)]].fill
        draw.polygon([(x + size[1], 0), (x + size[1] + band, 0), (x + band, size[1]), (x, size[1])], fill=ink)
    return image
