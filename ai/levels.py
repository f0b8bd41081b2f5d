"""Levels of machine players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .player import Player
from .random_player import RandomPlayer
from .sensible import SensiblePlayer
from .strong import StrongPlayer


@cache
def players_by_level() -> Mapping[str, Player]:
    """Level -> machine player. A level exists only if it works for every game."""

    easy = RandomPlayer()
    normal = SensiblePlayer(easy)
    return {"easy": easy, "normal": normal, "strong": StrongPlayer(normal)}
