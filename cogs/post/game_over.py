"""The message of a finished game: result, last moves, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.post.headline import MESSAGE_LENGTH, PING_LENGTH, STORY_LENGTH, format_elapsed_time, format_headline
from cogs.post.points import describe_tie_break, describe_winning_margin, points_table
from cogs.post.story_lines import TURN_LENGTH, StoryLine
from cogs.screen import Button, File, Row, Screen, naming, table_button, truncate_text
from rules.core import View
from service.state.model import Table
from service.state.results import counts_for_statistics
from words import Voice


def game_over_screen(
    table: Table,
    view: View,
    story: Sequence[StoryLine],
    say: Voice,
    game_name: str,
    mentions: str,
    files: Sequence[File],
    *,
    own_buttons: Sequence[Button] = (),
    above: str = "",
) -> Screen:
    """`mentions`: mentions of the pinged users; `own_buttons`: replaces the usual buttons; `above`: the first line."""
    time = format_elapsed_time(table.updated_at - table.created_at, say)
    headline = format_headline(table, say, say("look.head_over", game=game_name, id=table.id, time=time))
    result = _describe_result(table, view, say, mentions)
    tie, margin = describe_tie_break(table, view, say), describe_winning_margin(table, view, say)
    unrated = say("over.hinted") if table.hinted and counts_for_statistics(table) else ""
    luck_line = _describe_luck_source(table, say)
    full_lines = [line.full for line in story]
    for shown, omitted in _shrinking_stories(story):
        points = points_table(table, view.tally, view.scores, say)
        if files:
            points = _format_totals(table, view, say, by_letter=shown != full_lines)
        more = say("over.more", n=omitted) if omitted else ""
        parts = (
            above,
            truncate_text(result, PING_LENGTH),
            headline,
            margin,
            *shown,
            more,
            points,
            tie,
            luck_line,
            unrated,
        )
        text = "\n".join(part for part in parts if part)
        if len(text) <= MESSAGE_LENGTH:
            break
    buttons: Row = list(own_buttons) or [
        table_button(table.id, "score", say),
        table_button(table.id, "replay", say),
        table_button(table.id, "rematch", say, "blue"),
        table_button(table.id, "export", say),
        table_button(table.id, "log", say),
    ]
    review_rows: list[Row] = [] if own_buttons else [[table_button(table.id, "review", say)]]
    return Screen(text, files, [buttons, *review_rows])


def _shrinking_stories(lines: Sequence[StoryLine]) -> Iterator[tuple[list[str], int]]:
    """Ever shorter forms of the story, each with the number of important sentences left out."""
    omitted_in_short = sum(line.omitted_count for line in lines)
    for story, omitted in (
        ([line.full for line in lines], 0),
        ([line.with_letters for line in lines], 0),
        ([line.important for line in lines], omitted_in_short),
    ):
        if sum(map(len, story)) <= STORY_LENGTH:
            yield story, omitted
    short_lines = [truncate_text(line.important, TURN_LENGTH) for line in lines]
    for first in range(len(short_lines) + 1):
        in_left_lines = sum(max(1, len(line.events) - line.omitted_count) for line in lines[:first])
        yield short_lines[first:], omitted_in_short + in_left_lines


def _describe_luck_source(table: Table, say: Voice) -> str:
    """The line about the source of luck; "" in a lesson, whose luck is fixed."""
    if table.lesson is not None:
        return ""
    if table.lucky:
        return say("over.lucky")
    return say("over.luck") if table.key_shown or table.commitment else ""


def _format_totals(table: Table, view: View, say: Voice, *, by_letter: bool) -> str:
    """The points in one line, best first, without categories. `by_letter`: the story names players by colour."""
    key = "over.points_of_letter" if by_letter else "over.points_of"
    order = sorted(table.seats, key=lambda seat: (seat.index not in table.winners, -view.scores[seat.index]))
    totals = [
        say(key, name=naming.isolate_name(say.seat(seat.index)), letter=seat.colour, points=view.scores[seat.index])
        for seat in order
    ]
    return say("over.points", list=" · ".join(totals))


def _describe_result(table: Table, view: View, say: Voice, mentions: str) -> str:
    winners, key = table.winners, "ping.over" if mentions else "ping.plain"
    if table.status == "abandoned" or not winners:
        return say(f"{key}_none", who=mentions)
    points = view.scores[winners[0]]
    if len(winners) == 1:
        return say(f"{key}_one", who=mentions, name=naming.isolate_name(say.seat(winners[0])), points=points)
    return say(
        f"{key}_shared",
        who=mentions,
        names=say.join([naming.isolate_name(say.seat(seat)) for seat in winners]),
        points=points,
    )
