"""Changes the turn timers of a user at all their tables together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from db.store import Transaction

from ..state import turn_clocks
from ..state.model import PendingTurn, Table, TurnTimer
from .registry import TableRegistry
from .registry_parts import lock_all

TABLES_PER_TRANSACTION = 50  # tables per transaction
TimerChange = Callable[[Table, PendingTurn], TurnTimer]
Write = Callable[[Transaction], None]


@contextlib.asynccontextmanager
async def lock_open_tables_of(registry: TableRegistry, user_id: int) -> AsyncIterator[list[Table]]:
    """Lock and return the open tables of a user. The caller holds the user's lock."""
    tables = [table.id for table in registry.open_tables_of(user_id)]
    async with lock_all(tables, registry.lock_table):
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
    """Change a user's timers at locked tables and run `write`. Returns the changed tables.

    The process may stop between transactions. `write` runs in the last one, so that due times are never too early; with
    `sooner`, in the first one.
    """
    pairs = [(old, turn_clocks.with_changed_timers(old, user_id, change)) for old in mine]
    changed = [pair for pair in pairs if pair[0] != pair[1]]
    begins = range(0, len(changed), TABLES_PER_TRANSACTION)
    slices = [changed[begin : begin + TABLES_PER_TRANSACTION] for begin in begins] or [[]]
    writing_slice = 0 if sooner else len(slices) - 1
    for number, part in enumerate(slices):
        await registry.commit_clocks(part, write if number == writing_slice else lambda t: None)
    return [new for _, new in changed]
