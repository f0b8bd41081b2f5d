"""What the face knows of single progress cards: a file for each, found by listing."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .card import ProgressCardFace


@cache
def progress_card_faces() -> tuple[ProgressCardFace, ...]:
    """Every card that has something to say here."""
    named = [info.name for info in iter_modules(__path__) if info.name != "card"]
    return tuple(import_module(f"{__name__}.{name}").CARD for name in named)


__all__ = ["ProgressCardFace", "progress_card_faces"]
