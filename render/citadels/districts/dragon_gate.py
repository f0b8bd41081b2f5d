"""The scene of the Dragon Gate."""

from render.citadels.strokes import draw_dragon_head as draw_dragon_gate

__all__ = ["draw_dragon_gate"]
