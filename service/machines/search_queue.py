"""Searches of strong machines, outside the event loop and the table locks; one per table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from ai.questions import Question
from rules.core.saving import to_text

from ..state.machine_levels import does_machine_think_ahead, is_thinking_level
from ..state.machine_luck import machine_luck
from ..state.model import Seat, Table
from ..store.registry import TableRegistry
from ..store.thinking import ThoughtFailedError

log = logging.getLogger(__name__)


@dataclass(slots=True)
class MachineThought:
    """A search, running or finished."""

    question: Question
    task: asyncio.Task[None]
    has_begun: bool = False  # False: the channel does not show the last moves yet
    is_finished: bool = False
    move: str | None = None  # None: the search failed


class MachineThoughts:
    """Searches of current positions; those of earlier positions are dropped."""

    def __init__(self, registry: TableRegistry, wake: Callable[[Table], None]) -> None:
        self.registry = registry
        self._wake = wake
        self._search_by_table: dict[int, MachineThought] = {}
        self._is_warning_logged = False  # the missing worker process was logged

    def should_search(self, table: Table, seat: Seat) -> bool:
        """Whether the machine of a seat searches before it moves."""
        if self.registry.thinking.effort <= 0 and is_thinking_level(seat) and not self._is_warning_logged:
            self._is_warning_logged = True
            log.warning("strong machines are switched off; their seats are played as those of normal ones")
        return self.registry.thinking.effort > 0 and does_machine_think_ahead(seat, table)

    def find_finished_search(self, table: Table, seat: Seat) -> MachineThought | None:
        """The finished search of the current position. None: it is running, or has just been started."""
        question, search = self._build_question(table, seat), self._search_by_table.get(table.id)
        if search is not None and search.question == question:
            return search if search.is_finished else None
        self.drop_search(table.id)
        task = asyncio.create_task(self._search(table.id, question), name=f"thought at table {table.id}")
        self._search_by_table[table.id] = MachineThought(question, task)
        return None

    def drop_search(self, table_id: int) -> None:
        """Drop the search of a table."""
        search = self._search_by_table.pop(table_id, None)
        if search is not None:
            search.task.cancel()

    def running_search(self, table_id: int) -> asyncio.Task[None] | None:
        """The running search of a table; None while it waits for the channel."""
        search = self._search_by_table.get(table_id)
        if search is None or search.is_finished:
            return None
        is_waiting_for_channel = (
            not search.has_begun and self.registry.thinking.find_channel_update(table_id) is not None
        )
        return None if is_waiting_for_channel else search.task

    async def close(self) -> None:
        tasks = [search.task for search in self._search_by_table.values()]
        self._search_by_table.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _build_question(self, table: Table, seat: Seat) -> Question:
        luck = machine_luck(table, seat.index).key.hex()
        return Question(
            table.kind, table.choices, to_text(table.state), seat.index, luck, self.registry.thinking.effort
        )

    async def _search(self, table_id: int, question: Question) -> None:
        """Search when the channel shows the last moves, then wake the table's task."""
        while (channel_updated := self.registry.thinking.find_channel_update(table_id)) is not None:
            self.registry.thinking.hurry_channel_update(table_id)
            await channel_updated.wait()
        search = self._search_by_table[table_id]
        search.has_begun = True
        try:
            search.move = (await self.registry.thinking.thinker.think(question)).move
        except ThoughtFailedError:
            log.debug("table %(table)d: its machine moves without a thought", {"table": table_id})
        except Exception:  # the game must go on
            log.exception("table %(table)d: a thought was lost", {"table": table_id})
        search.is_finished = True
        table = self.registry.tables.get(table_id)
        if table is not None:
            self._wake(table)
