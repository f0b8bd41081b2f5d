"""Portraits of the characters: a module named after each key.

`draw_<module>(brush)` draws on 100 x 100 units. `SHADE`: the colour of the card (key of `colours.SHADES`) after its
income, by default slate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from render.core.brush import Brush
from render.core.listing import list_modules


@dataclass(frozen=True, slots=True)
class Portrait:
    """The drawing of a character."""

    draw: Callable[[Brush], None]
    shade: str


PORTRAITS: Final = {
    key: Portrait(getattr(m, f"draw_{key}"), getattr(m, "SHADE", "slate"))
    for key, m in list_modules(__name__, __path__)
}
