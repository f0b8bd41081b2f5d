"""The progress cards that are played: each module here has a `CARD`."""

from __future__ import annotations

from functools import cache

from rules.core.modules import found

from ..deck import NUMBERS
from .card import Progress


@cache
def cards() -> dict[int, Progress]:
    """Number of the card -> its rule, in their order."""
    playable: list[Progress] = list(found(__name__, __path__, "CARD"))
    return {NUMBERS[card.key]: card for card in sorted(playable, key=lambda card: NUMBERS[card.key])}
