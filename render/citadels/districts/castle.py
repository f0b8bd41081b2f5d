"""The scene of the Castle."""

from render.citadels.strokes import draw_stronghold as draw_castle

__all__ = ["draw_castle"]
