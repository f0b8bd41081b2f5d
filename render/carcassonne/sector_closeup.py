"""Close-up of one sector of a big board, with a plate on each of its cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.core.fonts import BOLD, REGULAR, capitals_middle, fitted_text_sprite, text_sprite
from render.core.look import GOLD, GOLD_INK, Look, mix_colours
from render.core.shapes import draw_dashed_frame, paste_centred, plate_sprite
from rules.carcassonne.cells import Cell, column_letters
from rules.carcassonne.outcomes import Outcome
from rules.carcassonne.view import CarcassonneView

from .board import Drawing, draw_tile_in_hand
from .board_figures import draw_figures
from .board_placement import PictureField, place_board, shift_box
from .expansions import draw_modules_above, draw_modules_on_land
from .extras import BoardCanvas
from .figure_sprites import seat_token
from .layout import MARGIN, MOST, PLATE, WIDTH, Box, Layout, grow_box
from .overview import DISC_RIM, sector_colour, sector_letter_disc
from .sectors import LARGEST, LEGEND, RIM, TILE, Sector, sector_tile_side
from .terrain import draw_terrain

LABEL_PX: Final = 35
LEAST_FONT_PX: Final = 33  # least font size
FRAME_PX: Final = 6


def draw_sector_closeup(
    view: CarcassonneView, look: Look, sectors: Sequence[Sector], shown: Sector, best_outcomes: Mapping[Cell, Outcome]
) -> Drawing:
    """One sector as large as possible. `best_outcomes`: the best outcome of a placement on each cell."""
    box = shown.box
    columns, rows = box[2] - box[0] + 1, box[3] - box[1] + 1
    tile_in_hand_side = TILE if view.drawn and (sector_tile_side(columns, rows) > PLATE) else 0
    field = PictureField(
        WIDTH - 2 * MARGIN,
        MOST - 2 * MARGIN - LEGEND,
        (box[0] - RIM, box[1] - RIM, box[2] + 1 + RIM, box[3] + 1 + RIM),
        tile_in_hand_side,
        LARGEST,
        look.mirrored,
        MARGIN + 10,
    )
    cells = {cell for sector in sectors for cell in sector.cells}
    placement = place_board(field, {laid.cell for laid in view.laid} | cells)
    board_box = shift_box(placement.board, (MARGIN, MARGIN))
    layout = _sector_layout(placement.side, board_box, placement.at, placement.size[1])
    canvas = Image.new("RGB", layout.size, look.shades.ground)
    board = BoardCanvas(canvas, view, look, layout)
    draw_terrain(board, rim=3)
    draw_modules_on_land(board)
    for sector in sectors:
        if sector != shown:
            _dim_other_sectors(board, sector)
    for cell in shown.cells:
        _draw_choice_frame(board, cell, best_outcomes.get(cell))
    draw_figures(board)
    draw_modules_above(board)
    boxes = [_draw_cell_plate(board, cell, best_outcomes.get(cell)) for cell in shown.cells]
    _draw_margins(board, board_box)
    _draw_sector_border(canvas, board_box, shown.letter)
    left, top, right, bottom = grow_box(board_box, -44)
    corner = (right, top) if look.mirrored else (left, top)
    if placement.tile:
        tile_box = shift_box(placement.tile, (MARGIN, MARGIN))
        draw_tile_in_hand(canvas, view.drawn.tile if view.drawn else "", tile_box, look.theme)
        if _box_is_near(tile_box, corner):
            corner = (left, bottom)
    letter = ("letter", paste_centred(canvas, sector_letter_disc(shown.letter, 76), corner))
    return Drawing(canvas, layout, [*boxes, letter, *_draw_frame_legend(board, shown, best_outcomes)])


def _box_is_near(box: Box, point: tuple[int, int]) -> bool:
    return box[0] - 60 < point[0] < box[2] + 60 and box[1] - 60 < point[1] < box[3] + 60


def _sector_layout(size: int, board: Box, origin: tuple[int, int], high: int) -> Layout:
    """The layout of the visible cells, clipped at the border of the board."""
    x, y = origin[0] + MARGIN, origin[1] + MARGIN
    first = ((board[0] - x) // size, (board[1] - y) // size)
    last = (-(-(board[2] - x) // size), -(-(board[3] - y) // size))
    corner = (x + first[0] * size, y + first[1] * size)
    picture = (WIDTH, high + 2 * MARGIN + LEGEND)
    return Layout(picture, size, corner, first, (last[0] - first[0], last[1] - first[1]))


# --- cells


def _dim_other_sectors(board: BoardCanvas, sector: Sector) -> None:
    """Draws cells of other sectors dimmed, with their letters."""
    draw, side = ImageDraw.Draw(board.canvas), board.side
    ground = board.look.shades.ground
    for cell in sector.cells:
        if board.layout.shows(cell):
            box = grow_box(board.layout.cell_box(cell), -max(3, side // 24))
            ink = mix_colours(ground, sector_colour(sector.letter), 0.5)
            draw_dashed_frame(draw, box, ink, max(2, side // 40), max(4, side // 12))
            sprite = sector_letter_disc(sector.letter, round(max(46, side * 0.42)), 0.5, ground)
            paste_centred(board.canvas, sprite, board.pixel_at(cell, 0.5, 0.5))


def _draw_choice_frame(board: BoardCanvas, cell: Cell, outcome: Outcome | None) -> None:
    """A dashed frame where the tile fits, a solid one where it continues or completes a feature of the seat."""
    draw, side = ImageDraw.Draw(board.canvas), board.side
    cell_box = board.layout.cell_box(cell)
    box = grow_box(cell_box, -max(3, side // 32))
    ground, line = board.look.shades.ground, max(3, side // 34)
    if outcome is not None and outcome.affects_own_feature:
        fill = mix_colours(ground, GOLD, 0.4)
        draw.rounded_rectangle(cell_box, 8, fill=fill, outline=GOLD_INK, width=3)
        draw.rounded_rectangle(box, 7, outline=GOLD, width=line + 3)
        return
    ink = GOLD if board.look.theme == "dark" else board.look.shades.accent
    draw.rectangle(box, fill=mix_colours(ground, GOLD, 0.16 if board.look.theme == "dark" else 0.3))
    draw_dashed_frame(draw, box, ink, line, max(4, side // 12))


def _draw_cell_plate(board: BoardCanvas, cell: Cell, outcome: Outcome | None) -> tuple[str, Box]:
    """Draws the plate and, below it, the seat's symbol with the points of the placement."""
    side = board.side
    plate_height = max(PLATE, round(0.56 * side))
    is_own = outcome is not None and outcome.affects_own_feature
    x, y = board.pixel_at(cell, 0.5, 0.5)
    if is_own:
        y = board.pixel_at(cell)[1] + plate_height / 2 + 3
    sprite = plate_sprite(str(cell), plate_height, side - 2, floor=27)
    box = paste_centred(board.canvas, sprite, (x, y))
    if outcome is not None and is_own:
        _draw_seat_points(board, cell, outcome.gain)
    margin = (sprite.height - plate_height) // 2
    return str(cell), grow_box(box, -margin)


def _draw_seat_points(board: BoardCanvas, cell: Cell, points: int) -> None:
    seat = board.view.drawn.seat if board.view.drawn else None
    if seat is None:
        return
    side = board.side
    token_width = max(36, round(side * 0.28))
    sprite = seat_token(board.look.seats[seat].letter, token_width)
    x, y = board.pixel_at(cell, 0.5, 1.0)
    y -= token_width * 0.56
    if not points:
        paste_centred(board.canvas, sprite, (x, y))
        return
    words, ink = board.look.say("pic.pick.points", n=points), board.look.shades.ink
    text_image, font_size = fitted_text_sprite(words, side - token_width - 14, LEAST_FONT_PX + 3, ink, BOLD, 24)
    total_width = token_width + 4 + text_image.width
    left = round(x - total_width / 2)
    background_box = (left - 4, round(y - token_width / 2 - 2), left + total_width + 8, round(y + token_width / 2 + 2))
    ImageDraw.Draw(board.canvas).rounded_rectangle(background_box, token_width // 2, fill=board.look.shades.ground)
    paste_centred(board.canvas, sprite, (left + token_width / 2, y))
    board.canvas.paste(text_image, (left + token_width + 4, round(y - capitals_middle(font_size, BOLD))), text_image)


# --- margins and legend


def _draw_margins(board: BoardCanvas, board_box: Box) -> None:
    """Clear the margins around the board and label columns and rows."""
    canvas, layout, size = board.canvas, board.layout, board.side
    ground = board.look.shades.ground
    draw = ImageDraw.Draw(canvas)
    wide, high = layout.size
    for box in (
        (0, 0, wide, board_box[1]),
        (0, board_box[3], wide, high),
        (0, 0, board_box[0], high),
        (board_box[2], 0, wide, high),
    ):
        draw.rectangle(box, fill=ground)
    soft = board.look.shades.soft
    for i in range(layout.cells[0]):
        x = layout.at[0] + (i + 0.5) * size
        if board_box[0] + 20 < x < board_box[2] - 20:
            label = text_sprite(column_letters(layout.first[0] + i), LABEL_PX, REGULAR, 100, soft)
            for y in (board_box[1] - 24, board_box[3] + 24):
                canvas.paste(label, (round(x - label.width / 2), round(y - capitals_middle(LABEL_PX))), label)
    for i in range(layout.cells[1]):
        y_middle = layout.at[1] + (i + 0.5) * size
        if board_box[1] + 20 < y_middle < board_box[3] - 20:
            label = text_sprite(str(50 + layout.first[1] + i), LABEL_PX, REGULAR, 76, soft)
            for label_x in (board_box[0] - 24, board_box[2] + 24):
                spot = (round(label_x - label.width / 2), round(y_middle - capitals_middle(LABEL_PX)))
                canvas.paste(label, spot, label)


def _draw_sector_border(canvas: Image.Image, board: Box, letter: str) -> None:
    draw = ImageDraw.Draw(canvas)
    draw.rounded_rectangle(grow_box(board, 3), 12, outline=DISC_RIM, width=FRAME_PX + 4)
    draw.rounded_rectangle(grow_box(board, 2), 11, outline=sector_colour(letter), width=FRAME_PX)


def _draw_frame_legend(board: BoardCanvas, sector: Sector, best: Mapping[Cell, Outcome]) -> list[tuple[str, Box]]:
    """Draws the meaning of the frames in use."""
    outcomes = [best[cell] for cell in sector.cells if cell in best]
    kinds = {"fits": any(not outcome.affects_own_feature for outcome in outcomes)}
    kinds["yours"] = any(outcome.affects_own_feature and not outcome.gain for outcome in outcomes)
    kinds["finishes"] = any(outcome.affects_own_feature and outcome.gain for outcome in outcomes)
    shown_kinds = [kind for kind, occurs in kinds.items() if occurs]
    seat = board.view.drawn.seat if board.view.drawn else None
    if seat is None:
        return []
    canvas, look = board.canvas, board.look
    draw = ImageDraw.Draw(canvas)
    y, icon_side = board.layout.size[1] - LEGEND // 2 - 6, 44
    item_width = (WIDTH - 2 * MARGIN) // max(1, len(shown_kinds))
    boxes = []
    for i, kind in enumerate(shown_kinds):
        room = item_width - icon_side - 40
        text_image, size = fitted_text_sprite(look.say(f"pic.pick.{kind}"), room, 36, look.shades.ink, floor=24)
        place = len(shown_kinds) - 1 - i if look.mirrored else i
        left = MARGIN + place * item_width
        x = left + item_width - icon_side if look.mirrored else left
        box = (x, y - icon_side // 2, x + icon_side, y + icon_side // 2)
        if kind == "fits":
            ink = GOLD if look.theme == "dark" else look.shades.accent
            draw_dashed_frame(draw, box, ink, 4, 6)
        else:
            fill = mix_colours(look.shades.ground, GOLD, 0.4)
            draw.rounded_rectangle(box, 7, fill=fill, outline=GOLD, width=5)
            if kind == "yours":
                paste_centred(canvas, seat_token(look.seats[seat].letter, 28), (x + icon_side / 2, y))
            else:
                plus = text_sprite(look.say("pic.pick.plus"), 36, BOLD, 100, look.shades.ink)
                spot = (round(x + icon_side / 2 - plus.width / 2), round(y - capitals_middle(36, BOLD)) - 1)
                canvas.paste(plus, spot, plus)
        text_left = x - 12 - text_image.width if look.mirrored else x + icon_side + 12
        canvas.paste(text_image, (text_left, round(y - capitals_middle(size))), text_image)
        boxes.append((f"legend {kind}", (text_left, y - size // 2, text_left + text_image.width, y + size // 2)))
    return boxes
