"""What the modules of the game add to pictures: key of `View.extras` -> how it is drawn and told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rules.carcassonne.view import CarcassonneView

from .abbey import Estates
from .base import Desk, Extra
from .bridge import Bridges
from .count import Quarters
from .cult import Duels
from .king import Awards
from .princess import Lair
from .trade import Goods

EXTRAS: Final[dict[str, Extra]] = {
    "cult": Duels(),
    "trade": Goods(),
    "king": Awards(),
    "princess": Lair(),
    "abbey": Estates(),
    "count": Quarters(),
    "bridge": Bridges(),
}


def extras(view: CarcassonneView) -> Iterator[tuple[Extra, Any]]:
    """What the view holds beyond tiles and figures, and how each is drawn."""
    for key, extra in EXTRAS.items():
        if key in view.extras:
            yield extra, view.extras[key]


__all__ = ["EXTRAS", "Desk", "Extra", "extras"]
