"""Pictures and words for what the rules let everybody see. Draws views, never states; knows no Discord.

Everything is a pure function of view, look and marks, safe in any thread: call it off the event loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from .core.look import SEAT_COLOURS, Look, Mark, Picture, SeatColour, SeatLook
from .plain import PlainRenderer


class Renderer(Protocol):
    """What can be drawn of a game."""

    key: str

    def since(self, before: Any, view: Any, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> Any:
        """The view with all that differs from an earlier one among what changed, so that pictures outline it. `events`:
        keys and parameters of what everybody was told since."""

    def table(self, view: Any, look: Look, marks: Sequence[Mark] = (), story: str = "") -> list[Picture]:
        """The table for everybody; more than one picture when one could not be read."""

    def choice(self, view: Any, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The table for who must choose one of the marks."""

    def preview(
        self,
        view: Any,
        look: Look,
        marks: Sequence[Mark],
        *,
        cell: Any,
        turn: int | None = None,
        tile: str | None = None,
        ghosts: Sequence[str] = (),
    ) -> Picture:
        """One cell large, with its marked places; `tile`: another one than the drawn one; `ghosts`: what would be
        built with it."""

    def turns(self, view: Any, look: Look, cell: Any, turns: Sequence[int]) -> Picture:
        """A cell once per turn of what is to be laid there."""

    def score(
        self, view: Any, look: Look, cells: Iterable[Any] = (), places: Iterable[str] = (), title: str = ""
    ) -> Picture:
        """The table with what was counted outlined."""

    def part(self, view: Any, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """A part of the table, enlarged. ValueError for an unknown part."""

    def text_board(self, view: Any, look: Look, title: str = "", legal: Sequence[Any] = ()) -> str:
        """The whole table in words."""

    def warm(self) -> None:
        """Load what the first picture needs."""


@cache
def renderer(key: str) -> Renderer:
    """The renderer of a game; games without one are shown in words."""
    if key == "carcassonne":
        from .carcassonne.renderer import CarcassonneRenderer  # loaded when somebody plays it

        return CarcassonneRenderer()
    if key == "citadels":
        from .citadels.renderer import CitadelsRenderer

        return CitadelsRenderer()
    if key == "catan":
        from .catan.renderer import CatanRenderer

        return CatanRenderer()
    return PlainRenderer(key)


def warm(key: str) -> None:
    """Load fonts, palette and sprites of a game before they are needed."""
    renderer(key).warm()


__all__ = ["SEAT_COLOURS", "Look", "Mark", "Picture", "Renderer", "SeatColour", "SeatLook", "renderer", "warm"]
