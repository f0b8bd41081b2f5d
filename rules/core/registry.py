"""Which games there are: every package below `rules` that has a `KIND`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import rules

from .errors import BadOption
from .game import Game
from .options import Choices, Kind


@cache
def kinds() -> Mapping[str, Kind]:
    """Key of the game -> its kind, in the order of their names."""
    found: dict[str, Kind] = {}
    for info in sorted(iter_modules(rules.__path__), key=lambda info: info.name):
        if info.ispkg and info.name != "core":
            kind = getattr(import_module(f"rules.{info.name}"), "KIND", None)
            if isinstance(kind, Kind):
                found[kind.key] = kind
    return found


@cache
def game(key: str, choices: Choices) -> Game[Any]:
    """The game of that kind with these choices; BadOption if there is none."""
    kind = kinds().get(key)
    if kind is None:
        raise BadOption("option.game", value=key, known=list(kinds()))
    return kind.make(choices)
