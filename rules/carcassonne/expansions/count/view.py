"""The view of the City of Carcassonne."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.carcassonne.cells import CELLS, ORIGIN, X_BITS, Cell
from rules.carcassonne.state import CarcassonneState
from rules.carcassonne.tiles import KINDS
from rules.carcassonne.view import Piece

from .sending import AskSend, SendRound, may_send_follower
from .state import HELPS, QUARTERS, city_of_carcassonne

# Positions of the followers of each quarter: on the inner edge of the block.
STANDS = tuple(CELLS[ORIGIN + (y << X_BITS) + x] for x, y in ((1, 0), (2, 0), (1, 2), (2, 2)))


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
    city = city_of_carcassonne(s)
    board = s.board
    quarters = []
    for i, name in enumerate(QUARTERS):
        followers = tuple((citizen.kind, citizen.seat) for citizen in city.inside if citizen.quarter == i)
        quarters.append(Quarter(name, KINDS[HELPS[i]], followers, STANDS[i]))
    return CitySeen(
        tiles=tuple(CELLS[at] for at in board.laid if board.turned_tile_at(at).tile.block is not None),
        quarters=tuple(quarters),
        count=QUARTERS[city.count],
        sent=tuple(
            (
                sent.kind,
                sent.seat,
                KINDS[board.kinds[sent.node]],
                CELLS[board.cells[sent.node]],
                board.place_of_node(sent.node),
            )
            for sent in city.sent
        ),
        sending=tuple(_seats_sending(s)),
    )


def _seats_sending(s: CarcassonneState) -> Iterator[int]:
    """The seats that may still send followers out, the one being asked first."""
    if s.agenda and isinstance(s.agenda[-1], AskSend):
        question = s.agenda[-1]
        yield question.seat
        for step in s.agenda:
            if isinstance(step, SendRound):
                yield from (seat for seat in step.left if may_send_follower(s, seat, question.final))


def city_pieces(s: CarcassonneState) -> Iterator[Piece]:
    """The count, the followers in their quarters, and followers on their way."""
    city = city_of_carcassonne(s)
    board = s.board
    for citizen in city.inside:
        yield Piece(citizen.kind, citizen.seat, STANDS[citizen.quarter], QUARTERS[citizen.quarter])
    for sent in city.sent:
        yield Piece(sent.kind, sent.seat, CELLS[board.cells[sent.node]], board.place_of_node(sent.node))
    yield Piece("count", seat=None, cell=STANDS[city.count], place=QUARTERS[city.count])
