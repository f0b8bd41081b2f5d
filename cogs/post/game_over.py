"""The message of a finished game: result, last moves, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.post.headline import LONGEST, PING_LINE, STORY, format_elapsed_time, format_headline
from cogs.post.points import describe_tie_break, describe_winning_margin, points_table
from cogs.post.story_lines import TURN_LINE, StoryLine
from cogs.screen import Button, File, Row, Screen, cut, ids, naming
from rules.core import View
from service.state.model import Table
from service.state.results import counts_for_statistics
from words import Voice


def game_over_screen(
    table: Table,
    view: View,
    told: Sequence[StoryLine],
    say: Voice,
    game_name: str,
    who: str,
    files: Sequence[File],
    *,
    beside: Sequence[Button] = (),
    above: str = "",
) -> Screen:
    """`who`: mentions of the pinged users; `beside`: replaces the usual buttons; `above`: the first line."""
    time = format_elapsed_time(table.updated_at - table.created_at, say)
    head = format_headline(table, say, say("look.head_over", game=game_name, id=table.id, time=time))
    result = _describe_result(table, view, say, who)
    tie, why = describe_tie_break(table, view, say), describe_winning_margin(table, view, say)
    unrated = say("over.hinted") if table.hinted and counts_for_statistics(table) else ""
    luck = _describe_luck_source(table, say)
    whole = [line.whole for line in told]
    for shown, left in _shrinking_stories(told):
        points = points_table(table, view.tally, view.scores, say)
        if files:
            points = _format_totals(table, view, say, letters=shown != whole)
        more = say("over.more", n=left) if left else ""
        parts = (above, cut(result, PING_LINE), head, why, *shown, more, points, tie, luck, unrated)
        text = "\n".join(part for part in parts if part)
        if len(text) <= LONGEST:
            break
    row: Row = list(beside) or [
        Button(ids.table_custom_id(table.id, "score"), say("button.score")),
        Button(ids.table_custom_id(table.id, "replay"), say("button.replay")),
        Button(ids.table_custom_id(table.id, "rematch"), say("button.rematch"), "blue"),
        Button(ids.table_custom_id(table.id, "export"), say("button.export")),
        Button(ids.table_custom_id(table.id, "log"), say("button.log")),
    ]
    review: list[Row] = [] if beside else [[Button(ids.table_custom_id(table.id, "review"), say("button.review"))]]
    return Screen(text, files, [row, *review])


def _shrinking_stories(told: Sequence[StoryLine]) -> Iterator[tuple[list[str], int]]:
    """Ever shorter forms of the story, each with the number of important sentences left out."""
    less = sum(line.left for line in told)
    for story, left in (
        ([line.whole for line in told], 0),
        ([line.brief for line in told], 0),
        ([line.short for line in told], less),
    ):
        if sum(map(len, story)) <= STORY:
            yield story, left
    last = [cut(line.short, TURN_LINE) for line in told]
    for at in range(len(last) + 1):
        yield last[at:], less + sum(max(1, len(line.events) - line.left) for line in told[:at])


def _describe_luck_source(table: Table, say: Voice) -> str:
    """The line about the source of luck; "" in a lesson, whose luck is fixed."""
    if table.lesson is not None:
        return ""
    if table.lucky:
        return say("over.lucky")
    return say("over.luck") if table.key_shown or table.commitment else ""


def _format_totals(table: Table, view: View, say: Voice, *, letters: bool) -> str:
    """The points in one line, best first, without categories. `letters`: the story names players by colour letters."""
    key = "over.points_of_letter" if letters else "over.points_of"
    order = sorted(table.seats, key=lambda seat: (seat.index not in table.winners, -view.scores[seat.index]))
    told = [
        say(key, name=naming.isolate_name(say.seat(seat.index)), letter=seat.colour, points=view.scores[seat.index])
        for seat in order
    ]
    return say("over.points", list=" · ".join(told))


def _describe_result(table: Table, view: View, say: Voice, who: str) -> str:
    winners, key = table.winners, "ping.over" if who else "ping.plain"
    if table.status == "abandoned" or not winners:
        return say(f"{key}_none", who=who)
    points = view.scores[winners[0]]
    if len(winners) == 1:
        return say(f"{key}_one", who=who, name=naming.isolate_name(say.seat(winners[0])), points=points)
    return say(
        f"{key}_shared",
        who=who,
        names=say.join([naming.isolate_name(say.seat(seat)) for seat in winners]),
        points=points,
    )
