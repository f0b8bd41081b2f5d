"""The public view of The Princess & the Dragon; the dragon and the fairy are pieces too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.carcassonne.cells import CELLS, Cell
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import TURNED
from rules.carcassonne.view import Piece

from .dragon import cells_open_to_dragon, dragon_steps_left, seat_moving_dragon
from .fairy import seats_blessed_by_fairy
from .lair import lair_of

ON_A_TILE = "tile"  # the place of pieces that stand on no feature


@dataclass(frozen=True, slots=True)
class LairView:
    """The dragon and the fairy."""

    dragon: Cell | None  # None: beside the board
    fairy: Cell | None
    path: tuple[Cell, ...]  # of the running or last movement, beginning with its start
    left: int  # remaining steps, 0: it rests
    mover: int | None  # the seat of the next step
    ways: tuple[Cell, ...]  # cells that step may enter
    volcanoes: tuple[Cell, ...]
    away: int  # dragon tiles not in play before the first volcano
    graced: tuple[int, ...] = ()  # seats with a follower beside the fairy


def cell_or_none(at: int) -> Cell | None:
    return CELLS[at] if at >= 0 else None


def build_lair_view(s: CarcassonneState) -> LairView:
    lair = lair_of(s)
    return LairView(
        dragon=cell_or_none(lair.dragon),
        fairy=cell_or_none(lair.fairy),
        path=tuple(CELLS[at] for at in lair.path),
        left=dragon_steps_left(s) if lair.moving else 0,
        mover=seat_moving_dragon(s) if lair.moving else None,
        ways=tuple(CELLS[at] for at in cells_open_to_dragon(s)) if lair.moving else (),
        volcanoes=tuple(
            CELLS[at] for at, (number, _) in s.board.laid.items() if "volcano" in TURNED[number].tile.symbols
        ),
        away=len(lair.away),
        graced=tuple(seats_blessed_by_fairy(s)),
    )


def lair_pieces(s: CarcassonneState) -> Iterator[Piece]:
    lair = lair_of(s)
    if lair.dragon >= 0:
        yield Piece("dragon", seat=None, cell=CELLS[lair.dragon], place=ON_A_TILE)
    if lair.fairy >= 0:
        yield Piece("fairy", seat=None, cell=CELLS[lair.fairy], place=ON_A_TILE)
