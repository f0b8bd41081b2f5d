"""A player of Catan, with and without Cities & Knights, that works towards what it can have soonest."""

from .player import PLAYER

__all__ = ["PLAYER"]
