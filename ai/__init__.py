"""Machine players: they see a view and the legal moves, never the state."""

from .player import Imagine, Player, offered, players
from .random_player import RandomPlayer
from .sensible import SensiblePlayer

__all__ = ["Imagine", "Player", "RandomPlayer", "SensiblePlayer", "offered", "players"]
