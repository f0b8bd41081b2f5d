"""What progress cards are worth in the hand, about."""

from __future__ import annotations

from typing import Final

from ..improvements import A_DRAW

KEPT: Final = 0.1  # a card may serve better later
EACH: Final = 2  # cards of a hex, of a guest at the wedding, of a player who is named a resource

WORTH: Final[dict[str, float]] = {}  # name of the card's file -> what the card is worth


def worth_held(progress: str) -> float:
    """What a progress card is worth; as much as any, where nothing is known of it."""
    return WORTH.get(progress.replace("-", "_"), A_DRAW)
