"""The progress cards that are played: each module here defines a `CARD`."""

from __future__ import annotations

from functools import cache

from rules.core.modules import collect_from_package

from ..deck import NUMBERS
from .card import Progress


@cache
def progress_rules() -> dict[int, Progress]:
    """Index of the card -> its rule, in order."""
    playable: list[Progress] = list(collect_from_package(__name__, __path__, "CARD"))
    return {NUMBERS[card.key]: card for card in sorted(playable, key=lambda card: NUMBERS[card.key])}
