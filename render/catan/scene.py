"""The type of a card's scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from render.core.brush import Brush


@dataclass(frozen=True, slots=True)
class Sketch:
    """The scene on a card. `has_broad_ground`: on a wide card its ground extends to both sides, else bare hills do."""

    draw: Callable[[Brush], None]
    has_broad_ground: bool = False
