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

TURN_LENGTH: Final = 400  # maximum length of a turn in its short form
Sentence = Callable[[StoredEvent, Voice], str]


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One turn in words: whole, brief (letters for names), short (important sentences), least (one sentence)."""

    full: str
    with_letters: str
    important: str
    seat: int | None = None  # the seat of the turn
    is_idle: bool = False  # unimportant: dropped where space is short
    costs_reader: bool = False  # costs a reader something: dropped last
    turn: Turn | None = None  # the turn it tells
    events: Sequence[StoredEvent] = ()  # the events it tells
    one_sentence: str = ""  # "": as short
    omitted_count: int = 0  # important sentences missing in the short form


@dataclass(frozen=True, slots=True)
class StoryScope:
    """Readers of a story, and where it starts."""

    since: int  # the last log entry they know
    readers: Collection[int] = ()
    seat: int | None = None  # the only reader of a private story, which includes their secrets


def build_story_lines(
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
    turns_told = _drop_former_deciders(turns_since(face, history, reading.since, reading.seat))
    folded = [event for turn in turns_told for event in turn.events if event.key in face.minor_event_keys]
    newest_by_key = _newest_events_by_key(face, turns_told)

    def tell_turn(turn: Turn, newest_events: Mapping[str, StoredEvent]) -> StoryLine | None:
        tellable = [
            event
            for event in turn.events
            if event.key not in face.omitted_keys
            and event.key not in face.minor_event_keys
            and not told_as_open(event)
            and (event.key not in face.newest_only_keys or event is newest_events[event.key])
        ]
        events = _events_worth_telling(face, turn, tellable)
        return _build_story_line(face, turn, events, reading.readers, (say, letters), sentence) if events else None

    lines = [line for turn in turns_told if (line := tell_turn(turn, newest_by_key)) is not None]
    minor_events = face.join_events(sorted(folded, key=lambda event: event.key))
    if lines:
        minor_events = [event for event in minor_events if event_weight(face, event) > Weight.IDLE]
    if minor_events:
        whole, brief = (" ".join(sentence(event, voice) for event in minor_events) for voice in (say, letters))
        lines.append(StoryLine(whole, brief, brief, is_idle=True))
    lines = [line for line in lines if line.full]
    if not lines and reading.seat is None:  # nothing worth telling: the last turn shows the position
        all_turns = _drop_former_deciders(turns_since(face, history, 0))
        earlier = (tell_turn(turn, _newest_events_by_key(face, [turn])) for turn in reversed(all_turns))
        lines = [*islice((line for line in earlier if line is not None and line.full), 1)]
    return lines or _fallback_story(face, turns_told, say, letters, sentence)


def turns_since(face: Face[Any], history: Sequence[LogEntry], since: int, seat: int | None = None) -> list[Turn]:
    """The turns after entry `since` without undone entries; `seat`: with its private events."""
    effective = {entry.seq for entry in without_undone(history)}
    entries = [entry for entry in history if entry.seq in effective or entry.kind == "undo"]
    return turns.split_turns(entries, game_turn_boundaries(face), since, seat)


def _drop_former_deciders(turns_told: Sequence[Turn]) -> list[Turn]:
    """The turns without stand-in events that a later one at the same seat supersedes."""
    decided_seats: set[int] = set()
    for turn in reversed(turns_told):
        kept_events: list[StoredEvent] = []
        for event in reversed(turn.events):
            seat = event.params.get("seat") if event.key in event_text.DECIDER_KEYS | event_text.HANDOVER_KEYS else None
            if event.key in event_text.DECIDER_KEYS and seat in decided_seats:
                continue
            if isinstance(seat, int):
                decided_seats.add(seat)
            kept_events.append(event)
        turn.events = kept_events[::-1]
    return [turn for turn in turns_told if turn.events]


def game_turn_boundaries(face: Face[Any]) -> TurnBoundaries:
    return TurnBoundaries(
        face.turn_start_keys,
        face.turn_end_keys,
        face.outside_turn_keys,
        face.finishing_moves,
        face.cause_keys,
        face.answer_keys,
    )


def _newest_events_by_key(face: Face[Any], turns_told: Sequence[Turn]) -> dict[str, StoredEvent]:
    return {event.key: event for turn in turns_told for event in turn.events if event.key in face.newest_only_keys}


def _events_worth_telling(face: Face[Any], turn: Turn, tellable: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The events of a turn joined for its sentence, without idle ones."""
    joined = turns.flatten_events(face.join_events(tellable), face.two_sentences_key)
    return [event for event in joined if event_weight(face, event) > Weight.IDLE]


def event_weight(face: Face[Any], event: StoredEvent) -> int:
    """The `Weight` of an event."""
    return Weight.GREAT if event.key.startswith(event_text.GENERAL_PREFIXES) else face.weigh_event(event)


def event_points(face: Face[Any], event: StoredEvent) -> int:
    """The most points that one seat got by it; ranks scoring events at the end."""
    scored = face.find_scored(event)
    return 0 if scored is None else max(scored.points.values(), default=0)


def _build_story_line(
    face: Face[Any],
    turn: Turn,
    events: Sequence[StoredEvent],
    readers: Collection[int],
    voices: tuple[Voice, Voice],
    sentence: Sentence,
) -> StoryLine:
    costs_reader = [any(reader in readers for reader in face.losing_seats(event)) for event in events]
    weights = [event_weight(face, event) for event in events]
    shown = [index for index in range(len(events)) if costs_reader[index] or weights[index] > Weight.TRADE]
    shown = shown or [len(events) - 1]
    important_count = len(shown)

    def describe(voice: Voice, part: Sequence[StoredEvent]) -> str:
        return turns.describe_turn(turn.seat, part, voice, lambda event: sentence(event, voice), face.own_line_keys)

    names, letters = voices

    def importance(index: int) -> tuple[bool, int, int, int]:
        return costs_reader[index], weights[index], event_points(face, events[index]), index

    while len(short := describe(letters, [events[index] for index in shown])) > TURN_LENGTH and len(shown) > 1:
        shown.remove(min(shown, key=importance))
    one_sentence = describe(letters, [events[max(shown, key=importance)]])
    whole, brief, omitted = describe(names, events), describe(letters, events), important_count - len(shown)
    return StoryLine(
        whole,
        brief,
        short,
        turn.seat,
        costs_reader=any(costs_reader),
        turn=turn,
        events=events,
        one_sentence=one_sentence,
        omitted_count=omitted,
    )


def _fallback_story(
    face: Face[Any], turns_told: Sequence[Turn], say: Voice, letters: Voice, sentence: Sentence
) -> list[StoryLine]:
    """The last event with a sentence, where nothing else is news."""
    for turn in reversed(turns_told):
        for event in reversed(turn.events):
            if whole := sentence(event, say):
                brief = sentence(event, letters)
                return [StoryLine(whole, brief, brief, is_idle=True)]
    return []
