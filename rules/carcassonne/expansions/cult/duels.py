"""Duels between heretics and monks."""  # carcassonne.md 17.3

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.board import SEAT_BITS, SEAT_MASK
from rules.carcassonne.cells import NAMES, neighbour_positions
from rules.carcassonne.figures import take_off
from rules.carcassonne.scoring import feature_name, figures_in, spot_token
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import MONASTERY, TURNED


def is_shrine(s: CarcassonneState, at: int) -> bool:
    """Whether the building on this tile is a shrine (else a monastery or an abbey)."""
    return TURNED[s.board.laid[at][0]].tile.building == "shrine"


def find_challengers(s: CarcassonneState, at: int, shrine: bool) -> list[int]:
    """The tiles around a position with a building of the other kind, for a shrine or a monastery there."""
    buildings = s.board.buildings
    if buildings.keys().isdisjoint(neighbour_positions(at)):  # the common case, fast to check
        return []
    return [there for there in neighbour_positions(at) if there in buildings and is_shrine(s, there) != shrine]


def seats_in(s: CarcassonneState, root: int) -> set[int]:
    held = s.board.held[root]
    return {seat for seat in range(s.seats) if held >> SEAT_BITS * seat & SEAT_MASK}


def list_duels(s: CarcassonneState) -> list[tuple[int, int]]:
    """The positions of shrine and monastery of each duel."""
    board = s.board
    return [
        (at, other)
        for at, node in board.buildings.items()
        if board.open[node] and board.held[node] and is_shrine(s, at)
        for other in find_challengers(s, at, True)
        if board.open[board.buildings[other]] and _are_rivals(s, node, board.buildings[other])
    ]


def _are_rivals(s: CarcassonneState, one: int, other: int) -> bool:
    return any(mine != theirs for mine in seats_in(s, one) for theirs in seats_in(s, other))


def end_duels(ctx: Ctx, roots: Sequence[int]) -> None:
    """The building completed first wins; the rival goes home without points. If both are complete, both score."""
    s = ctx.s
    board = s.board
    for root in roots:
        if board.kinds[root] != MONASTERY or not board.held[root]:
            continue
        at = board.cells[root]
        winners = seats_in(s, root)
        for other in find_challengers(s, at, is_shrine(s, at)):
            node = board.buildings[other]
            losing = [f for f in figures_in(s, node) if any(seat != f.seat for seat in winners)]
            if node in roots or not losing:
                continue
            s.changed = (*s.changed, *((other,) if other not in s.changed else ()))
            ctx.emit(
                "carc.duel.lost",
                seat=losing[0].seat,
                lost_seats=sorted({f.seat for f in losing}),
                feature=feature_name(s, node),
                spot=spot_token(s, node),
                cell=NAMES[other],
                won_at=NAMES[at],
                won_seats=sorted(winners),
                returned=[[f.kind, f.seat, spot_token(s, f.node)] for f in losing],
            )
            take_off(ctx, losing)
