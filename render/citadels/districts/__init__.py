"""The scenes on the districts: a module called after each, with what draws it.

`draw_<module>(brush)` has a square of 100 units with sky and hills, houses stand on `GROUND`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from render.core.brush import Brush
from render.core.listing import list_modules

SCENES: Final[dict[str, Callable[[Brush], None]]] = {
    key: getattr(m, f"draw_{key}") for key, m in list_modules(__name__, __path__)
}
