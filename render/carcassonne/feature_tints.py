"""What was scored, on the land: the whole feature in the colours of those who got points for it, with its outline."""

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
DARKEST: Final = 0.34  # of black and brown: houses must be seen through it
STRONG: Final = 0.6  # of the thin line that a road is
LIGHT_CASE, DARK_CASE = rgb("#FFFFFF"), rgb("#14100C")
DARK_SEAT: Final = 110  # a colour that is darker has a light case


def tint_casing(letter: str) -> Colour:
    """The colour in which that of a seat is cased, so that it reads on any ground."""
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
    """Tint a feature on any board or cut-out of one, in one colour or in stripes of several, and outline it. `letters`:
    those of the seats that scored. What it covers is taken in the room. False if nothing of it lies on the picture."""
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


PAD: Final = 12  # pixels that the outline may need beyond the tiles
Part = tuple[int, int, str, int, tuple[str, ...]]


def _is_way(names: Sequence[str]) -> bool:
    return all(name.startswith("road") for name in names)


def _feature_segments(
    view: CarcassonneView, layout: Layout, scored: Scored
) -> Mapping[Cell, tuple[str, int, tuple[str, ...]]]:
    """The segments of the feature on the tiles that are shown."""
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
    """The feature as a mask; pairs of colours and masks to be pasted; its first cell."""
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
    """The colours of the seats in slanting stripes; of one seat its colour alone."""
    image = Image.new("RGB", size, SEAT_COLOURS[letters[0]].fill)
    draw = ImageDraw.Draw(image)
    band = max(6, round(side * 0.3))
    for i, x in enumerate(range(-size[1], size[0], band)):
        ink = SEAT_COLOURS[letters[i % len(letters)]].fill
        draw.polygon([(x + size[1], 0), (x + size[1] + band, 0), (x + band, size[1]), (x, size[1])], fill=ink)
    return image
