"""The scene of Road Building."""

from __future__ import annotations

from typing import Final

from render.catan.strokes import draw_crossroads as draw_road_building

BROAD: Final = True

__all__ = ["BROAD", "draw_road_building"]
