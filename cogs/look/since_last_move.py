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

SPECTATOR_ENTRIES: Final = 60  # entries shown to readers without a seat
SPECTATOR_TURNS: Final = 12  # turns shown to readers without a seat
LOSS_WEIGHT: Final = 100  # weight of a loss of the reader, above all others


@dataclass(frozen=True, slots=True)
class MissedTurns:
    """The news for one reader: the table as they see it, their last own entry, a line for each turn since."""

    table: Table
    view: View
    seat: int | None  # None: no seat
    since: LogEntry | None  # None: no move yet
    lines: Sequence[StoryLine]
    undone_moves: Mapping[int, str]  # undone moves as sentences
    before: Any = None  # their view after their last own move; None: unknown

    @property
    def last_known_entry(self) -> int:
        """The last entry that they know."""
        return self.since.seq if self.since is not None else 1


def gather_missed_turns(
    table: Table, view: View, seat: int | None, since: LogEntry | None, history: Sequence[LogEntry], voice: Voice
) -> MissedTurns:
    """The turns since, with the reader's private information. `history`: the whole log."""
    moves = undone_moves.describe_undone_entries(table, history, seat, voice)
    known_until = 0 if seat is not None else max(0, table.seq - SPECTATOR_ENTRIES)
    if since is not None:
        known_until = since.seq
    lines = story_lines.build_story_lines(
        face_for(table.kind),
        history,
        story_lines.StoryScope(known_until, () if seat is None else (seat,), seat),
        voice,
        voice,
        lambda event, say: event_text.describe_event(event, say, moves),
    )
    return MissedTurns(table, view, seat, since, lines if seat is not None else lines[-SPECTATOR_TURNS:], moves)


# --- what changed for the reader


def change_pills(missed: MissedTurns, voice: Voice) -> list[ChangePill]:
    """Changes for the reader, losses first, and the distance to the others in points; [] before their first move."""
    view, seat, before = missed.view, missed.seat, missed.before
    if missed.since is None or seat is None:
        return []
    pills: list[ChangePill] = []
    if before is not None:
        gained = view.scores[seat] - before.scores[seat]
        face = face_for(missed.table.kind)
        pills += [ChangePill(loss, loss=True) for loss in face.new_obstacles(before, view, seat, voice)]
        amounts = face.private_changes(before, view, seat, voice)
        pills += amount_pills(voice, [(gained, voice("catch_up.points", n=abs(gained))), *amounts])
    return [*pills, ChangePill(_describe_score_gap(voice, view.scores, seat))]


def _describe_score_gap(voice: Voice, scores: Sequence[int], seat: int) -> str:
    others = {other: points for other, points in enumerate(scores) if other != seat}
    best = max(others, key=lambda other: others[other])
    distance = others[best] - scores[seat]
    key = "catch_up.behind" if distance > 0 else "catch_up.ahead" if distance else "catch_up.level"
    first, *equals = [other for other, points in others.items() if points == others[best]]
    params = {"n": abs(distance), "name": voice.seat(first)}
    if not equals:
        return voice(key, **params)
    if len(equals) == 1:
        return voice(f"{key}_two", other=voice.seat(equals[0]), **params)
    return voice(f"{key}_several", others=len(equals), **params)


def amount_pills(voice: Voice, amounts: Sequence[tuple[int, str]]) -> list[ChangePill]:
    """«+2 ore», «−1 wool»; losses first, zeros left out."""
    return [ChangePill(text, is_loss) for text, is_loss in gains.signed_amounts(voice, amounts)]


# --- pages of pictures


def split_recap_pages(renderer: Renderer, missed: MissedTurns) -> list[list[StoryLine]]:
    """The lines grouped by recap picture; [] if the game draws none. Lines without a turn are on the last page."""
    told_lines = [line for line in missed.lines if line.turn is not None]
    counts = renderer.recap_pages([_turn_without_words(line) for line in told_lines])
    line_groups: list[list[StoryLine]] = []
    for count in counts:
        line_groups.append(told_lines[:count])
        told_lines = told_lines[count:]
    if line_groups:
        line_groups[-1] += [*told_lines, *(line for line in missed.lines if line.turn is None)]
    return line_groups


def recap_entries(missed: MissedTurns, page: Sequence[StoryLine]) -> list[int]:
    """The entries whose views are needed to draw that page."""
    turns = [line.turn for line in page if line.turn is not None]
    return sorted(
        {max(entry, missed.last_known_entry) for turn in turns for entry in (turn.entry_before, turn.last_entry)}
    )


def build_recap(
    missed: MissedTurns, page: Sequence[StoryLine], views: Mapping[int, Any], now: int, voice: Voice, *, last: bool
) -> Recap:
    """The page to draw; the `last` one shows the present position. `views`: the reader's views after `recap_entries`;
    `now`: seconds; `voice`: with plain names."""
    last_move, known_until = missed.since, missed.last_known_entry
    steps = []
    for line in page:
        if line.turn is not None:
            before, after = (views[max(entry, known_until)] for entry in (line.turn.entry_before, line.turn.last_entry))
            steps.append(RecapStep(_turn_with_words(missed, line, voice), before, after))
    title = voice("catch_up.last")
    if last_move is not None:
        title = voice("catch_up.title", time=format_elapsed_time(max(0, now - last_move.at), voice))
    return Recap(
        title,
        missed.seat,
        tuple(steps),
        tuple(change_pills(missed, voice)),
        missed.before,
        missed.view if last else None,
        _describe_own_task(missed, voice) if last else "",
    )


def _describe_own_task(missed: MissedTurns, voice: Voice) -> str:
    table, seat = missed.table, missed.seat
    if seat is None or not table.is_open or seat not in table.seats_to_move:
        return ""
    task = missed.view.tasks.get(seat)
    return voice.phrase(task) if task is not None else ""


def _turn_without_words(line: StoryLine) -> RecapTurn:
    events = line.turn.events if line.turn is not None else ()
    return RecapTurn(line.seat, tuple((event.key, event.params) for event in events))


def _turn_with_words(missed: MissedTurns, line: StoryLine, voice: Voice) -> RecapTurn:
    face = face_for(missed.table.kind)
    phrases = []
    for event in line.events:
        continuation = voice.sentence_after_name(event, line.seat) if line.seat is not None else ""
        weight = LOSS_WEIGHT if missed.seat in face.losing_seats(event) else story_lines.event_weight(face, event)
        text = continuation or event_text.describe_event(event, voice, missed.undone_moves)
        phrases.append(TurnPhrase(text, weight, event.key, not continuation))
    return replace(_turn_without_words(line), said=tuple(phrase for phrase in phrases if phrase.text))
