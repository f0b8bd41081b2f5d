"""Rules of Citadels."""

from .game import KIND
from .view import CitadelsView

__all__ = ["KIND", "CitadelsView"]
