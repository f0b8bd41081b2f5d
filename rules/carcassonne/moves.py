"""The moves of the base game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import Move

from .cells import CELLS, TURNS, Cell, Spot, Turn


@dataclass(frozen=True, slots=True)
class Place(Move):
    """Lay the drawn tile (river tiles and lakes too): `place N50 90`."""

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
    """Decline an option; `step` names it, so that a late click cannot mean another: `pass figure`."""

    kind: ClassVar[str] = "pass"
    is_declining: ClassVar[bool] = True
    step: str


# Moves are values, so each is created once and shared by all lists of legal moves. These tables only grow.

PASS_FIGURE: Final = Pass("figure")


PLACES: Final[dict[int, tuple[tuple[Place, ...], ...]]] = {}  # position -> lays there, by set of turns (as bits)


def make_lay_moves(positions: Iterable[int]) -> None:
    """Create the moves of laying a tile at these positions."""
    for at in positions:
        if at not in PLACES:
            moves = [Place(CELLS[at], turn) for turn in TURNS]
            PLACES[at] = tuple(tuple(move for i, move in enumerate(moves) if bits >> i & 1) for bits in range(16))


class DeployMovesByPlace(dict[str, Deploy]):
    """Place -> deployment of a figure there; created on first use."""

    __slots__ = ("cell", "figure")

    def __init__(self, figure: str, at: int) -> None:
        super().__init__()
        self.figure = figure
        self.cell = CELLS[at]

    def __missing__(self, place: str) -> Deploy:
        move = self[place] = Deploy(self.figure, Spot(self.cell, place))
        return move


DEPLOYS: Final[dict[tuple[str, int], DeployMovesByPlace]] = {}  # by figure and position


def deploy_moves_at(figure: str, at: int) -> DeployMovesByPlace:
    """Place -> deployment of that figure on the tile at that position."""
    row = DEPLOYS.get((figure, at))
    if row is None:
        row = DEPLOYS[figure, at] = DeployMovesByPlace(figure, at)
    return row
