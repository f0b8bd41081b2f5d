"""Orders a user's tables by urgency. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

from .model import PendingTurn, Table
from .seat_control import find_notified_seat, find_visible_seat

# States of a table for a user, most urgent first.
TurnState = Literal["yours", "machine", "others", "paused", "lobby", "frozen", "left"]
_ORDER: Final[tuple[TurnState, ...]] = get_args(TurnState)


def turn_state(table: Table, user_id: int) -> TurnState:
    """The state for the deciding user. `machine`: one stands in; `paused`: clocks stand, moves are possible; `left`:
    resigned, or no longer stand-in."""
    seat = find_visible_seat(table, user_id)
    if seat is None:
        return "left"
    if table.status in ("lobby", "frozen"):
        return "lobby" if table.status == "lobby" else "frozen"
    if seat.machine is not None:
        return "machine"
    if table.paused_at is not None or table.status == "paused":
        return "paused"
    return "yours" if find_pending_turn(table, user_id) is not None else "others"


def find_pending_turn(table: Table, user_id: int) -> PendingTurn | None:
    """The user's pending turn."""
    seat = find_notified_seat(table, user_id)
    return table.pending_turn_of(seat.index) if seat is not None and seat.is_human else None


def rank_by_urgency(tables: Iterable[Table], user_id: int) -> list[Table]:
    """Tables by due time, then waiting time, then last activity."""

    def key(table: Table) -> tuple[int, bool, int, int, int]:
        state, turn = turn_state(table, user_id), find_pending_turn(table, user_id)
        rank = _ORDER.index(state)
        if turn is not None and state in ("yours", "paused"):
            return rank, turn.timer.due is None, turn.timer.due or 0, turn.since, table.id
        return rank, True, 0, -table.updated_at, table.id

    return sorted(tables, key=key)


def tables_waiting_for(tables: Iterable[Table], user_id: int) -> list[Table]:
    """Tables where the user is to move, most urgent first; paused ones last."""
    return rank_by_urgency(
        (table for table in tables if table.status == "active" and find_pending_turn(table, user_id)), user_id
    )
