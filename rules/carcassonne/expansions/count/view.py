"""The view of the City of Carcassonne."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.carcassonne.cells import CELLS, ORIGIN, SHIFT, Cell
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import KINDS
from rules.carcassonne.view import Piece

from .sending import AskSend, SendRound, may_send
from .state import HELPS, QUARTERS, city_of_carcassonne

# Positions of the followers of each quarter: on the inner edge of the block.
STANDS = tuple(CELLS[ORIGIN + (y << SHIFT) + x] for x, y in ((1, 0), (2, 0), (1, 2), (2, 2)))


@dataclass(frozen=True, slots=True)
class Quarter:
    """A quarter of the City."""

    name: str  # castle, market, smithy, cathedral
    helps: str  # the kind of feature its followers may go to
    followers: tuple[tuple[str, int], ...]  # kind and seat, in the order they came
    cell: Cell  # their cell, where they are listed as pieces too


@dataclass(frozen=True, slots=True)
class CitySeen:
    """The City of Carcassonne."""

    tiles: tuple[Cell, ...]
    quarters: tuple[Quarter, ...]
    count: str  # the quarter of the count
    sent: tuple[tuple[str, int, str, Cell, str], ...]  # on their way: kind, seat, kind of feature, its first place
    sending: tuple[int, ...]  # seats that may still send followers, in order


def build_city_view(s: CarcassonneState) -> CitySeen:
    here = city_of_carcassonne(s)
    board = s.board
    quarters = tuple(
        Quarter(name, KINDS[HELPS[i]], tuple((c.kind, c.seat) for c in here.inside if c.quarter == i), STANDS[i])
        for i, name in enumerate(QUARTERS)
    )
    return CitySeen(
        tiles=tuple(CELLS[at] for at in board.laid if board.turned(at).tile.block is not None),
        quarters=quarters,
        count=QUARTERS[here.count],
        sent=tuple(
            (sent.kind, sent.seat, KINDS[board.kinds[sent.node]], CELLS[board.cells[sent.node]], board.place(sent.node))
            for sent in here.sent
        ),
        sending=tuple(_seats_sending(s)),
    )


def _seats_sending(s: CarcassonneState) -> Iterator[int]:
    if s.agenda and isinstance(s.agenda[-1], AskSend):
        asked = s.agenda[-1]
        yield asked.seat
        for step in s.agenda:
            if isinstance(step, SendRound):
                yield from (seat for seat in step.left if may_send(s, seat, asked.final))


def city_pieces(s: CarcassonneState) -> Iterator[Piece]:
    """The count, the followers in their quarters, and followers on their way."""
    here = city_of_carcassonne(s)
    board = s.board
    for citizen in here.inside:
        yield Piece(citizen.kind, citizen.seat, STANDS[citizen.quarter], QUARTERS[citizen.quarter])
    for sent in here.sent:
        yield Piece(sent.kind, sent.seat, CELLS[board.cells[sent.node]], board.place(sent.node))
    yield Piece("count", None, STANDS[here.count], QUARTERS[here.count])
