"""Pictures of a whole game from its start to its end, on which only what moved on the table moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from PIL import Image

from .look import Look
from .palette import Palette


class Camera(Protocol):
    """First shown every position that it is to draw, in order, then asked for their pictures: all of one size."""

    @property
    def palette(self) -> Palette | None:
        """The colours of the pictures; None: as many as there are."""

    def see(self, view: Any, look: Look) -> None:
        """A position that will be drawn: there must be room for it."""

    def draw(self, view: Any, look: Look) -> Image.Image:
        """The table for everybody, in RGB."""


@dataclass(frozen=True, slots=True)
class FixedCamera:
    """The camera of a game whose table lies the same way from the start to the end."""

    palette: Palette | None
    paint: Callable[[Any, Look], Image.Image]

    def see(self, view: Any, look: Look) -> None:
        """Nothing: there is always room."""

    def draw(self, view: Any, look: Look) -> Image.Image:
        return self.paint(view, look)
