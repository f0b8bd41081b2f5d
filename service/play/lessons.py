"""Learning by playing: tables at which somebody is led through a course, alone with machines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from db.errors import Conflict
from rules.core import UnknownMove, start
from rules.core.chance import KEY_BYTES
from rules.core.course import course, has_course
from rules.core.registry import game as game_of
from rules.core.registry import kinds

from ..errors import ServiceError
from ..state import lesson_progress
from ..state.lesson_progress import FREE, LAID, Lesson, step_of
from ..state.machine_levels import usual_level
from ..state.model import COLOURS, Home, Outcome, Person, Seat, StoredEvent, Table
from ..store import codec
from ..store.registry import Hall, Work
from ..time.pace import NEVER
from .lobby import Lobby, machine_seat
from .moves import Playing, Result, running, seated


class Lessons:
    """Opens such tables, leads through the course, ends them."""

    def __init__(self, hall: Hall, lobby: Lobby, playing: Playing) -> None:
        self.hall = hall
        self.lobby = lobby
        self.playing = playing
        playing.teaching = self._taught

    def of(self, user_id: int, kind: str) -> Table | None:
        """The lesson that somebody has open in a kind of game."""
        return next((table for table in self.hall.lessons_of(user_id) if table.kind == kind), None)

    async def begin(
        self, kind: str, home: Home, person: Person, act: str | None, *, free: bool = False, language: str = "en"
    ) -> tuple[Table, bool]:
        """The lesson of somebody in a kind of game, and whether it was opened just now; `free`: a game to play as they
        like in place of the course. ServiceError `lesson_none`."""
        return await self.hall.finish_anyway(self._begin(kind, home, person, act, free, language))

    async def _begin(
        self, kind: str, home: Home, person: Person, act: str | None, free: bool, language: str
    ) -> tuple[Table, bool]:
        if kind not in kinds() or not has_course(kind):
            raise ServiceError("lesson_none")
        async with self.hall.opening:
            table, new = self.of(person.user_id, kind), False
            if table is None:
                draft = self._draft(kind, home, person, free=free, language=language)
                table, new = await self._opened(draft, person), True
        if table.seq == 0:  # just opened, or we were stopped before it began
            table = await self._start(table.id, act)
        return await self.hall.load(table.id), new

    async def _opened(self, draft: Table, person: Person) -> Table:
        try:
            return await self.lobby.written(draft, person, None, (), None)
        except Conflict as error:
            raise ServiceError("lesson_none") from error

    def _draft(self, kind: str, home: Home, person: Person, *, free: bool, language: str) -> Table:
        teaches = course(kind)
        seats, choices = teaches.first.seats, teaches.first.choices
        draft = self.lobby.draft(
            kind, choices, seats, home, person, thread=False, language=language, tidy=True, pace=NEVER
        )
        mine = teaches.seat if not free else 0
        there: list[Seat] = []
        called = self.hall.names_machines(language)
        for at in range(seats):
            if at == mine:
                there.append(Seat(at, person.user_id, person.name, COLOURS[at]))
            else:
                there.append(machine_seat(there, usual_level(), COLOURS[at], called))
        return replace(draft, seats=tuple(there), lesson=Lesson(FREE if free else 0), hints=draft.hints and free)

    async def _start(self, table_id: int, act: str | None) -> Table:
        async def work() -> Result:
            old = await self.hall.loaded(table_id)
            if old.seq or old.lesson is None:
                return Outcome(old, ()), []
            key, events, drawn = self.hall.token(KEY_BYTES), [StoredEvent("table.lesson", {})], tuple[int, ...]()
            if old.lesson.free:
                game = game_of(old.kind, old.choices)
                t = start(game, len(old.seats), key, ())
                state, events, drawn = t.state, list(codec.stored(t.events)), t.chance
            else:
                teaches = course(old.kind)
                game, state = teaches.laid(teaches.steps[0].position)
                state.key, state.used = key, 0
            pen = self.playing.pen(old, act)
            pen.write("start", "start", None, events, drawn, barrier=True)
            table = replace(old, status="active", state=state, rules=game.version, lucky=True, order=None)
            return await self.playing.advance(
                table, old, state, pen, Work(key=key, checkpoint=(1, codec.packed(state)))
            )

        return (await self.playing.do(table_id, None, work)).table

    async def _taught(self, table: Table, seat: int, lines: Sequence[str], act: str | None) -> Result:
        """An act of who learns, and what follows it, up to their next task. RulesError; ServiceError `lesson_wrong`."""
        step, game, at = step_of(table.kind, table.lesson), table.game, table.lesson
        assert step is not None, "a lesson is under way"
        assert game is not None, "a lesson is under way"
        assert at is not None, "a lesson is under way"
        if not lines:
            raise UnknownMove("move.unknown", text="")
        teaches = course(table.kind)
        made = lesson_progress.act(game, table.state, seat, step, at.done, lines)
        state: Any = made[-1].after.state
        later = lesson_progress.onward(teaches, at, len(made))
        if later.step != at.step and not game.over(state):
            made += lesson_progress.replies(game, state, step)
            state = made[-1].after.state
        pen, work = self.playing.pen(table, act), Work()
        for one in made:
            pen.write_move(one.seat, one.line, one.after, tells=True)
        coming = step_of(table.kind, later)
        if later.step != at.step and coming is not None and coming.position:
            _, state = teaches.laid(coming.position)
            state.key, state.used = table.state.key, table.state.used
            pen.write("table", f"{LAID} {later.step}", None, [StoredEvent("table.lesson", {})], barrier=True)
            work.checkpoint = (pen.entries[-1].seq, codec.packed(state))
        return await self.playing.advance(replace(table, lesson=later), table, state, pen, work)

    async def give_up(self, table_id: int, user_id: int, act: str | None) -> Outcome:
        """End a lesson. ServiceError for strangers and where it is over."""

        async def work() -> Result:
            table = await self.hall.loaded(table_id)
            running(table)
            if table.lesson is None:
                raise ServiceError("lesson_none")
            seated(table, user_id)
            return await self.playing.ended(table, act)

        return await self.hall.finish_anyway(self.playing.do(table_id, act, work))
