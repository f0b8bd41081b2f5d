"""The card of the King."""

from __future__ import annotations

from typing import Final

from render.citadels.strokes import draw_crown as draw_king

SHADE: Final = "yellow"

__all__ = ["SHADE", "draw_king"]
