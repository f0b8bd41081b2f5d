"""The Count of Carcassonne: the wall of the City is drawn with its land."""

from __future__ import annotations

from typing import Final

from render.carcassonne.sign import Canvas, Sign


def with_the_land(_canvas: Canvas, _area: str) -> None:
    """The ground has drawn it."""


SIGNS: Final = {"wall": Sign(with_the_land, 0, told=None)}
