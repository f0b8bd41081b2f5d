"""Deploying followers on the tile just laid."""

from __future__ import annotations

from rules.core import IllegalMove, Move

from .board import SEAT_BITS, SEAT_MASK
from .cells import NAMES, position
from .moves import Deploy, deploys
from .state import CarcassonneState, Ctx, Figure
from .tiles import KINDS, TURNED


def any_deployment(s: CarcassonneState, seat: int) -> bool:
    """Can the seat deploy anything, or use a follower's turn in another way?"""
    board = s.board
    number, first = board.laid[s.just]
    turned = TURNED[number]
    kinds = s.hooks.figures
    at = seat * len(kinds)
    for i, kind in enumerate(kinds):
        if s.supply[at + i]:
            for segment, feature in enumerate(turned.kinds):
                if not board.held[board.of[first + segment]] and feature in kind.stands:
                    return True
    return any(next(ask(s, seat), None) is not None for ask in s.hooks.deployments)


def deployments(s: CarcassonneState, seat: int) -> list[Move]:
    """Every figure in the supply on every free feature of the tile just laid."""  # carcassonne.md 8
    board = s.board
    number, first = board.laid[s.just]
    turned = TURNED[number]
    of, held = board.of, board.held
    kinds = s.hooks.figures
    supply = seat * len(kinds)
    found: list[Move] = []
    for i, kind in enumerate(kinds):
        if s.supply[supply + i]:
            row = deploys(kind.key, s.just)
            stands = kind.stands
            for segment, feature in enumerate(turned.kinds):
                if not held[of[first + segment]] and feature in stands:
                    found.append(row[turned.places[segment]])
    for ask in s.hooks.deployments:
        found.extend(ask(s, seat))
    return found


def check_deploy(s: CarcassonneState, seat: int, move: Deploy) -> None:
    """IllegalMove with the reason unless the figure may be put there."""
    board = s.board
    cell, place = move.spot
    kinds = s.hooks.figures
    which = next((i for i, kind in enumerate(kinds) if kind.key == move.figure), -1)
    if which < 0:
        raise IllegalMove("carc.error.unknown_figure", figure=move.figure)
    if position(cell) != s.just:
        raise IllegalMove("carc.error.not_here", spot=str(move.spot), cell=NAMES[s.just])
    number, first = board.laid[s.just]
    turned = TURNED[number]
    segment = turned.segment_at(place)
    if segment < 0:
        raise IllegalMove("carc.error.no_place", cell=NAMES[s.just], place=place)
    if not s.supply[seat * len(kinds) + which]:
        raise IllegalMove("carc.error.no_figure", figure=move.figure)
    feature = turned.kinds[segment]
    if feature not in kinds[which].stands:
        raise IllegalMove("carc.error.figure_place", figure=move.figure, feature=KINDS[feature])
    held = board.held[board.of[first + segment]]
    if held:
        seats = [other for other in range(s.seats) if held >> SEAT_BITS * other & SEAT_MASK]
        raise IllegalMove(
            "carc.error.occupied",
            place=place, cell=NAMES[s.just], feature=KINDS[feature], seat=seats[0], seats=seats,
        )  # fmt: skip


def deploy(ctx: Ctx, seat: int, move: Deploy) -> None:
    """Carry out a legal deployment."""
    s = ctx.s
    place = move.spot.place
    number, first = s.board.laid[s.just]
    turned = TURNED[number]
    segment = turned.places.index(place)
    put(s, move.figure, seat, first + segment)
    ctx.emit(
        "carc.figure.deployed",
        seat=seat, figure=move.figure, spot=f"{NAMES[s.just]}.{place}", cell=NAMES[s.just], place=place,
        feature=KINDS[turned.kinds[segment]],
    )  # fmt: skip


def put(s: CarcassonneState, figure: str, seat: int, node: int) -> None:
    """A figure goes from the supply to a node."""
    kinds = s.hooks.figures
    for i, kind in enumerate(kinds):
        if kind.key == figure:
            s.supply[seat * len(kinds) + i] -= 1
            break
    s.figures.append(Figure(figure, seat, node))
    s.board.held[s.board.of[node]] += 1 << SEAT_BITS * seat
