"""The story of a game: which entries of its log are news, and their events in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Final

from cogs.screen import naming, time_text
from service.state.model import LogEntry, StoredEvent
from words import Voice

UNTOLD: Final = frozenset({"luck.key", "luck.commitment", "table.left"})  # stand in the log; who left, below the scores
MARK: Final = "table.by_friend"  # who acted for the owner of a seat: it stands behind their name
ONCE: Final = frozenset({"table.by_clock", "table.by_machine", MARK})  # of every move in the log, told once in a turn
# Who decides for a seat: of several tellings of one seat the last is news, and what came before it is not so any more.
DECIDES: Final = frozenset(
    f"table.{what}"
    for what in (
        "standin",
        "standin_over",
        "standin_left",
        "machine_standin",
        "machine_over",
        "machine_late",
        "machine_vote",
        "left_machine",
        "back",
    )
)
HANDED: Final = frozenset({"table.replaced", "table.resigned", "table.resigned_machine"})  # this is told in any case
OWN: Final = ("table.", "luck.")  # events that every table may have


# What the table itself tells with a value that has words of its own: somebody's name, a pace, a policy, a language.
SPELLED: Final[Mapping[str, Callable[[str, Voice], str]]] = {
    **{
        f"table.{what}_moderator": lambda name, say: naming.escape_markdown(name)
        for what in ("paused", "resumed", "ended")
    },
    "table.pace": time_text.describe_pace,
    "table.late": time_text.describe_late_policy,
    "table.language": naming.language_name,
}


class Weight(IntEnum):
    """How much a line of the story matters. Where there are too many, those of least weight are left out first."""

    IDLE = 0  # says nothing new: it is not counted among those left out
    PASSING = 1
    TRADE = 2
    COMMON = 3
    LASTING = 4  # changes the table for good
    GREAT = 5


def describe_event(event: StoredEvent, say: Voice, moves: Mapping[int, str] | None = None) -> str:
    """An event in words; an event without a sentence is for pictures only. What was taken back is named."""
    if not say.has(event.key):
        return ""
    if event.key in SPELLED:
        return say(event.key, **{name: SPELLED[event.key](str(value), say) for name, value in event.params.items()})
    undone = event.params.get("entries")
    if event.key.startswith("table.undone") and isinstance(undone, list):
        return say(event.key, **event.params, moves="; ".join((moves or {}).get(seq, f"#{seq}") for seq in undone))
    return say.phrase(event)


def newest_story_entries(entries: Sequence[LogEntry], shown: int, finishing: Collection[str] = ()) -> list[LogEntry]:
    """The entries whose story is news: those after `shown`, and in any case the last act of a person with what the
    same seat did just before it and what machines did after it. What was taken back is no news.

    `finishing`: moves, by their kind or whole line, that only finish what another one began. They are told with it.
    """
    undone = _undone_entries(entries)
    begin = len(entries)
    while begin and (_is_by_machine(entries[begin - 1]) or entries[begin - 1].kind == "end"):
        begin -= 1
    if begin:
        begin -= 1
        while begin and finishes_turn(entries[begin], finishing):
            begin -= 1
        seat = entries[begin].seat
        while begin and entries[begin].kind == "move" and entries[begin - 1].seat == seat:
            begin -= 1
    return [entry for at, entry in enumerate(entries) if (at >= begin or entry.seq > shown) and entry.seq not in undone]


def _undone_entries(entries: Iterable[LogEntry]) -> set[int]:
    return {
        seq
        for entry in entries
        if entry.kind == "undo"
        for event in entry.events
        for seq in event.params.get("entries", ())
    }


def finishes_turn(entry: LogEntry, finishing: Collection[str]) -> bool:
    return entry.kind == "move" and (entry.move in finishing or entry.move.partition(" ")[0] in finishing)


def _is_by_machine(entry: LogEntry) -> bool:
    return entry.kind == "move" and entry.act is None
