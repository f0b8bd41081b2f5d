"""The story of a table message: a line for each turn since the readers' last own moves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from cogs.games import Face
from cogs.screen import event_text, turns
from cogs.screen.event_text import Weight
from cogs.screen.turns import Turn, TurnBoundaries
from service.state.model import LogEntry, StoredEvent
from service.state.readable_log import without_undone
from words import Voice

TURN_LINE: Final = 400  # maximum length of a turn in its short form
Sentence = Callable[[StoredEvent, Voice], str]


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One turn in words: whole, brief (letters for names), short (important sentences), least (one sentence)."""

    whole: str
    brief: str
    short: str
    seat: int | None = None  # the seat of the turn
    idle: bool = False  # unimportant: dropped where space is short
    touches: bool = False  # costs a reader something: dropped last
    turn: Turn | None = None  # the turn it tells
    events: Sequence[StoredEvent] = ()  # the events it tells
    least: str = ""  # "": as short
    left: int = 0  # important sentences missing in the short form


@dataclass(frozen=True, slots=True)
class StoryScope:
    """Readers of a story, and where it starts."""

    since: int  # the last log entry they know
    readers: Collection[int] = ()
    seat: int | None = None  # the only reader of a private story, which includes their secrets


def story_lines(
    face: Face[Any],
    history: Sequence[LogEntry],
    reading: StoryScope,
    say: Voice,
    letters: Voice,
    sentence: Sentence,
    told_as_open: Callable[[StoredEvent], bool] = lambda event: False,
) -> list[StoryLine]:
    """The news, oldest first; not empty if any event has a sentence. `letters`: the voice that names players by their
    colour letters; `told_as_open`: events shown elsewhere in the message."""
    found = _drop_former_deciders(turns_since(face, history, reading.since, reading.seat))
    folded = [event for turn in found for event in turn.events if event.key in face.folded]
    newest = _newest_events_by_key(face, found)

    def line(turn: Turn, among: Mapping[str, StoredEvent]) -> StoryLine | None:
        known = [
            event
            for event in turn.events
            if event.key not in face.quiet
            and event.key not in face.folded
            and not told_as_open(event)
            and (event.key not in face.newest_only or event is among[event.key])
        ]
        events = _events_worth_telling(face, turn, known)
        return _build_story_line(face, turn, events, reading.readers, (say, letters), sentence) if events else None

    told = [said for turn in found if (said := line(turn, newest)) is not None]
    several = face.joined(sorted(folded, key=lambda event: event.key))
    if told:
        several = [event for event in several if event_weight(face, event) > Weight.IDLE]
    if several:
        whole, brief = (" ".join(sentence(event, voice) for event in several) for voice in (say, letters))
        told.append(StoryLine(whole, brief, brief, idle=True))
    told = [one for one in told if one.whole]
    if not told and reading.seat is None:  # nothing worth telling: the last turn shows the position
        all_of_it = _drop_former_deciders(turns_since(face, history, 0))
        earlier = (line(turn, _newest_events_by_key(face, [turn])) for turn in reversed(all_of_it))
        told = [*islice((one for one in earlier if one is not None and one.whole), 1)]
    return told or _fallback_story(face, found, say, letters, sentence)


def turns_since(face: Face[Any], history: Sequence[LogEntry], since: int, seat: int | None = None) -> list[Turn]:
    """The turns after entry `since` without undone entries; `seat`: with its private events."""
    kept = {entry.seq for entry in without_undone(history)}
    entries = [entry for entry in history if entry.seq in kept or entry.kind == "undo"]
    return turns.split_turns(entries, game_turn_boundaries(face), since, seat)


def _drop_former_deciders(found: Sequence[Turn]) -> list[Turn]:
    """The turns without stand-in events that a later one at the same seat supersedes."""
    later: set[int] = set()
    for turn in reversed(found):
        left: list[StoredEvent] = []
        for event in reversed(turn.events):
            seat = event.params.get("seat") if event.key in event_text.DECIDES | event_text.HANDED else None
            if event.key in event_text.DECIDES and seat in later:
                continue
            if isinstance(seat, int):
                later.add(seat)
            left.append(event)
        turn.events = left[::-1]
    return [turn for turn in found if turn.events]


def game_turn_boundaries(face: Face[Any]) -> TurnBoundaries:
    return TurnBoundaries(face.opens, face.ends, face.closes, face.finishing, face.causes, face.answers)


def _newest_events_by_key(face: Face[Any], found: Sequence[Turn]) -> dict[str, StoredEvent]:
    return {event.key: event for turn in found for event in turn.events if event.key in face.newest_only}


def _events_worth_telling(face: Face[Any], turn: Turn, known: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The events of a turn as told, without idle ones."""
    joined = turns.flatten_events(face.joined(known), face.two_sentences)
    return [event for event in joined if event_weight(face, event) > Weight.IDLE]


def event_weight(face: Face[Any], event: StoredEvent) -> int:
    """The `Weight` of an event."""
    return Weight.GREAT if event.key.startswith(event_text.OWN) else face.weigh(event)


def event_points(face: Face[Any], event: StoredEvent) -> int:
    """The most points that one seat got by it; ranks scoring events at the end."""
    what = face.scored(event)
    return 0 if what is None else max(what.points.values(), default=0)


def _build_story_line(
    face: Face[Any],
    turn: Turn,
    events: Sequence[StoredEvent],
    readers: Collection[int],
    voices: tuple[Voice, Voice],
    sentence: Sentence,
) -> StoryLine:
    lost = [any(reader in readers for reader in face.losers(event)) for event in events]
    needed = [at for at, event in enumerate(events) if lost[at] or event_weight(face, event) > Weight.TRADE] or [
        len(events) - 1
    ]
    matter = len(needed)

    def said(voice: Voice, some: Sequence[StoredEvent]) -> str:
        return turns.describe_turn(turn.seat, some, voice, lambda event: sentence(event, voice), face.apart)

    say, letters = voices

    def matters(at: int) -> tuple[bool, int, int, int]:
        return lost[at], event_weight(face, events[at]), event_points(face, events[at]), at

    while len(short := said(letters, [events[at] for at in needed])) > TURN_LINE and len(needed) > 1:
        needed.remove(min(needed, key=matters))
    least = said(letters, [events[max(needed, key=matters)]])
    whole, brief, left = said(say, events), said(letters, events), matter - len(needed)
    return StoryLine(
        whole, brief, short, turn.seat, touches=any(lost), turn=turn, events=events, least=least, left=left
    )


def _fallback_story(
    face: Face[Any], found: Sequence[Turn], say: Voice, letters: Voice, sentence: Sentence
) -> list[StoryLine]:
    """The last event with a sentence, where nothing else is news."""
    for turn in reversed(found):
        for event in reversed(turn.events):
            if whole := sentence(event, say):
                brief = sentence(event, letters)
                return [StoryLine(whole, brief, brief, idle=True)]
    return []
