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

    last_entry: int
    seat: int | None = None  # the seat of the last turn; None: nobody's
    event_indices: tuple[int, ...] | None = None  # indices of the public events of that entry; None: all
    winners: tuple[int, ...] | None = None  # of the final score sheet: the winners


def plan_frames(
    face: Face[Any], history: Sequence[LogEntry], limit: int = MOST, winners: tuple[int, ...] | None = None
) -> list[ReplayFrame]:
    """At most `limit` frames: the start position, a frame for each turn with a visible change (several turns each if
    there are too many), the final scoring, and the score sheet. `history`: the whole log; `winners`: None while the
    game goes on."""
    played_turns = [turn for turn in story_lines.turns_since(face, history, 0) if turn.last_entry > history[0].seq]
    frames: list[ReplayFrame] = []
    for turn in played_turns:
        if (
            frames and frames[-1].last_entry >= turn.last_entry
        ):  # it began and ended with the last act of the previous turn
            continue
        if _changes_table(face, turn):
            frames.append(ReplayFrame(turn.last_entry, turn.seat))
    last = max((entry.seq for entry in history), default=1)
    if frames and frames[-1].last_entry < last:
        frames[-1] = ReplayFrame(last, frames[-1].seat)
    ending_frames: list[ReplayFrame] = []
    if frames and winners is not None:
        final = next((entry for entry in reversed(history) if entry.kind == "move"), history[-1])
        groups = face.group_final_events(public_events(final)) if final.seq == last else ()
        ending_frames = [ReplayFrame(last, frames[-1].seat, event_indices=group) for group in groups]
        ending_frames.append(ReplayFrame(last, winners=winners))
        if groups:
            frames.pop()
    return [ReplayFrame(history[0].seq), *_merge_frames(frames, limit - 1 - len(ending_frames)), *ending_frames]


def count_ending_frames(frames: Sequence[ReplayFrame]) -> int:
    """The number of frames before the last that show the ending."""
    if not frames or frames[-1].winners is None:
        return 0
    return max(1, sum(frame.event_indices is not None for frame in frames))


def public_events(entry: LogEntry) -> list[StoredEvent]:
    return [event for event in entry.events if event.seats is None]


def _changes_table(face: Face[Any], turn: Turn) -> bool:
    """Whether a turn has a visible effect; otherwise the next frame covers it."""
    return turn.seat is not None and any(story_lines.event_weight(face, event) > Weight.IDLE for event in turn.events)


def _merge_frames(frames: Sequence[ReplayFrame], limit: int) -> list[ReplayFrame]:
    """At most `limit` frames, each of about the same number of turns."""
    if len(frames) <= limit:
        return list(frames)
    return [frames[len(frames) * (index + 1) // limit - 1] for index in range(limit)]


async def iter_scenes(
    walk: AsyncIterator[ReplayedEntry], frames: Sequence[ReplayFrame], write_caption: CaptionWriter
) -> AsyncGenerator[Scene, None]:
    """One scene for each frame. After an undo since the planning, the last scenes show nothing new."""
    last_view: Any = None
    events: list[StoredEvent] = []
    shown = 0
    async for replayed in walk:
        view: Any = None
        news, seq = public_events(replayed.entry), replayed.entry.seq
        is_divided = shown < len(frames) and frames[shown].event_indices is not None and frames[shown].last_entry == seq
        if not is_divided:
            events += news
        while shown < len(frames) and seq >= frames[shown].last_entry:
            frame = frames[shown]
            if view is None:
                view = replayed.view(None)
            later_events: list[StoredEvent] = []
            if frame.event_indices is not None and seq == frame.last_entry:
                events += [news[index] for index in frame.event_indices if index < len(news)]
                later_indices = [
                    index for later_frame in frames[shown + 1 :] for index in later_frame.event_indices or ()
                ]
                later_events = [news[index] for index in later_indices if index < len(news)]
            ending = None if frame.winners is None else Ending(view, frame.winners)
            caption = write_caption(frame.seat, events) if ending is None else ""
            before = view if last_view is None else last_view
            pairs, later_pairs = _event_pairs(events), _event_pairs(later_events)
            yield Scene(before, view, pairs, frame.seat, later_pairs, caption, ending)
            last_view, events, shown = view, [], shown + 1
    for _ in frames[shown:]:
        yield Scene(last_view, last_view)


def _event_pairs(events: Sequence[StoredEvent]) -> tuple[tuple[str, Any], ...]:
    """Keys and parameters, as renderers take them."""
    return tuple((event.key, event.params) for event in events)
