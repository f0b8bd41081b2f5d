"""Draws the land of a part of the board: a faint grid, and tiles with a dark rim around them."""

from __future__ import annotations

from PIL import ImageDraw

from render.core.look import mix_colours

from .board import EDGE
from .extras import BoardCanvas
from .layout import PLAIN
from .tile_sprites import tile_sprite


def draw_terrain(desk: BoardCanvas, rim: int) -> None:
    """Draw the cells of the canvas's layout; `rim`: width in pixels."""
    draw, side, layout = ImageDraw.Draw(desk.canvas), desk.side, desk.layout
    quiet = mix_colours(desk.look.shades.ground, desk.look.shades.line, 0.5)
    (left, top), (columns, rows) = layout.at, layout.cells
    for i in range(columns + 1):
        draw.line((left + i * side, top, left + i * side, top + rows * side), fill=quiet)
    for i in range(rows + 1):
        draw.line((left, top + i * side, left + columns * side, top + i * side), fill=quiet)
    seen = [laid for laid in desk.view.laid if layout.shows(laid.cell)]
    for laid in seen:
        x, y = layout.corner(laid.cell)
        box = (x - rim, y - rim, x + side + rim - 1, y + side + rim - 1)
        draw.rectangle(box, fill=EDGE[desk.look.theme])
    for laid in seen:
        desk.canvas.paste(tile_sprite(laid.tile, laid.turn // 90, side, side < PLAIN), layout.corner(laid.cell))
