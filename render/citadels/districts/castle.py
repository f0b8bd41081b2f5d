"""The scene of the Castle."""

from render.citadels.strokes import stronghold as draw

__all__ = ["draw"]
