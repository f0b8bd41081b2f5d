"""Signs of The Count of Carcassonne: none to draw, because the City is part of the land."""

from __future__ import annotations

from typing import Final

from render.carcassonne.sign import Sign, TileCanvas


def put_nothing(_canvas: TileCanvas, _area: str) -> None:
    """The land includes the sign."""


SIGNS: Final = {"wall": Sign(put_nothing, 0, told=None)}
