"""What somebody who learns is answered beyond what any player is: what the others did then, and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.choose.picker import Path
from cogs.choose.room import Room
from cogs.faces import face
from cogs.screen import Button, Screen, lessons, telling
from rules.core import View
from service.model import Entry, Outcome, StoredEvent, Table
from words import Voice

FEW: Final = 3  # sentences of others that hide nothing
OVER: Final = ".game.over"  # what the event ends with that says who has won


def entries(outcome: Outcome, seat: int) -> Sequence[Entry]:
    """Those of an act; of a lesson their own, as what the others do then belongs to the same one."""
    if outcome.table.lesson is None:
        return outcome.entries
    return [entry for entry in outcome.entries if entry.seat == seat]


def others(outcome: Outcome, seat: int, voice: Voice) -> list[str]:
    """What the others did then, where that is soon said."""
    if outcome.table.lesson is None:
        return []
    table = outcome.table
    theirs = [entry for entry in outcome.entries if entry.seat not in (None, seat)]
    told = _sentences(theirs, table, seat, voice)
    return told if len(told) <= FEW else []


def meanwhile(entries: Sequence[Entry], table: Table, seat: int, voice: Voice) -> str:
    """What came of it while a seat waited for others: the latest, as it may know it."""
    told = _sentences(entries, table, seat, voice)
    return voice("pick.meanwhile", story="\n".join(told[-FEW:])) if told else ""


def ended(outcome: Outcome, seat: int, voice: Voice, said: str) -> str:
    """How a lesson has ended, where that was not said yet."""
    if outcome.table.lesson is None:
        return ""
    events = [event for event in _seen(outcome.entries, seat) if event.key.endswith(OVER)]
    told = telling.sentence(events[-1], voice) if events else ""
    return told if told not in said else ""


def _seen(entries: Sequence[Entry], seat: int) -> list[StoredEvent]:
    return [event for entry in entries for event in entry.events if event.seats is None or seat in event.seats]


def _sentences(entries: Sequence[Entry], table: Table, seat: int, voice: Voice) -> list[str]:
    look = face(table.kind)
    quiet = {*look.folded, *lessons.untold(table)}
    acted = [event for event in _seen(entries, seat) if event.key not in quiet]
    return [said for event in look.joined(acted) if (said := telling.sentence(event, voice))]


async def elsewhere(room: Room[View], said: str) -> Screen:
    """The answer where the next lesson is at a table laid out for it: what has been learnt belongs to the former one,
    so nothing is asked before that one is looked at."""
    files = await room.table_picture()
    row = [Button(room.pick_id(Path()), room.say("button.learn_next"), "blue")]
    return Screen(f"{said}\n\n{room.say('learn.elsewhere')}", files, [row], tone="green")
