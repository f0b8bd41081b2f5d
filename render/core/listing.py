"""Drawings found by listing their folder: one module each, called after what it draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def list_modules(package: str, path: Iterable[str]) -> Iterator[tuple[str, ModuleType]]:
    """The modules and packages of a package by their names, in order; `path` is its `__path__`."""
    for info in iter_modules(path):
        yield info.name, import_module(f"{package}.{info.name}")
