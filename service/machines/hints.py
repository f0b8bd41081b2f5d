"""Hints: what a machine would do in somebody's place, told to them alone.

Thought about as strong machines think (`pondering`): of the position as it stood, by the process that thinks, never
under the lock of a table; where nobody thinks ahead, at a glance and in a thread. Its luck follows from what everybody
knows, so that a hint depends on nothing but what the seat may see.
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

KEPT: Final = 256  # hints; who asks again for one that was let go waits once more
CROWD: Final = 16  # hints that are thought about at once, at all tables

Place = tuple[int, int, int]  # table, length of its log, seat


@dataclass(frozen=True, slots=True)
class Hint:
    """What was thought of a position. `now`: the table still stands there."""

    seat: int
    seq: int  # the length of the log
    thought: Thought
    now: bool = True


def require_hints_allowed(table: Table) -> None:
    """Whether there are hints at that table. ServiceError `hint_lesson`, `hints_off`."""
    if is_guided(table.kind, table.lesson):
        raise ServiceError("hint_lesson")
    if not table.hints:
        raise ServiceError("hints_off")


class HintService:
    """Who asks for hints and what they are told. Nobody else learns of it, but that a game was played with hints."""

    def __init__(self, registry: TableRegistry, lobby: Lobby) -> None:
        self.registry, self._lobby = registry, lobby
        self._kept: LRUCache[Place, Thought] = LRUCache(KEPT)
        self._under_way: dict[Place, asyncio.Task[Thought]] = {}
        self._asking: set[int] = set()

    @durable
    async def allow(self, table_id: int, by: int, *, hints: bool, moderator: bool) -> Table:
        """Whether hints are allowed, as chosen in the lobby. ServiceError."""

        def work(table: Table) -> Table:
            require_lobby_host(table, by, moderator=moderator)
            return replace(table, hints=hints)

        return await self._lobby.change(table_id, work)

    async def hint(self, table_id: int, user_id: int) -> Hint:
        """What whoever decides for a seat could do now. The same again is answered at once. ServiceError `hints_off`,
        `hint_lesson`, `hint_waits` (they are asking already), `hint_crowd`, `not_your_turn`, and what else keeps them
        from moving."""
        table, seat = await self._noted(table_id, user_id)
        place = (table.id, table.seq, seat.index)
        thought = self._kept.get(place)
        if thought is None:
            if user_id in self._asking:
                raise ServiceError("hint_waits")
            if place not in self._under_way and len(self._under_way) >= CROWD:
                raise ServiceError("hint_crowd")
            self._asking.add(user_id)
            try:
                thought = await asyncio.shield(self._begun(table, seat))
            finally:
                self._asking.discard(user_id)
        present = self.registry.tables.get(table.id)
        return Hint(seat.index, table.seq, thought, present is not None and present.open and present.seq == table.seq)

    @durable
    async def _noted(self, table_id: int, user_id: int) -> tuple[Table, Seat]:
        """The table and the seat, if a hint may be given there. That it is given is noted before anybody thinks: from
        then on the game does not say who is better."""
        async with self.registry.lock(table_id):
            self.registry.open_table(table_id)
            table = await self.registry.loaded(table_id)
            seat = self._seat(table, user_id)
            if not table.hinted:
                noted = replace(table, hinted=True)
                await self.registry.commit(table, noted, PendingWrites())
                table = noted
        return table, seat

    def _seat(self, table: Table, user_id: int) -> Seat:
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

    def _begun(self, table: Table, seat: Seat) -> asyncio.Task[Thought]:
        """The thought, which goes on though whoever asked goes away: they may ask again."""
        place = (table.id, table.seq, seat.index)
        task = self._under_way.get(place)
        if task is None:
            task = asyncio.create_task(
                self._think(_build_hint_question(table, seat, self.registry.minds.effort)), name="hint"
            )
            self._under_way[place] = task
            task.add_done_callback(lambda done: self._ended(place, done))
        return task

    def _ended(self, place: Place, task: asyncio.Task[Thought]) -> None:
        self._under_way.pop(place, None)
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[place] = task.result()

    async def _think(self, question: Question) -> Thought:
        if question.effort > 0:
            try:
                return await self.registry.minds.thinker.think(question)
            except ThoughtFailedError:
                log.debug("a hint is given at a glance: nobody could think ahead")
        try:
            return await asyncio.to_thread(answer_at_a_glance, question)
        except Exception as error:
            log.error("no hint could be given: %(kind)s", {"kind": type(error).__name__})  # its words may name cards
            raise ServiceError("hint_failed") from None

    def forget(self) -> None:
        """Let go of what was thought; whoever asks again waits once more."""
        self._kept.clear()

    async def close(self) -> None:
        """Nobody waits any more."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _build_hint_question(table: Table, seat: Seat, effort: float) -> Question:
    where = f"hint {table.tag} {table.id} {seat.index} {table.seq}".encode()
    luck = blake2b(where, digest_size=32).hexdigest()
    return Question(table.kind, table.choices, to_text(table.state), seat.index, luck, effort, why=True)
