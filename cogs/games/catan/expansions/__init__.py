"""What the face knows of each expansion of Catan, in a folder of its own: found by listing."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..parts import CatanRoom
from .base import Extra


@cache
def extras() -> tuple[Extra, ...]:
    """Every expansion that has something to say here."""
    named = [info.name for info in iter_modules(__path__) if info.name != "base"]
    return tuple(import_module(f"{__name__}.{name}").EXTRA for name in named)


def in_play(room: CatanRoom) -> list[Extra]:
    """Those that are played with at a table."""
    return [extra for extra in extras() if extra.key in room.view.choices.modules]


__all__ = ["Extra", "extras", "in_play"]
