"""The story of a game: which entries of its log are news, and their events in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final

from service.model import Entry, StoredEvent
from words import Voice

UNTOLD: Final = frozenset({"luck.key"})  # stands in the log


def story(
    entries: Iterable[Entry], say: Voice, moves: Mapping[int, str], quiet: Collection[str] = (),
    fold: Callable[[Sequence[StoredEvent]], Sequence[StoredEvent]] = list,
) -> list[str]:
    """What everybody may know of these entries, a sentence per event, but for `quiet` ones. `moves`: the line of each
    entry of the log. `fold` makes one event of several that are told in one breath."""
    known = [
        event for entry in entries for event in entry.events
        if event.seats is None and event.key not in UNTOLD and event.key not in quiet
    ]
    return [said for event in fold(known) if (said := sentence(event, say, moves))]


def sentence(event: StoredEvent, say: Voice, moves: Mapping[int, str] | None = None) -> str:
    """An event in words; an event without a sentence is for pictures only. What was taken back is named."""
    if not say.has(event.key):
        return ""
    undone = event.params.get("entries")
    if event.key.startswith("table.undone") and isinstance(undone, list):
        return say(event.key, **event.params, moves="; ".join((moves or {}).get(seq, f"#{seq}") for seq in undone))
    return say.phrase(event)


def latest(entries: Sequence[Entry], shown: int, answers: Collection[str] = ()) -> list[Entry]:
    """The entries whose story is news: those after `shown`, and in any case the last act of a person with what the
    same seat did just before it and what machines did after it. What was taken back is no news.

    `answers`: moves, by their kind or whole line, that only finish what another one began. They are told with it.
    """
    undone = {
        seq for entry in entries if entry.kind == "undo" for event in entry.events
        for seq in event.params.get("entries", ())
    }
    begin = len(entries)
    while begin and (_by_machine(entries[begin - 1]) or entries[begin - 1].kind == "end"):
        begin -= 1
    if begin:
        begin -= 1
        while begin and _finishes(entries[begin], answers):
            begin -= 1
        seat = entries[begin].seat
        while begin and entries[begin].kind == "move" and entries[begin - 1].seat == seat:
            begin -= 1
    return [
        entry for at, entry in enumerate(entries) if (at >= begin or entry.seq > shown) and entry.seq not in undone
    ]


def _finishes(entry: Entry, answers: Collection[str]) -> bool:
    return entry.kind == "move" and (entry.move in answers or entry.move.partition(" ")[0] in answers)


def _by_machine(entry: Entry) -> bool:
    return entry.kind == "move" and entry.act is None
