"""Which turns of a game the frames of its replay show, and how the table looked after each. Knows no Discord."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cogs.games import Face
from cogs.post import story_lines
from cogs.screen.event_text import Weight
from cogs.screen.turns import Turn
from render.core.ending import Ending
from render.core.film import MOST, Scene
from service.play.history import ReplayedEntry
from service.state.model import LogEntry, StoredEvent

CaptionWriter = Callable[
    [int | None, Sequence[StoredEvent]], str
]  # whose turn it was, what happened -> a sentence about it


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """What one frame shows: all that came after the part before it, up to an entry of the log."""

    until: int
    seat: int | None = None  # whose turn it was, the last of several; None: nobody's
    told: tuple[int, ...] | None = None  # which of the public events of that entry; None: all
    winners: tuple[int, ...] | None = None  # the sheet of points, with who won


def plan_frames(
    face: Face[Any], history: Sequence[LogEntry], most: int = MOST, winners: tuple[int, ...] | None = None
) -> list[ReplayFrame]:
    """The frames of a replay, the table as it was laid first, so many at most: a frame for each turn in which there was
    anything to see, or for several where there are too many; how the last points are given, and the sheet of them.
    `history`: the whole log; `winners`: None while the game goes on."""
    kept = [turn for turn in story_lines.turns_since(face, history, 0) if turn.until > history[0].seq]
    found: list[ReplayFrame] = []
    for turn in kept:
        if found and found[-1].until >= turn.until:  # it began with the last act of the one before, and was over
            continue
        if _changes_table(face, turn):
            found.append(ReplayFrame(turn.until, turn.seat))
    last = max((entry.seq for entry in history), default=1)
    if found and found[-1].until < last:
        found[-1] = ReplayFrame(last, found[-1].seat)
    ends: list[ReplayFrame] = []
    if found and winners is not None:
        final = next((entry for entry in reversed(history) if entry.kind == "move"), history[-1])
        groups = face.closing(public_events(final)) if final.seq == last else ()
        ends = [ReplayFrame(last, found[-1].seat, told=group) for group in groups] + [
            ReplayFrame(last, winners=winners)
        ]
        if groups:
            found.pop()
    return [ReplayFrame(history[0].seq), *_merge_frames(found, most - 1 - len(ends)), *ends]


def count_ending_frames(parts: Sequence[ReplayFrame]) -> int:
    """How many frames before the last tell how it ended."""
    if not parts or parts[-1].winners is None:
        return 0
    return max(1, sum(part.told is not None for part in parts))


def public_events(entry: LogEntry) -> list[StoredEvent]:
    """What everybody was told of it."""
    return [event for event in entry.events if event.seats is None]


def _changes_table(face: Face[Any], turn: Turn) -> bool:
    """Whether a turn changed anything on the table; else what it did shows with the next."""
    return turn.seat is not None and any(story_lines.event_weight(face, event) > Weight.IDLE for event in turn.events)


def _merge_frames(found: Sequence[ReplayFrame], most: int) -> list[ReplayFrame]:
    """So many parts at most, each of about as many turns."""
    if len(found) <= most:
        return list(found)
    return [found[len(found) * (at + 1) // most - 1] for at in range(most)]


async def iter_scenes(
    walk: AsyncIterator[ReplayedEntry], reel: Sequence[ReplayFrame], say: CaptionWriter
) -> AsyncGenerator[Scene, None]:
    """As many scenes as there are parts. Where something was taken back since they were made, the last of them show
    nothing new."""
    before: Any = None
    events: list[StoredEvent] = []
    shown = 0
    async for passed in walk:
        view: Any = None
        told = public_events(passed.entry)
        if not (shown < len(reel) and reel[shown].told is not None and passed.entry.seq == reel[shown].until):
            events += told
        while shown < len(reel) and passed.entry.seq >= reel[shown].until:
            view, part = passed.view(None) if view is None else view, reel[shown]
            later: list[StoredEvent] = []
            if part.told is not None and passed.entry.seq == part.until:
                events += [told[at] for at in part.told if at < len(told)]
                after = [at for one in reel[shown + 1 :] for at in one.told or ()]
                later = [told[at] for at in after if at < len(told)]
            ended = None if part.winners is None else Ending(view, part.winners)
            words = say(part.seat, events) if ended is None else ""
            now = Scene(
                view if before is None else before,
                view,
                _event_pairs(events),
                part.seat,
                _event_pairs(later),
                words,
                ended,
            )
            yield now
            before, events, shown = view, [], shown + 1
    for _ in reel[shown:]:
        yield Scene(before, before)


def _event_pairs(events: Sequence[StoredEvent]) -> tuple[tuple[str, Any], ...]:
    """Their keys and parameters, which are all that pictures know."""
    return tuple((event.key, event.params) for event in events)
