"""Machine players: they see a view and the legal moves, never the state."""

from .levels import players_by_level
from .player import Imagine, Player, moves_to_consider
from .random_player import RandomPlayer
from .search import Expert, WeighedMove
from .sensible import SensiblePlayer
from .strong import StrongPlayer

__all__ = [
    "Expert",
    "Imagine",
    "Player",
    "RandomPlayer",
    "SensiblePlayer",
    "StrongPlayer",
    "WeighedMove",
    "moves_to_consider",
    "players_by_level",
]
