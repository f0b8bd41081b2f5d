"""Divides a game into the frames of its replay, and yields the position after each. Knows no Discord."""

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

CaptionWriter = Callable[[int | None, Sequence[StoredEvent]], str]  # seat of the turn, its events -> caption


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One frame: everything after the previous frame, up to a log entry."""

    until: int
    seat: int | None = None  # the seat of the last turn; None: nobody's
    told: tuple[int, ...] | None = None  # indices of the public events of that entry; None: all
    winners: tuple[int, ...] | None = None  # of the final score sheet: the winners


def plan_frames(
    face: Face[Any], history: Sequence[LogEntry], most: int = MOST, winners: tuple[int, ...] | None = None
) -> list[ReplayFrame]:
    """At most `most` frames: the start position, a frame for each turn with a visible change (several turns each if
    there are too many), the final scoring, and the score sheet. `history`: the whole log; `winners`: None while the
    game goes on."""
    kept = [turn for turn in story_lines.turns_since(face, history, 0) if turn.until > history[0].seq]
    found: list[ReplayFrame] = []
    for turn in kept:
        if found and found[-1].until >= turn.until:  # it began and ended with the last act of the previous turn
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
    """The number of frames before the last that show the ending."""
    if not parts or parts[-1].winners is None:
        return 0
    return max(1, sum(part.told is not None for part in parts))


def public_events(entry: LogEntry) -> list[StoredEvent]:
    return [event for event in entry.events if event.seats is None]


def _changes_table(face: Face[Any], turn: Turn) -> bool:
    """Whether a turn has a visible effect; otherwise the next frame covers it."""
    return turn.seat is not None and any(story_lines.event_weight(face, event) > Weight.IDLE for event in turn.events)


def _merge_frames(found: Sequence[ReplayFrame], most: int) -> list[ReplayFrame]:
    """At most `most` frames, each of about the same number of turns."""
    if len(found) <= most:
        return list(found)
    return [found[len(found) * (at + 1) // most - 1] for at in range(most)]


async def iter_scenes(
    walk: AsyncIterator[ReplayedEntry], reel: Sequence[ReplayFrame], say: CaptionWriter
) -> AsyncGenerator[Scene, None]:
    """One scene for each frame. After an undo since the planning, the last scenes show nothing new."""
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
    """Keys and parameters, as renderers take them."""
    return tuple((event.key, event.params) for event in events)
