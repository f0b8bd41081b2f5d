"""Renders views as pictures and texts.

Takes views, never states, and imports nothing of Discord. Every function is pure and thread-safe; call it off the event
loop, because drawing takes time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from .core.camera import Camera
from .core.ending import Chronicle, ChronicleResult, Ending
from .core.film import Film, FilmSettings, Scene
from .core.legible_names import make_names_legible
from .core.look import SEAT_COLOURS, Look, Mark, Picture, SeatColour, SeatLook
from .core.recap import ChangePill, Recap, RecapStep, RecapTurn, TurnPhrase
from .plain_renderer import PlainRenderer


class Renderer(Protocol):
    """Draws one game type. A game's package in `cogs/` may use more of its own renderer."""

    key: str

    def since(self, before: Any, view: Any, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> Any:
        """`view` with all differences from the view `before` marked as changed, so that pictures outline them.
        `events`: keys and parameters of the public events in between."""

    def news(self, before: Any, view: Any, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> Any:
        """What `table` can show as new beyond the view, such as which seat did it, as a value of this renderer; None if
        the views say it all. Parameters as for `since`."""

    def table(
        self, view: Any, look: Look, marks: Sequence[Mark] = (), story: str = "", news: Any = None
    ) -> list[Picture]:
        """The public table, on several pictures if one would be illegible. `news`: of this renderer."""

    def camera(self) -> Camera:
        """A camera that draws every position of one game on the same plan."""

    def choice(self, view: Any, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The table with the marks to choose from."""

    def hand(self, view: Any, look: Look, marks: Sequence[Mark] = ()) -> Picture | None:
        """The secret cards of the view's seat; None if the game hides nothing or describes it in words."""

    def card(self, view: Any, look: Look, key: str) -> Picture:
        """An explained item (card, tile, piece), enlarged; `view` may be None. Raises KeyError for an unknown key."""

    def score(self, view: Any, look: Look, title: str = "") -> Picture:
        """The points of each seat by source."""

    def counted(self, view: Any, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """The table with the places in `where`, which gave points, outlined."""

    def part(self, view: Any, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """An enlarged part of the table. Raises ValueError for an unknown part."""

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """The number of turns on each picture of a recap, in order; they add up to `len(turns)`. Empty if the game
        draws no recaps."""

    def recap(self, recap: Recap, look: Look) -> Picture:
        """One page of a recap. It shows secrets of its reader."""

    def film(self, first: Any, last: Any, look: Look) -> Film:
        """A film that draws the frames of a replay, from the view `first` to the view `last`."""

    def filmed(self, view: Any, look: Look, story: str) -> str:
        """The alternative text of a film that ends with `view`; `story`: a sentence about what it shows."""

    def chronicle(self) -> Chronicle[Any]:
        """A chronicle, which sees every entry of a game and gathers the contents of its ending."""

    def ending(self, what: Ending, look: Look) -> Picture:
        """The picture of a finished game: the winners, points by source and, if they were gathered, the course of the
        points, the decisive moments and further facts."""

    def text_board(self, view: Any, look: Look, title: str = "", legal: Sequence[Any] = ()) -> str:
        """The whole table as text."""

    def warm(self) -> None:
        """Load what the first picture needs."""


@cache
def load_renderer(key: str) -> Renderer:
    """The renderer of a game, `RENDERER` of `render/<key>/renderer.py`, or a `PlainRenderer` without such a module."""
    if key.isidentifier() and find_spec(f"{__name__}.{key}") and find_spec(f"{__name__}.{key}.renderer"):
        found: Renderer = import_module(f"{__name__}.{key}.renderer").RENDERER  # imported on first use
        return found
    return PlainRenderer(key)


def warm_renderer(key: str) -> None:
    """Load fonts, palette and sprites of a game before its first picture."""
    load_renderer(key).warm()


__all__ = [
    "SEAT_COLOURS",
    "Camera",
    "ChangePill",
    "Chronicle",
    "ChronicleResult",
    "Ending",
    "Film",
    "FilmSettings",
    "Look",
    "Mark",
    "Picture",
    "Recap",
    "RecapStep",
    "RecapTurn",
    "Renderer",
    "Scene",
    "SeatColour",
    "SeatLook",
    "TurnPhrase",
    "load_renderer",
    "make_names_legible",
    "warm_renderer",
]
