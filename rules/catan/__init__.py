"""Rules of Catan."""

from .game import KIND
from .view import CatanView

__all__ = ["KIND", "CatanView"]
