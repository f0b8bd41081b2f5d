"""Tips for newcomers: in the first three pickers of each game, unless switched off."""

from __future__ import annotations

from typing import Final

from cogs.games.seat_view import SeatView
from cogs.screen import lesson_text
from rules.core import View
from service.state.personal_settings import TIPS

TIP_COUNT: Final = 3


def newcomer_tip(seat_view: SeatView[View], user_id: int, *, first: bool = True) -> str:
    """The lesson's task, or a tip for newcomers; empty if there is none. `first`: the first screen of a picker."""
    if task := lesson_text.describe_lesson_task(seat_view.table, seat_view.voice):
        return task
    if seat_view.app.tables.preferences.effective_setting(user_id, TIPS) == "off":
        return ""
    shown_count = seat_view.app.tips_shown.count(user_id, seat_view.table.kind)
    key = (
        seat_view.face.tip_key(seat_view.view, seat_view.seat, shown_count) if first and shown_count < TIP_COUNT else ""
    )
    return seat_view.say("tip.frame", tip=seat_view.say(key)) if key else ""
