"""Games that ended before their results were written down: a few at a time, in the order in which they ended."""

from __future__ import annotations

import logging
from typing import Final

from db.errors import StoreError
from db.store import Transaction

from ..store.game_results import write_results
from ..store.registry import TableRegistry

log = logging.getLogger(__name__)

AT_ONCE: Final = 20  # games in one go; then what falls due elsewhere has its turn


class ResultsBackfill:
    """What the scheduler asks."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    @staticmethod
    def due(t: Transaction, now: int, most: int) -> list[int]:
        return t.to_fill(min(most - 1, AT_ONCE))

    @staticmethod
    def next(t: Transaction) -> int | None:
        return 0 if t.to_fill(1) else None

    async def look(self, table_id: int) -> None:
        """Write down what came of that game; of one whose rows make no sense nothing."""
        try:
            table = await self.registry.light(table_id)
            await self.registry.store.write(lambda t: write_results(t, table))
        except StoreError:
            raise
        except Exception as error:  # whatever damage does to who reads it
            log.warning("table %(table)d has no results: %(kind)s", {"table": table_id, "kind": type(error).__name__})
            await self.registry.store.write(lambda t: t.let_alone(table_id))
