"""The interface of modules for the ending of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image

from render.core.chart import TurnMark
from render.core.look import Look
from render.core.recap import Event
from rules.catan.view import CatanView


class Note:
    """Sees a game from its start and gathers the module's part of its ending. Every method is optional."""

    def record_entry(self, turn: int, view: CatanView, events: Sequence[Event]) -> None:
        """Record the next entry: its turn, the public view after it, its public events."""

    def chart_marks(self) -> Sequence[TurnMark]:
        """Marks above the chart of points."""
        return ()

    def dice_panel_rows(self, look: Look, wide: int) -> Iterable[Image.Image]:
        """Lines beside the dice, at most `wide` pixels wide."""
        return ()

    def ending_sentences(self, look: Look) -> Iterable[str]:
        """Sentences that say the same in the alternative text."""
        return ()
