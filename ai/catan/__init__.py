"""A player of Catan, with and without Cities & Knights, that works towards what it can have soonest."""

from .coach import COACH
from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER
from .reasons import READER

__all__ = ["COACH", "CRITIC", "EXPERT", "PLAYER", "READER"]
