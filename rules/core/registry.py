"""Which games there are: every package below `rules` that has a `KIND`."""

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
    """Key of the game -> its kind, in the order of their names."""
    return {kind.key: kind for kind in collect_from_package(rules.__name__, rules.__path__, "KIND")}


@cache
def make_game(key: str, choices: Choices) -> Game[Any]:
    """The game of that kind with these choices; BadOption if there is none."""
    kind = game_types().get(key)
    if kind is None:
        raise BadOption("option.game", value=key, known=list(game_types()))
    return kind.make(choices)
