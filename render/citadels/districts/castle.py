"""The scene of the Castle."""

from render.citadels.strokes import draw_stronghold as draw

__all__ = ["draw"]
