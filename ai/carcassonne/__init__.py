"""A player of Carcassonne that tries each move on a copy of the table, and one that thinks ahead."""

from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER
from .reasons import READER

__all__ = ["CRITIC", "EXPERT", "PLAYER", "READER"]
