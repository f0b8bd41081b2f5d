"""Discovery of extras: modules or packages named after a card or an expansion, found by listing their folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def import_package_modules(package: str, path: Iterable[str]) -> Mapping[str, ModuleType]:
    """Name -> module, for every module of a package."""
    infos = sorted(iter_modules(path), key=lambda info: info.name)
    return {info.name: import_module(f"{package}.{info.name}") for info in infos}


def collect_by_module(package: str, path: Iterable[str], name: str, kind: type[T]) -> dict[str, T]:
    """Module name -> its attribute `name`; modules without an instance of `kind` are left out."""
    modules = import_package_modules(package, path)
    values = {key: getattr(module, name, None) for key, module in modules.items()}
    return {key: value for key, value in values.items() if isinstance(value, kind)}
