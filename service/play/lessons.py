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
        playing.teaching = self._taught

    def of(self, user_id: int, kind: str) -> Table | None:
        """The open lesson of a user in a game."""
        return next((table for table in self.registry.lessons_of(user_id) if table.kind == kind), None)

    @durable
    async def begin(
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
        async with self.registry.opening:
            table, new = self.of(person.user_id, kind), False
            if table is None:
                draft = self._draft(kind, home, person, free=free, language=language)
                table, new = await self._opened(draft, person), True
        if table.seq == 0:  # new, or interrupted before its start
            table = await self._start(table.id, act)
        return await self.registry.load(table.id), new

    async def _opened(self, draft: Table, person: Person) -> Table:
        try:
            return await self.lobby.written(draft, person, None, (), None)
        except Conflict as error:
            raise ServiceError("lesson_none") from error

    def _draft(self, kind: str, home: TableChannel, person: Person, *, free: bool, language: str) -> Table:
        teaches = load_course(kind)
        seats, choices = teaches.first.seats, teaches.first.choices
        draft = self.lobby.draft(
            kind, choices, seats, home, person, thread=False, language=language, tidy=True, pace=NEVER
        )
        mine = teaches.seat if not free else 0
        there: list[Seat] = []
        called = self.registry.machine_namer(language)
        for at in range(seats):
            if at == mine:
                there.append(Seat(at, person.user_id, person.name, COLOURS[at]))
            else:
                there.append(build_machine_seat(there, default_level(), COLOURS[at], called))
        return replace(draft, seats=tuple(there), lesson=Lesson(FREE if free else 0), hints=draft.hints and free)

    async def _start(self, table_id: int, act: str | None) -> Table:
        async def work() -> Result:
            old = await self.registry.loaded(table_id)
            if old.seq or old.lesson is None:
                return Outcome(old, ()), []
            key, events, drawn = self.registry.token(KEY_BYTES), [StoredEvent("table.lesson", {})], tuple[int, ...]()
            if old.lesson.free:
                game = game_of(old.kind, old.choices)
                t = start_game(game, len(old.seats), key, ())
                state, events, drawn = t.state, list(codec.to_stored_events(t.events)), t.chance
            else:
                teaches = load_course(old.kind)
                game, state = teaches.laid(teaches.steps[0].position)
                state.key, state.used = key, 0
            pen = self.playing.pen(old, act)
            pen.write("start", "start", None, events, drawn, barrier=True)
            table = replace(old, status="active", state=state, rules=game.version, lucky=True, order=None)
            return await self.playing.advance(
                table, old, state, pen, PendingWrites(key=key, checkpoint=(1, codec.pack_state(state)))
            )

        return (await self.playing.do(table_id, None, work)).table

    async def _taught(self, table: Table, seat: int, lines: Sequence[str], act: str | None) -> Result:
        """A move of the learner and the replies up to the next task. RulesError; ServiceError `lesson_wrong`."""
        step, game, at = current_step(table.kind, table.lesson), table.game, table.lesson
        assert step is not None, "a lesson is under way"
        assert game is not None, "a lesson is under way"
        assert at is not None, "a lesson is under way"
        if not lines:
            raise UnknownMove("move.unknown", text="")
        teaches = load_course(table.kind)
        made = lesson_progress.play_lesson_moves(game, table.state, seat, step, at.done, lines)
        state: Any = made[-1].after.state
        later = lesson_progress.advance_lesson(teaches, at, len(made))
        if later.step != at.step and not game.over(state):
            made += lesson_progress.play_lesson_replies(game, state, step)
            state = made[-1].after.state
        pen, work = self.playing.pen(table, act), PendingWrites()
        for one in made:
            pen.write_move(one.seat, one.line, one.after, tells=True)
        coming = current_step(table.kind, later)
        if later.step != at.step and coming is not None and coming.position:
            _, state = teaches.laid(coming.position)
            state.key, state.used = table.state.key, table.state.used
            pen.write("table", f"{LAID} {later.step}", None, [StoredEvent("table.lesson", {})], barrier=True)
            work.checkpoint = (pen.entries[-1].seq, codec.pack_state(state))
        return await self.playing.advance(replace(table, lesson=later), table, state, pen, work)

    @durable
    async def give_up(self, table_id: int, user_id: int, act: str | None) -> Outcome:
        """End a lesson. ServiceError `lesson_none`, `game_over`, `not_seated`."""

        async def work() -> Result:
            table = await self.registry.loaded(table_id)
            require_running(table)
            if table.lesson is None:
                raise ServiceError("lesson_none")
            require_seat_of(table, user_id)
            return await self.playing.ended(table, act)

        return await self.playing.do(table_id, act, work)
