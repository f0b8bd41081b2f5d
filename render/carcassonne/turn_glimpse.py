"""Draws a glimpse: a small part of the board after a turn, with its new tiles, scorings and figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.look import DANGER, Look
from render.core.shapes import SMOOTH, Point, add_shadow, paste_centred, scale_down

from .board_figures import DrawnFigure, draw_figures
from .busy_map import FULLY_BUSY, SLIGHTLY_BUSY, BusyMap
from .cutout import Window
from .expansions import draw_modules_above, draw_modules_on_land
from .extras import BoardCanvas
from .feature_tints import tint_feature
from .figure_ways import DARK, draw_arrow_heads, draw_way
from .layout import Layout
from .markers import pill_sprite
from .news import Scored
from .news_drawing import draw_tile_frames, find_points_spot, smallest_first
from .terrain import draw_terrain
from .turn_changes import TurnChanges

SEAT_PILL_PX: Final = 34  # pill of a seat at its tile
LEAST_POINTS_PILL_PX: Final = 40  # least pill of points
CROSS_PX: Final = 24
DISC_PX: Final = 26  # disc of the seat that moved a figure
PILL_REACH_TILES: Final = 1.6  # most tiles between a pill and its place


def draw_turn_glimpse(turn: TurnChanges, look: Look, window: Window, named_scorings: Sequence[Scored]) -> Image.Image:
    """One window of a turn. `named_scorings`: scorings whose points stand in this window."""
    layout = _window_layout(window)
    canvas = Image.new("RGB", window.size, look.shades.ground)
    pieces = (*turn.view.pieces, *turn.lost)
    board = BoardCanvas(canvas, replace(turn.view, pieces=pieces), look, layout, turn.news, named=False)
    busy_map = BusyMap(canvas.size, (2, 2, window.size[0] - 2, window.size[1] - 2))
    _draw_window_land(board, busy_map)
    draw_modules_on_land(board)
    for scoring in turn.news.scored:
        letters = [look.seats[seat].letter for seat in _seats_by_points(scoring)]
        tint_feature(canvas, board.view, layout, scoring, letters, busy_map)
    for way in turn.news.ways:
        draw_way(canvas, layout, way.cells, busy_map)
        draw_arrow_heads(canvas, layout, way.cells)
    draw_tile_frames(board, busy_map, turn.news.laid.items())
    figures = draw_figures(board)
    draw_modules_above(board)
    for figure in figures:
        busy_map.mark_busy(figure.box(0.7), FULLY_BUSY)
    _draw_crosses(board, busy_map, figures, len(turn.view.pieces))
    _draw_mover_signs(board, busy_map, figures)
    _draw_step_signs(board, busy_map, turn.seat)
    _draw_points_pills(board, busy_map, turn, named_scorings)
    return canvas


def _window_layout(window: Window) -> Layout:
    """The layout of all visible cells."""
    side, (x, y), (wide, high) = window.side, window.at, window.size
    first = (-x // side, -y // side)
    cells = (-(-(wide - x) // side) - first[0], -(-(high - y) // side) - first[1])
    return Layout((wide, high), side, (x + first[0] * side, y + first[1] * side), first, cells)


def _draw_window_land(board: BoardCanvas, busy_map: BusyMap) -> None:
    draw_terrain(board, 2)
    for laid in board.view.laid:
        if board.layout.shows(laid.cell):
            busy_map.mark_busy(board.layout.cell_box(laid.cell), SLIGHTLY_BUSY)


def _seats_by_points(scoring: Scored) -> list[int]:
    """The seats that got points, the most first."""
    return sorted(scoring.points, key=lambda seat: (-scoring.points[seat], seat))


@cached_sprite
def _cross_sprite(wide: int) -> Image.Image:
    """A red cross on white: removed."""
    size = (wide + 6) * SMOOTH
    image = Image.new("RGBA", (size, size), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    edge, arm, middle = 3 * SMOOTH, wide * 0.24 * SMOOTH, size / 2
    draw.ellipse((edge, edge, size - edge, size - edge), fill=(255, 255, 255, 255), outline=DARK, width=SMOOTH)
    for direction in (-1, 1):
        ends = (middle - arm, middle - direction * arm, middle + arm, middle + direction * arm)
        draw.line(ends, fill=DANGER, width=round(wide * 0.2 * SMOOTH))
    return add_shadow(scale_down(image, (wide + 6, wide + 6)), 1.5, 0.5, (1, 1))


def _draw_crosses(board: BoardCanvas, busy_map: BusyMap, figures: Sequence[DrawnFigure], present_count: int) -> None:
    """Draws a cross at the shoulder of each figure returned without points."""
    for figure in figures:
        if figure.piece_index >= present_count:
            x, y = figure.middle
            spots = [(x + direction * figure.size[0] * 0.36, y - figure.size[1] * 0.32) for direction in (1, -1)]
            (spot, *_) = _keep_within_picture(board, spots[:1], (CROSS_PX, CROSS_PX))
            if abs(spot[0] - spots[0][0]) > 1:  # the border is too near
                spot = spots[1]
            paste_centred(board.canvas, _cross_sprite(CROSS_PX), spot)
            busy_map.mark_circle_busy(spot, CROSS_PX / 2, FULLY_BUSY)


def _draw_mover_signs(board: BoardCanvas, busy_map: BusyMap, figures: Sequence[DrawnFigure]) -> None:
    """Draws the seat's symbol at the foot of each moved figure, unless it stands on a new tile of the same seat."""
    way_ends = {way.cells[-1] for way in board.news.ways}  # an arrow suffices there
    for figure in figures:
        seat, piece = board.news.moved.get(figure.piece_index), board.view.pieces[figure.piece_index]
        is_at_way_end = piece.seat is None and piece.cell in way_ends
        if seat is not None and not is_at_way_end and board.news.laid.get(piece.cell) != seat:
            (x, y), dx, dy = figure.middle, figure.size[0] * 0.3, figure.size[1] * 0.34
            _put_seat_disc(board, busy_map, seat, [(x + dx, y + dy), (x - dx, y + dy), (x, y + dy + 6)])


def _put_seat_disc(board: BoardCanvas, busy_map: BusyMap, seat: int, places: Sequence[Point]) -> None:
    """Draws a small disc with the seat's symbol at the place where it hides least."""
    size = (DISC_PX, DISC_PX)
    spot = busy_map.cheapest_place(_keep_within_picture(board, places, size), size)
    paste_centred(board.canvas, seat_symbol_disc(board.look.seats[seat].letter, DISC_PX), spot)
    busy_map.mark_circle_busy(spot, DISC_PX / 2, FULLY_BUSY)


def _draw_step_signs(board: BoardCanvas, busy_map: BusyMap, seat: int | None) -> None:
    """Draws the symbols of other seats beside the steps they chose."""
    for way in board.news.ways:
        if set(way.by.values()) <= {seat}:
            continue
        for old, cell in pairwise(way.cells):
            if cell in way.by and board.layout.shows(cell):
                (x, y), (next_x, next_y) = board.pixel_at(old, 0.5, 0.5), board.pixel_at(cell, 0.5, 0.5)
                shift = DISC_PX * 0.9 / board.side
                dx, dy = (next_y - y) * shift, (next_x - x) * shift
                middle = (x + next_x) / 2, (y + next_y) / 2
                places = [(middle[0] + dx, middle[1] + dy), (middle[0] - dx, middle[1] - dy)]
                _put_seat_disc(board, busy_map, way.by[cell], places)


def _draw_points_pills(
    board: BoardCanvas, busy_map: BusyMap, turn: TurnChanges, named_scorings: Sequence[Scored]
) -> None:
    """Draws pills: points first, then losses of the reader, then the seats of new tiles."""
    look, reader = board.look, turn.reader
    pill_height = max(LEAST_POINTS_PILL_PX, board.side // 2)
    for _, scoring in smallest_first(named_scorings):
        if any(board.layout.shows(cell) for cell in scoring.cells):
            points = [(look.seats[seat].letter, f"{scoring.points[seat]:+}") for seat in _seats_by_points(scoring)]
            sprite = pill_sprite(tuple(points), pill_height)
            _paste_pill(board, busy_map, sprite, find_points_spot(board, busy_map, scoring, _pill_size(sprite)))
    lost_spots = [board.pixel_at(piece.cell, 0.5, 0.5) for piece in turn.lost if piece.seat == reader]
    lost_spots = [(x, y) for x, y in lost_spots if 0 <= x < board.canvas.width and 0 <= y < board.canvas.height]
    if lost_spots and reader is not None:
        sprite = pill_sprite(((look.seats[reader].letter, f"{-len(lost_spots)}"),), pill_height)
        size = _pill_size(sprite)
        reach = PILL_REACH_TILES * board.side + size[0] / 2
        _paste_pill(board, busy_map, sprite, busy_map.find_place_near(_central_point(lost_spots), size, reach))
    for cell, seat in turn.news.laid.items():
        if seat is not None and board.layout.shows(cell):
            letter = look.seats[seat].letter
            sprite = pill_sprite(((letter, letter),), SEAT_PILL_PX)
            left, top, right, bottom = board.layout.cell_box(cell)
            corners = [(right, top), (left, top), (right, bottom), (left, bottom)]
            size = _pill_size(sprite)
            _paste_pill(
                board, busy_map, sprite, busy_map.cheapest_place(_keep_within_picture(board, corners, size), size)
            )


def _keep_within_picture(board: BoardCanvas, spots: Iterable[Point], size: tuple[int, int]) -> list[Point]:
    """The places moved so that a sprite of that size is fully visible."""
    (wide, high), margin_x, margin_y = board.canvas.size, size[0] / 2 + 2, size[1] / 2 + 2
    return [(min(max(x, margin_x), wide - margin_x), min(max(y, margin_y), high - margin_y)) for x, y in spots]


def _pill_size(sprite: Image.Image) -> tuple[int, int]:
    """The size of a pill without its shadow."""
    return sprite.width - 6, sprite.height - 6


def _paste_pill(board: BoardCanvas, busy_map: BusyMap, sprite: Image.Image, spot: Point) -> None:
    paste_centred(board.canvas, sprite, spot)
    half_width, half_height = (side / 2 for side in _pill_size(sprite))
    box = (spot[0] - half_width, spot[1] - half_height, spot[0] + half_width, spot[1] + half_height)
    busy_map.mark_busy(box, FULLY_BUSY)


def _central_point(points: Sequence[Point]) -> Point:
    """The point nearest to the middle of all."""
    x, y = (sum(point[i] for point in points) / len(points) for i in (0, 1))
    return min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)
