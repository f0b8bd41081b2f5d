"""Hints: a machine's choice for a user, shown to them alone.

A hint searches the current position in the worker process, without the table's lock; without a search, a thread answers
at a glance. Its random seed is public knowledge, so that a hint depends only on what the seat may see.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Final

from cachetools import LRUCache

from ai.questions import Question, Thought, answer_at_a_glance
from rules.core.saving import to_text

from ..errors import ServiceError
from ..play.lobby import Lobby, require_lobby_host
from ..state.lesson_progress import is_guided
from ..state.model import Seat, Table
from ..state.seat_control import find_visible_seat
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry
from ..store.thinking import ThoughtFailedError

log = logging.getLogger(__name__)

MAX_CACHED_HINTS: Final = 256  # hints in memory; a dropped one is searched again
MAX_SEARCHES: Final = 16  # searches at a time, for all tables

Place = tuple[int, int, int]  # table, length of its log, seat


@dataclass(frozen=True, slots=True)
class Hint:
    """A search result. `now`: the table still has that position."""

    seat: int
    seq: int  # length of the log
    thought: Thought
    now: bool = True


def require_hints_allowed(table: Table) -> None:
    """ServiceError `hint_lesson`, `hints_off` if the table has no hints."""
    if is_guided(table.kind, table.lesson):
        raise ServiceError("hint_lesson")
    if not table.hints:
        raise ServiceError("hints_off")


class HintService:
    """Gives hints. Others learn only that a game was played with hints."""

    def __init__(self, registry: TableRegistry, lobby: Lobby) -> None:
        self.registry, self._lobby = registry, lobby
        self._cached_hints: LRUCache[Place, Thought] = LRUCache(MAX_CACHED_HINTS)
        self._running_searches: dict[Place, asyncio.Task[Thought]] = {}
        self._waiting_users: set[int] = set()

    @durable
    async def set_hints_allowed(self, table_id: int, by: int, *, hints: bool, moderator: bool) -> Table:
        """Allow or forbid hints in the lobby. ServiceError."""

        def with_hints(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            return replace(table, hints=hints)

        return await self._lobby.change_table(table_id, with_hints)

    async def give_hint(self, table_id: int, user_id: int) -> Hint:
        """A hint for the seat of a user; a repeated request is answered at once. ServiceError `hints_off`,
        `hint_lesson`, `hint_waits` (one is being searched), `hint_crowd`, `not_your_turn`, and other reasons why they
        may not move."""
        table, seat = await self._mark_game_as_hinted(table_id, user_id)
        place = (table.id, table.seq, seat.index)
        thought = self._cached_hints.get(place)
        if thought is None:
            if user_id in self._waiting_users:
                raise ServiceError("hint_waits")
            if place not in self._running_searches and len(self._running_searches) >= MAX_SEARCHES:
                raise ServiceError("hint_crowd")
            self._waiting_users.add(user_id)
            try:
                thought = await asyncio.shield(self._start_or_join_search(table, seat))
            finally:
                self._waiting_users.discard(user_id)
        current = self.registry.tables.get(table.id)
        is_current = current is not None and current.is_open and current.seq == table.seq
        return Hint(seat.index, table.seq, thought, is_current)

    @durable
    async def _mark_game_as_hinted(self, table_id: int, user_id: int) -> tuple[Table, Seat]:
        """Table and seat, if a hint is allowed. Marks the game as hinted before the search, so that it is not rated."""
        async with self.registry.lock_table(table_id):
            self.registry.require_open_table(table_id)
            table = await self.registry.load_under_lock(table_id)
            seat = self._require_hint_seat(table, user_id)
            if not table.hinted:
                hinted = replace(table, hinted=True)
                await self.registry.commit(table, hinted, PendingWrites())
                table = hinted
        return table, seat

    def _require_hint_seat(self, table: Table, user_id: int) -> Seat:
        if table.status == "lobby":
            raise ServiceError("paused_lobby", host=table.seat_name(table.host))
        seat = find_visible_seat(table, user_id)
        if seat is None:
            raise ServiceError("not_seated")
        require_hints_allowed(table)
        if seat.machine is not None:
            raise ServiceError("machine_seat")
        game = table.game
        if game is None or table.state is None:
            raise ServiceError("no_table")
        if not game.may_act(table.state, seat.index):
            raise ServiceError("not_your_turn")
        return seat

    def _start_or_join_search(self, table: Table, seat: Seat) -> asyncio.Task[Thought]:
        """The running search, which continues if the user stops waiting."""
        place = (table.id, table.seq, seat.index)
        task = self._running_searches.get(place)
        if task is None:
            question = _build_hint_question(table, seat, self.registry.thinking.effort)
            task = asyncio.create_task(self._search_or_glance(question), name="hint")
            self._running_searches[place] = task
            task.add_done_callback(lambda done: self._cache_result(place, done))
        return task

    def _cache_result(self, place: Place, task: asyncio.Task[Thought]) -> None:
        self._running_searches.pop(place, None)
        if not task.cancelled() and task.exception() is None:
            self._cached_hints[place] = task.result()

    async def _search_or_glance(self, question: Question) -> Thought:
        if question.effort > 0:
            try:
                return await self.registry.thinking.thinker.think(question)
            except ThoughtFailedError:
                log.debug("a hint is given at a glance: nobody could think ahead")
        try:
            return await asyncio.to_thread(answer_at_a_glance, question)
        except Exception as error:
            log.error("no hint could be given: %(kind)s", {"kind": type(error).__name__})  # the text may name cards
            raise ServiceError("hint_failed") from None

    def clear_cached_hints(self) -> None:
        """Clear the hints in memory."""
        self._cached_hints.clear()

    async def close(self) -> None:
        """Cancel running searches."""
        tasks = list(self._running_searches.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _build_hint_question(table: Table, seat: Seat, effort: float) -> Question:
    where = f"hint {table.tag} {table.id} {seat.index} {table.seq}".encode()
    luck = blake2b(where, digest_size=32).hexdigest()
    return Question(table.kind, table.choices, to_text(table.state), seat.index, luck, effort, why=True)
