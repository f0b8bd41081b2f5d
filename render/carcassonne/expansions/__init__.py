"""Drawing of expansion modules: a module named after each key, with its `EXTRA`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from render.carcassonne.extras import BoardCanvas, Extra, UndrawnExtra
from render.core.listing import list_modules
from rules.carcassonne.view import CarcassonneView

_EXTRAS_BY_KEY: Final[dict[str, Extra]] = {key: module.EXTRA for key, module in list_modules(__name__, __path__)}
EXTRAS: Final[dict[str, Extra]] = dict(sorted(_EXTRAS_BY_KEY.items(), key=lambda found: found[1].rank))


def draw_modules_on_land(board: BoardCanvas) -> None:
    """Draw what the modules show on the land, below choices and figures."""
    for extra, seen in extras_in_view(board.view):
        extra.draw_on_land(board, seen)


def draw_modules_above(board: BoardCanvas) -> None:
    """Draw what the modules show above the figures."""
    for extra, seen in extras_in_view(board.view):
        extra.draw_above_figures(board, seen)


def extras_in_view(view: CarcassonneView) -> Iterator[tuple[Extra, Any]]:
    """(extra, its part of the view) for each module in the view; an undrawn module is described in words."""
    for key, extra in EXTRAS.items():
        if key in view.extras:
            yield extra, view.extras[key]
    for key in sorted(view.extras.keys() - EXTRAS.keys()):
        yield UndrawnExtra(key), view.extras[key]
