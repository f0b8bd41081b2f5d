"""Registry of game types: every package below `rules` with a `KIND`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import rules

from .errors import BadOption
from .game import Game
from .modules import collect_from_package
from .options import Choices, GameType


@cache
def game_types() -> Mapping[str, GameType]:
    """Key -> game type, sorted by key."""
    return {kind.key: kind for kind in collect_from_package(rules.__name__, rules.__path__, "KIND")}


@cache
def make_game(key: str, choices: Choices) -> Game[Any]:
    """The game of that type with these choices; BadOption if there is none."""
    kind = game_types().get(key)
    if kind is None:
        raise BadOption("option.game", value=key, known=list(game_types()))
    return kind.make(choices)
