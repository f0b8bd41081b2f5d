"""The scene of the Dragon Gate."""

from render.citadels.strokes import draw_dragon_head as draw

__all__ = ["draw"]
