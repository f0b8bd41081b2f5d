"""What a mark points at: a cell, a place of a tile, a bridge, a corner, or a part that only a module knows."""

from __future__ import annotations

from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView

from .expansions import extras_in_view
from .extras import Target
from .figure_spots import CORNERS, single_figure_spot


def find_target(view: CarcassonneView, place: str) -> Target:
    """What a place means. ValueError for what is none."""
    if place.isalnum() and place[-1].isdigit() and place[0].isupper():  # no module calls anything so
        cell = Cell.parse(place)
        return Target("cell", (cell,), (cell.x + 0.5, cell.y + 0.5))
    for extra, seen in extras_in_view(view):
        found = extra.target(seen, place)
        if found is not None:
            return found
    name, _, part = place.partition(".")
    if not part and name in CORNERS and view.just_laid is not None:
        name, part = str(view.just_laid), f"corner-{name}"
    cell = Cell.parse(name)
    if not part:
        return Target("cell", (cell,), (cell.x + 0.5, cell.y + 0.5))
    laid = next((t for t in view.laid if t.cell == cell), None)
    x, y = single_figure_spot(laid.tile, laid.turn // 90, part) if laid else (0.5, 0.5)
    return Target("corner" if part.startswith("corner-") else "place", (cell,), (cell.x + x, cell.y + y), part)


def cell_of_place(place: str) -> Cell:
    """The cell of a place: of `N50` and of `N50.road-E`."""
    return Cell.parse(place.partition(".")[0])
