"""The view of Abbey & Mayor beyond tiles and figures."""

from __future__ import annotations

from dataclasses import dataclass

from rules.carcassonne.cells import CELLS, Cell
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.view import Piece

from .barn import BARN
from .moves import CORNERS
from .state import estate_of
from .tile import AskAbbey, list_abbey_holes
from .wagon import AskWagon, asked_wagon_targets


@dataclass(frozen=True, slots=True)
class BarnSeen:
    """A barn: on the corner of a tile where three others meet it."""

    seat: int
    cell: Cell
    corner: str  # NE, SE, SW, NW of that tile
    place: str  # the field there, a token as in `Spot`


@dataclass(frozen=True, slots=True)
class Driving:
    """A wagon whose owner chooses its destination."""

    seat: int
    reach: tuple[tuple[Cell, str], ...]  # its destinations


@dataclass(frozen=True, slots=True)
class EstateSeen:
    """Abbeys, barns and wagons."""

    abbeys: tuple[int, ...]  # seat -> number left, 0 or 1
    barns: tuple[BarnSeen, ...]  # also among the pieces, at the place `corner-SE`
    holes: tuple[Cell, ...]  # where an abbey may be laid, while a player is asked
    wagon: Driving | None  # while its owner is asked


def build_estate_view(s: CarcassonneState) -> EstateSeen:
    estate = estate_of(s)
    board = s.board
    question = s.agenda[-1] if s.agenda else None
    driving = None
    if isinstance(question, AskWagon) and estate.drivers:
        places = tuple((CELLS[board.cells[node]], board.place_of_node(node)) for node in asked_wagon_targets(s))
        driving = Driving(estate.drivers[0].seat, places)
    return EstateSeen(
        abbeys=tuple(int(seat in estate.abbeys) for seat in range(s.seats)),
        barns=tuple(
            BarnSeen(barn.seat, CELLS[barn.at], CORNERS[barn.corner], board.place_of_node(barn.node))
            for barn in estate.barns
        ),
        holes=tuple(CELLS[at] for at in list_abbey_holes(s)) if isinstance(question, AskAbbey) else (),
        wagon=driving,
    )


def barn_pieces(s: CarcassonneState) -> list[Piece]:
    """The barns as pieces."""
    return [Piece(BARN.key, barn.seat, CELLS[barn.at], f"corner-{CORNERS[barn.corner]}") for barn in estate_of(s).barns]
