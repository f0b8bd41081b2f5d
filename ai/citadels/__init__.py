"""Machine players for Citadels: a greedy one that looks one turn ahead, and one that searches."""

from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER
from .reasons import READER

__all__ = ["CRITIC", "EXPERT", "PLAYER", "READER"]
