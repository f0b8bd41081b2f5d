"""Texts of lessons: tasks, results and buttons."""

from __future__ import annotations

from typing import Final

from rules.core.course import load_course
from rules.core.registry import game_types
from service.state.lesson_progress import current_step
from service.state.model import Table
from words import Voice

from . import ids
from .values import Button

LAID_OUT: Final = "table.lesson"  # key of the event that sets up a position
_UNTOLD: Final = frozenset({LAID_OUT, "luck.key"})


def untold_events(table: Table) -> frozenset[str]:
    """Events of a lesson that are not told: set-up and luck, which lessons do not have."""
    return _UNTOLD if table.lesson is not None else frozenset()


def describe_lesson_task(table: Table, say: Voice) -> str:
    """The current task of a lesson; empty for other tables and in free play."""
    step = current_step(table.kind, table.lesson)
    if step is None or table.lesson is None or not table.is_open:
        return ""
    steps = load_course(table.kind).steps
    return say("learn.step", n=table.lesson.step + 1, of=len(steps), text=say(_lesson_key(table.kind, step.key)))


def announce_lesson_task(table: Table, say: Voice) -> str:
    """The task in the table's message, with instructions at the first one; after the last one the end."""
    text = describe_lesson_task(table, say) or describe_lesson_end(table, say)
    lesson = table.lesson
    is_first_task = lesson is not None and not (lesson.is_free_play or lesson.step or lesson.done)
    return f"{text} {say('learn.press')}" if text and is_first_task else text


def describe_lesson_step_done(table: Table, say: Voice) -> str:
    """The summary of the step just completed; empty in the middle of a step."""
    lesson = table.lesson
    if lesson is None or lesson.is_free_play or lesson.done or not lesson.step:
        return ""
    return say(_lesson_key(table.kind, f"{load_course(table.kind).steps[lesson.step - 1].key}_done"))


def is_next_step_elsewhere(table: Table) -> bool:
    """Whether the next step needs a table with its own position."""
    lesson, step = table.lesson, current_step(table.kind, table.lesson)
    if lesson is None or step is None:
        return False
    return bool(lesson.step and not lesson.done and step.position)


def describe_wrong_lesson_move(kind: str, key: str, say: Voice) -> str:
    """The hint for a move that does not lead on."""
    return say(_lesson_key(kind, key))


def describe_lesson_end(table: Table, say: Voice) -> str:
    """The closing text of a lesson; empty for other tables."""
    if table.lesson is None or table.lesson.is_free_play or table.status != "over":
        return ""
    return say(_lesson_key(table.kind, "over"))


def lesson_key_suffix(table: Table) -> str:
    """Suffix of sentence keys that differ between lesson and free play."""
    return "_free" if table.lesson is not None and table.lesson.is_free_play else ""


def after_lesson_buttons(table: Table, say: Voice) -> list[Button]:
    return [
        Button(ids.action_custom_id(0, 0, "learn-free", table.kind), say("button.learn_free"), "blue"),
        Button(ids.action_custom_id(0, 0, "learn", table.kind), say("button.learn_again")),
    ]


def _lesson_key(kind: str, key: str) -> str:
    return f"{game_types()[kind].family}.lesson.{key}"
