"""The modules of Catan: each package here has a `MODULE`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from rules.catan.expansion import Expansion


@cache
def modules() -> dict[str, type[Expansion]]:
    """Key -> module, in the order of publication."""
    found: list[type[Expansion]] = [
        import_module(f"{__name__}.{info.name}").MODULE for info in iter_modules(__path__) if info.ispkg
    ]
    return {module.key: module for module in sorted(found, key=lambda module: module.order)}
