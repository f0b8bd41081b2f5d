"""The normal player: delegates to the player made for the game.

A package `ai/<game>`, named like the package below `rules`, may provide a `PLAYER`; only it knows the cards of that
game. Other games are played by a general player.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from rules.core import Chance, Move

from .player import Imagine, Player


@cache
def find_in_game_package(module: str, name: str) -> Any:
    """The attribute `name` of the `ai` package of the game that declares that view module; None: missing."""
    top, _, rest = module.partition(".")
    game = rest.partition(".")[0]
    if top != "rules" or not game.isidentifier() or find_spec(f"{__package__}.{game}") is None:
        return None
    return getattr(import_module(f"{__package__}.{game}"), name, None)


def own_player(module: str) -> Player | None:
    """The player of the game with that view module; None: it has none."""
    return cast(Player | None, find_in_game_package(module, "PLAYER"))


class SensiblePlayer(Player):
    """Delegates to the game's own player, or to a general one."""

    slow = True  # may block the event loop for too long

    def __init__(self, anything: Player) -> None:
        self.general_player = anything

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        return self._player(view).choose(view, legal, imagine, chance)

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        return self._player(view).answer(view, legal, imagine, chance)

    def _player(self, view: Any) -> Player:
        return own_player(type(view).__module__) or self.general_player
