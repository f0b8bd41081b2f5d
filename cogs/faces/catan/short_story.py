"""Short stories: a card with what it does stands in one line, and so does what somebody does several times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.core import Phrase
from service.model import StoredEvent

STORY: Final = "catan.story"
BREATH: Final = f"{STORY}.breath"
DONE: Final = "catan.special.done"
LONGEST: Final = 4  # sentences in a line
CARDS: Final = ("catan.play.card", "catan.dev.knight", "catan.dev.roads", "catan.dev.monopoly")
# What belongs to the card before it, beside all that cards do: by the card.
EFFECTS: Final[Mapping[str, tuple[str, ...]]] = {
    "catan.dev.knight": ("catan.robber.", "catan.story.robbed"),
    "catan.dev.roads": ("catan.build.free_road", "catan.story.free_roads"),
    "road-building": ("catan.build.free_road", "catan.story.free_roads"),
    "diplomat": ("catan.build.free_road",),
    "bishop": ("catan.robber.", "catan.story.robbed"),
    "intrigue": ("catan.knight.relocated", "catan.knight.removed"),
    "smith": ("catan.knight.promoted", "catan.story.promoted"),
    "engineer": ("catan.build.wall",),
    "crane": ("catan.improve.", "catan.metropolis."),
    "medicine": ("catan.build.city",),
}
ALWAYS: Final = ("catan.play.", "catan.dev.gave", "catan.story.given")
# What only announces the sentence after it.
ANNOUNCED: Final[Mapping[str, str]] = {
    "catan.play.spies": "catan.play.spied",
    "catan.play.looks": "catan.play.took",
    "catan.play.deserter": "catan.play.deserted",
}
REPEATED: Final[Mapping[str, tuple[str, str]]] = {  # key -> sentence, the phrase of each
    "catan.build.road": (f"{STORY}.roads", f"{STORY}.at_path"),
    "catan.build.free_road": (f"{STORY}.free_roads", f"{STORY}.at_path"),
    "catan.bank.traded": (f"{STORY}.bank", f"{STORY}.rate"),
    "catan.knight.recruited": (f"{STORY}.recruited", f"{STORY}.at_corner"),
    "catan.knight.activated": (f"{STORY}.activated", f"{STORY}.at_corner"),
    "catan.knight.promoted": (f"{STORY}.promoted", f"{STORY}.at_corner_rank"),
}


def busy(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Without the word «enough» of those who have built nothing between the turns, if anything else is told."""
    if all(event.key == DONE for event in events):
        return list(events)
    found: list[StoredEvent] = []
    for at, event in enumerate(events):
        before = events[at - 1] if at else None
        if event.key != DONE or (before is not None and before.key != DONE and _same_seat(before, event)):
            found.append(event)
    return found


def shortened(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The same story in fewer lines."""
    return _with_effects(_repeated(_told_better(events)))


def _same_seat(one: StoredEvent, other: StoredEvent) -> bool:
    return one.params.get("seat") == other.params.get("seat")


def _told_better(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Without what the next sentence tells again."""
    return [
        event
        for at, event in enumerate(events)
        if event.seats is not None or ANNOUNCED.get(event.key) not in {after.key for after in events[at + 1 : at + 2]}
    ]


def _repeated(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """What somebody did several times in a row is told once."""
    runs: list[list[StoredEvent]] = []
    for event in events:
        if runs and event.key in REPEATED and event.key == runs[-1][0].key and _same_seat(event, runs[-1][0]):
            runs[-1].append(event)
        else:
            runs.append([event])
    told = []
    for run in runs:
        if len(run) == 1:
            told += run
            continue
        sentence, each = REPEATED[run[0].key]
        items = [Phrase(each, one.params) for one in run]
        told.append(
            StoredEvent(sentence, {**run[0].params, "list": items}, run[0].seats, any(one.reveals for one in run))
        )
    return told


def _with_effects(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """Each card with what follows from it."""
    lines: list[list[StoredEvent]] = []
    for event in events:
        before = lines[-1] if lines else None
        if before is not None and _follows(before, event):
            before.append(event)
        else:
            lines.append([event])
    return [_line(line) for line in lines]


def _follows(line: Sequence[StoredEvent], event: StoredEvent) -> bool:
    card = line[0]
    if card.key not in CARDS or event.key in CARDS or len(line) == LONGEST:
        return False
    effects = EFFECTS.get(card.params.get("progress", card.key), ())
    return event.key.startswith((*ALWAYS, *effects)) and all(one.seats is None for one in (*line, event))


def _line(events: Sequence[StoredEvent]) -> StoredEvent:
    """Whole sentences one after the other."""
    told = events[-1]
    for event in reversed(events[:-1]):
        parts = {"first": Phrase(event.key, event.params), "second": Phrase(told.key, told.params)}
        told = StoredEvent(BREATH, {**event.params, **parts}, None, event.reveals or told.reveals)
    return told
