"""The princess: she sends a knight of her city home instead of a figure being put on her tile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.carcassonne.cells import CELLS, Spot
from rules.carcassonne.figures import send_figures_home
from rules.carcassonne.scoring import figure_site_for_events
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import TURNED, mark_lane
from rules.core import IllegalMove, Move, Phrase

from .lair import lair_of
from .moves import SendHome

PRINCESS = mark_lane("princess")


def princess_city(s: CarcassonneState) -> int:
    """The city of the princess on the tile just laid, -1: none."""
    number, first = s.board.laid[s.just]
    segment = princess_segment(number)
    return s.board.of[first + segment] if segment >= 0 else -1


@cache
def princess_segment(number: int) -> int:
    """The segment of a turned tile with the princess, -1: none."""
    return next((i for i, marks in enumerate(TURNED[number].marks) if marks & PRINCESS), -1)


def list_knights(s: CarcassonneState) -> list[Figure]:
    """The followers in her city, in order of placement."""
    root = princess_city(s)
    if root < 0 or not s.board.held[root]:
        return []
    of, weights = s.board.of, s.hooks.follower_weights
    return [
        figure
        for figure in s.figures
        if of[figure.node] == root
        and figure.kind in weights
        and not any(ask(s, figure) for ask in s.hooks.protects_figure)
    ]


def send_home_moves(s: CarcassonneState) -> list[SendHome]:
    """The moves of sending a knight home."""
    return [_send_home_move(s, knight) for knight in list_knights(s)]


def _send_home_move(s: CarcassonneState, knight: Figure) -> SendHome:
    return SendHome(Spot(CELLS[s.board.cells[knight.node]], s.board.place_of_node(knight.node)))


def safest_knight(s: CarcassonneState, seat: int) -> tuple[Move, Phrase]:
    """The default knight: another player's, preferably the leader's; of equals the first placed."""
    knight = min(list_knights(s), key=lambda knight: (knight.seat == seat, -s.scores[knight.seat]))
    move = _send_home_move(s, knight)
    params = {"figure": knight.kind, "owner_seat": knight.seat, "cell": str(move.spot.cell), "place": move.spot.place}
    return move, Phrase("carc.fallback.knight", params)


def check_send_home(s: CarcassonneState, move: SendHome) -> None:
    """IllegalMove with the reason unless that knight can be sent home now."""
    if s.just < 0 or lair_of(s).declined or not list_knights(s):
        raise IllegalMove("carc.error.princess_idle")
    if move not in send_home_moves(s):
        raise IllegalMove("carc.error.princess_knight", spot=str(move.spot))


def send_home(ctx: Ctx, seat: int, move: SendHome) -> None:
    """Return the chosen knight to its supply."""
    s = ctx.s
    (knight,) = (knight for knight in list_knights(s) if _send_home_move(s, knight) == move)
    ctx.emit(
        "carc.princess.sent",
        seat=seat,
        figure=knight.kind,
        owner_seat=knight.seat,
        **figure_site_for_events(s, knight.node),
        returned=[[knight.kind, knight.seat, str(move.spot)]],
    )
    send_figures_home(ctx, [knight])


def demanded_knight_moves(s: CarcassonneState, decline: Move | None) -> Sequence[Move]:
    """The moves required before anything is put on the tile just laid. `decline`: the move of sending nobody home,
    None if the rules do not allow it."""
    if s.just < 0 or lair_of(s).declined:
        return ()
    moves: list[Move] = [*send_home_moves(s)]
    if moves and decline is not None:
        moves.append(decline)
    return moves
