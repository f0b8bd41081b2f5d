"""Everything since the reader's last own move: changes, turns, and pictures of them.

Values in, values out: no Discord, no database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cogs.games import face_for
from cogs.post import gains, story_lines, undone_moves
from cogs.post.headline import format_elapsed_time
from cogs.post.story_lines import StoryLine
from cogs.screen import event_text
from render import ChangePill, Recap, RecapStep, RecapTurn, Renderer, TurnPhrase
from rules.core import View
from service.state.model import LogEntry, Table
from words import Voice

RECENT: Final = 60  # entries shown to readers without a seat
WITHOUT: Final = 12  # turns shown to readers without a seat
LOSS: Final = 100  # weight of a loss of the reader, above all others


@dataclass(frozen=True, slots=True)
class MissedTurns:
    """The news for one reader: the table as they see it, their last own entry, a line for each turn since."""

    table: Table
    view: View
    seat: int | None  # None: no seat
    since: LogEntry | None  # None: no move yet
    lines: Sequence[StoryLine]
    moves: Mapping[int, str]  # undone moves as sentences
    before: Any = None  # their view after their last own move; None: unknown

    @property
    def known(self) -> int:
        """The last entry that they know."""
        return self.since.seq if self.since is not None else 1


def gather_missed_turns(
    table: Table, view: View, seat: int | None, since: LogEntry | None, history: Sequence[LogEntry], voice: Voice
) -> MissedTurns:
    """The turns since, with the reader's private information. `history`: the whole log."""
    moves = undone_moves.describe_undone_entries(table, history, seat, voice)
    known = since.seq if since is not None else 0 if seat is not None else max(0, table.seq - RECENT)
    lines = story_lines.story_lines(
        face_for(table.kind),
        history,
        story_lines.StoryScope(known, () if seat is None else (seat,), seat),
        voice,
        voice,
        lambda event, say: event_text.describe_event(event, say, moves),
    )
    return MissedTurns(table, view, seat, since, lines if seat is not None else lines[-WITHOUT:], moves)


# --- what changed for the reader


def change_pills(missed: MissedTurns, voice: Voice) -> list[ChangePill]:
    """Changes for the reader, losses first, and the distance to the others in points; [] before their first move."""
    view, seat, before = missed.view, missed.seat, missed.before
    if missed.since is None or seat is None:
        return []
    told: list[ChangePill] = []
    if before is not None:
        gained = view.scores[seat] - before.scores[seat]
        own = face_for(missed.table.kind)
        told += [ChangePill(said, True) for said in own.suffered(before, view, seat, voice)]
        different = own.changed(before, view, seat, voice)
        told += amount_pills(voice, [(gained, voice("catch_up.points", n=abs(gained))), *different])
    return [*told, ChangePill(_describe_score_gap(voice, view.scores, seat))]


def _describe_score_gap(voice: Voice, scores: Sequence[int], seat: int) -> str:
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


def amount_pills(voice: Voice, different: Sequence[tuple[int, str]]) -> list[ChangePill]:
    """«+2 ore», «−1 wool»; losses first, zeros left out."""
    return [ChangePill(said, loss) for said, loss in gains.signed_amounts(voice, different)]


# --- pages of pictures


def split_recap_pages(renderer: Renderer, missed: MissedTurns) -> list[list[StoryLine]]:
    """The lines grouped by recap picture; [] if the game draws none. Lines without a turn are on the last page."""
    told = [line for line in missed.lines if line.turn is not None]
    counts = renderer.recap_pages([_turn_without_words(line) for line in told])
    found: list[list[StoryLine]] = []
    for count in counts:
        found.append(told[:count])
        told = told[count:]
    if found:
        found[-1] += [*told, *(line for line in missed.lines if line.turn is None)]
    return found


def recap_entries(missed: MissedTurns, page: Sequence[StoryLine]) -> list[int]:
    """The entries whose views are needed to draw that page."""
    turns = [line.turn for line in page if line.turn is not None]
    return sorted({max(at, missed.known) for turn in turns for at in (turn.since, turn.until)})


def build_recap(
    missed: MissedTurns, page: Sequence[StoryLine], views: Mapping[int, Any], now: int, voice: Voice, *, last: bool
) -> Recap:
    """The page to draw; the `last` one shows the present position. `views`: the reader's views after `recap_entries`;
    `now`: seconds; `voice`: with plain names."""
    since, known = missed.since, missed.known
    steps = tuple(
        RecapStep(
            _turn_with_words(missed, line, voice),
            views[max(line.turn.since, known)],
            views[max(line.turn.until, known)],
        )
        for line in page
        if line.turn is not None
    )
    title = voice("catch_up.last")
    if since is not None:
        title = voice("catch_up.title", time=format_elapsed_time(max(0, now - since.at), voice))
    return Recap(
        title,
        missed.seat,
        steps,
        tuple(change_pills(missed, voice)),
        missed.before,
        missed.view if last else None,
        _describe_own_task(missed, voice) if last else "",
    )


def _describe_own_task(missed: MissedTurns, voice: Voice) -> str:
    table, seat = missed.table, missed.seat
    task = missed.view.tasks.get(seat) if seat is not None and table.open and seat in table.waiting else None
    return voice.phrase(task) if task is not None else ""


def _turn_without_words(line: StoryLine) -> RecapTurn:
    events = line.turn.events if line.turn is not None else ()
    return RecapTurn(line.seat, tuple((event.key, event.params) for event in events))


def _turn_with_words(missed: MissedTurns, line: StoryLine, voice: Voice) -> RecapTurn:
    own = face_for(missed.table.kind)
    said = []
    for event in line.events:
        told = voice.after_name(event, line.seat) if line.seat is not None else ""
        heavy = LOSS if missed.seat in own.losers(event) else story_lines.event_weight(own, event)
        said.append(
            TurnPhrase(told or event_text.describe_event(event, voice, missed.moves), heavy, event.key, not told)
        )
    return replace(_turn_without_words(line), said=tuple(one for one in said if one.text))
