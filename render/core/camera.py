"""Cameras: draw all positions of one game on the same plan, so that only changed things move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PIL import Image

from .look import Look
from .palette import Palette


class Camera(Protocol):
    """Gets every position with `reserve_room`, in order, then draws them; all pictures have one size."""

    @property
    def palette(self) -> Palette | None:
        """The colours of the pictures; None: unlimited."""

    def reserve_room(self, view: Any, look: Look) -> None:
        """Reserves room for a position that will be drawn."""

    def draw(self, view: Any, look: Look) -> Image.Image:
        """The public table, in RGB."""


@dataclass(frozen=True, slots=True)
class FixedCamera:
    """The camera of a game whose table keeps its layout."""

    palette: Palette | None
    paint: Callable[[Any, Look], Image.Image]

    def reserve_room(self, view: Any, look: Look) -> None:
        """Nothing: the layout has room for all positions."""

    def draw(self, view: Any, look: Look) -> Image.Image:
        return self.paint(view, look)
