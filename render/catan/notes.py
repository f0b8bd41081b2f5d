"""What a module of Catan adds to the ending of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from render.core.chart import TurnMark
from render.core.look import Look
from render.core.recap import Event
from rules.catan.view import CatanView


class Note:
    """Sees a game from its start, and keeps what its ending tells of one module. Each part of it is optional."""

    def see(self, turn: int, view: CatanView, events: Sequence[Event]) -> None:
        """The next entry: in which turn it was made, what everybody saw after it, what everybody was told."""

    def marks(self) -> Sequence[TurnMark]:
        """What stands above the chart of points."""
        return ()

    def rows(self, look: Look, wide: int) -> Iterable[Image.Image]:
        """Lines beside the dice, no wider than that."""
        return ()

    def said(self, look: Look) -> Iterable[str]:
        """The same in words."""
        return ()
