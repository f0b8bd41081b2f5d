"""Between reminders, calls and letters and the rows of the storage."""

from __future__ import annotations

from dataclasses import astuple
from typing import cast

from db.rows import CallRow, LetterRow, NoticeRow

from ..state.mail import Delivery, Notification, Reminder


def reminder_from_row(row: NoticeRow) -> Reminder:
    return Reminder(*astuple(row))  # the same fields in the same order


def reminder_row(notice: Reminder) -> NoticeRow:
    return NoticeRow(*astuple(notice))


def notification_from_row(row: CallRow) -> Notification:
    return Notification(
        row.user_id, row.game_id, row.seq, row.what, cast(Delivery, row.how), row.made_at, row.ready_at, row.letter
    )


def notification_row(call: Notification) -> CallRow:
    return CallRow(call.user_id, call.table_id, call.seq, call.what, call.how, call.made_at, call.ready_at, call.letter)


def delivery_from_row(row: LetterRow) -> Delivery:
    return cast(Delivery, row.how)
