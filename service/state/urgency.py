"""Which table of a person needs them first. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

from .model import Stretch, Table
from .seat_control import called, eyes

# How a table stands for somebody who sits there, the most urgent first.
State = Literal["yours", "machine", "others", "paused", "lobby", "frozen", "left"]
_ORDER: Final[tuple[State, ...]] = get_args(State)


def state(table: Table, user_id: int) -> State:
    """For whoever decides there. `machine`: one plays for them until they are back; `paused`: clocks stand, moves are
    possible; `left`: they have resigned, or stand in no more."""
    seat = eyes(table, user_id)
    if seat is None:
        return "left"
    if table.status in ("lobby", "frozen"):
        return "lobby" if table.status == "lobby" else "frozen"
    if seat.machine is not None:
        return "machine"
    if table.paused_at is not None or table.status == "paused":
        return "paused"
    return "yours" if stretch(table, user_id) is not None else "others"


def stretch(table: Table, user_id: int) -> Stretch | None:
    """Since when somebody is waited for there."""
    seat = called(table, user_id)
    return table.stretch_of(seat.index) if seat is not None and seat.human else None


def ranked(tables: Iterable[Table], user_id: int) -> list[Table]:
    """The tables: first what is due soonest, then who waits longest, then the others, the liveliest first."""

    def key(table: Table) -> tuple[int, bool, int, int, int]:
        stands, mine = state(table, user_id), stretch(table, user_id)
        rank = _ORDER.index(stands)
        if mine is not None and stands in ("yours", "paused"):
            return rank, mine.timer.due is None, mine.timer.due or 0, mine.since, table.id
        return rank, True, 0, -table.updated_at, table.id

    return sorted(tables, key=key)


def waiting(tables: Iterable[Table], user_id: int) -> list[Table]:
    """Those that wait for them, the most urgent first; paused ones last."""
    return ranked((table for table in tables if table.status == "active" and stretch(table, user_id)), user_id)
