"""Restores conditional moves and standing answers when the entries that ended them are undone. Pure.

Those that their owner ended stay ended. Restored ones are told to their owner only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from db.rows import EndedAnswerRow
from rules.core import Phrase

from .model import SavedConditionalMove, Table
from .seat_control import find_visible_seat
from .standing_answers import NEXT, OFF, ON, UP_TO

RESTORED_NOTICE: Final = Phrase("programme.again")  # told to the owner in place of the reason


def collect_ended_answers(old: Table, new: Table) -> list[EndedAnswerRow]:
    """Rows of what the entries between two snapshots ended or changed."""
    remaining = {(one.user_id, one.number, one.made_at): one for one in new.programmes if one.dropped is None}
    rows = []
    for one in old.programmes:
        after = remaining.get((one.user_id, one.number, one.made_at))
        if one.dropped is None and (after is None or after.text != one.text):
            rows.append(EndedAnswerRow(new.id, new.seq, one.user_id, "", one.number, one.text, one.made_at))
    remaining_answers = {(user, name) for user, name, _ in new.standing}
    for user, name, given in old.standing:
        if (user, name) not in remaining_answers and (UP_TO in name or name.endswith(NEXT)):
            rows.append(EndedAnswerRow(new.id, new.seq, user, name, 0, ON if given else OFF, 0))
    return rows


def restore_ended_answers(table: Table, rows: Sequence[EndedAnswerRow], now: int) -> Table:
    """Restore the state before the undone entries, earliest first."""
    programmes = {(one.user_id, one.number): one for one in table.programmes}
    done: set[tuple[int, int, int]] = set()
    for row in rows:
        if find_visible_seat(table, row.user_id) is None:
            continue  # the user has no seat any more
        if row.name:
            table = _restore_standing_answer(table, row)
        elif (row.user_id, row.number, row.made_at) not in done:
            done.add((row.user_id, row.number, row.made_at))
            _restore_conditional_move(programmes, row, now)
    return replace(table, programmes=tuple(programmes[key] for key in sorted(programmes)))


def _restore_conditional_move(
    programmes: dict[tuple[int, int], SavedConditionalMove], row: EndedAnswerRow, now: int
) -> None:
    """Restore a conditional move; its owner is told if they may know that it was gone."""
    current = programmes.get((row.user_id, row.number))
    is_same = current is not None and current.made_at == row.made_at and not is_restored_notice(current)
    number = row.number if current is None or is_same else _next_free_number(programmes, row.user_id)
    programmes[row.user_id, number] = SavedConditionalMove(row.user_id, number, row.text, row.made_at)
    if current is None or not is_same or current.dropped is None:
        free = _next_free_number(programmes, row.user_id)
        programmes[row.user_id, free] = SavedConditionalMove(row.user_id, free, row.text, now, RESTORED_NOTICE)


def is_restored_notice(one: SavedConditionalMove) -> bool:
    """Whether it only tells of a restored conditional move."""
    return one.dropped is not None and one.dropped.key == RESTORED_NOTICE.key


def _next_free_number(programmes: dict[tuple[int, int], SavedConditionalMove], user_id: int) -> int:
    return max((number for user, number in programmes if user == user_id), default=0) + 1


def _restore_standing_answer(table: Table, row: EndedAnswerRow) -> Table:
    """Restore a standing answer unless its owner has changed it since."""
    about = row.name.partition(UP_TO)[0]
    if any(user == row.user_id and name.partition(UP_TO)[0] == about for user, name, _ in table.standing):
        return table
    return replace(table, standing=tuple(sorted([*table.standing, (row.user_id, row.name, row.text == ON)])))
