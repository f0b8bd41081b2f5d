"""Resolves the place of a mark: a cell, a place of a tile, a bridge, a corner, or a place of a module."""

from __future__ import annotations

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .expansions import extras_in_view
from .extras import Target
from .figure_spots import CORNERS, single_figure_spot


def find_target(view: CarcassonneView, place: str) -> Target:
    """The target of a place. Raises ValueError for an unknown place."""
    if place.isalnum() and place[-1].isdigit() and place[0].isupper():  # no module has places of this form
        cell = Cell.parse(place)
        return Target("cell", (cell,), (cell.x + 0.5, cell.y + 0.5))
    for extra, seen in extras_in_view(view):
        target = extra.find_mark_target(seen, place)
        if target is not None:
            return target
    name, _, tile_place = place.partition(".")
    if not tile_place and name in CORNERS and view.just_laid is not None:
        name, tile_place = str(view.just_laid), f"corner-{name}"
    cell = Cell.parse(name)
    if not tile_place:
        return Target("cell", (cell,), (cell.x + 0.5, cell.y + 0.5))
    laid = next((tile for tile in view.laid if tile.cell == cell), None)
    x, y = single_figure_spot(laid.tile, laid.turn // 90, tile_place) if laid else (0.5, 0.5)
    return Target(
        "corner" if tile_place.startswith("corner-") else "place", (cell,), (cell.x + x, cell.y + y), tile_place
    )


def cell_of_place(place: str) -> Cell:
    """The cell of `N50` or `N50.road-E`."""
    return Cell.parse(place.partition(".")[0])
