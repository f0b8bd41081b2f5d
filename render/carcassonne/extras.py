"""What a module may add to a picture, and the desk on which it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from PIL import Image

from render.carcassonne.figure_sketch import Figure
from render.carcassonne.layout import Layout
from render.carcassonne.news import NOTHING, Event, News, Told
from render.core.chip_strip import ChipItem
from render.core.look import Look, Mark, Say
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import describe_value, join_list, word_of_key
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Piece

Icon: TypeAlias = Callable[[str, int], Image.Image]  # letter of a seat, height
Kind: TypeAlias = Literal["cell", "place", "ghost", "corner", "region", "band"]


@dataclass(frozen=True, slots=True)
class Target:
    """Where a mark lies; points and boxes in tiles from M50."""

    kind: Kind
    cells: tuple[Cell, ...]  # what must be shown
    at: tuple[float, float]
    part: str = ""  # place or corner
    box: tuple[float, float, float, float] | None = None
    ghost: Callable[[int], Image.Image] | None = None  # what would be built there, for tiles of that side
    word: str = ""  # the key of what the reader calls it; empty: by its token

    def named(self, mark: Mark, say: Say) -> str:
        """What a plate bears, and what is said of it."""
        return say(self.word) if self.word else mark.token


def region_target(box: tuple[float, float, float, float], place: str, word: str = "") -> Target:
    """A part of the board that a frame goes round."""
    cells = tuple(Cell(x, y) for y in range(int(box[1]), int(box[3]) + 1) for x in range(int(box[0]), int(box[2]) + 1))
    return Target("region", cells, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), place, box, word=word)


@dataclass(frozen=True, slots=True)
class BoardCanvas:
    """A canvas with its plan, and the view that is drawn on it."""

    canvas: Image.Image
    view: CarcassonneView
    look: Look
    layout: Layout
    news: News = NOTHING
    named: bool = True  # whether there is room for the names of things

    @property
    def side(self) -> int:
        return self.layout.side

    def at(self, cell: Cell, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
        """A point of a tile, in pixels."""
        left, top = self.layout.corner(cell)
        return left + x * self.side, top + y * self.side

    def laid(self, cell: Cell) -> tuple[str, int] | None:
        """The tile of a cell, and its quarter turns."""
        found = next((t for t in self.view.laid if t.cell == cell), None)
        return None if found is None else (found.tile, found.turn // 90)


class Extra:
    """The extras of one module of the game, in pictures and words. Each part of it is optional."""

    rank: ClassVar[int] = 100  # those of a lower rank are drawn and told first
    icons: ClassVar[Mapping[str, Icon]] = {}  # of what a seat has of it, by the names of `items`
    sources: ClassVar[Mapping[str, str]] = {}  # categories of its points -> the name of an icon or figure
    figures: ClassVar[Mapping[str, Figure]] = {}  # its kinds of figures
    travels: ClassVar[frozenset[str]] = frozenset()  # events by which a figure goes on to another place
    briefed: ClassVar[tuple[str, ...]] = ()  # events (what they begin with) that small pictures show, or `brief` tells

    def ground(self, desk: BoardCanvas, seen: Any) -> None:
        """Draw what lies on the land, beneath spots and figures."""

    def above(self, desk: BoardCanvas, seen: Any) -> None:
        """Draw what must be seen over the figures."""

    def stands(self, seen: Any, view: CarcassonneView) -> Mapping[int, tuple[float, float]]:
        """Where figures stand that are on no place of a tile: number of the piece -> in tiles from M50."""
        return {}

    def items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        """What a seat has of it, for the strip."""
        return ()

    def sprites(self, letter: str, side: int, faint: bool) -> Mapping[str, Sequence[Image.Image]]:
        """What it lays on the land, by the names of its icons, for the sheet of all that pictures are made from."""
        return {}

    def band(
        self, seen: Any, view: CarcassonneView, look: Look, marks: Sequence[Mark], wide: int
    ) -> Image.Image | None:
        """A strip of its own above the board."""
        return None

    def target(self, seen: Any, place: str) -> Target | None:
        """What a mark on a place of this module points at."""
        return None

    def place_words(self, say: Say, place: str) -> str:
        """A place of a tile that only this module knows, in words; empty: it knows none of that name."""
        return ""

    def cells(self, seen: Any) -> Iterable[tuple[str, Cell]]:
        """Its things that lie on tiles and are no figures, each with its cell."""
        return ()

    def read(self, seen: Any, events: Sequence[Event]) -> Iterable[Told]:
        """What happened to figures, as far as only this module knows what its events mean."""
        return ()

    def taken(self, events: Sequence[Event], reader: int) -> Iterable[Piece]:
        """Figures of nobody's that a turn took from the reader, where they stood."""
        return ()

    def scene(
        self, turn: RecapTurn, before: Any, after: Any, look: Look, size: tuple[int, int]
    ) -> tuple[Image.Image, str] | None:
        """A turn in which nothing happened on the board, in a picture of its own, no larger than that, and a title, as
        it is not the doing of one seat. `before` and `after`: what it shows around the turn."""
        return None

    def goes_on(self, seen: Any, look: Look, wide: int, *, gold: bool) -> tuple[Image.Image, str] | None:
        """What goes on beside the laying of tiles, in a picture so wide, and a sentence about it, or an empty one.
        `gold`: it is what the reader decides about."""
        return None

    def brief(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        """Its part of a turn in a few words, below a small picture. `seen`: what it shows after it; None: nothing."""
        return ()

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        """Sentences for the alternative text, most important first."""
        return ()

    def lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        """Lines of the board in words; as in the alternative text, unless there is more to say."""
        return self.told(seen, view, look)

    def owned(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        """What a seat has of it, in words."""
        return ()


class UndrawnExtra(Extra):
    """The extras of a module that nobody has drawn yet: told as they are."""

    def __init__(self, key: str) -> None:
        self.key = key

    def told(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        named_fields = fields(seen) if is_dataclass(seen) else ()
        parts = [f"{f.name} {describe_value(getattr(seen, f.name))}" for f in named_fields] or [describe_value(seen)]
        yield f"{word_of_key(look.say, f'carc.module.{self.key}')}: {join_list(parts, '; ')}."
