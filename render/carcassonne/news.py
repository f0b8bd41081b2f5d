"""What is new on a board since an earlier one, as values: who did what, what it brought, who is gone. Draws nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from rules.carcassonne.cells import Cell

Event: TypeAlias = tuple[str, Mapping[str, Any]]  # key and parameters of what everybody was told


@dataclass(frozen=True, slots=True)
class Scored:
    """What gave points: a feature, or nothing but a cell where that happened."""

    cell: Cell
    points: Mapping[int, int]  # seat -> points
    places: tuple[tuple[Cell, str], ...] = ()  # the segments of the feature

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Each cell once."""
        return tuple(dict.fromkeys(cell for cell, _ in self.places)) or (self.cell,)


@dataclass(frozen=True, slots=True)
class Gone:
    """A figure that was taken off the board without scoring."""

    kind: str
    seat: int
    cell: Cell  # where it stood


@dataclass(frozen=True, slots=True)
class Way:
    """How a figure of nobody's went over the board, step by step: where it began comes first."""

    cells: tuple[Cell, ...]
    by: Mapping[Cell, int] = field(default_factory=dict)  # steps that somebody chose: where they ended -> their seat


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure of nobody's that a seat moved."""

    kind: str
    seat: int


Told: TypeAlias = Gone | Way | Moved  # what an expansion reads out of events


@dataclass(frozen=True, slots=True)
class News:
    """All that is new on a board. Seats are None where nobody can tell who it was."""

    laid: Mapping[Cell, int | None] = field(default_factory=dict)  # tiles: who laid them
    built: Mapping[Cell, int | None] = field(default_factory=dict)  # things of modules: who built them
    moved: Mapping[int, int | None] = field(default_factory=dict)  # number of the piece -> who put or moved it
    scored: tuple[Scored, ...] = ()
    ways: tuple[Way, ...] = ()
    gone: tuple[Gone, ...] = ()
    gained: tuple[int, ...] = ()  # points of each seat since; empty: nobody knows

    @property
    def cells(self) -> tuple[Cell, ...]:
        """All cells on which something is drawn for it, each once: what a cut-out has to show."""
        found = [*self.laid, *self.built]
        found += [cell for one in self.scored for cell in one.cells]
        found += [cell for way in self.ways for cell in way.cells]
        found += [one.cell for one in self.gone]
        return tuple(dict.fromkeys(found))

    @property
    def quiet(self) -> bool:
        """Whether nothing of it is drawn on the board."""
        return not (self.cells or self.moved)


NOTHING: Final = News()
