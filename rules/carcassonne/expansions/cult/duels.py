"""Duels between heretics and monks."""  # carcassonne.md 17.3

from __future__ import annotations

from collections.abc import Sequence

from rules.carcassonne.cells import NAMES, neighbour_positions
from rules.carcassonne.figures import send_figures_home
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


def list_duels(s: CarcassonneState) -> list[tuple[int, int]]:
    """The positions of shrine and monastery of each duel."""
    board = s.board
    return [
        (at, other)
        for at, node in board.buildings.items()
        if board.open[node] and board.held[node] and is_shrine(s, at)
        for other in find_challengers(s, at, shrine=True)
        if board.open[board.buildings[other]] and _are_rivals(s, node, board.buildings[other])
    ]


def _are_rivals(s: CarcassonneState, root: int, other_root: int) -> bool:
    """Whether two buildings are occupied by different players."""
    seats, other_seats = s.board.occupying_seats(root), s.board.occupying_seats(other_root)
    return any(seat != other for seat in seats for other in other_seats)


def end_duels(ctx: Ctx, roots: Sequence[int]) -> None:
    """The building completed first wins; the rival goes home without points. If both are complete, both score."""
    s = ctx.s
    board = s.board
    for root in roots:
        if board.kinds[root] != MONASTERY or not board.held[root]:
            continue
        at = board.cells[root]
        winners = board.occupying_seats(root)
        for other in find_challengers(s, at, is_shrine(s, at)):
            other_root = board.buildings[other]
            losers = [figure for figure in figures_in(s, other_root) if any(seat != figure.seat for seat in winners)]
            if other_root in roots or not losers:
                continue
            s.mark_changed([other])
            ctx.emit(
                "carc.duel.lost",
                seat=losers[0].seat,
                lost_seats=sorted({figure.seat for figure in losers}),
                feature=feature_name(s, other_root),
                spot=spot_token(s, other_root),
                cell=NAMES[other],
                won_at=NAMES[at],
                won_seats=winners,
                returned=[[figure.kind, figure.seat, spot_token(s, figure.node)] for figure in losers],
            )
            send_figures_home(ctx, losers)
