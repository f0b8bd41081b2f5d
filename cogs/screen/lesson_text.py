"""What is said to somebody who learns: their task, and what they have understood."""

from __future__ import annotations

from typing import Final

from rules.core.course import load_course
from rules.core.registry import game_types
from service.state.lesson_progress import current_step
from service.state.model import Table
from words import Voice

from . import ids
from .values import Button

LAID_OUT: Final = "table.lesson"  # the event of it, too
_UNTOLD: Final = frozenset({LAID_OUT, "luck.key"})


def untold_events(table: Table) -> frozenset[str]:
    """The events of a lesson that are not told to who learns: what is laid out is told after what was learnt, and has
    no luck."""
    return _UNTOLD if table.lesson is not None else frozenset()


def describe_lesson_task(table: Table, say: Voice) -> str:
    """The idea and the task of a lesson; empty for all other tables, and where somebody plays as they like."""
    step = current_step(table.kind, table.lesson)
    if step is None or table.lesson is None or not table.open:
        return ""
    steps = load_course(table.kind).steps
    return say("learn.step", n=table.lesson.step + 1, of=len(steps), text=say(_lesson_key(table.kind, step.key)))


def announce_lesson_task(table: Table, say: Voice) -> str:
    """The same in the message of the table, where the first task says how to begin; after the last one, the end."""
    said = describe_lesson_task(table, say) or describe_lesson_end(table, say)
    lesson = table.lesson
    first = lesson is not None and not (lesson.free or lesson.step or lesson.done)
    return f"{said} {say('learn.press')}" if said and first else said


def describe_lesson_step_done(table: Table, say: Voice) -> str:
    """What the step said that somebody has just done; empty in the middle of one."""
    lesson = table.lesson
    if lesson is None or lesson.free or lesson.done or not lesson.step:
        return ""
    return say(_lesson_key(table.kind, f"{load_course(table.kind).steps[lesson.step - 1].key}_done"))


def is_next_step_elsewhere(table: Table) -> bool:
    """Whether the step that somebody has just come to is at a table laid out for it."""
    lesson, coming = table.lesson, current_step(table.kind, table.lesson)
    if lesson is None or coming is None:
        return False
    return bool(lesson.step and not lesson.done and coming.position)


def describe_wrong_lesson_move(kind: str, key: str, say: Voice) -> str:
    """What is said to who plays something that does not lead on."""
    return say(_lesson_key(kind, key))


def describe_lesson_end(table: Table, say: Voice) -> str:
    """What a lesson ends with; empty for all other tables."""
    if table.lesson is None or table.lesson.free or table.status != "over":
        return ""
    return say(_lesson_key(table.kind, "over"))


def lesson_key_suffix(table: Table) -> str:
    """What the keys of sentences end with that call it a lesson, or a free game."""
    return "_free" if table.lesson is not None and table.lesson.free else ""


def after_lesson_buttons(table: Table, say: Voice) -> list[Button]:
    """The ways on from a lesson that is over."""
    return [
        Button(ids.action_custom_id(0, 0, "learn-free", table.kind), say("button.learn_free"), "blue"),
        Button(ids.action_custom_id(0, 0, "learn", table.kind), say("button.learn_again")),
    ]


def _lesson_key(kind: str, key: str) -> str:
    return f"{game_types()[kind].family}.lesson.{key}"
