"""What lies or stands otherwise than in an earlier position: outlined in pictures."""

from __future__ import annotations

from dataclasses import replace

from rules.carcassonne.view import CarcassonneView

from .extras import extras


def since(before: CarcassonneView, view: CarcassonneView) -> CarcassonneView:
    """The view with all cells among its changed ones on which a tile, a figure or a thing of a module is new."""
    laid, pieces = set(before.laid), set(before.pieces)
    found = [tile.cell for tile in view.laid if tile not in laid]
    found += [piece.cell for piece in view.pieces if piece not in pieces]
    known = {extra: set(extra.cells(seen)) for extra, seen in extras(before)}
    for extra, seen in extras(view):
        found += (cell for thing, cell in extra.cells(seen) if (thing, cell) not in known.get(extra, ()))
    return replace(view, changed=tuple(dict.fromkeys((*found, *view.changed))))
