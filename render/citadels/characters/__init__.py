"""The characters, each shown by the thing it is known for: a module called after its key, with what draws it.

`draw_<module>(brush)` has a square of 100 units. `SHADE` is the colour of the card (`colours.SHADES`): of the income;
without it the card is slate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from render.core.brush import Brush
from render.core.listing import list_modules


@dataclass(frozen=True, slots=True)
class Portrait:
    """How a character is shown."""

    draw: Callable[[Brush], None]
    shade: str


PORTRAITS: Final = {
    key: Portrait(getattr(m, f"draw_{key}"), getattr(m, "SHADE", "slate"))
    for key, m in list_modules(__name__, __path__)
}
