"""Extra parts of the answer in a lesson: moves of the others, and the next lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import ChoicePath
from cogs.games import face_for
from cogs.games.seat_view import SeatView
from cogs.screen import Button, Screen, event_text, lesson_text
from rules.core import View
from service.state.model import LogEntry, Outcome, StoredEvent, Table
from words import Voice

MAX_SENTENCES: Final = 3  # maximum sentences about the others
GAME_OVER_SUFFIX: Final = ".game.over"  # suffix of the event that names the winner


def answered_entries(outcome: Outcome, seat: int) -> Sequence[LogEntry]:
    """The entries of an act; in a lesson only the seat's own, as the replies of the others belong to the same act."""
    if outcome.table.lesson is None:
        return outcome.entries
    return [entry for entry in outcome.entries if entry.seat == seat]


def describe_others_moves(outcome: Outcome, seat: int, voice: Voice) -> list[str]:
    """The moves of the others in a lesson, if they are few."""
    if outcome.table.lesson is None:
        return []
    table = outcome.table
    others_entries = [entry for entry in outcome.entries if entry.seat not in (None, seat)]
    sentences = _describe_entries(others_entries, table, seat, voice)
    return sentences if len(sentences) <= MAX_SENTENCES else []


def describe_meanwhile(entries: Sequence[LogEntry], table: Table, seat: int, voice: Voice) -> str:
    """The latest events visible to the seat while it waited for others."""
    sentences = _describe_entries(entries, table, seat, voice)
    return voice("pick.meanwhile", story="\n".join(sentences[-MAX_SENTENCES:])) if sentences else ""


def describe_lesson_result(outcome: Outcome, seat: int, voice: Voice, answer_text: str) -> str:
    """The result of a lesson, unless `answer_text` contains it."""
    if outcome.table.lesson is None:
        return ""
    events = [event for event in _visible_events(outcome.entries, seat) if event.key.endswith(GAME_OVER_SUFFIX)]
    sentence = event_text.describe_event(events[-1], voice) if events else ""
    return sentence if sentence not in answer_text else ""


def _visible_events(entries: Sequence[LogEntry], seat: int) -> list[StoredEvent]:
    return [event for entry in entries for event in entry.events if event.seats is None or seat in event.seats]


def _describe_entries(entries: Sequence[LogEntry], table: Table, seat: int, voice: Voice) -> list[str]:
    look = face_for(table.kind)
    quiet = {*look.minor_event_keys, *lesson_text.untold_events(table)}
    told_events = [event for event in _visible_events(entries, seat) if event.key not in quiet]
    return [
        sentence for event in look.join_events(told_events) if (sentence := event_text.describe_event(event, voice))
    ]


async def next_lesson_screen(seat_view: SeatView[View], result: str) -> Screen:
    """The answer before a lesson with a new position, which a button opens: the result concerns the old one."""
    files = await seat_view.draw_table_picture()
    buttons = [Button(seat_view.picker_custom_id(ChoicePath()), seat_view.say("button.learn_next"), "blue")]
    return Screen(f"{result}\n\n{seat_view.say('learn.elsewhere')}", files, [buttons], tone="green")
