"""Steps in which somebody sees, or could work out, cards that are hidden otherwise."""  # catan.md 12

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rules.catan.state import CatanState
from rules.catan.steps import CatanStep
from rules.catan.view import Choice
from rules.core import Chance


class OpenCards(CatanStep):
    """What such a step answers while it is asked."""

    phase: ClassVar[str] = ""  # of the view, where it is not that of an answer
    __slots__ = ()

    def hands_seen(self, seat: int | None) -> Collection[int]:
        """Whose hands of resources and commodities the seat sees."""
        return ()

    def progress_seen(self, seat: int | None) -> Collection[int]:
        """Whose progress cards the seat sees."""
        return ()

    def sure(self, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The cards that the seat is sure to hold, as everybody can tell: `cards`, and what follows from this step.
        More are taken from `pool`."""
        return cards

    def choice(self, s: CatanState, you: int) -> Choice | None:
        """The cards before the reader alone, who is waited for."""
        return None
