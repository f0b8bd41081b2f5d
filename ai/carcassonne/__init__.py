"""Machine players for Carcassonne: a greedy one, and one that searches."""

from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER
from .reasons import READER

__all__ = ["CRITIC", "EXPERT", "PLAYER", "READER"]
