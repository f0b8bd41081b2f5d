"""What a scene on a card is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from render.core.brush import Brush


@dataclass(frozen=True, slots=True)
class Sketch:
    """The scene on a card. On a broad card its ground goes on to both sides; else the bare hills do."""

    draw: Callable[[Brush], None]
    broad: bool = False
