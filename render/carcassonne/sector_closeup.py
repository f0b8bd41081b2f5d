"""The second picture of a big board for whoever lays a tile: one sector with a plate on each of its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.core.fonts import BOLD, REGULAR, capitals_middle, fit_text, text_sprite
from render.core.look import GOLD, GOLD_INK, Look, mix_colours
from render.core.shapes import draw_dashed_frame, paste_centred, plate_sprite
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from .board import Drawing, draw_tile_in_hand
from .board_figures import draw_figures
from .board_placement import PictureField, place_board, shift_box
from .expansions import extras_in_view
from .extras import BoardCanvas
from .figure_sprites import seat_token
from .layout import MARGIN, MOST, PLATE, WIDTH, Box, Layout
from .overview import sector_colour, sector_letter_disc
from .sectors import LARGEST, LEGEND, RIM, TILE, Sector, sector_tile_side
from .terrain import draw_terrain

COORDINATE: Final = 35
SMALL: Final = 33  # the least size of what must be read
FRAME: Final = 6


def draw_sector_closeup(
    view: CarcassonneView, look: Look, sectors: Sequence[Sector], shown: Sector, best: Mapping[Cell, Outcome]
) -> Drawing:
    """That sector alone, as large as it gets. `best`: what a lay does on a cell at best."""
    box = shown.box
    columns, rows = box[2] - box[0] + 1, box[3] - box[1] + 1
    tile = TILE if view.drawn and (sector_tile_side(columns, rows) > PLATE) else 0
    field = PictureField(
        WIDTH - 2 * MARGIN,
        MOST - 2 * MARGIN - LEGEND,
        (box[0] - RIM, box[1] - RIM, box[2] + 1 + RIM, box[3] + 1 + RIM),
        tile,
        LARGEST,
        look.mirrored,
        MARGIN + 10,
    )
    cells = {cell for sector in sectors for cell in sector.cells}
    found = place_board(field, {laid.cell for laid in view.laid} | cells)
    layout = _sector_layout(found.side, shift_box(found.board, (MARGIN, MARGIN)), found.at, found.size[1])
    board = shift_box(found.board, (MARGIN, MARGIN))
    canvas = Image.new("RGB", layout.size, look.shades.ground)
    desk = BoardCanvas(canvas, view, look, layout)
    _draw_sector_land(desk)
    for sector in sectors:
        if sector != shown:
            _dim_other_sectors(desk, sector)
    for cell in shown.cells:
        _draw_choice_frame(desk, cell, best.get(cell))
    draw_figures(desk)
    for extra, seen in extras_in_view(view):
        extra.above(desk, seen)
    boxes = [_draw_cell_plate(desk, cell, best.get(cell)) for cell in shown.cells]
    _draw_margins(desk, board)
    _draw_sector_border(canvas, board, shown.letter)
    corner = (board[2] - 44, board[1] + 44) if look.mirrored else (board[0] + 44, board[1] + 44)
    if found.tile:
        at = shift_box(found.tile, (MARGIN, MARGIN))
        draw_tile_in_hand(canvas, view.drawn.tile if view.drawn else "", at, look.theme)
        if _box_is_near(at, corner):
            corner = (board[0] + 44, board[3] - 44)
    letter = ("letter", paste_centred(canvas, sector_letter_disc(shown.letter, 76), corner))
    return Drawing(canvas, layout, [*boxes, letter, *_draw_frame_legend(desk, shown, best)])


def _box_is_near(box: Box, point: tuple[int, int]) -> bool:
    return box[0] - 60 < point[0] < box[2] + 60 and box[1] - 60 < point[1] < box[3] + 60


def _sector_layout(size: int, board: Box, origin: tuple[int, int], high: int) -> Layout:
    """The plan of the cells that are seen, cut at the border of the board."""
    x, y = origin[0] + MARGIN, origin[1] + MARGIN
    first = ((board[0] - x) // size, (board[1] - y) // size)
    last = (-(-(board[2] - x) // size), -(-(board[3] - y) // size))
    at = (x + first[0] * size, y + first[1] * size)
    picture = (WIDTH, high + 2 * MARGIN + LEGEND)
    return Layout(picture, size, at, first, (last[0] - first[0], last[1] - first[1]), None, (0, 0, 0, 0))


def _draw_sector_land(desk: BoardCanvas) -> None:
    draw_terrain(desk, 3)
    for extra, shown in extras_in_view(desk.view):
        extra.ground(desk, shown)


# --- cells


def _dim_other_sectors(desk: BoardCanvas, sector: Sector) -> None:
    """Cells of another sector: dim, with its letter."""
    draw, size = ImageDraw.Draw(desk.canvas), desk.side
    ground = desk.look.shades.ground
    for cell in sector.cells:
        if desk.layout.shows(cell):
            x, y = desk.layout.corner(cell)
            inset = max(3, size // 24)
            box = (x + inset, y + inset, x + size - inset, y + size - inset)
            draw_dashed_frame(
                draw,
                box,
                mix_colours(ground, sector_colour(sector.letter), 0.5),
                max(2, size // 40),
                max(4, size // 12),
            )
            sprite = sector_letter_disc(sector.letter, round(max(46, size * 0.42)), 0.5, ground)
            paste_centred(desk.canvas, sprite, (x + size / 2, y + size / 2))


def _draw_choice_frame(desk: BoardCanvas, cell: Cell, outcome: Outcome | None) -> None:
    """Dashed where the tile fits, solid where it continues or completes something of the seat's."""
    draw, size = ImageDraw.Draw(desk.canvas), desk.side
    x, y = desk.layout.corner(cell)
    inset = max(3, size // 32)
    box = (x + inset, y + inset, x + size - inset, y + size - inset)
    ground, line = desk.look.shades.ground, max(3, size // 34)
    if outcome is not None and outcome.mine:
        draw.rounded_rectangle(
            (x, y, x + size, y + size), 8, fill=mix_colours(ground, GOLD, 0.4), outline=GOLD_INK, width=3
        )
        draw.rounded_rectangle(box, 7, outline=GOLD, width=line + 3)
        return
    ink = GOLD if desk.look.theme == "dark" else desk.look.shades.accent
    draw.rectangle(box, fill=mix_colours(ground, GOLD, 0.16 if desk.look.theme == "dark" else 0.3))
    draw_dashed_frame(draw, box, ink, line, max(4, size // 12))


def _draw_cell_plate(desk: BoardCanvas, cell: Cell, outcome: Outcome | None) -> tuple[str, Box]:
    """The plate, and beneath it the sign of the seat with what it scores."""
    size = desk.side
    high = max(PLATE, round(0.56 * size))
    mine = outcome is not None and outcome.mine
    x, y = desk.at(cell, 0.5, 0.5)
    if mine:
        y = desk.at(cell)[1] + high / 2 + 3
    sprite = plate_sprite(str(cell), high, size - 2, floor=27)
    a, b, c, d = paste_centred(desk.canvas, sprite, (x, y))
    if outcome is not None and mine:
        _draw_seat_points(desk, cell, outcome.gain)
    pad = (d - b - high) // 2
    return str(cell), (a + pad, b + pad, c - pad, d - pad)


def _draw_seat_points(desk: BoardCanvas, cell: Cell, points: int) -> None:
    seat = desk.view.drawn.seat if desk.view.drawn else None
    if seat is None:
        return
    size = desk.side
    wide = max(36, round(size * 0.28))
    sprite = seat_token(desk.look.seats[seat].letter, wide)
    x, y = desk.at(cell, 0.5, 1.0)
    y -= wide * 0.56
    if not points:
        paste_centred(desk.canvas, sprite, (x, y))
        return
    words, size_, width = fit_text(desk.look.say("pic.pick.points", n=points), size - wide - 14, SMALL + 3, BOLD, 24)
    name = text_sprite(words, size_, BOLD, width, desk.look.shades.ink)
    whole = wide + 4 + name.width
    left = round(x - whole / 2)
    back = (left - 4, round(y - wide / 2 - 2), left + whole + 8, round(y + wide / 2 + 2))
    ImageDraw.Draw(desk.canvas).rounded_rectangle(back, wide // 2, fill=desk.look.shades.ground)
    paste_centred(desk.canvas, sprite, (left + wide / 2, y))
    desk.canvas.paste(name, (left + wide + 4, round(y - capitals_middle(size_, BOLD))), name)


# --- around it


def _draw_margins(desk: BoardCanvas, board: Box) -> None:
    """Take away what reaches out of the board; name columns and rows."""
    canvas, layout, size = desk.canvas, desk.layout, desk.side
    ground = desk.look.shades.ground
    draw = ImageDraw.Draw(canvas)
    wide, high = layout.size
    for box in ((0, 0, wide, board[1]), (0, board[3], wide, high), (0, 0, board[0], high), (board[2], 0, wide, high)):
        draw.rectangle(box, fill=ground)
    soft = desk.look.shades.soft
    for i in range(layout.cells[0]):
        x = layout.at[0] + (i + 0.5) * size
        if board[0] + 20 < x < board[2] - 20:
            name = text_sprite(column_letters(layout.first[0] + i), COORDINATE, REGULAR, 100, soft)
            for y in (board[1] - 24, board[3] + 24):
                canvas.paste(name, (round(x - name.width / 2), round(y - capitals_middle(COORDINATE))), name)
    for i in range(layout.cells[1]):
        across = layout.at[1] + (i + 0.5) * size
        if board[1] + 20 < across < board[3] - 20:
            name = text_sprite(str(50 + layout.first[1] + i), COORDINATE, REGULAR, 76, soft)
            for beside in (board[0] - 24, board[2] + 24):
                canvas.paste(name, (round(beside - name.width / 2), round(across - capitals_middle(COORDINATE))), name)


def _draw_sector_border(canvas: Image.Image, board: Box, letter: str) -> None:
    draw = ImageDraw.Draw(canvas)
    a, b, c, d = board
    draw.rounded_rectangle((a - 3, b - 3, c + 3, d + 3), 12, outline=(16, 14, 12), width=FRAME + 4)
    draw.rounded_rectangle((a - 2, b - 2, c + 2, d + 2), 11, outline=sector_colour(letter), width=FRAME)


def _draw_frame_legend(desk: BoardCanvas, shown: Sector, best: Mapping[Cell, Outcome]) -> list[tuple[str, Box]]:
    """What the frames mean, of those that occur."""
    found = [best[cell] for cell in shown.cells if cell in best]
    kinds = {"fits": any(not one.mine for one in found)}
    kinds["yours"] = any(one.mine and not one.gain for one in found)
    kinds["finishes"] = any(one.mine and one.gain for one in found)
    told = [kind for kind, occurs in kinds.items() if occurs]
    seat = desk.view.drawn.seat if desk.view.drawn else None
    if seat is None:
        return []
    canvas, look = desk.canvas, desk.look
    draw = ImageDraw.Draw(canvas)
    y, wide, icon = desk.layout.size[1] - LEGEND // 2 - 6, (WIDTH - 2 * MARGIN) // max(1, len(told)), 44
    boxes = []
    for i, kind in enumerate(told):
        words, size, width = fit_text(look.say(f"pic.pick.{kind}"), wide - icon - 40, 36, REGULAR, 24)
        name = text_sprite(words, size, REGULAR, width, look.shades.ink)
        place = len(told) - 1 - i if look.mirrored else i
        left = MARGIN + place * wide
        x = left + wide - icon if look.mirrored else left
        box = (x, y - icon // 2, x + icon, y + icon // 2)
        if kind == "fits":
            ink = GOLD if look.theme == "dark" else look.shades.accent
            draw_dashed_frame(draw, box, ink, 4, 6)
        else:
            fill = mix_colours(look.shades.ground, GOLD, 0.4)
            draw.rounded_rectangle(box, 7, fill=fill, outline=GOLD, width=5)
            if kind == "yours":
                paste_centred(canvas, seat_token(look.seats[seat].letter, 28), (x + icon / 2, y))
            else:
                plus = text_sprite(look.say("pic.pick.plus"), 36, BOLD, 100, look.shades.ink)
                canvas.paste(
                    plus, (round(x + icon / 2 - plus.width / 2), round(y - capitals_middle(36, BOLD)) - 1), plus
                )
        at = x - 12 - name.width if look.mirrored else x + icon + 12
        canvas.paste(name, (at, round(y - capitals_middle(size))), name)
        boxes.append((f"legend {kind}", (at, y - size // 2, at + name.width, y + size // 2)))
    return boxes
