"""A table that is left alone for a while: paused, frozen, or asked whether it goes on. Pure; the clocks follow by
`keeping.kept` when it is committed."""

from __future__ import annotations

from dataclasses import replace

from .model import Status, Table, TurnTimer
from .turn_clocks import is_deserted


def pause_clocks(table: Table, now: int) -> Table:
    """The table from now on without clocks; moves stay possible."""
    return replace(wake_table(table), status="paused", paused_at=now)


def wake_unless_paused(table: Table) -> Table:
    """The table after a person has come: what they do ends no pause."""
    return table if table.paused_at is not None else wake_table(table)


def wake_table(table: Table) -> Table:
    """The table neither paused nor frozen, and nobody asked. After a month, or where the clock had answered for
    everybody, whoever is waited for has the whole time again."""
    if table.status == "frozen" or (table.asked_at is not None and is_deserted(table)):
        table = replace(table, stretches=tuple(replace(each, timer=TurnTimer()) for each in table.stretches))
    status: Status = "active" if table.status in ("paused", "frozen") else table.status
    seats = tuple(replace(seat, missed=0) for seat in table.seats)
    return replace(table, status=status, paused_at=None, asked_at=None, seats=seats)


def announced_due_time(timer: TurnTimer) -> int | None:
    """When it is due, as people are told: who was late before a pause was so for as long as it has been counted."""
    if timer.due is None or timer.start is None or timer.allowance is None or timer.due < timer.start:
        return timer.due
    return timer.due - max(0, timer.counted - timer.allowance)
