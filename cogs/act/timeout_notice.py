"""Private notice of the effect of a timeout, with the user's own cards."""

from __future__ import annotations

from cogs.act.context import InteractionContext
from cogs.games import face_for
from cogs.games.move_texts import describe_move
from cogs.screen.time_text import format_relative_time
from rules.core import encode_move
from service.state.model import Table
from service.state.seat_control import find_visible_seat


def describe_timeout(ctx: InteractionContext, table: Table) -> str:
    """A line for the user once half of their time has passed; empty before, and if nothing would happen."""
    seat = find_visible_seat(table, ctx.user_id)
    turn = table.pending_turn_of(seat.index) if seat is not None and seat.is_human else None
    if seat is None or turn is None or turn.timer.act_at is None:
        return ""
    if table.late != "ask" and not turn.timer.step:
        return ""
    say, when = ctx.voice(table), format_relative_time(turn.timer.act_at)
    if table.late != "fallback":
        return say(f"remind.own_{table.late}", at=when)
    if table.game is None or table.state is None:
        return ""
    move = table.game.default_move(table.state, seat.index)
    if move is None:
        return ""
    return say("remind.own_clock", at=when, move=describe_move(say, face_for(table.kind), table, encode_move(move)))
