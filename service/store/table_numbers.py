"""Numbers of tables."""

from __future__ import annotations

from db.store import Transaction

from .registry import TableRegistry


async def next_table_number(registry: TableRegistry) -> int:
    """The number that a table gets which is opened now; another one where somebody else is quicker."""
    return await registry.store.read(Transaction.next_game)
