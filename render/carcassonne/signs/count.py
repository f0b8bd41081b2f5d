"""The Count of Carcassonne: the wall of the City is drawn with its land."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from render.carcassonne.sign import Sign

if TYPE_CHECKING:
    from render.carcassonne.paint import Painter


def with_the_land(_painter: Painter, _area: str) -> None:
    """The ground has drawn it."""


SIGNS: Final = {"wall": Sign(with_the_land, 0, told=None)}
