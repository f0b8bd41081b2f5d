"""Presentation of each Catan expansion; packages are found by listing."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..parts import CatanSeatView
from .base import CatanExpansionFace


@cache
def extra_faces() -> tuple[CatanExpansionFace, ...]:
    """Expansions with a package here."""
    named = [info.name for info in iter_modules(__path__) if info.name != "base"]
    return tuple(import_module(f"{__name__}.{name}").EXTRA for name in named)


def expansions_in_play(seat_view: CatanSeatView) -> list[CatanExpansionFace]:
    """Those in play at the table."""
    return [extra for extra in extra_faces() if extra.key in seat_view.view.choices.modules]


__all__ = ["CatanExpansionFace", "expansions_in_play", "extra_faces"]
