"""The clocks of one person at all their tables, changed together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from db.store import Transaction

from ..state import turn_clocks
from ..state.model import PendingTurn, Table, TurnTimer
from .registry import TableRegistry
from .registry_parts import lock_all

SLICE = 50  # tables whose clocks are changed in one transaction
TimerChange = Callable[[Table, PendingTurn], TurnTimer]
Write = Callable[[Transaction], None]


@contextlib.asynccontextmanager
async def lock_open_tables_of(registry: TableRegistry, user_id: int) -> AsyncIterator[list[Table]]:
    """The open tables of somebody, none of which moves meanwhile. The caller holds the lock of the person."""
    tables = [table.id for table in registry.of_user(user_id)]
    async with lock_all(tables, registry.lock):
        yield [registry.tables[table_id] for table_id in tables if table_id in registry.tables]


async def change_turn_timers(
    registry: TableRegistry,
    mine: Sequence[Table],
    user_id: int,
    change: TimerChange,
    write: Write,
    *,
    sooner: bool = False,
) -> list[Table]:
    """Change the timers of somebody at tables that the caller has locked, and write something. What has changed.

    Where there are many, the process may end in between. What is written goes with the last of them, so that due times
    are then as late as they were or later; or, where the change lets them come `sooner`, with the first.
    """
    pairs = [(old, turn_clocks.with_changed_timers(old, user_id, change)) for old in mine]
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    slices = [changed[at : at + SLICE] for at in range(0, len(changed), SLICE)] or [[]]
    carrier = 0 if sooner else len(slices) - 1
    for number, part in enumerate(slices):
        await registry.commit_all(part, write if number == carrier else lambda t: None)
    return [new for _, new in changed]
