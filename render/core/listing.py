"""Finds drawings by listing their package: one module each, named after the drawn item."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def list_modules(package: str, path: Iterable[str]) -> Iterator[tuple[str, ModuleType]]:
    """Name and module of everything in a package, sorted; `path`: its `__path__`."""
    for info in iter_modules(path):
        yield info.name, import_module(f"{package}.{info.name}")
