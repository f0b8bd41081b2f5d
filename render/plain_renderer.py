"""Renderer for games without their own: seats, points and the fields of the view as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from PIL import Image

from .core import ending_picture
from .core.ending import Chronicle, Ending
from .core.ending_picture import GameWording
from .core.film import Scene
from .core.fonts import REGULAR, fit_text, text_sprite
from .core.look import Look, Mark, Picture
from .core.palette import Palette, encode_png, learn_palette
from .core.recap import Recap, RecapTurn
from .core.sentences import describe_value

LIMIT: Final = 1024
HIDDEN: Final = frozenset({"scores", "headline", "tasks", "invited", "tally", "over", "winners", "choices"})


class PlainRenderer:
    """Draws text instead of a board, so that a new game is playable before it has pictures."""

    def __init__(self, key: str) -> None:
        self.key = key

    def _lines(self, view: Any, look: Look, marks: Sequence[Mark], story: str) -> list[str]:
        say = look.say
        said = [story] if story else []
        if view.over:
            said.append(say("plain.alt.over"))
        elif view.tasks:
            names = [look.seats[seat].name for seat in sorted(view.tasks)]
            said.append(say("plain.alt.turn", names=", ".join(names)))
        points = (
            say("plain.alt.score", name=seat.name, letter=seat.letter, points=view.scores[i])
            for i, seat in enumerate(look.seats)
        )
        said.append(say("plain.alt.scores", list=", ".join(points)))
        if marks:
            said.append(say("plain.alt.marks", list=", ".join(m.token for m in marks)))
        return said

    def text_board(self, view: Any, look: Look, title: str = "", legal: Sequence[Any] = ()) -> str:
        """One line for each field of the view."""
        lines = [title] if title else []
        lines += self._lines(view, look, (), "")
        if is_dataclass(view):
            lines += [
                f"{f.name}: {describe_value(getattr(view, f.name))}" for f in fields(view) if f.name not in HIDDEN
            ]
        return "\n".join(lines)

    def since(self, before: Any, view: Any, events: Iterable[Any] = ()) -> Any:
        """The view unchanged: text has no outlines."""
        return view

    def news(self, before: Any, view: Any, events: Iterable[Any] = ()) -> None:
        """None: the lines show the view alone."""

    def table(
        self, view: Any, look: Look, marks: Sequence[Mark] = (), story: str = "", news: None = None
    ) -> list[Picture]:
        """The lines as a picture."""
        lines = self._lines(view, look, marks, story)
        image = _draw_text_lines(self.text_board(view, look).splitlines(), look)
        alt = " ".join([look.say("plain.alt.table"), *lines])
        return [Picture(encode_png(image, None), alt if len(alt) <= LIMIT else alt[: LIMIT - 1] + "…", image.size)]

    def camera(self) -> PlainCamera:
        return PlainCamera(self)

    def choice(self, view: Any, look: Look, marks: Sequence[Mark]) -> list[Picture]:
        return self.table(view, look, marks)

    def hand(self, view: Any, look: Look, marks: Sequence[Mark] = ()) -> Picture | None:
        """None: the game describes secrets in words."""
        return None

    def card(self, view: Any, look: Look, key: str) -> Picture:
        raise KeyError(key)

    def score(self, view: Any, look: Look, title: str = "") -> Picture:
        return self.table(view, look, story=title)[0]

    def counted(self, view: Any, look: Look, where: Iterable[str], title: str = "") -> Picture:
        return self.table(view, look, story=title)[0]

    def part(self, view: Any, look: Look, region: str, marks: Sequence[Mark] = ()) -> Picture:
        return self.table(view, look, marks)[0]

    def recap_pages(self, turns: Sequence[RecapTurn]) -> list[int]:
        """Empty: the game describes missed turns in words."""
        return []

    def recap(self, recap: Recap, look: Look) -> Picture:
        raise KeyError(recap.title)

    def film(self, first: Any, last: Any, look: Look) -> PlainFilm:
        return PlainFilm(self, last, look)

    def filmed(self, view: Any, look: Look, story: str) -> str:
        return self.table(view, look, story=story)[0].alt

    def chronicle(self) -> Chronicle[Any]:
        return Chronicle()

    def kind_of(self, what: Ending, look: Look) -> GameWording:
        """The game's wording for its ending."""
        headline = what.view.headline
        return GameWording(self.key, look.say("pic.ending.move"), look.say(headline.key, **headline.params))

    def ending(self, what: Ending, look: Look) -> Picture:
        """The points table and the points move by move."""
        kind = self.kind_of(what, look)
        image, words = ending_picture.draw_finale(
            look, what, kind, [ending_picture.draw_course_panel(look, what, kind)], (), ()
        )
        return Picture(encode_png(image, None), words, image.size)

    def warm(self) -> None:
        """Nothing to load."""


class PlainCamera:
    """Draws the lines on a sheet with room for the longest text seen."""

    palette: Final = None

    def __init__(self, renderer: PlainRenderer) -> None:
        self._renderer = renderer
        self._lines = 0

    def reserve_room(self, view: Any, look: Look) -> None:
        self._lines = max(self._lines, len(self._renderer.text_board(view, look).splitlines()))

    def draw(self, view: Any, look: Look) -> Image.Image:
        return _draw_text_lines(self._renderer.text_board(view, look).splitlines(), look, self._lines)


class PlainFilm:
    """Draws each frame as text, on a sheet with room for the last one."""

    def __init__(self, renderer: PlainRenderer, last: Any, look: Look) -> None:
        self._renderer, self._look = renderer, look
        self._lines = len(renderer.text_board(last, look).splitlines())
        written = _draw_text_lines([], look, self._lines)
        self.size = written.size
        self.palette = Palette(learn_palette(written))

    def card(self, ending: Ending) -> Image.Image:
        return ending_picture.draw_result_card(self._look, ending, self._renderer.kind_of(ending, self._look))

    def paint(self, scene: Scene) -> Image.Image:
        lines = self._renderer.text_board(scene.view, self._look).splitlines()
        return _draw_text_lines(lines[: self._lines], self._look, self._lines)


def _draw_text_lines(text: Sequence[str], look: Look, room: int = 0) -> Image.Image:
    """The lines as an image with room for at least `room` lines."""
    image = Image.new("RGB", (1200, 60 + 44 * max(room, len(text))), look.shades.ground)
    for i, line in enumerate(text):
        shown, size, width = fit_text(line, 1140, 30, REGULAR, 20)
        words = text_sprite(shown, size, REGULAR, width, look.shades.ink)
        image.paste(words, (1170 - words.width if look.mirrored else 30, 24 + 44 * i), words)
    return image
