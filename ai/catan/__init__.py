"""A player of Catan, with and without Cities & Knights, that works towards what it can have soonest."""

from .critic import CRITIC
from .expert import EXPERT
from .player import PLAYER

__all__ = ["CRITIC", "EXPERT", "PLAYER"]
