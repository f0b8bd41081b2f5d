"""What a sign on a tile is: how it is drawn, where it stands, when it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, TypeAlias

from render.core.brush import initials_of_key
from render.core.fonts import BOLD, capitals_middle, fit_text, text_sprite
from render.core.look import Colour, rgb

from .curves import Point
from .land_objects import INK
from .pen import Pen


class TileCanvas(Protocol):
    """The tile that is being painted, as its signs see it. Points are in widths of a tile."""

    @property
    def pen(self) -> Pen: ...

    @property
    def taken(self) -> list[tuple[Point, float]]:
        """What stands already: where, and how much room it takes."""

    @property
    def home(self) -> str:
        """The segment where the signs of the tile itself lie."""

    @property
    def middle(self) -> tuple[Point, float]:
        """Where what fills the middle stands, and how large it may be."""

    @property
    def role(self) -> str:
        """What the tile is for in its box, such as `lake`."""

    def clearest(self, name: str, room: float) -> Point:
        """The point of a segment with most room around it."""

    def beside(self, name: str) -> Point:
        """A clear place at the side of a road."""

    def stand(self, p: Point, foot: float, draw: Callable[[], None]) -> None:
        """Draw something when its turn comes: what stands further south covers what is behind it."""


Put: TypeAlias = Callable[[TileCanvas, str], None]  # on which segment of the tile; empty: on the tile
Draw: TypeAlias = Callable[[Pen, float, float], None]

PALE: Final = rgb("#FBF6E8")
SLATE: Final = rgb("#7C8894")


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark of a segment, a symbol of a tile or a building, as it is drawn. Those of a lower rank take their place
    first."""

    put: Put
    rank: int
    middle: bool = False  # stands in the middle of its tile like a building: ways pass beside it
    told: int | None = 50  # its place among what is told of a tile; None: the edges say it


def put_on_clear_point(draw: Draw, room: float, foot: float) -> Put:
    """On the clearest point of its segment, so much room around it; what is drawn reaches so far below its middle."""

    def put(canvas: TileCanvas, area: str) -> None:
        spot = canvas.clearest(area or canvas.home, room)
        canvas.stand(spot, foot, partial(draw, canvas.pen, *spot))

    return put


def draw_badge(pen: Pen, x: float, y: float, rim: Colour, ground: Colour, icon: Callable[[float, float], None]) -> None:
    """A round sign with a coloured rim, readable at 40 pixels."""
    pen.oval(x, y, 0.098, 0.098, INK)
    pen.oval(x, y, 0.088, 0.088, rim)
    pen.oval(x, y, 0.068, 0.068, ground)
    icon(x, y)


def lettered_sign(key: str) -> Sign:
    """The sign of a mark that nobody has drawn yet: a disc with two letters of its key."""

    def draw(pen: Pen, x: float, y: float) -> None:
        pen.oval(x, y, 0.112, 0.112, INK)
        pen.oval(x, y, 0.102, 0.102, SLATE)
        pen.oval(x, y, 0.086, 0.086, PALE)
        shown, size, width = fit_text(initials_of_key(key), pen.px(0.15), pen.px(0.118), BOLD, 4)
        words = text_sprite(shown, size, BOLD, width, INK)
        at = (round(x * pen.side - words.width / 2), round(y * pen.side - capitals_middle(size, BOLD)))
        pen.image.paste(words, at, words)

    return Sign(put_on_clear_point(draw, 0.115, 0.1), 90, told=90)
