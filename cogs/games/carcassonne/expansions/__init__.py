"""Presentation of each expansion; modules are found by listing, in order of publication."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from rules.carcassonne.expansions import carcassonne_modules

from .base import CarcExpansionFace


@cache
def extra_faces() -> tuple[CarcExpansionFace[Any], ...]:
    """Expansions with a module here."""
    modules = {info.name for info in iter_modules(__path__)}
    return tuple(import_module(f"{__name__}.{key}").EXTRA for key in carcassonne_modules() if key in modules)


__all__ = ["CarcExpansionFace", "extra_faces"]
