"""Groups the log into turns, each told in one line that begins with the player's name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from cogs.screen import event_text
from service.state.model import LogEntry, StoredEvent
from words import Phrase, Voice

FULL_STOP: Final = "."
INNER_END: Final = ". "
INNER_LIST: Final = ": "


@dataclass(slots=True)
class Turn:
    """Events during the turn of a seat, including those of others."""

    seat: int | None  # None: no turn, such as the start of the game and table events
    events: list[StoredEvent] = field(default_factory=list)
    since: int = 0  # the entry before its first
    until: int = 0  # its last entry
    cause: StoredEvent | None = None  # an event shown before that others answer now

    def tell(self, event: StoredEvent, reader: int | None) -> None:
        """Add an event unless it is hidden from the reader or already told."""
        if event.key in event_text.ONCE and event in self.events:
            return
        if (event.seats is None or reader in event.seats) and event.key not in event_text.UNTOLD:
            self.events.append(event)


@dataclass(frozen=True, slots=True)
class TurnBoundaries:
    """Events and moves that begin and end turns of a game."""

    opens: Collection[str] = ()  # events that begin the turn of their `seat`, until another event ends it
    ends: Collection[str] = ()  # events that end a turn
    closes: Collection[str] = ()  # events outside of turns, which also end one
    finishing: Collection[str] = ()  # kinds or lines of moves by others that belong to the current turn
    causes: Collection[str] = ()  # events that several seats answer
    answers: Collection[str] = ()  # results of these answers, which need their cause as context

    def opened_by(self, event: StoredEvent) -> int | None:
        """The seat whose turn an event begins."""
        seat = event.params.get("seat") if event.key in self.opens else None
        return seat if isinstance(seat, int) else None


def split_turns(
    entries: Sequence[LogEntry], borders: TurnBoundaries, since: int = 0, reader: int | None = None
) -> list[Turn]:
    """The turns of a log without undone entries, with events that `reader` may know.

    Of entry `since` only events after a change of turn are included; of earlier ones only causes answered later.
    """
    found = [Turn(None)]
    lasting = False  # the turn began with an event, so only an event ends it
    before = 0
    for entry in entries:
        if entry.kind != "move":
            found.append(Turn(None, since=before))
            lasting = False
        elif not lasting and entry.seat != found[-1].seat and not event_text.finishes_turn(entry, borders.finishing):
            found.append(Turn(entry.seat, since=before))
        found[-1].until = before = entry.seq
        own = len(found)  # turns from here on begin within this entry
        for event in entry.events:
            seat, closes = borders.opened_by(event), event.key in borders.closes
            if (closes and found[-1].seat is not None) or seat not in (None, found[-1].seat):
                found.append(Turn(seat, since=entry.seq, until=entry.seq))
            lasting = (lasting or seat is not None) and not closes
            if entry.seq > since or (entry.seq == since and len(found) > own):
                if event.key in borders.answers and found[-1].cause is not None:
                    found[-1].tell(found[-1].cause, reader)
                    found[-1].cause = None
                found[-1].tell(event, reader)
            elif event.key in borders.causes:
                found[-1].cause = event
            if event.key in borders.ends:
                found.append(Turn(None, since=entry.seq, until=entry.seq))
                lasting = False
    return [turn for turn in found if turn.events]


def events_until_turn_ends(seat: int, events: Sequence[StoredEvent], borders: TurnBoundaries) -> list[StoredEvent]:
    """The events of a move up to the turn of another seat."""
    found: list[StoredEvent] = []
    for event in events:
        if event.key in borders.closes or borders.opened_by(event) not in (None, seat):
            break
        found.append(event)
        if event.key in borders.ends:
            break
    return found


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
            doer = event.params.get("seat")
            own = isinstance(doer, int) and bool(say.after_name(event, doer))
            if not (own and doer == parts[-1][0]):
                parts.append((doer if own else None, []))
        parts[-1][1].append(event)
    told = (_describe_turn_part(whose, some, say, sentence) for whose, some in parts if some)
    return "\n".join(filter(None, told))


def _describe_turn_part(
    seat: int | None, events: Sequence[StoredEvent], say: Voice, sentence: Callable[[StoredEvent], str]
) -> str:
    acts: list[str] = []
    by = " ".join(sentence(event) for event in events if event.key == event_text.MARK)
    mark = "_by" if by else ""
    rest = [event for event in events if event.key != event_text.MARK]
    while rest and seat is not None and (said := say.after_name(rest[0], seat)):
        acts.append(said)
        del rest[0]
        if INNER_END in said or INNER_LIST in said or not said.endswith(FULL_STOP):
            break  # several sentences or a list: nothing can be appended
    told = [said for event in rest if (said := sentence(event))]
    if acts and seat is not None:
        listed = say.listed([act.removesuffix(FULL_STOP) for act in acts[:-1]] + acts[-1:])
        told.insert(0, say(f"story.turn{mark}", seat=seat, told=listed, by=by))
    elif told and seat is not None:
        return say(f"story.turn_of{mark}", seat=seat, told=" ".join(told), by=by)
    return " ".join([by, *told] if by and not acts else told)


def flatten_events(events: Sequence[StoredEvent], sentences: str) -> list[StoredEvent]:
    """The events, with those of key `sentences` (two sentences in one event) split."""
    found: list[StoredEvent] = []
    for event in events:
        first, second = event.params.get("first"), event.params.get("second")
        if event.key == sentences and isinstance(first, Phrase) and isinstance(second, Phrase):
            parts = [StoredEvent(part.key, part.params, None, event.reveals) for part in (first, second)]
            found += flatten_events(parts, sentences)
        else:
            found.append(event)
    return found
