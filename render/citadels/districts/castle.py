"""The scene of the Castle."""

from render.citadels.strokes import castle as draw

__all__ = ["draw"]
