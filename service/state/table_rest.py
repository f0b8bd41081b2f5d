"""Paused, frozen and idle tables. Pure; `turn_clocks.update_turn_clocks` adjusts the clocks at the commit."""

from __future__ import annotations

from dataclasses import replace

from .model import Status, Table, TurnTimer
from .turn_clocks import is_deserted


def pause_clocks(table: Table, now: int) -> Table:
    """The table with stopped clocks; moves stay possible."""
    return replace(wake_table(table), status="paused", paused_at=now)


def wake_unless_paused(table: Table) -> Table:
    """The table after an action of a person, which ends no pause."""
    return table if table.paused_at is not None else wake_table(table)


def wake_table(table: Table) -> Table:
    """The table neither paused nor frozen, without open question. After a month, or if the clock moved for everybody,
    the waiting players get their whole time again."""
    if table.status == "frozen" or (table.asked_at is not None and is_deserted(table)):
        table = replace(table, stretches=tuple(replace(each, timer=TurnTimer()) for each in table.stretches))
    status: Status = "active" if table.status in ("paused", "frozen") else table.status
    seats = tuple(replace(seat, missed=0) for seat in table.seats)
    return replace(table, status=status, paused_at=None, asked_at=None, seats=seats)


def announced_due_time(timer: TurnTimer) -> int | None:
    """The due time as shown; for a player late before a pause, moved by its length."""
    if timer.due is None or timer.start is None or timer.allowance is None or timer.due < timer.start:
        return timer.due
    return timer.due - max(0, timer.counted - timer.allowance)
