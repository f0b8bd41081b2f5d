"""Draws all tiles of some sets with their names, for the manual and for checking the painter."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.core.fonts import fitted_text_sprite
from render.core.look import Look

from .board import Drawing
from .facts import all_facts
from .layout import Layout
from .tile_sprites import tile_sprite

SIDE, GAP, NAME = 136, 12, 34


def draw_tile_sheet(look: Look, sets: Sequence[str], columns: int = 8) -> Drawing:
    """A picture of all tiles of the sets, unturned."""
    ids = [tile for tile in all_facts() if tile.partition("-")[0] in sets]
    rows = -(-len(ids) // columns)
    size = (GAP + columns * (SIDE + GAP), GAP + rows * (SIDE + NAME))
    canvas = Image.new("RGB", size, look.shades.ground)
    boxes = []
    for i, tile in enumerate(ids):
        x, y = GAP + i % columns * (SIDE + GAP), GAP + i // columns * (SIDE + NAME)
        canvas.paste(tile_sprite(tile, 0, SIDE), (x, y))
        name, _ = fitted_text_sprite(tile, SIDE, 19, look.shades.soft)
        spot = (x + (SIDE - name.width) // 2, y + SIDE + 2)
        canvas.paste(name, spot, name)
        boxes.append((tile, (*spot, spot[0] + name.width, spot[1] + name.height)))
    return Drawing(canvas, Layout(size, SIDE, (GAP, GAP), (0, 0), (columns, rows)), boxes)
