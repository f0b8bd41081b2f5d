"""Machine players for Catan, with and without Cities & Knights: a greedy one and one that searches."""

from .coach import COACH
from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER
from .reasons import READER

__all__ = ["COACH", "CRITIC", "EXPERT", "PLAYER", "READER"]
