"""Machine players: they see a view and the legal moves, never the state."""

from .levels import players
from .player import Imagine, Player, offered
from .random_player import RandomPlayer
from .search import Expert, Weighed
from .sensible import SensiblePlayer
from .strong import StrongPlayer

__all__ = [
    "Expert",
    "Imagine",
    "Player",
    "RandomPlayer",
    "SensiblePlayer",
    "StrongPlayer",
    "Weighed",
    "offered",
    "players",
]
