"""Which games there are: every package below `rules` that has a `KIND`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import rules

from .errors import BadOption
from .game import Game
from .modules import found
from .options import Choices, Kind


@cache
def kinds() -> Mapping[str, Kind]:
    """Key of the game -> its kind, in the order of their names."""
    return {kind.key: kind for kind in found(rules.__name__, rules.__path__, "KIND")}


@cache
def game(key: str, choices: Choices) -> Game[Any]:
    """The game of that kind with these choices; BadOption if there is none."""
    kind = kinds().get(key)
    if kind is None:
        raise BadOption("option.game", value=key, known=list(kinds()))
    return kind.make(choices)
