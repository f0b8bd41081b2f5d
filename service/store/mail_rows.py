"""Between reminders, calls and letters and the rows of the storage."""

from __future__ import annotations

from dataclasses import astuple
from typing import cast

from db.rows import CallRow, LetterRow, NoticeRow

from ..state.mail import Call, How, Notice


def notice(row: NoticeRow) -> Notice:
    return Notice(*astuple(row))  # the same fields in the same order


def notice_row(notice: Notice) -> NoticeRow:
    return NoticeRow(*astuple(notice))


def call(row: CallRow) -> Call:
    return Call(row.user_id, row.game_id, row.seq, row.what, cast(How, row.how), row.made_at, row.ready_at, row.letter)


def call_row(call: Call) -> CallRow:
    return CallRow(call.user_id, call.table_id, call.seq, call.what, call.how, call.made_at, call.ready_at, call.letter)


def how(row: LetterRow) -> How:
    return cast(How, row.how)
