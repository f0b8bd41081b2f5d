"""The story of a game: which entries of its log are news, and their events in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Final

from service.model import Entry, StoredEvent
from words import Voice

UNTOLD: Final = frozenset({"luck.key", "luck.commitment"})  # stand in the log
OWN: Final = ("table.", "luck.")  # events that every table may have
LOST: Final = 10  # how much more an event weighs that takes something from a reader
KNOWN: Final = 2  # how much less what readers did themselves


class Weight(IntEnum):
    """How much a line of the story matters. Where there are too many, those of least weight are left out first."""

    IDLE = 0  # says nothing new: it is not counted among those left out
    PASSING = 1
    TRADE = 2
    COMMON = 3
    LASTING = 4  # changes the table for good
    GREAT = 5
    NEWEST = 6  # what was done last, whatever it is


Join = Callable[[Sequence[StoredEvent]], Sequence[StoredEvent]]


def story(
    entries: Iterable[Entry],
    say: Voice,
    moves: Mapping[int, str],
    quiet: Collection[str] = (),
    join: Join = list,
) -> list[str]:
    """What everybody may know of these entries, a sentence per event, but for `quiet` ones. `moves`: the line of each
    entry of the log. `join` makes one event of several that are told in one sentence."""
    return [sentence(event, say, moves) for event in public(entries, say, quiet, join)]


def public(entries: Iterable[Entry], say: Voice, quiet: Collection[str] = (), join: Join = list) -> list[StoredEvent]:
    """The events of which `story` tells."""
    known = [
        event
        for entry in entries
        for event in entry.events
        if event.seats is None and event.key not in UNTOLD and event.key not in quiet
    ]
    return [event for event in join(known) if say.has(event.key)]


def missed(
    history: Sequence[Entry],
    news: Sequence[Entry],
    readers: Collection[int],
    losers: Callable[[StoredEvent], Collection[int]],
    join: Join = list,
) -> list[StoredEvent]:
    """What took something from a reader after their own last act and before the news: the message that told it may be
    gone. `losers`: from whom an event took something."""
    left_out = _undone(history) | {entry.seq for entry in news}
    acts = {seat: _last_act(history, seat) for seat in readers}
    first = min(acts.values(), default=len(history))
    return [
        event
        for entry in history
        if entry.seq > first and entry.seq not in left_out
        for event in join([event for event in entry.events if event.seats is None])
        if any(entry.seq > acts.get(seat, entry.seq) for seat in losers(event))
    ]


def weights(
    events: Sequence[StoredEvent],
    readers: Collection[int],
    weigh: Callable[[StoredEvent], int],
    losers: Callable[[StoredEvent], Collection[int]],
    newest: int = 0,
) -> list[int]:
    """How much each of these events matters to those who are to read of them: most what took something from them,
    then the last of all (`newest`: how many), from which comes what is asked now; least what they did themselves."""
    found = []
    for at, event in enumerate(events):
        weight = Weight.GREAT if event.key.startswith(OWN) else weigh(event)
        if weight > Weight.IDLE and event.params.get("seat") in readers:
            weight = max(Weight.PASSING, weight - KNOWN)
        if weight > Weight.IDLE and at >= len(events) - newest:
            weight = Weight.NEWEST
        found.append(weight + LOST * any(seat in readers for seat in losers(event)))
    return found


def sentence(event: StoredEvent, say: Voice, moves: Mapping[int, str] | None = None) -> str:
    """An event in words; an event without a sentence is for pictures only. What was taken back is named."""
    if not say.has(event.key):
        return ""
    undone = event.params.get("entries")
    if event.key.startswith("table.undone") and isinstance(undone, list):
        return say(event.key, **event.params, moves="; ".join((moves or {}).get(seq, f"#{seq}") for seq in undone))
    return say.phrase(event)


def latest(entries: Sequence[Entry], shown: int, finishing: Collection[str] = ()) -> list[Entry]:
    """The entries whose story is news: those after `shown`, and in any case the last act of a person with what the
    same seat did just before it and what machines did after it. What was taken back is no news.

    `finishing`: moves, by their kind or whole line, that only finish what another one began. They are told with it.
    """
    undone = _undone(entries)
    begin = len(entries)
    while begin and (_by_machine(entries[begin - 1]) or entries[begin - 1].kind == "end"):
        begin -= 1
    if begin:
        begin -= 1
        while begin and _finishes(entries[begin], finishing):
            begin -= 1
        seat = entries[begin].seat
        while begin and entries[begin].kind == "move" and entries[begin - 1].seat == seat:
            begin -= 1
    return [entry for at, entry in enumerate(entries) if (at >= begin or entry.seq > shown) and entry.seq not in undone]


def _undone(entries: Iterable[Entry]) -> set[int]:
    return {
        seq
        for entry in entries
        if entry.kind == "undo"
        for event in entry.events
        for seq in event.params.get("entries", ())
    }


def _last_act(entries: Sequence[Entry], seat: int) -> int:
    """The number of the entry of what a person at that seat did last."""
    own = (entry.seq for entry in reversed(entries) if entry.seat == seat and not _by_machine(entry))
    return next(own, 0)


def _finishes(entry: Entry, finishing: Collection[str]) -> bool:
    return entry.kind == "move" and (entry.move in finishing or entry.move.partition(" ")[0] in finishing)


def _by_machine(entry: Entry) -> bool:
    return entry.kind == "move" and entry.act is None
