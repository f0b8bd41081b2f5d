"""The points by category as a text table in a code block, and the reason of a victory."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from cogs.games import face_for
from cogs.screen import cut, naming
from rules.core import View, registry
from service.state.model import Table
from words import Voice
from words.direction import isolate_columns, text_direction

PHONE_COLUMNS: Final = 34  # characters of a code block in one line on a phone
FEW: Final = 6  # up to so many categories are all told, so that they add up
MORE: Final = 2  # of more categories, only so many in which the winner is ahead
LABEL: Final = 22  # maximum length of a row label
# Scripts whose fallback font may differ in width from digits.
WIDE: Final = re.compile(r"[\u0370-\u1fff\u2e80-\ufaff\U00010000-\U0010ffff]")
SHORTEST: Final = 8  # minimum length of a category label


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
    heads = [f"{cut(naming.name_in_code_block(seat.name), 10)} {seat.colour}" for seat in table.seats]
    first = max(len(cut(name, LABEL)) for name, _ in rows)
    above, gap = "", "  "
    widths = _column_widths(heads, rows)
    wide = text_direction(say.language) == "rtl"
    if first + sum(len(gap) + width for width in widths) > PHONE_COLUMNS or any(WIDE.search(head) for head in heads):
        names = [
            say("over.column", colour=seat.colour, name=naming.isolate_name(say.seat(seat.index)))
            for seat in table.seats
        ]
        above, gap, heads = " · ".join(names) + "\n", " ", [seat.colour for seat in table.seats]
        widths = _column_widths(heads, rows)
        first = min(first, max(SHORTEST, PHONE_COLUMNS - sum(len(gap) + width for width in widths)))
    lines = [
        _format_points_row(
            "", [f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)], gap, first, wide
        )
    ]
    for name, points in rows:
        cells = [f"{points[at]:>{width}}" for at, width in enumerate(widths)]
        lines.append(_format_points_row(cut(name, first), cells, gap, first, wide))
    return f"{above}```\n" + "\n".join(lines) + "\n```"


def _format_points_row(name: str, cells: Sequence[str], gap: str, first: int, wide: bool) -> str:
    return (
        isolate_columns(f"{gap.join(cells)}  {name}".rstrip(), [name])
        if wide
        else gap.join([f"{name:<{first}}", *cells])
    )


def describe_tie_break(table: Table, view: View, say: Voice) -> str:
    """The reason why the winners won a tie; "" without one."""
    tie = face_for(table.kind).tie(view, table.winners) if table.status == "over" else None
    return say.phrase(tie) if tie is not None else ""


def describe_winning_margin(table: Table, view: View, say: Voice) -> str:
    """The winner's margin over the second, by category; "" for several winners, a tie, or unknown categories."""
    if table.status != "over" or len(table.winners) != 1 or len(view.scores) < 2:
        return ""
    winner = table.winners[0]
    second = max((seat for seat in range(len(view.scores)) if seat != winner), key=lambda seat: view.scores[seat])
    ahead = view.scores[winner] - view.scores[second]
    by = {category: row[winner] - row[second] for category, row in view.tally.items() if row[winner] != row[second]}
    if ahead <= 0 or not by:
        return ""
    family = _game_family(table.kind)
    rising = sorted(by, key=lambda category: by[category])
    most = [category for category in reversed(rising) if by[category] > 0]
    fewest = [category for category in rising if by[category] < 0]
    if len(by) > FEW:
        most, fewest = most[:MORE], fewest[:1]
    told = [
        say(
            "over.why_more" if by[category] > 0 else "over.why_fewer",
            n=abs(by[category]),
            what=naming.word_or_default(say, f"{family}.tally.{category}", category),
        )
        for category in (*most, *fewest)
    ]
    name, other = (naming.isolate_name(say.seat(seat)) for seat in (winner, second))
    key = "over.why_most" if len(by) > FEW else "over.why"
    return say(key, name=name, second=other, points=ahead, list=say.listed(told))


def _column_widths(heads: Sequence[str], rows: Sequence[tuple[str, Sequence[int]]]) -> list[int]:
    return [max(len(head), *(len(str(points[at])) for _, points in rows)) for at, head in enumerate(heads)]


def _game_family(kind: str) -> str:
    known = registry.game_types().get(kind)
    return known.family if known is not None else kind
