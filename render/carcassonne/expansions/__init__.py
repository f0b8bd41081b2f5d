"""What the modules of the game add to pictures: a module for each, called after its key, with its `EXTRA`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from render.carcassonne.extras import Extra, UndrawnExtra
from render.core.listing import list_modules
from rules.carcassonne.view import CarcassonneView

_FOUND: Final[dict[str, Extra]] = {key: module.EXTRA for key, module in list_modules(__name__, __path__)}
EXTRAS: Final[dict[str, Extra]] = dict(sorted(_FOUND.items(), key=lambda found: found[1].rank))


def extras_in_view(view: CarcassonneView) -> Iterator[tuple[Extra, Any]]:
    """What the view holds beyond tiles and figures, and how each is drawn; what has no drawing yet is told at least."""
    for key, extra in EXTRAS.items():
        if key in view.extras:
            yield extra, view.extras[key]
    for key in sorted(view.extras.keys() - EXTRAS.keys()):
        yield UndrawnExtra(key), view.extras[key]
