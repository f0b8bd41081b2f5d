"""Approximate values of progress cards in the hand."""

from __future__ import annotations

from typing import Final

from ..improvements import A_DRAW

KEPT: Final = 0.1  # value of keeping a card for later
EACH: Final = 2  # cards per hex, per wedding guest, per player offered a resource

WORTH: Final[dict[str, float]] = {}  # name of the card's file -> its value


def worth_held(progress: str) -> float:
    """The value of a progress card; an average one if it is unknown."""
    return WORTH.get(progress.replace("-", "_"), A_DRAW)
