"""The interface for drawing an expansion module (`Extra`), and the canvas it draws on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from PIL import Image

from render.carcassonne.figure_sketch import Figure
from render.carcassonne.layout import Layout
from render.carcassonne.news import NOTHING, Event, FigureNews, News
from render.core.chip_strip import ChipItem
from render.core.look import Look, Mark, Say
from render.core.recap import RecapTurn, TurnPhrase
from render.core.sentences import describe_value, join_list, word_of_key
from rules.carcassonne.cells import Cell
from rules.carcassonne.view import CarcassonneView, Piece

Icon: TypeAlias = Callable[[str, int], Image.Image]  # (letter of a seat, height) -> icon
Kind: TypeAlias = Literal["cell", "place", "ghost", "corner", "region", "band"]


@dataclass(frozen=True, slots=True)
class Target:
    """The place that a mark points at; points and boxes in tiles from M50."""

    kind: Kind
    cells: tuple[Cell, ...]  # the cells to show
    at: tuple[float, float]
    part: str = ""  # place or corner of the cell
    box: tuple[float, float, float, float] | None = None
    ghost: Callable[[int], Image.Image] | None = None  # side of a tile -> sprite of the possible piece
    word: str = ""  # key of its word; empty: named by its token

    def plate_text(self, mark: Mark, say: Say) -> str:
        """The text on the plate and in descriptions."""
        return say(self.word) if self.word else mark.token


def region_target(box: tuple[float, float, float, float], place: str, word: str = "") -> Target:
    """The target of a framed part of the board."""
    cells = tuple(Cell(x, y) for y in range(int(box[1]), int(box[3]) + 1) for x in range(int(box[0]), int(box[2]) + 1))
    return Target("region", cells, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), place, box, word=word)


@dataclass(frozen=True, slots=True)
class BoardCanvas:
    """A canvas with its layout, view and look."""

    canvas: Image.Image
    view: CarcassonneView
    look: Look
    layout: Layout
    news: News = NOTHING
    named: bool = True  # whether names are drawn

    @property
    def side(self) -> int:
        return self.layout.side

    def pixel_at(self, cell: Cell, x: float = 0.0, y: float = 0.0) -> tuple[float, float]:
        """A point of a cell in pixels; x and y are shares of its side."""
        left, top = self.layout.corner(cell)
        return left + x * self.side, top + y * self.side

    def tile_at(self, cell: Cell) -> tuple[str, int] | None:
        """(tile, quarter turns) of a cell, or None."""
        return next(((laid.tile, laid.turn // 90) for laid in self.view.laid if laid.cell == cell), None)


class Extra:
    """Drawing and wording of one module. Every member is optional; `seen` is the module's part of the view."""

    rank: ClassVar[int] = 100  # lower ranks are drawn and described first
    icons: ClassVar[Mapping[str, Icon]] = {}  # name of an item (see `items`) -> icon
    sources: ClassVar[Mapping[str, str]] = {}  # category of points -> name of an icon or figure
    figures: ClassVar[Mapping[str, Figure]] = {}  # its kinds of figures
    figure_move_keys: ClassVar[frozenset[str]] = frozenset()  # events that move a figure
    brief_key_prefixes: ClassVar[tuple[str, ...]] = ()  # prefixes of events shown by small pictures or by `brief`

    def draw_on_land(self, board: BoardCanvas, seen: Any) -> None:
        """Draw on the land, below choices and figures."""

    def draw_above_figures(self, board: BoardCanvas, seen: Any) -> None:
        """Draw above the figures."""

    def figure_positions(self, seen: Any, view: CarcassonneView) -> Mapping[int, tuple[float, float]]:
        """Index of a piece -> its position in tiles from M50, for figures off the places of tiles."""
        return {}

    def chip_items(self, seen: Any, view: CarcassonneView, seat: int) -> Sequence[ChipItem]:
        """The chip items of a seat."""
        return ()

    def swatch_sprites(self, letter: str, side: int, faint: bool) -> Mapping[str, Sequence[Image.Image]]:
        """Name -> its sprites on the land, for the swatch sheet."""
        return {}

    def draw_band(
        self, seen: Any, view: CarcassonneView, look: Look, marks: Sequence[Mark], wide: int
    ) -> Image.Image | None:
        """A band above the board."""
        return None

    def find_mark_target(self, seen: Any, place: str) -> Target | None:
        """The target of a mark on a place of this module; None for other places."""
        return None

    def describe_place(self, say: Say, place: str) -> str:
        """The words for a place of a tile that this module adds; empty for other places."""
        return ""

    def pieces_on_tiles(self, seen: Any) -> Iterable[tuple[str, Cell]]:
        """(name, cell) of each of its pieces on tiles other than figures."""
        return ()

    def read_figure_news(self, seen: Any, events: Sequence[Event]) -> Iterable[FigureNews]:
        """News of figures read from the module's own events."""
        return ()

    def find_figures_taken(self, events: Sequence[Event], reader: int) -> Iterable[Piece]:
        """Neutral figures that a turn took from the reader, where they stood."""
        return ()

    def draw_turn_scene(
        self, turn: RecapTurn, before: Any, after: Any, look: Look, size: tuple[int, int]
    ) -> tuple[Image.Image, str] | None:
        """(picture, title) of a turn without changes on the board, at most `size` large. `before` and `after`: its
        parts of the view around the turn."""
        return None

    def draw_ongoing(self, seen: Any, look: Look, wide: int, *, gold: bool) -> tuple[Image.Image, str] | None:
        """(picture `wide` pixels wide, sentence or empty) of something that runs beside the laying of tiles, such as an
        auction. `gold`: the reader decides about it."""
        return None

    def list_caption_phrases(self, turn: RecapTurn, look: Look, reader: int | None, seen: Any) -> Iterable[TurnPhrase]:
        """Phrases about its part of a turn, for a caption. `seen`: its part of the view after the turn, or None."""
        return ()

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        """Sentences for the alternative text, most important first."""
        return ()

    def list_text_lines(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        """Lines for the text board; by default the sentences of `told`."""
        return self.list_alt_sentences(seen, view, look)

    def describe_seat_items(self, seen: Any, view: CarcassonneView, look: Look, seat: int) -> Iterable[str]:
        """Words for the items of a seat."""
        return ()


class UndrawnExtra(Extra):
    """A module without drawings: its part of the view as text."""

    def __init__(self, key: str) -> None:
        self.key = key

    def list_alt_sentences(self, seen: Any, view: CarcassonneView, look: Look) -> Iterable[str]:
        named_fields = fields(seen) if is_dataclass(seen) else ()
        values = [f"{field.name} {describe_value(getattr(seen, field.name))}" for field in named_fields]
        parts = values or [describe_value(seen)]
        yield f"{word_of_key(look.say, f'carc.module.{self.key}')}: {join_list(parts, '; ')}."
