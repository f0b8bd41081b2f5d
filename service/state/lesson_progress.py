"""Progress in a course, and its stored form. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.core import Game, Transition, decode_move, encode_move, play
from rules.core.course import OR, Course, Step, Wanted, find_stray_line, load_course
from rules.core.record import Line

from ..errors import ServiceError

FREE: Final = -1
LAID: Final = "lesson"  # move text of an entry that starts a prepared position


@dataclass(frozen=True, slots=True)
class Lesson:
    """Marks a table as a lesson against machines."""

    step: int = 0  # step of the course; FREE: free play
    done: int = 0  # moves made in that step

    @property
    def is_free_play(self) -> bool:
        return self.step == FREE


def encode_lesson(lesson: Lesson | None) -> str | None:
    """Encode for the database."""
    return None if lesson is None else json.dumps([lesson.step, lesson.done])


def decode_lesson(text: str | None) -> Lesson | None:
    """Decode the result of `encode_lesson`."""
    if text is None:
        return None
    step, done = json.loads(text)
    return Lesson(int(step), int(done))


def current_step(kind: str, lesson: Lesson | None) -> Step | None:
    """The current step; None in free play and at the end."""
    if lesson is None or lesson.is_free_play:
        return None
    steps = load_course(kind).steps
    return steps[lesson.step] if lesson.step < len(steps) else None


def is_guided(kind: str, lesson: Lesson | None) -> bool:
    """Whether the course tells what to do next."""
    return current_step(kind, lesson) is not None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in a lesson and its result."""

    seat: int
    line: str
    after: Transition[Any]


def play_lesson_moves(
    game: Game[Any], state: Any, seat: int, step: Step, done: int, lines: Sequence[str]
) -> list[PlayedMove]:
    """The learner's moves. RulesError if illegal; ServiceError `lesson_wrong` (said: sentence key of the course) if not
    the task."""
    stray = find_stray_line(step, done, lines)
    correction = "" if stray is None else step.correction_key(lines[stray])
    played = []
    for at, line in enumerate(lines):
        move = decode_move(line, game.moves)
        if at == stray:
            correction = step.correction_key(line, [encode_move(one) for one in game.legal(state, seat)])
        transition = play(game, state, seat, move, () if correction else step.moves[done + at].drawn)
        played.append(PlayedMove(seat, encode_move(move), transition))
        state = transition.state
        if correction and transition.barrier:
            break
    if correction:
        raise ServiceError("lesson_wrong", said=correction)
    return played


def play_lesson_replies(game: Game[Any], state: Any, step: Step) -> list[PlayedMove]:
    """Replies of the others after the task: for each pattern the first matching move, else the first legal one."""
    played = []
    for reply in step.replies:
        line = _resolve_reply(game, state, reply)
        transition = play(game, state, reply.seat, decode_move(line, game.moves), reply.drawn or ())
        played.append(PlayedMove(reply.seat, line, transition))
        state = transition.state
    return played


def _resolve_reply(game: Game[Any], state: Any, reply: Line) -> str:
    """The line of a reply: as written, or the first legal one that matches its patterns."""
    patterns = [pattern.strip() for pattern in reply.move.split(OR)]
    if len(patterns) == 1 and "*" not in reply.move:
        return reply.move
    legal = [encode_move(move) for move in game.legal(state, reply.seat)]
    return next(line for pattern in patterns for line in legal if Wanted((pattern,)).matches_line(line))


def advance_lesson(course: Course, lesson: Lesson, moves: int) -> Lesson:
    """The progress after further moves."""
    done = lesson.done + moves
    if done < len(course.steps[lesson.step].moves):
        return replace(lesson, done=done)
    return Lesson(lesson.step + 1)
