"""The points by category as a text table in a code block, and the reason of a victory."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from cogs.games import face_for
from cogs.screen import naming, truncate_text
from rules.core import View, registry
from service.state.model import Table
from words import Voice
from words.direction import isolate_columns, text_direction

PHONE_COLUMNS: Final = 34  # characters of a code block in one line on a phone
FEW_CATEGORIES: Final = 6  # up to so many categories are all told, so that they add up
SHOWN_ADVANTAGES: Final = 2  # of more categories, only so many in which the winner is ahead
LABEL_LENGTH: Final = 22  # maximum length of a row label
# Scripts whose fallback font may differ in width from digits.
WIDE_LETTERS: Final = re.compile(r"[\u0370-\u1fff\u2e80-\ufaff\U00010000-\U0010ffff]")
MIN_LABEL_LENGTH: Final = 8  # minimum length of a category label


def points_table(table: Table, tally: Mapping[str, Sequence[int]], scores: Sequence[int], say: Voice) -> str:
    """The points by category, one column per seat, aligned in a code block.

    A phone wraps longer lines, which breaks the alignment: then only the colours head the columns, and the names stand
    above. The same holds for names in wide scripts; in a right-to-left language the points stand before the labels.
    """
    family = _game_family(table.kind)
    rows = [
        (naming.word_or_default(say, f"{family}.tally.{category}", category), points)
        for category, points in tally.items()
    ]
    rows.append((say("over.total"), scores))
    headings = [f"{truncate_text(naming.name_in_code_block(seat.name), 10)} {seat.colour}" for seat in table.seats]
    label_width = max(len(truncate_text(name, LABEL_LENGTH)) for name, _ in rows)
    names_line, gap = "", "  "
    widths = _column_widths(headings, rows)
    points_first = text_direction(say.language) == "rtl"
    is_too_wide = label_width + sum(len(gap) + width for width in widths) > PHONE_COLUMNS
    if is_too_wide or any(WIDE_LETTERS.search(heading) for heading in headings):
        names = [
            say("over.column", colour=seat.colour, name=naming.isolate_name(say.seat(seat.index)))
            for seat in table.seats
        ]
        names_line, gap, headings = " · ".join(names) + "\n", " ", [seat.colour for seat in table.seats]
        widths = _column_widths(headings, rows)
        label_width = min(label_width, max(MIN_LABEL_LENGTH, PHONE_COLUMNS - sum(len(gap) + width for width in widths)))
    cells = [f"{heading:>{width}}" for heading, width in zip(headings, widths, strict=True)]
    lines = [_format_points_row("", cells, gap, label_width, points_first)]
    for name, points in rows:
        cells = [f"{points[index]:>{width}}" for index, width in enumerate(widths)]
        lines.append(_format_points_row(truncate_text(name, label_width), cells, gap, label_width, points_first))
    return f"{names_line}```\n" + "\n".join(lines) + "\n```"


def _format_points_row(name: str, cells: Sequence[str], gap: str, label_width: int, points_first: bool) -> str:
    if points_first:
        return isolate_columns(f"{gap.join(cells)}  {name}".rstrip(), [name])
    return gap.join([f"{name:<{label_width}}", *cells])


def describe_tie_break(table: Table, view: View, say: Voice) -> str:
    """The reason why the winners won a tie; "" without one."""
    tie = face_for(table.kind).explain_tie_break(view, table.winners) if table.status == "over" else None
    return say.phrase(tie) if tie is not None else ""


def describe_winning_margin(table: Table, view: View, say: Voice) -> str:
    """The winner's margin over the second, by category; "" for several winners, a tie, or unknown categories."""
    if table.status != "over" or len(table.winners) != 1 or len(view.scores) < 2:
        return ""
    winner = table.winners[0]
    second = max((seat for seat in range(len(view.scores)) if seat != winner), key=lambda seat: view.scores[seat])
    margin = view.scores[winner] - view.scores[second]
    difference = {key: row[winner] - row[second] for key, row in view.tally.items() if row[winner] != row[second]}
    if margin <= 0 or not difference:
        return ""
    family = _game_family(table.kind)
    ascending = sorted(difference, key=lambda category: difference[category])
    won_by = [category for category in reversed(ascending) if difference[category] > 0]
    lost_by = [category for category in ascending if difference[category] < 0]
    if len(difference) > FEW_CATEGORIES:
        won_by, lost_by = won_by[:SHOWN_ADVANTAGES], lost_by[:1]
    reasons = [
        say(
            "over.why_more" if difference[category] > 0 else "over.why_fewer",
            n=abs(difference[category]),
            what=naming.word_or_default(say, f"{family}.tally.{category}", category),
        )
        for category in (*won_by, *lost_by)
    ]
    name, second_name = (naming.isolate_name(say.seat(seat)) for seat in (winner, second))
    key = "over.why_most" if len(difference) > FEW_CATEGORIES else "over.why"
    return say(key, name=name, second=second_name, points=margin, list=say.join_with_commas(reasons))


def _column_widths(headings: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    return [max(len(heading), *(len(str(points[n])) for _, points in rows)) for n, heading in enumerate(headings)]


def _game_family(kind: str) -> str:
    game_type = registry.game_types().get(kind)
    return game_type.family if game_type is not None else kind
