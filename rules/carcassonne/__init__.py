"""Rules of Carcassonne."""

from .game import KIND
from .view import CarcassonneView

__all__ = ["KIND", "CarcassonneView"]
