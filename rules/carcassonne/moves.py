"""The moves of the base game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import Move

from .cells import CELLS, TURNS, Cell, Spot, Turn


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay the drawn tile: `place N50 90`. River tiles and lakes too."""

    kind: ClassVar[str] = "place"
    cell: Cell
    turn: Turn


@dataclass(frozen=True, slots=True)
class Deploy(Move):
    """Put a figure of the supply on the board: `deploy follower N50.road-E`."""

    kind: ClassVar[str] = "deploy"
    figure: str
    spot: Spot


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Let an option go by; `step` says which, so that a late click cannot mean another: `pass figure`."""

    kind: ClassVar[str] = "pass"
    step: str


# Moves are values, so each is made once and shared by all lists of legal moves.


class _Places(dict[int, tuple[tuple[Place, ...], ...]]):
    """Position -> laying a tile there, for each set of turns (as bits)."""

    def __missing__(self, at: int) -> tuple[tuple[Place, ...], ...]:
        moves = [Place(CELLS[at], turn) for turn in TURNS]
        row = self[at] = tuple(tuple(move for i, move in enumerate(moves) if bits >> i & 1) for bits in range(16))
        return row


class _Row(dict[str, Deploy]):
    """Place of one tile -> putting a figure there."""

    def __init__(self, figure: str, cell: Cell) -> None:
        self.figure = figure
        self.cell = cell

    def __missing__(self, place: str) -> Deploy:
        move = self[place] = Deploy(self.figure, Spot(self.cell, place))
        return move


class _Deploys(dict[tuple[str, int], _Row]):
    """Figure and position -> its row."""

    def __missing__(self, key: tuple[str, int]) -> _Row:
        row = self[key] = _Row(key[0], CELLS[key[1]])
        return row


PLACES: Final = _Places()
DEPLOYS: Final = _Deploys()
PASS_FIGURE: Final = Pass("figure")
