"""News of a board since an earlier position, as values: pieces with their seats, scorings, removed figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from rules.carcassonne.cells import Cell

Event: TypeAlias = tuple[str, Mapping[str, Any]]  # (key, parameters) of a public event


@dataclass(frozen=True, slots=True)
class Scored:
    """A scoring of a feature, or of a cell without a feature."""

    cell: Cell
    points: Mapping[int, int]  # seat -> points
    places: tuple[tuple[Cell, str], ...] = ()  # segments of the feature

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the feature, or the single cell."""
        return tuple(dict.fromkeys(cell for cell, _ in self.places)) or (self.cell,)


@dataclass(frozen=True, slots=True)
class RemovedFigure:
    """A figure that left the board without scoring."""

    kind: str
    seat: int
    cell: Cell  # where it stood


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a neutral figure, cell by cell from its start."""

    cells: tuple[Cell, ...]
    by: Mapping[Cell, int] = field(default_factory=dict)  # end of a chosen step -> its seat


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """A neutral figure that a seat moved."""

    kind: str
    seat: int


FigureNews: TypeAlias = RemovedFigure | Way | MovedFigure  # news that an expansion reads from its events


@dataclass(frozen=True, slots=True)
class News:
    """All news of a board. Unknown seats are None."""

    laid: Mapping[Cell, int | None] = field(default_factory=dict)  # cell of a new tile -> its seat
    built: Mapping[Cell, int | None] = field(default_factory=dict)  # cell of a new module piece -> its seat
    moved: Mapping[int, int | None] = field(default_factory=dict)  # index of a piece -> the seat that moved it
    scored: tuple[Scored, ...] = ()
    ways: tuple[Way, ...] = ()
    gone: tuple[RemovedFigure, ...] = ()
    gained: tuple[int, ...] = ()  # points of each seat since; empty: unknown

    @property
    def all_cells(self) -> tuple[Cell, ...]:
        """All cells with news, each once, which a cut-out must show."""
        cells_with_news = [*self.laid, *self.built]
        cells_with_news += [cell for scoring in self.scored for cell in scoring.cells]
        cells_with_news += [cell for way in self.ways for cell in way.cells]
        cells_with_news += [figure.cell for figure in self.gone]
        return tuple(dict.fromkeys(cells_with_news))

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw on the board."""
        return not (self.all_cells or self.moved)


NOTHING: Final = News()
