"""Draws all figures of a board."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from render.core.shapes import Point, paste_centred
from rules.carcassonne.cells import Cell

from .expansions import extras_in_view
from .extras import BoardCanvas
from .figure_spots import figure_spots, push_apart
from .figure_sprites import board_figure_sprite, figure_height_share
from .layout import SHAPED


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A drawn figure: its index among the pieces, its middle and size in pixels."""

    piece_index: int
    middle: Point
    size: tuple[int, int]

    def box(self, share: float) -> tuple[float, float, float, float]:
        """The box around its middle with that share of its width and height."""
        (x, y), wide, high = self.middle, self.size[0] * share, self.size[1] * share
        return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def shown_figure_middles(board: BoardCanvas) -> list[tuple[int, Point]]:
    """The index of each visible figure and its middle in pixels."""
    view, layout = board.view, board.layout
    laid = {tile.cell: (tile.tile, tile.turn // 90) for tile in view.laid}
    left, top = layout.corner((0, 0))
    module_spots: dict[int, Point] = {}
    for extra, seen in extras_in_view(view):
        module_spots.update(extra.figure_positions(seen, view))
    middles = [(index, (left + x * board.side, top + y * board.side)) for index, (x, y) in module_spots.items()]
    middles = [indexed_spot for indexed_spot in middles if layout.shows(view.pieces[indexed_spot[0]].cell)]
    figures_by_cell: dict[Cell, list[int]] = {}
    for index, piece in enumerate(view.pieces):
        if index not in module_spots and piece.cell in laid and layout.shows(piece.cell):
            figures_by_cell.setdefault(piece.cell, []).append(index)
    for cell, indices in figures_by_cell.items():
        figures = tuple((view.pieces[index].kind, view.pieces[index].place) for index in indices)
        for index, (x, y) in zip(indices, figure_spots(*laid[cell], figures), strict=True):
            middles.append((index, board.pixel_at(cell, x, y)))
    return middles


def draw_figures(board: BoardCanvas, scale: float = 1.0, cells: Collection[Cell] | None = None) -> list[DrawnFigure]:
    """Draw the figures from north to south, large neutral ones first; `cells`: only the figures there."""
    view, side = board.view, board.side
    visible = shown_figure_middles(board)
    indexed_spots = [(i, spot) for i, spot in visible if cells is None or view.pieces[i].cell in cells]
    indexed_spots.sort(key=lambda entry: (entry[1][1], entry[1][0]))
    least_distance_share = max(0.36, figure_height_share("follower", side) * 0.94)
    spread_spots = push_apart([spot for _, spot in indexed_spots], side * least_distance_share * scale, side * 0.14)
    drawn = []
    pairs = zip(indexed_spots, spread_spots, strict=True)
    drawing_order = sorted(pairs, key=lambda pair: view.pieces[pair[0][0]].seat is not None)
    for (index, _), spot in drawing_order:
        piece = view.pieces[index]
        letter = "" if piece.seat is None else board.look.seats[piece.seat].letter
        sprite = board_figure_sprite(piece.kind, letter, round(side * scale), piece.place, side < SHAPED)
        paste_centred(board.canvas, sprite, spot)
        drawn.append(DrawnFigure(index, spot, sprite.size))
    return drawn
