"""The progress cards that are played: each module here has a `CARD`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..deck import NUMBERS
from .card import Progress


@cache
def cards() -> dict[int, Progress]:
    """Number of the card -> its rule, in their order."""
    found: list[Progress] = []
    for info in iter_modules(__path__):
        card = getattr(import_module(f"{__name__}.{info.name}"), "CARD", None)
        if isinstance(card, Progress):
            found.append(card)
    return {NUMBERS[card.key]: card for card in sorted(found, key=lambda card: NUMBERS[card.key])}
