"""All figures of a board, each where it stands."""

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
class Standing:
    """A figure as it was drawn: the number of the piece, its middle, its size in pixels."""

    number: int
    middle: Point
    size: tuple[int, int]


def shown_figure_middles(desk: BoardCanvas) -> list[tuple[int, Point]]:
    """The number of each shown figure and its middle, in pixels."""
    view, layout = desk.view, desk.layout
    laid = {t.cell: (t.tile, t.turn // 90) for t in view.laid}
    left, top = layout.corner((0, 0))
    special: dict[int, Point] = {}
    for extra, seen in extras_in_view(view):
        special.update(extra.stands(seen, view))
    found = [(i, (left + x * desk.side, top + y * desk.side)) for i, (x, y) in special.items()]
    found = [one for one in found if layout.shows(view.pieces[one[0]].cell)]
    at: dict[Cell, list[int]] = {}
    for i, piece in enumerate(view.pieces):
        if i not in special and piece.cell in laid and layout.shows(piece.cell):
            at.setdefault(piece.cell, []).append(i)
    for cell, several in at.items():
        who = tuple((view.pieces[i].kind, view.pieces[i].place) for i in several)
        for i, (x, y) in zip(several, figure_spots(*laid[cell], who), strict=True):
            found.append((i, desk.at(cell, x, y)))
    return found


def draw_figures(desk: BoardCanvas, scale: float = 1.0, cells: Collection[Cell] | None = None) -> list[Standing]:
    """Draw the figures, those further south over those behind them, and what is nobody's and larger behind all that
    are somebody's; `cells`: only these."""
    view, side = desk.view, desk.side
    found = [one for one in shown_figure_middles(desk) if cells is None or view.pieces[one[0]].cell in cells]
    found.sort(key=lambda one: (one[1][1], one[1][0]))
    room = max(0.36, figure_height_share("follower", side) * 0.94)
    moved = push_apart([spot for _, spot in found], side * room * scale, side * 0.14)
    drawn = []
    order = sorted(zip(found, moved, strict=True), key=lambda one: view.pieces[one[0][0]].seat is not None)
    for (i, _), spot in order:
        piece = view.pieces[i]
        letter = "" if piece.seat is None else desk.look.seats[piece.seat].letter
        sprite = board_figure_sprite(piece.kind, letter, round(side * scale), piece.place, side < SHAPED)
        paste_centred(desk.canvas, sprite, spot)
        drawn.append(Standing(i, spot, sprite.size))
    return drawn
