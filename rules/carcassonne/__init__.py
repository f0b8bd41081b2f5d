"""Carcassonne."""

from .game import KIND, pipeline
from .view import CarcassonneView

__all__ = ["KIND", "CarcassonneView", "pipeline"]
