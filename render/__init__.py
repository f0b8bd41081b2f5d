"""Pictures and words for what the rules let everybody see. Draws views, never states; knows no Discord.

Everything is a pure function of view, look and marks, safe in any thread: call it off the event loop.
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
    """What can be drawn of any game. A game's own face may know more of its own renderer."""

    key: str

    def since(self, before: Any, view: Any, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> Any:
        """The view with all that differs from an earlier one among what changed, so that pictures outline it. `events`:
        keys and parameters of what everybody was told since."""

    def news(self, before: Any, view: Any, events: Iterable[tuple[str, Mapping[str, Any]]] = ()) -> Any:
        """What `table` can tell of what is new beyond the view, such as who did it: a value of the renderer's own. None
        in a game whose views say it all. Parameters as of `since`."""

    def table(
        self, view: Any, look: Look, marks: Sequence[Mark] = (), story: str = "", news: Any = None
    ) -> list[Picture]:
        """The table for everybody; more than one picture when one could not be read. `news`: of the same renderer."""

    def camera(self) -> Camera:
        """Who draws the table at every position of one game, with everything where it will be at the end."""

    def choice(self, view: Any, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        """The table for who must choose one of the marks."""

    def hand(self, view: Any, look: Look, marks: Sequence[Mark] = ()) -> Picture | None:
        """What the seat of the view alone may see; None in a game that hides nothing, or shows it in words."""

    def card(self, view: Any, look: Look, key: str) -> Picture:
        """Something that the game explains, large, by its key; the view may be None. KeyError if it knows none."""

    def score(self, view: Any, look: Look, title: str = "") -> Picture:
        """What each seat has points for."""

    def counted(self, view: Any, look: Look, where: Iterable[str], title: str = "") -> Picture:
        """The table with what gave points outlined, where it lies on the table."""

    def part(self, view: Any, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        """A part of the table, enlarged. ValueError for an unknown part."""

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """How many of these turns each picture of what somebody missed shows, in order and all together as many as
        there are; none where nothing is drawn of them."""

    def recap(self, recap: Recap, look: Look) -> Picture:
        """A page of what somebody missed: for nobody but the reader."""

    def film(self, first: Any, last: Any, look: Look) -> Film:
        """Who draws the frames of a replay from the table as it was laid to how it looks at the end of it."""

    def filmed(self, view: Any, look: Look, story: str) -> str:
        """The alternative text of a film that ends with that table; `story`: what it is, in a sentence."""

    def chronicle(self) -> Chronicle[Any]:
        """Sees a game entry by entry, from its start, and keeps what its ending tells."""

    def ending(self, what: Ending, look: Look) -> Picture:
        """A game that is over: who won, points by what they were for, and, as far as it was gathered, the points over
        the game, what decided it, and what else is worth telling."""

    def text_board(self, view: Any, look: Look, title: str = "", legal: Sequence[Any] = ()) -> str:
        """The whole table in words."""

    def warm(self) -> None:
        """Load what the first picture needs."""


@cache
def load_renderer(key: str) -> Renderer:
    """The renderer of a game, `RENDERER` of `render/<key>/renderer.py`; a game without one is shown in words."""
    if key.isidentifier() and find_spec(f"{__name__}.{key}") and find_spec(f"{__name__}.{key}.renderer"):
        found: Renderer = import_module(f"{__name__}.{key}.renderer").RENDERER  # loaded when somebody plays it
        return found
    return PlainRenderer(key)


def warm_renderer(key: str) -> None:
    """Load fonts, palette and sprites of a game before they are needed."""
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
