"""The seat view of a user, and whether they may move."""

from __future__ import annotations

from cogs.act.context import InteractionContext
from cogs.choose.position import Position
from cogs.games import face_for
from cogs.games.seat_view import SeatView
from rules.core import View
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_visible_seat


async def require_seat_view(ctx: InteractionContext, table: Table) -> SeatView[View]:
    """The user's seat view. ServiceError `paused_lobby`, `game_over`, those for strangers, `machine_seat`, in this
    order."""
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.is_open:
        raise ServiceError("game_over")
    seat = ctx.require_seat(table)
    if seat.machine is not None:
        raise ServiceError("machine_seat")
    return build_seat_view(ctx, table, seat.index)


def build_seat_view(ctx: InteractionContext, table: Table, seat: int) -> SeatView[View]:
    """The view of that seat. ServiceError `no_table`."""
    if table.game is None or table.state is None:
        raise ServiceError("no_table")
    return SeatView(ctx.app, table, seat, ctx.voice(table), face_for(table.kind), table.state)


async def require_turn(ctx: InteractionContext, table: Table, kind: str | None = None) -> SeatView[View]:
    """The view of a seat that may move. ServiceError `wrong_game`, then `not_your_turn`."""
    if kind is not None and table.kind != kind:
        raise ServiceError("wrong_game", game=table.kind, command=table.kind)
    seat_view = await require_seat_view(ctx, table)
    if not seat_view.may_act:
        raise ServiceError("not_your_turn")
    return seat_view


def find_position(ctx: InteractionContext, table: Table) -> Position | None:
    """For completion: the position of the user's seat, if they may move. Uses memory only."""
    seat = find_visible_seat(table, ctx.user_id)
    if seat is None or not seat.is_human or not table.is_open or table.game is None or table.state is None:
        return None
    return build_seat_view(ctx, table, seat.index).position
