"""Writes missing results of games that ended under earlier releases, in order of their ends."""

from __future__ import annotations

import logging
from typing import Final

from db.errors import StoreError
from db.store import Transaction

from ..store.game_results import write_results
from ..store.registry import TableRegistry

log = logging.getLogger(__name__)

GAMES_PER_RUN: Final = 20  # games per run, so that other jobs run in between


class ResultsBackfill:
    """Job of the scheduler."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry

    @staticmethod
    def games_without_results(t: Transaction, now: int, most: int) -> list[int]:
        return t.games_without_results(min(most - 1, GAMES_PER_RUN))  # fewer than `most` end the run

    @staticmethod
    def next_due_time(t: Transaction) -> int | None:
        return 0 if t.games_without_results(1) else None

    async def write_results_of_game(self, table_id: int) -> None:
        """Write the results of a game; a damaged one has none."""
        try:
            table = await self.registry.load_without_position(table_id)
            await self.registry.store.write(lambda t: write_results(t, table))
        except StoreError:
            raise
        except Exception as error:  # damaged rows may raise anything
            log.warning("table %(table)d has no results: %(kind)s", {"table": table_id, "kind": type(error).__name__})
            await self.registry.store.write(lambda t: t.mark_without_results(table_id))
