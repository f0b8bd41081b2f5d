"""The scene of the Dragon Gate."""

from render.citadels.strokes import dragon as draw

__all__ = ["draw"]
