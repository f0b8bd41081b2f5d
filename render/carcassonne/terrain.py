"""Draws the land of a part of the board: a faint grid, and tiles with a dark rim around them."""

from __future__ import annotations

from PIL import ImageDraw

from .board import EDGE, draw_grid
from .extras import BoardCanvas
from .layout import PLAIN
from .tile_sprites import tile_sprite


def draw_terrain(board: BoardCanvas, rim: int) -> None:
    """Draw the cells of the canvas's layout; `rim`: width in pixels."""
    draw, side, layout = ImageDraw.Draw(board.canvas), board.side, board.layout
    draw_grid(board.canvas, layout, board.look.theme)
    visible = [laid for laid in board.view.laid if layout.shows(laid.cell)]
    for laid in visible:
        left, top, right, bottom = layout.cell_box(laid.cell)
        draw.rectangle((left - rim, top - rim, right + rim - 1, bottom + rim - 1), fill=EDGE[board.look.theme])
    for laid in visible:
        board.canvas.paste(tile_sprite(laid.tile, laid.turn // 90, side, side < PLAIN), layout.corner(laid.cell))
