"""Numbers of tables."""

from __future__ import annotations

from db.store import Transaction

from .registry import TableRegistry


async def next_table_number(registry: TableRegistry) -> int:
    """The number of the next table, unless another process opens one first."""
    return await registry.store.read(Transaction.next_game_number)
