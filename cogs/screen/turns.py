"""Groups the log into turns, each told in one line that begins with the player's name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from cogs.screen import event_text
from service.state.model import LogEntry, StoredEvent
from words import Phrase, Voice

FULL_STOP: Final = "."
SENTENCE_BREAK: Final = ". "
LIST_START: Final = ": "


@dataclass(slots=True)
class Turn:
    """Events during the turn of a seat, including those of others."""

    seat: int | None  # None: no turn, such as the start of the game and table events
    events: list[StoredEvent] = field(default_factory=list)
    entry_before: int = 0  # the entry before its first
    last_entry: int = 0  # its last entry
    cause: StoredEvent | None = None  # an event shown before that others answer now

    def add_event(self, event: StoredEvent, reader: int | None) -> None:
        """Add an event unless it is hidden from the reader or already told."""
        if event.key in event_text.ONCE_PER_TURN_KEYS and event in self.events:
            return
        if (event.seats is None or reader in event.seats) and event.key not in event_text.UNTOLD_KEYS:
            self.events.append(event)


@dataclass(frozen=True, slots=True)
class TurnBoundaries:
    """Events and moves that begin and end turns of a game."""

    turn_start_keys: Collection[str] = ()  # events that begin the turn of their `seat`, until another event ends it
    turn_end_keys: Collection[str] = ()  # events that end a turn
    outside_turn_keys: Collection[str] = ()  # events outside of turns, which also end one
    finishing_moves: Collection[str] = ()  # kinds or lines of moves by others that belong to the current turn
    cause_keys: Collection[str] = ()  # events that several seats answer
    answer_keys: Collection[str] = ()  # results of these answers, which need their cause as context

    def find_opened_seat(self, event: StoredEvent) -> int | None:
        """The seat whose turn an event begins."""
        seat = event.params.get("seat") if event.key in self.turn_start_keys else None
        return seat if isinstance(seat, int) else None


def split_turns(
    entries: Sequence[LogEntry], borders: TurnBoundaries, since: int = 0, reader: int | None = None
) -> list[Turn]:
    """The turns of a log without undone entries, with events that `reader` may know.

    Of entry `since` only events after a change of turn are included; of earlier ones only causes answered later.
    """
    turns = [Turn(None)]
    by_event = False  # the turn began with an event, so only an event ends it
    last_entry = 0
    for entry in entries:
        if entry.kind != "move":
            turns.append(Turn(None, entry_before=last_entry))
            by_event = False
        elif (
            not by_event
            and entry.seat != turns[-1].seat
            and not event_text.finishes_turn(entry, borders.finishing_moves)
        ):
            turns.append(Turn(entry.seat, entry_before=last_entry))
        turns[-1].last_entry = last_entry = entry.seq
        turns_before = len(turns)  # turns from here on begin within this entry
        for event in entry.events:
            seat, is_outside = borders.find_opened_seat(event), event.key in borders.outside_turn_keys
            if (is_outside and turns[-1].seat is not None) or seat not in (None, turns[-1].seat):
                turns.append(Turn(seat, entry_before=entry.seq, last_entry=entry.seq))
            by_event = (by_event or seat is not None) and not is_outside
            if entry.seq > since or (entry.seq == since and len(turns) > turns_before):
                if event.key in borders.answer_keys and turns[-1].cause is not None:
                    turns[-1].add_event(turns[-1].cause, reader)
                    turns[-1].cause = None
                turns[-1].add_event(event, reader)
            elif event.key in borders.cause_keys:
                turns[-1].cause = event
            if event.key in borders.turn_end_keys:
                turns.append(Turn(None, entry_before=entry.seq, last_entry=entry.seq))
                by_event = False
    return [turn for turn in turns if turn.events]


def events_until_turn_ends(seat: int, events: Sequence[StoredEvent], borders: TurnBoundaries) -> list[StoredEvent]:
    """The events of a move up to the turn of another seat."""
    own_events: list[StoredEvent] = []
    for event in events:
        if event.key in borders.outside_turn_keys or borders.find_opened_seat(event) not in (None, seat):
            break
        own_events.append(event)
        if event.key in borders.turn_end_keys:
            break
    return own_events


def describe_turn(
    seat: int | None,
    events: Sequence[StoredEvent],
    say: Voice,
    sentence: Callable[[StoredEvent], str],
    apart: Collection[str] = (),
) -> str:
    """The events of a turn: «Ann: laid a tile at K47, moved the fairy to L49. The dragon ate a follower of Ben.»

    Events that begin with the player are joined after their name until another event comes between. Events of keys in
    `apart` begin a new line, with the name of the seat that caused them.
    """
    parts: list[tuple[int | None, list[StoredEvent]]] = [(seat, [])]
    for event in events:
        if event.key in apart:
            actor = event.params.get("seat")
            starts_with_actor = isinstance(actor, int) and bool(say.sentence_after_name(event, actor))
            if not (starts_with_actor and actor == parts[-1][0]):
                parts.append((actor if starts_with_actor else None, []))
        parts[-1][1].append(event)
    lines = (_describe_turn_part(owner, told, say, sentence) for owner, told in parts if told)
    return "\n".join(filter(None, lines))


def _describe_turn_part(
    seat: int | None, events: Sequence[StoredEvent], say: Voice, sentence: Callable[[StoredEvent], str]
) -> str:
    own_acts: list[str] = []
    stand_in_note = " ".join(sentence(event) for event in events if event.key == event_text.STAND_IN_KEY)
    suffix = "_by" if stand_in_note else ""
    remaining = [event for event in events if event.key != event_text.STAND_IN_KEY]
    while remaining and seat is not None and (text := say.sentence_after_name(remaining[0], seat)):
        own_acts.append(text)
        del remaining[0]
        if SENTENCE_BREAK in text or LIST_START in text or not text.endswith(FULL_STOP):
            break  # several sentences or a list: nothing can be appended
    sentences = [text for event in remaining if (text := sentence(event))]
    if own_acts and seat is not None:
        joined_acts = say.join_with_commas([act.removesuffix(FULL_STOP) for act in own_acts[:-1]] + own_acts[-1:])
        sentences.insert(0, say(f"story.turn{suffix}", seat=seat, told=joined_acts, by=stand_in_note))
    elif sentences and seat is not None:
        return say(f"story.turn_of{suffix}", seat=seat, told=" ".join(sentences), by=stand_in_note)
    return " ".join([stand_in_note, *sentences] if stand_in_note and not own_acts else sentences)


def flatten_events(events: Sequence[StoredEvent], sentences: str) -> list[StoredEvent]:
    """The events, with those of key `sentences` (two sentences in one event) split."""
    flat: list[StoredEvent] = []
    for event in events:
        first, second = event.params.get("first"), event.params.get("second")
        if event.key == sentences and isinstance(first, Phrase) and isinstance(second, Phrase):
            parts = [StoredEvent(part.key, part.params, None, event.reveals) for part in (first, second)]
            flat += flatten_events(parts, sentences)
        else:
            flat.append(event)
    return flat
