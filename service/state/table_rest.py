"""A table that is left alone for a while: paused, frozen, or asked whether it goes on. Pure; the clocks follow by
`keeping.kept` when it is committed."""

from __future__ import annotations

from dataclasses import replace

from .model import Status, Table, Timer
from .turn_clocks import deserted


def paused(table: Table, now: int) -> Table:
    """The table from now on without clocks; moves stay possible."""
    return replace(awake(table), status="paused", paused_at=now)


def here(table: Table) -> Table:
    """The table after a person has come: what they do ends no pause."""
    return table if table.paused_at is not None else awake(table)


def awake(table: Table) -> Table:
    """The table neither paused nor frozen, and nobody asked. After a month, or where the clock had answered for
    everybody, whoever is waited for has the whole time again."""
    if table.status == "frozen" or (table.asked_at is not None and deserted(table)):
        table = replace(table, stretches=tuple(replace(each, timer=Timer()) for each in table.stretches))
    status: Status = "active" if table.status in ("paused", "frozen") else table.status
    seats = tuple(replace(seat, missed=0) for seat in table.seats)
    return replace(table, status=status, paused_at=None, asked_at=None, seats=seats)


def was_due(timer: Timer) -> int | None:
    """When it is due, as people are told: who was late before a pause was so for as long as it has been counted."""
    if timer.due is None or timer.start is None or timer.allowance is None or timer.due < timer.start:
        return timer.due
    return timer.due - max(0, timer.counted - timer.allowance)
