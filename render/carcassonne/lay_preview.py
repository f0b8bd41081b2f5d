"""Previews of one placement: the tile enlarged on its cell with its places, and its legal turns side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.core.fonts import capitals_middle, fitted_text_sprite
from render.core.look import GOLD, GOLD_INK, Look, Mark
from render.core.shapes import paste_centred, plate_sprite, spread_plates
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .areas import figure_places
from .board import Drawing
from .board_figures import draw_figures
from .expansions import draw_modules_on_land
from .extras import BoardCanvas
from .feature_words import place_legend
from .figure_spots import CORNERS
from .figure_sprites import follower_sprite
from .layout import Box, Layout
from .targets import find_target
from .tile_sprites import tile_sprite

SIZE = (900, 720)
TILE = 400
ROW = 46
ONE_COLUMN = 5  # most places with a legend line each, wide enough for a phone
WASH = 0.42


def _draw_neighbours(
    canvas: Image.Image, view: CarcassonneView, look: Look, cell: Cell, corner: tuple[int, int], side: int, area: Box
) -> None:
    """Draws the land around a cell with everything on it, washed."""
    layout = neighbour_layout(canvas.size, cell, corner, side)
    board = BoardCanvas(canvas, view, look, layout)
    for laid in view.laid:
        if laid.cell != cell and layout.shows(laid.cell):
            canvas.paste(tile_sprite(laid.tile, laid.turn // 90, side), layout.corner(laid.cell))
    draw_modules_on_land(board)
    draw_figures(board, 0.8, {laid.cell for laid in view.laid} - {cell})
    veil = Image.new("RGB", canvas.size, look.shades.ground)
    canvas.paste(Image.blend(canvas, veil, WASH).crop(area), area[:2])


def neighbour_layout(size: tuple[int, int], cell: Cell, tile_corner: tuple[int, int], side: int) -> Layout:
    """The layout of the neighbouring cells that are visible."""
    west, north = -(-tile_corner[0] // side), -(-tile_corner[1] // side)
    first = (cell.x - west, cell.y - north)
    east, south = -(-(size[0] - tile_corner[0]) // side), -(-(size[1] - tile_corner[1]) // side)
    first_corner = (tile_corner[0] - west * side, tile_corner[1] - north * side)
    return Layout(size, side, first_corner, first, (west + east, north + south))


def _single_tile_image(view: CarcassonneView, look: Look, cell: Cell, tile: str, turn: int, side: int) -> Image.Image:
    """The tile with everything on it."""
    canvas = tile_sprite(tile, turn // 90, side).copy()
    if any(laid.cell == cell for laid in view.laid):
        board = BoardCanvas(canvas, view, look, Layout((side, side), side, (0, 0), cell, (1, 1)))
        draw_modules_on_land(board)
        draw_figures(board, 0.7)
    return canvas


def _paste_in_gold_frame(canvas: Image.Image, tile: Image.Image, corner: tuple[int, int], side: int) -> None:
    draw = ImageDraw.Draw(canvas)
    x, y = corner
    draw.rounded_rectangle((x - 10, y - 10, x + side + 9, y + side + 9), 14, fill=GOLD_INK)
    draw.rounded_rectangle((x - 7, y - 7, x + side + 6, y + side + 6), 11, fill=GOLD)
    canvas.paste(tile, corner)


def legend_note(view: CarcassonneView, look: Look, cell: Cell, tile: str, quarters: int, mark: Mark) -> str:
    """The legend of a mark."""
    return mark.note or place_legend(view, look.say, cell, tile, quarters, mark.place.partition(".")[2] or mark.token)


def _draw_ghost_bridges(
    canvas: Image.Image, view: CarcassonneView, marks: Sequence[Mark], ghosts: Sequence[str], layout: Layout
) -> None:
    """Draws planned bridges (`ghosts`) and the bridges to choose from."""
    for place in dict.fromkeys((*ghosts, *(mark.place for mark in marks))):
        target = find_target(view, place)
        if target.ghost is not None and layout.shows(target.cells[0]):
            possible_piece = target.ghost(layout.side)
            canvas.paste(possible_piece, layout.corner(target.cells[0]), possible_piece)


def preview_mark_spot(
    view: CarcassonneView, cell: Cell, tile: str, turn: int, layout: Layout, mark: Mark
) -> tuple[float, float]:
    """The position of a mark in the preview, on the tile even before it is laid."""
    place = mark.place.partition(".")[2] or mark.token
    side = layout.side
    x, y = layout.corner(cell)
    if place in figure_places(tile, turn // 90):
        share_x, share_y = figure_places(tile, turn // 90)[place]
    elif place.removeprefix("corner-") in CORNERS:
        share_x, share_y = CORNERS[place.removeprefix("corner-")]
    else:
        target = find_target(view, mark.place)
        share_x, share_y = (target.at[0] - cell.x, target.at[1] - cell.y) if target.ghost is not None else (0.5, 0.5)
    return x + share_x * side, y + share_y * side


def draw_lay_preview(
    view: CarcassonneView,
    look: Look,
    cell: Cell,
    tile: str,
    turn: int,
    marks: Sequence[Mark],
    ghosts: Sequence[str] = (),
) -> Drawing:
    """One tile enlarged on its cell, its neighbours washed, a plate with the token on each place, a legend below."""
    rows = len(marks) if len(marks) <= ONE_COLUMN else -(-len(marks) // 2)
    legend_height = ROW * rows + 20 if rows else 0
    canvas = Image.new("RGB", SIZE, look.shades.ground)
    area = (0, 0, SIZE[0], SIZE[1] - legend_height)
    corner = ((SIZE[0] - TILE) // 2, (area[3] - TILE) // 2)
    _draw_neighbours(canvas, view, look, cell, corner, TILE, area)
    _paste_in_gold_frame(canvas, _single_tile_image(view, look, cell, tile, turn, TILE), corner, TILE)
    neighbours = neighbour_layout(SIZE, cell, corner, TILE)
    _draw_ghost_bridges(canvas, view, marks, ghosts, neighbours)
    plates = [plate_sprite(m.token, 40, 190, floor=22) for m in marks]
    middles = []
    for mark, sprite in zip(marks, plates, strict=True):
        x, y = preview_mark_spot(view, cell, tile, turn, neighbours, mark)
        middles.append([x, y, float(sprite.width - 8), float(sprite.height - 8)])
    spread_plates(middles, (corner[0] - 20, corner[1] - 6, corner[0] + TILE + 20, corner[1] + TILE + 6))
    boxes = [
        (m.token, paste_centred(canvas, sprite, (middle[0], middle[1])))
        for m, sprite, middle in zip(marks, plates, middles, strict=True)
    ]
    if rows:
        boxes += _draw_preview_legend(canvas, view, look, cell, tile, turn, marks, legend_height)
    layout = Layout(SIZE, TILE, corner, cell, (1, 1), strip=(0, area[3], SIZE[0], SIZE[1]))
    return Drawing(canvas, layout, boxes)


def _draw_preview_legend(
    canvas: Image.Image,
    view: CarcassonneView,
    look: Look,
    cell: Cell,
    tile: str,
    turn: int,
    marks: Sequence[Mark],
    height: int,
) -> list[tuple[str, Box]]:
    draw = ImageDraw.Draw(canvas)
    top = SIZE[1] - height
    draw.rectangle((0, top, *SIZE), fill=look.shades.panel)
    draw.line((0, top, SIZE[0], top), fill=look.shades.line, width=2)
    left = 16
    seat = view.drawn.seat if view.drawn else min(view.tasks, default=view.active)
    boxes: list[tuple[str, Box]] = []
    if seat is not None:
        sprite = follower_sprite(look.seats[seat].letter, min(72, height - 16), lying=False, shade=False)
        x = SIZE[0] - 10 - sprite.width if look.mirrored else 10
        boxes.append(("seat", paste_centred(canvas, sprite, (x + sprite.width / 2, top + height / 2))))
        left = 20 + sprite.width
    columns = 1 if len(marks) <= ONE_COLUMN else 2
    column_width = (SIZE[0] - left - 10) // columns
    for index, mark in enumerate(marks):
        row, column = divmod(index, columns)
        x, y = left + column * column_width, top + 10 + row * ROW + ROW / 2
        sprite = plate_sprite(mark.token, 38, 172, floor=22)
        words = legend_note(view, look, cell, tile, turn // 90, mark)
        text_image, size = fitted_text_sprite(words, column_width - sprite.width - 12, 27, look.shades.ink, floor=18)
        if look.mirrored:
            boxes.append((f"legend {mark.token}", paste_centred(canvas, sprite, (SIZE[0] - x - sprite.width / 2, y))))
            spot = (SIZE[0] - x - sprite.width - 6 - text_image.width, round(y - capitals_middle(size)))
        else:
            boxes.append((f"legend {mark.token}", paste_centred(canvas, sprite, (x + sprite.width / 2, y))))
            spot = (x + sprite.width + 2, round(y - capitals_middle(size)))
        canvas.paste(text_image, spot, text_image)
        boxes.append((f"words {mark.token}", (*spot, spot[0] + text_image.width, spot[1] + text_image.height)))
    return boxes


def draw_legal_turns(view: CarcassonneView, look: Look, cell: Cell, tile: str, legal: Sequence[int]) -> Drawing:
    """The neighbourhood for each legal turn side by side, captioned with the token of the turn."""
    count = max(1, len(legal))
    width, gap = 1200, 18
    panel_side = min(430, (width - gap * (count + 1)) // count)
    side = round(panel_side * 0.5)
    height = panel_side + 84
    canvas = Image.new("RGB", (width, height), look.shades.ground)
    boxes = []
    left = (width - count * panel_side - (count - 1) * gap) // 2
    for i, turn in enumerate(legal):
        x = left + i * (panel_side + gap)
        panel_image = Image.new("RGB", (panel_side, panel_side), look.shades.ground)
        at = ((panel_side - side) // 2, (panel_side - side) // 2)
        _draw_neighbours(panel_image, view, look, cell, at, side, (0, 0, panel_side, panel_side))
        _paste_in_gold_frame(panel_image, tile_sprite(tile, turn // 90, side), at, side)
        canvas.paste(panel_image, (x, 16))
        frame = (x, 16, x + panel_side - 1, 15 + panel_side)
        ImageDraw.Draw(canvas).rectangle(frame, outline=look.shades.line, width=2)
        plate = plate_sprite(f"{turn}°", 46, 140)
        boxes.append((f"{turn}°", paste_centred(canvas, plate, (x + panel_side / 2, panel_side + 48))))
    return Drawing(canvas, Layout((width, height), side, (left, 16), cell, (1, 1)), boxes)
