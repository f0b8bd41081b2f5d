"""The story of a game: selects log entries that are news, and describes events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Final

from cogs.screen import naming, time_text
from service.state.model import LogEntry, StoredEvent
from words import Voice

UNTOLD_KEYS: Final = frozenset({"luck.key", "luck.commitment", "table.left"})  # events not told in the story
STAND_IN_KEY: Final = "table.by_friend"  # the move was made by a stand-in; shown after the owner's name
ONCE_PER_TURN_KEYS: Final = frozenset(
    {"table.by_clock", "table.by_machine", STAND_IN_KEY}
)  # events of each move, told once per turn
# Events about control of a seat: only the last one of a seat is news.
DECIDER_KEYS: Final = frozenset(
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
HANDOVER_KEYS: Final = frozenset(
    {"table.replaced", "table.resigned", "table.resigned_machine"}
)  # events that are always told
GENERAL_PREFIXES: Final = ("table.", "luck.")  # prefixes of events common to all games


# Formatters for parameters that are names, paces, policies or languages.
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
    """Importance of a story line; the least important lines are omitted first."""

    IDLE = 0  # nothing new; not counted as omitted
    PASSING = 1
    TRADE = 2
    COMMON = 3
    LASTING = 4  # changes the table permanently
    GREAT = 5


def describe_event(event: StoredEvent, say: Voice, moves: Mapping[int, str] | None = None) -> str:
    """An event in words; empty if it has no sentence. `moves`: sequence number -> text of undone moves."""
    if not say.has(event.key):
        return ""
    if event.key in SPELLED:
        return say(event.key, **{name: SPELLED[event.key](str(value), say) for name, value in event.params.items()})
    undone = event.params.get("entries")
    if event.key.startswith("table.undone") and isinstance(undone, list):
        return say(event.key, **event.params, moves="; ".join((moves or {}).get(seq, f"#{seq}") for seq in undone))
    return say.phrase(event)


def newest_story_entries(entries: Sequence[LogEntry], shown: int, finishing: Collection[str] = ()) -> list[LogEntry]:
    """Entries whose story is news: those after entry `shown`, and the last move of a person.

    That move comes with earlier moves of the same turn and later ones of machines. Undone entries are excluded.
    `finishing`: kinds or lines of moves that complete a move of another seat, and are told with it.
    """
    undone = _undone_entries(entries)
    first = len(entries)
    while first and (_is_by_machine(entries[first - 1]) or entries[first - 1].kind == "end"):
        first -= 1
    if first:
        first -= 1
        while first and finishes_turn(entries[first], finishing):
            first -= 1
        seat = entries[first].seat
        while first and entries[first].kind == "move" and entries[first - 1].seat == seat:
            first -= 1
    news = [entry for index, entry in enumerate(entries) if index >= first or entry.seq > shown]
    return [entry for entry in news if entry.seq not in undone]


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
