"""Presentation of single progress cards; modules are found by listing."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .card import ProgressCardFace


@cache
def progress_card_faces() -> tuple[ProgressCardFace, ...]:
    """Cards with a module here."""
    named = [info.name for info in iter_modules(__path__) if info.name != "card"]
    return tuple(import_module(f"{__name__}.{name}").CARD for name in named)


__all__ = ["ProgressCardFace", "progress_card_faces"]
