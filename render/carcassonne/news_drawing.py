"""Draws news over a board or cut-out: scored features and ways below the figures, seats and points above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PIL import Image, ImageFilter

from render.core.cache import cached_sprite
from render.core.chip_strip import seat_symbol_disc
from render.core.shapes import Point, paste_centred
from rules.carcassonne.cells import Cell

from .board_figures import DrawnFigure
from .busy_map import FULLY_BUSY, PARTLY_BUSY, SLIGHTLY_BUSY, BusyMap
from .extras import BoardCanvas
from .feature_tints import tint_feature
from .figure_ways import draw_step_numbers, draw_way
from .layout import Box, Layout
from .markers import LETTER, PILL, frame_overhang, gone_figure_sprite, letter_disc, points_pill, tile_frame_sprite
from .news import Scored

FOOT: Final = 26  # least disc of a seat that moved a neutral figure
REACH_TILES: Final = 1.8  # most tiles between points or a removed figure and their place
FEATURE_OVERLAP_PX: Final = 6  # pixels by which points overlap a tile of their feature
OTHER_FEATURE_COST: Final = 40  # extra cost of points on another scored feature
OWN_FEATURE_DISCOUNT: Final = 40  # reduced cost of points on their own feature
MOST_HIDING_COST: Final = 90  # above this cost, points look for a place farther away
MOST_TILES_TRIED: Final = 8  # most tiles of a feature at which a place for its points is sought


def build_busy_map(board: BoardCanvas, area: Box | None = None) -> BusyMap:
    """The busy map of a board, on which land is slightly busy. `area`: limits placements, in pixels."""
    cells = tuple((tile.cell.x, tile.cell.y) for tile in board.view.laid if board.layout.shows(tile.cell))
    return BusyMap(board.canvas.size, area, _land_busy_map(board.layout, cells))


@cached_sprite
def _land_busy_map(layout: Layout, cells: tuple[tuple[int, int], ...]) -> Image.Image:
    """A busy map of the land."""
    busy_map = BusyMap(layout.size)
    for cell in cells:
        busy_map.mark_busy(layout.cell_box(cell), SLIGHTLY_BUSY)
    return busy_map.cost_map


def draw_news_below_figures(board: BoardCanvas, busy_map: BusyMap) -> None:
    """Draws scored features, ways and frames of new tiles, below the figures."""
    news = board.news
    for scoring in news.scored:
        letters = [board.look.seats[seat].letter for seat in sorted(scoring.points)]
        tint_feature(board.canvas, board.view, board.layout, scoring, letters, busy_map)
    for way in news.ways[-1:]:  # older ways show only the figures they removed
        draw_way(board.canvas, board.layout, way.cells, busy_map)
    draw_tile_frames(board, busy_map, (*news.laid.items(), *news.built.items()))


def draw_tile_frames(board: BoardCanvas, busy_map: BusyMap, seats_of_cells: Iterable[tuple[Cell, int | None]]) -> None:
    """Draws frames around new tiles in the colours of their seats; neutral for None."""
    overhang = frame_overhang(board.side)
    width = 3 * overhang
    for cell, seat in seats_of_cells:
        if board.layout.shows(cell):
            x, y, east, south = board.layout.cell_box(cell)
            left, top, right, bottom = x - overhang, y - overhang, east + overhang, south + overhang
            sprite = tile_frame_sprite(board.side, "" if seat is None else board.look.seats[seat].letter)
            board.canvas.paste(sprite, (left, top), sprite)
            busy_map.mark_busy((left, top, right, top + width), PARTLY_BUSY)
            busy_map.mark_busy((left, bottom - width, right, bottom), PARTLY_BUSY)
            busy_map.mark_busy((left, top, left + width, bottom), PARTLY_BUSY)
            busy_map.mark_busy((right - width, top, right, bottom), PARTLY_BUSY)


def draw_news_above_figures(
    board: BoardCanvas, busy_map: BusyMap, figures: Sequence[DrawnFigure]
) -> list[tuple[str, Box]]:
    """Draws steps, removed figures, points and letters above the figures; returns named boxes."""
    for figure in figures:
        busy_map.mark_busy(figure.box(0.8), FULLY_BUSY)
    for way in board.news.ways[-1:]:
        draw_step_numbers(board.canvas, board.layout, way.cells, busy_map)
    boxes = [*_put_gone_figures(board, busy_map), *_put_seat_letters(board, busy_map, figures)]
    return [*boxes, *_put_points(board, busy_map)]


def _put_gone_figures(board: BoardCanvas, busy_map: BusyMap) -> Iterable[tuple[str, Box]]:
    for number, gone in enumerate(board.news.gone):
        if board.layout.shows(gone.cell):
            letter = board.look.seats[gone.seat].letter
            sprite = gone_figure_sprite(gone.kind, letter, board.side, board.look.shades.panel)
            spot = busy_map.find_place_near(board.pixel_at(gone.cell, 0.5, 0.5), sprite.size, REACH_TILES * board.side)
            box = paste_centred(board.canvas, sprite, spot)
            busy_map.mark_busy(box)
            yield f"gone {number}", box


def _put_points(board: BoardCanvas, busy_map: BusyMap) -> Iterable[tuple[str, Box]]:
    for number, scoring in smallest_first(board.news.scored):
        if any(board.layout.shows(cell) for cell in scoring.cells):
            sprite = points_pill(board.look, scoring.points, max(PILL, round(board.side * 0.4)))
            size = (sprite.width - 6, sprite.height - 6)
            box = paste_centred(board.canvas, sprite, find_points_spot(board, busy_map, scoring, size))
            busy_map.mark_busy(box)
            yield f"points {number}", box


def smallest_first(scored: Sequence[Scored]) -> list[tuple[int, Scored]]:
    """(index, scoring), the smallest first, because it has the fewest places for its points."""
    return sorted(enumerate(scored), key=lambda indexed_scoring: len(indexed_scoring[1].cells))


def find_points_spot(board: BoardCanvas, busy_map: BusyMap, scoring: Scored, size: tuple[int, int]) -> Point:
    """The place for the points of a feature: touching it, off other scored features, hiding least; farther away only if
    all of that is busy."""
    visible_cells = {cell for cell in scoring.cells if board.layout.shows(cell)}
    weakened_map = busy_map.cost_map.point([cost if cost == FULLY_BUSY else cost // 3 for cost in range(256)])
    cost_map = BusyMap(board.canvas.size, busy_map.area, weakened_map.filter(ImageFilter.MaxFilter(7)))
    for other in board.news.scored:
        for cell in set(other.cells) - set(scoring.cells):
            cost_map.raise_cost(board.layout.cell_box(cell), OTHER_FEATURE_COST)
    for cell in visible_cells:
        cost_map.raise_cost(board.layout.cell_box(cell), -OWN_FEATURE_DISCOUNT)
    for cell in board.news.laid:  # keeps new tiles free
        cost_map.mark_busy(board.layout.cell_box(cell))
    middles = [board.pixel_at(cell, 0.5, 0.5) for cell in scoring.cells if board.layout.shows(cell)]
    centre = tuple(sum(middle[i] for middle in middles) / len(middles) for i in (0, 1))
    middles.sort(key=lambda middle: (middle[0] - centre[0]) ** 2 + (middle[1] - centre[1]) ** 2)
    spot = middles[0]
    touching, far = board.side / 2 + size[1] / 2 - FEATURE_OVERLAP_PX, REACH_TILES * board.side + size[0] / 2
    for reach in (touching, board.side, far):
        spot = cost_map.cheapest_place(
            [cost_map.find_place_near(anchor, size, reach) for anchor in middles[:MOST_TILES_TRIED]], size
        )
        if cost_map.hiding_cost(spot, size) <= MOST_HIDING_COST:
            break
    return spot


def _put_seat_letters(
    board: BoardCanvas, busy_map: BusyMap, figures: Sequence[DrawnFigure]
) -> Iterable[tuple[str, Box]]:
    """Puts seat letters in a corner of new tiles, and at the foot of figures moved off a new tile of the same seat."""
    news, side, layout = board.news, board.side, board.layout
    diameter = max(LETTER, round(side * 0.3))
    for cell, seat in (*news.laid.items(), *news.built.items()):
        if seat is not None and layout.shows(cell):
            x, y, east, south = layout.cell_box(cell)
            inset = max(0, round((side - 2 * diameter) * 0.25))  # letters stay inside large tiles
            left, top, right, bottom = x + inset, y + inset, east - inset, south - inset
            corners: list[Point] = [(right, top), (left, top), (right, bottom), (left, bottom)]
            if not inset:  # small tiles may have it at their sides, off the land
                outside = diameter * 0.38
                corners += [(right + outside, y + side / 2), (left - outside, y + side / 2)]
                corners += [(x + side / 2, top - outside), (x + side / 2, bottom + outside)]
            sprite = letter_disc(board.look.seats[seat].letter, diameter)
            yield _put_round_mark(board, busy_map, sprite, diameter, corners, f"new {cell}")
    for figure in figures:
        piece, seat = board.view.pieces[figure.piece_index], news.moved.get(figure.piece_index)
        if seat is None or news.laid.get(piece.cell) == seat:
            continue
        is_neutral = piece.seat is None  # its mover did not lay the tile
        wide = max(FOOT, round(diameter * 0.62)) if is_neutral else diameter
        sprite = (seat_symbol_disc if is_neutral else letter_disc)(board.look.seats[seat].letter, wide)
        spots = _letter_spots_of_figure(figure, wide)
        yield _put_round_mark(board, busy_map, sprite, wide, spots, f"moved {figure.piece_index}")


def _letter_spots_of_figure(figure: DrawnFigure, diameter: int) -> list[Point]:
    """The places for a letter at a figure: below it, else beside it."""
    x, y = figure.middle
    dx, dy = figure.size[0] * 0.4 + diameter * 0.38, figure.size[1] * 0.4 + diameter * 0.38
    return [(x, y + dy), (x + dx, y + dy * 0.7), (x - dx, y + dy * 0.7), (x + dx, y), (x - dx, y), (x, y - dy)]


def _put_round_mark(
    board: BoardCanvas, busy_map: BusyMap, sprite: Image.Image, diameter: int, places: Sequence[Point], name: str
) -> tuple[str, Box]:
    """Paste a round mark at the place where it hides least; returns its name and box."""
    spot = busy_map.cheapest_place(places, (diameter, diameter))
    box = paste_centred(board.canvas, sprite, spot)
    busy_map.mark_circle_busy(spot, diameter / 2)
    return name, box
