"""What somebody missed since they last moved themselves: what changed for them, the turns since, and pictures of both.

Values in, values out: knows no Discord and reads nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cogs.games import face
from cogs.post import gains, story_lines, undone_moves
from cogs.post.headline import lasted
from cogs.post.story_lines import Line
from cogs.screen import event_text
from render import Pill, Recap, Renderer, Said, Step, Turned
from rules.core import View
from service.state.model import Entry, Table
from words import Voice

RECENT: Final = 60  # entries of which strangers are told
WITHOUT: Final = 12  # turns that are told to somebody who does not sit here
LOSS: Final = 100  # what takes something from the reader outweighs all else


@dataclass(frozen=True, slots=True)
class Missed:
    """What there is to tell a reader: the table as they see it, their last entry, the lines about what followed."""

    table: Table
    view: View
    seat: int | None  # None: they do not sit here
    since: Entry | None  # None: they have not moved yet
    lines: Sequence[Line]
    moves: Mapping[int, str]  # what was taken back, in words
    before: Any = None  # what they saw when they last moved; None: not known

    @property
    def known(self) -> int:
        """The entry up to which they know the game."""
        return self.since.seq if self.since is not None else 1


def gathered(
    table: Table, view: View, seat: int | None, since: Entry | None, history: Sequence[Entry], voice: Voice
) -> Missed:
    """The turns since then, with what this reader alone may know of them. `history`: the whole log."""
    moves = undone_moves.named(table, history, seat, voice)
    known = since.seq if since is not None else 0 if seat is not None else max(0, table.seq - RECENT)
    lines = story_lines.lines(
        face(table.kind),
        history,
        story_lines.Reading(known, () if seat is None else (seat,), seat),
        voice,
        voice,
        lambda event, say: event_text.sentence(event, say, moves),
    )
    return Missed(table, view, seat, since, lines if seat is not None else lines[-WITHOUT:], moves)


# --- what changed for the reader


def changes(missed: Missed, voice: Voice) -> list[Pill]:
    """What they have more or less of than before, losses first, and how far they are from the others. Nothing for
    somebody who has not moved yet."""
    view, seat, before = missed.view, missed.seat, missed.before
    if missed.since is None or seat is None:
        return []
    told: list[Pill] = []
    if before is not None:
        gained = view.scores[seat] - before.scores[seat]
        own = face(missed.table.kind)
        told += [Pill(said, True) for said in own.suffered(before, view, seat, voice)]
        different = own.changed(before, view, seat, voice)
        told += signed(voice, [(gained, voice("catch_up.points", n=abs(gained))), *different])
    return [*told, Pill(_standing(voice, view.scores, seat))]


def _standing(voice: Voice, scores: Sequence[int], seat: int) -> str:
    others = {other: points for other, points in enumerate(scores) if other != seat}
    best = max(others, key=lambda other: others[other])
    behind = others[best] - scores[seat]
    key = f"catch_up.{'behind' if behind > 0 else 'ahead' if behind else 'level'}"
    first, *rest = [other for other, points in others.items() if points == others[best]]
    said = {"n": abs(behind), "name": voice.seat(first)}
    if not rest:
        return voice(key, **said)
    if len(rest) == 1:
        return voice(f"{key}_two", other=voice.seat(rest[0]), **said)
    return voice(f"{key}_several", others=len(rest), **said)


def signed(voice: Voice, different: Sequence[tuple[int, str]]) -> list[Pill]:
    """«+2 ore», «−1 wool»; what has not changed is left out. Losses come first."""
    return [Pill(said, loss) for said, loss in gains.signed(voice, different)]


# --- pages of pictures


def pages(renderer: Renderer, missed: Missed) -> list[list[Line]]:
    """The lines, by the pictures that show their turns; none where a game draws none. What belongs to no turn stands
    on the last page."""
    told = [line for line in missed.lines if line.turn is not None]
    counts = renderer.recap_pages([_turned(line) for line in told])
    found: list[list[Line]] = []
    for count in counts:
        found.append(told[:count])
        told = told[count:]
    if found:
        found[-1] += [*told, *(line for line in missed.lines if line.turn is None)]
    return found


def entries_of(missed: Missed, page: Sequence[Line]) -> list[int]:
    """The entries after which one must know how the table looked, to draw that page."""
    turns = [line.turn for line in page if line.turn is not None]
    return sorted({max(at, missed.known) for turn in turns for at in (turn.since, turn.until)})


def recap(
    missed: Missed, page: Sequence[Line], views: Mapping[int, Any], now: int, voice: Voice, *, last: bool
) -> Recap:
    """The page to be drawn; the `last` one says how things stand. `views`: what the reader saw after `entries_of`;
    `now`: seconds; `voice`: one that says names as they are."""
    since, known = missed.since, missed.known
    steps = tuple(
        Step(_told(missed, line, voice), views[max(line.turn.since, known)], views[max(line.turn.until, known)])
        for line in page
        if line.turn is not None
    )
    title = voice("catch_up.last")
    if since is not None:
        title = voice("catch_up.title", time=lasted(max(0, now - since.at), voice))
    return Recap(
        title,
        missed.seat,
        steps,
        tuple(changes(missed, voice)),
        missed.before,
        missed.view if last else None,
        _task(missed, voice) if last else "",
    )


def _task(missed: Missed, voice: Voice) -> str:
    table, seat = missed.table, missed.seat
    task = missed.view.tasks.get(seat) if seat is not None and table.open and seat in table.waiting else None
    return voice.phrase(task) if task is not None else ""


def _turned(line: Line) -> Turned:
    events = line.turn.events if line.turn is not None else ()
    return Turned(line.seat, tuple((event.key, event.params) for event in events))


def _told(missed: Missed, line: Line, voice: Voice) -> Turned:
    """A turn with its words."""
    own = face(missed.table.kind)
    said = []
    for event in line.events:
        told = voice.after_name(event, line.seat) if line.seat is not None else ""
        heavy = LOSS if missed.seat in own.losers(event) else story_lines.weight(own, event)
        said.append(Said(told or event_text.sentence(event, voice, missed.moves), heavy, event.key, not told))
    return replace(_turned(line), said=tuple(one for one in said if one.text))
