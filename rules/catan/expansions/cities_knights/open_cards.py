"""Steps in which a player sees, or can deduce, otherwise hidden cards."""  # catan.md 12

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from rules.catan.state import CatanState
from rules.catan.steps import CatanStep
from rules.catan.view import Choice
from rules.core import Chance


class OpenCards(CatanStep):
    """The information such a step reveals while it waits."""

    view_phase: ClassVar[str] = ""  # of the view, if not that of an answer
    __slots__ = ()

    def hands_seen(self, seat: int | None) -> Collection[int]:
        """The seats whose resources and commodities the seat sees."""
        return ()

    def progress_seen(self, seat: int | None) -> Collection[int]:
        """The seats whose progress cards the seat sees."""
        return ()

    def certain_cards(self, seat: int, cards: int, pool: int, chance: Chance) -> int:
        """The cards the seat publicly must hold: `cards`, and those this step implies, taken from `pool`."""
        return cards

    def cards_to_choose(self, s: CatanState, you: int) -> Choice | None:
        """The cards only the waiting reader sees."""
        return None
