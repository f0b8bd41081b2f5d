"""A player of Carcassonne that tries each move on a copy of the table and looks what it is worth."""

from .player import PLAYER

__all__ = ["PLAYER"]
