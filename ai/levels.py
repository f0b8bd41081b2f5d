"""The levels of machine players: which there are, and who plays at each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .player import Player
from .random_player import RandomPlayer
from .sensible import SensiblePlayer
from .strong import StrongPlayer


@cache
def players_by_level() -> Mapping[str, Player]:
    """Level -> machine of that strength. A level is there when it works for every game."""

    easy = RandomPlayer()
    normal = SensiblePlayer(easy)
    return {"easy": easy, "normal": normal, "strong": StrongPlayer(normal)}
