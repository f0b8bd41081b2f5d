"""The Count of Carcassonne: the wall of the City is drawn with its land."""

from __future__ import annotations

from typing import Final

from render.carcassonne.sign import Sign, TileCanvas


def put_nothing(_canvas: TileCanvas, _area: str) -> None:
    """The ground has drawn it."""


SIGNS: Final = {"wall": Sign(put_nothing, 0, told=None)}
