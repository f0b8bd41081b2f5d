"""Signs on tiles: their drawing, position and order in descriptions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias

from render.core.brush import initials_of_key
from render.core.fonts import BOLD, capitals_middle, fitted_text_sprite
from render.core.look import Colour, rgb

from .curves import Point
from .land_objects import INK
from .pen import Pen


class TileCanvas(Protocol):
    """The tile being painted, as signs see it. Points are in tile widths."""

    @property
    def pen(self) -> Pen: ...

    @property
    def occupied(self) -> list[tuple[Point, float]]:
        """(point, radius) of everything placed so far."""

    @property
    def segment_of_tile_signs(self) -> str:
        """The segment for signs of the tile itself."""

    @property
    def middle_sign_spot(self) -> tuple[Point, float]:
        """Position and greatest size of a sign in the middle."""

    @property
    def role(self) -> str:
        """The role of the tile in its set, such as `lake`."""

    def find_clear_point(self, name: str, room: float) -> Point:
        """The point of a segment with most room around it."""

    def find_point_beside_road(self, name: str) -> Point:
        """A clear point beside a road."""

    def queue_drawing(self, p: Point, foot: float, draw: Callable[[], None]) -> None:
        """Queue a drawing; those further south are drawn later and cover those behind."""


Put: TypeAlias = Callable[[TileCanvas, str], None]  # (canvas, segment; empty: the tile itself)
Draw: TypeAlias = Callable[[Pen, float, float], None]

PALE: Final = rgb("#FBF6E8")
SLATE: Final = rgb("#7C8894")


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark of a segment, a symbol of a tile or a building. Lower ranks are placed first."""

    put: Put
    rank: int
    middle: bool = False  # stands in the middle like a building, so that ways pass beside it
    told: int | None = 50  # order in descriptions; None: not described, as the edges imply it


def put_on_clear_point(draw: Draw, room: float, foot: float) -> Put:
    """Placed at the clearest point of the segment. `room`: its radius; `foot`: its reach below the middle."""

    def put(canvas: TileCanvas, area: str) -> None:
        spot = canvas.find_clear_point(area or canvas.segment_of_tile_signs, room)
        canvas.queue_drawing(spot, foot, partial(draw, canvas.pen, *spot))

    return put


def draw_badge(pen: Pen, x: float, y: float, rim: Colour, ground: Colour, icon: Callable[[float, float], None]) -> None:
    """A round sign with a coloured rim, legible at 40 pixels."""
    pen.oval(x, y, 0.098, 0.098, INK)
    pen.oval(x, y, 0.088, 0.088, rim)
    pen.oval(x, y, 0.068, 0.068, ground)
    icon(x, y)


def lettered_sign(key: str) -> Sign:
    """The sign of an undrawn mark: a disc with two letters of its key."""

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.oval(x, y, 0.112, 0.112, INK)
        pen.oval(x, y, 0.102, 0.102, SLATE)
        pen.oval(x, y, 0.086, 0.086, PALE)
        letters_image, size = fitted_text_sprite(
            initials_of_key(key), pen.pixels(0.15), pen.pixels(0.118), INK, BOLD, 4
        )
        corner = (round(x * pen.side - letters_image.width / 2), round(y * pen.side - capitals_middle(size, BOLD)))
        pen.image.paste(letters_image, corner, letters_image)

    return Sign(put_on_clear_point(draw, 0.115, 0.1), 90, told=90)
