"""Lessons: tables where a user follows a course against machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from db.errors import Conflict
from rules.core import UnknownMove, start_game
from rules.core.chance import KEY_BYTES
from rules.core.course import has_course, load_course
from rules.core.registry import game_types
from rules.core.registry import make_game as game_of

from ..errors import ServiceError
from ..state import lesson_progress
from ..state.lesson_progress import FREE, LAID, Lesson, current_step
from ..state.machine_levels import default_level
from ..state.model import COLOURS, Outcome, Person, Seat, StoredEvent, Table, TableChannel
from ..state.requirements import require_running
from ..state.seat_control import require_seat_of
from ..store import codec
from ..store.durable import durable
from ..store.log_writer import PendingWrites
from ..store.registry import TableRegistry
from ..time.pace import NEVER
from .lobby import Lobby
from .machine_seats import build_machine_seat
from .moves import Playing, Result


class Lessons:
    """Opens lessons, guides through the course, ends them."""

    def __init__(self, registry: TableRegistry, lobby: Lobby, playing: Playing) -> None:
        self.registry = registry
        self.lobby = lobby
        self.playing = playing
        playing.play_lesson_move = self._play_lesson_move

    def find_open_lesson(self, user_id: int, kind: str) -> Table | None:
        """The open lesson of a user in a game."""
        return next((table for table in self.registry.open_lessons_of(user_id) if table.kind == kind), None)

    @durable
    async def begin_or_resume(
        self,
        kind: str,
        home: TableChannel,
        person: Person,
        act: str | None,
        *,
        free: bool = False,
        language: str = "en",
    ) -> tuple[Table, bool]:
        """Open the user's lesson in a game, or return the open one and False; `free`: a free game without the course.
        ServiceError `lesson_none`."""
        if kind not in game_types() or not has_course(kind):
            raise ServiceError("lesson_none")
        async with self.registry.opening_lock:
            table, new = self.find_open_lesson(person.user_id, kind), False
            if table is None:
                draft = self._draft_lesson(kind, home, person, free=free, language=language)
                table, new = await self._write_draft(draft, person), True
        if table.seq == 0:  # new, or interrupted before its start
            table = await self._start_lesson(table.id, act)
        return await self.registry.load_table(table.id), new

    async def _write_draft(self, draft: Table, person: Person) -> Table:
        try:
            return await self.lobby.write_draft(draft, person, act=None, pings=(), position=None)
        except Conflict as error:
            raise ServiceError("lesson_none") from error

    def _draft_lesson(self, kind: str, home: TableChannel, person: Person, *, free: bool, language: str) -> Table:
        course = load_course(kind)
        seat_count, choices = course.first_record.seats, course.first_record.choices
        draft = self.lobby.draft_lobby(
            kind, choices, seat_count, home, person, thread=False, language=language, tidy=True, pace=NEVER
        )
        own_index = course.seat if not free else 0
        seats: list[Seat] = []
        name_of = self.registry.machine_namer(language)
        for index in range(seat_count):
            if index == own_index:
                seats.append(Seat(index, person.user_id, person.name, COLOURS[index]))
            else:
                seats.append(build_machine_seat(seats, default_level(), COLOURS[index], name_of))
        return replace(draft, seats=tuple(seats), lesson=Lesson(FREE if free else 0), hints=draft.hints and free)

    async def _start_lesson(self, table_id: int, act: str | None) -> Table:
        async def work() -> Result:
            old = await self.registry.load_under_lock(table_id)
            if old.seq or old.lesson is None:
                return Outcome(old, ()), []
            key, events, drawn = self.registry.token(KEY_BYTES), [StoredEvent("table.lesson", {})], tuple[int, ...]()
            if old.lesson.is_free_play:
                game = game_of(old.kind, old.choices)
                start = start_game(game, len(old.seats), key, ())
                state, events, drawn = start.state, list(codec.to_stored_events(start.events)), start.chance
            else:
                course = load_course(old.kind)
                game, state = course.load_position(course.steps[0].position)
                state.key, state.used = key, 0
            writer = self.playing.new_log_writer(old, act)
            writer.write("start", "start", None, events, drawn, barrier=True)
            table = replace(old, status="active", state=state, rules=game.version, lucky=True, order=None)
            writes = PendingWrites(key=key, checkpoint=(1, codec.pack_state(state)))
            return await self.playing.commit_position(table, old, state, writer, writes)

        return (await self.playing.run_interaction(table_id, act=None, work=work)).table

    async def _play_lesson_move(self, table: Table, seat: int, lines: Sequence[str], act: str | None) -> Result:
        """A move of the learner and the replies up to the next task. RulesError; ServiceError `lesson_wrong`."""
        step, game, before = current_step(table.kind, table.lesson), table.game, table.lesson
        assert step is not None, "a lesson is under way"
        assert game is not None, "a lesson is under way"
        assert before is not None, "a lesson is under way"
        if not lines:
            raise UnknownMove("move.unknown", text="")
        course = load_course(table.kind)
        moves = lesson_progress.play_lesson_moves(game, table.state, seat, step, before.done, lines)
        state: Any = moves[-1].after.state
        progress = lesson_progress.advance_lesson(course, before, len(moves))
        is_step_done = progress.step != before.step
        if is_step_done and not game.over(state):
            moves += lesson_progress.play_lesson_replies(game, state, step)
            state = moves[-1].after.state
        writer, writes = self.playing.new_log_writer(table, act), PendingWrites()
        for move in moves:
            writer.write_move(move.seat, move.line, move.after, tells=True)
        next_step = current_step(table.kind, progress)
        if is_step_done and next_step is not None and next_step.position:
            _, state = course.load_position(next_step.position)
            state.key, state.used = table.state.key, table.state.used
            writer.write("table", f"{LAID} {progress.step}", None, [StoredEvent("table.lesson", {})], barrier=True)
            writes.checkpoint = (writer.entries[-1].seq, codec.pack_state(state))
        return await self.playing.commit_position(replace(table, lesson=progress), table, state, writer, writes)

    @durable
    async def end_lesson(self, table_id: int, user_id: int, act: str | None) -> Outcome:
        """End a lesson. ServiceError `lesson_none`, `game_over`, `not_seated`."""

        async def work() -> Result:
            table = await self.registry.load_under_lock(table_id)
            require_running(table)
            if table.lesson is None:
                raise ServiceError("lesson_none")
            require_seat_of(table, user_id)
            return await self.playing.abandon_game(table, act)

        return await self.playing.run_interaction(table_id, act, work)
