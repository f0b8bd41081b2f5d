"""Plays each game as the player made for it does.

A module of this package that has the name of a game's package below `rules` may hold a `PLAYER`; it alone of the
machines knows the cards of that game. A game without one is played by the player who plays everything.
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
    """What is held under that name for the game whose views are declared in that module; None: nothing."""
    top, _, rest = module.partition(".")
    game = rest.partition(".")[0]
    if top != "rules" or not game.isidentifier() or find_spec(f"{__package__}.{game}") is None:
        return None
    return getattr(import_module(f"{__package__}.{game}"), name, None)


def own_player(module: str) -> Player | None:
    """The player made for the game whose views are declared in that module; None: it has none."""
    return cast(Player | None, find_in_game_package(module, "PLAYER"))


class SensiblePlayer(Player):
    """Asks the game's own player, or else the one who plays every game."""

    slow = True  # some of them think for longer than everything else may stand still

    def __init__(self, anything: Player) -> None:
        self.anything = anything

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        return self._player(view).choose(view, legal, imagine, chance)

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        return self._player(view).answer(view, legal, imagine, chance)

    def _player(self, view: Any) -> Player:
        return own_player(type(view).__module__) or self.anything
