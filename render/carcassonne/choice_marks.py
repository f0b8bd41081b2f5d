"""Draws choices: gold frames below the figures, plates with tokens above them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.look import GOLD, GOLD_INK, THEMES, Colour, Mark, Theme, mix_colours
from render.core.shapes import Point, draw_dashed_frame, paste_centred, plate_sprite, spread_plates, two_line_plate

from .extras import BoardCanvas, Target
from .layout import PLATE, Box

Choice: TypeAlias = tuple[Mark, Target]
OPEN_PLATE_HEIGHT_PX: Final = 50  # height of an `open` plate; its letters are 11 px high in a picture shown 400 px wide
MOST_PLATES: Final = 26  # most places with plates; more get dots and the names of their cells


def _to_pixels(board: BoardCanvas, x: float, y: float) -> Point:
    left, top = board.layout.corner((0, 0))
    return left + x * board.side, top + y * board.side


def draw_choice_grounds(board: BoardCanvas, choices: Sequence[Choice]) -> None:
    """Draws frames of cells and regions, and possible bridges."""
    draw = ImageDraw.Draw(board.canvas)
    side = board.side
    laid = {tile.cell for tile in board.view.laid}
    for mark, target in choices:
        if target.kind == "cell":
            x, y = board.layout.corner(target.cells[0])
            inset = max(2, side // 32)
            if target.cells[0] not in laid:
                board.canvas.paste(
                    _empty_cell_sprite(side - 2 * inset, side, board.look.theme, mark.tone == "open"),
                    (x + inset, y + inset),
                )
            else:
                box = (x + inset, y + inset, x + side - inset, y + side - inset)
                _draw_frame_on_land(draw, box, max(3, side // 20), max(4, side // 9))
        elif target.box is not None:
            west, north, east, south = target.box
            (left, top), (right, bottom) = _to_pixels(board, west, north), _to_pixels(board, east, south)
            _draw_frame_on_land(
                draw, (round(left), round(top), round(right), round(bottom)), max(3, side // 20), side // 8
            )
        elif target.ghost is not None:
            possible_piece = target.ghost(side)
            board.canvas.paste(possible_piece, board.layout.corner(target.cells[0]), possible_piece)


@cached_sprite
def _empty_cell_sprite(wide: int, side: int, theme: Theme, is_pale: bool) -> Image.Image:
    """An empty cell to choose. `is_pale`: paler, so that news stand out, for choices of another seat."""
    shades = THEMES[theme]
    gold_share = 0.16 if theme == "dark" else 0.3
    fill = mix_colours(shades.ground, GOLD, gold_share / 2 if is_pale else gold_share)
    image = Image.new("RGB", (wide + 1, wide + 1), fill)
    ink = GOLD if theme == "dark" else shades.accent
    ink = mix_colours(shades.ground, ink, 0.6) if is_pale else ink
    draw_dashed_frame(ImageDraw.Draw(image), (0, 0, wide, wide), ink, max(2, side // 34), max(4, side // 12))
    return image


def _draw_frame_on_land(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], line: int, dash: int) -> None:
    """Draws a dashed gold frame on a dark line, legible on land."""
    ink: Colour = GOLD_INK
    draw.rectangle((box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1), outline=ink, width=line + 2)
    draw_dashed_frame(draw, box, GOLD, line, dash)


def draw_choice_plates(
    board: BoardCanvas, choices: Sequence[Choice], lettered: bool, figures: Sequence[Point]
) -> list[tuple[str, Box]]:
    """Draws the tokens clear of the figures; on boards too small for letters gold dots."""
    if not lettered:
        for mark, target in choices:
            if target.box is None and mark.tone != "open":  # the frame suffices
                _draw_choice_dot(board, _to_pixels(board, *target.at), board.side * 0.16)
        return []
    tile_choices = [(m, t) for m, t in choices if t.kind != "place"]
    place_choices = [(m, t) for m, t in choices if t.kind == "place"]
    plates: list[tuple[str, Image.Image, Point]] = []
    for mark, target in tile_choices:
        plates.append((mark.token, _choice_plate(board, mark, target), _choice_plate_spot(board, target, figures)))
    if len(place_choices) > MOST_PLATES:
        for _, target in place_choices:
            _draw_choice_dot(board, _to_pixels(board, *target.at), board.side * 0.1)
        for cell in dict.fromkeys(t.cells[0] for _, t in place_choices):
            sprite = plate_sprite(str(cell), max(34, round(board.side * 0.3)), board.side, floor=22)
            plates.append((str(cell), sprite, board.pixel_at(cell, 0.5, 0.18)))
    else:
        for mark, target in place_choices:
            _draw_choice_dot(board, _to_pixels(board, *target.at), board.side * 0.08)
            plates.append((mark.token, _choice_plate(board, mark, target), _choice_plate_spot(board, target, figures)))
    boxes = [[x, y, float(s.width - 6), float(s.height - 6)] for _, s, (x, y) in plates]
    if place_choices:
        x, y = board.layout.at
        columns, rows = board.layout.cells
        spread_plates(boxes, (x - 30, y - 10, x + columns * board.side + 30, y + rows * board.side + 10))
    spots = [(x, y) for x, y, _, _ in boxes]
    placed = zip(plates, spots, strict=True)
    return [(token, paste_centred(board.canvas, sprite, spot)) for (token, sprite, _), spot in placed]


def _draw_choice_dot(board: BoardCanvas, middle: Point, radius: float) -> None:
    x, y = middle
    draw = ImageDraw.Draw(board.canvas)
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=GOLD, outline=GOLD_INK, width=2)


def _choice_plate(board: BoardCanvas, mark: Mark, target: Target) -> Image.Image:
    side = board.side
    if target.kind == "cell":
        on_land = any(tile.cell == target.cells[0] for tile in board.view.laid)
        plate_height = max(34, round(side * 0.3)) if on_land else max(PLATE, round(side * 0.4))
        if mark.tone == "open":  # a choice of another seat
            plate_height = max(OPEN_PLATE_HEIGHT_PX, round(side * 0.3))
        return plate_sprite(mark.token, plate_height, side - 6, floor=27)
    first, dot, second = mark.token.partition(".")
    if dot:
        return two_line_plate(first, second, max(46, round(side * 0.46)), 20)
    return plate_sprite(
        target.plate_text(mark, board.look.say), max(34, round(side * 0.34)), round(side * 1.5), floor=22
    )


def _choice_plate_spot(board: BoardCanvas, target: Target, figures: Sequence[Point]) -> Point:
    """The middle of the plate, beside what stands on the land."""
    if target.kind == "cell" and any(tile.cell == target.cells[0] for tile in board.view.laid):
        left, top = board.layout.corner(target.cells[0])
        figures_north = [y for x, y in figures if 0 <= x - left < board.side and -0.2 <= (y - top) / board.side < 0.5]
        figures_south = [y for x, y in figures if 0 <= x - left < board.side and 0.5 <= (y - top) / board.side < 1.2]
        return board.pixel_at(target.cells[0], 0.5, 0.83 if figures_north and not figures_south else 0.17)
    if target.box is not None:
        figure_x, figure_y, c, _ = target.box
        return _to_pixels(board, (figure_x + c) / 2, figure_y + 0.22)
    x, y = _to_pixels(board, *target.at)
    near_distance = 0.3 * board.side
    hides_figure = target.kind == "place" and any(
        abs(figure_x - x) < near_distance and abs(figure_y - y) < near_distance for figure_x, figure_y in figures
    )
    return (x, y - 0.42 * board.side) if hides_figure else (x, y)  # above a figure
