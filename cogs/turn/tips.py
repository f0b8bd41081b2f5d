"""Tips for newcomers: in the first three pickers of each game, unless they are switched off."""

from __future__ import annotations

from typing import Final

from cogs.games.seat_view import SeatView
from cogs.screen import lesson_text
from rules.core import View
from service.state.personal_settings import TIPS

PICKERS: Final = 3


def newcomer_tip(room: SeatView[View], user_id: int, *, first: bool = True) -> str:
    """The tip above the choices; "" for those who know their way. `first`: this is the first screen of a picker."""
    if task := lesson_text.describe_lesson_task(room.table, room.voice):
        return task
    if room.app.tables.setting(user_id, TIPS) == "off":
        return ""
    seen = room.app.tips.count(user_id, room.table.kind)
    key = room.face.tip(room.view, room.seat, seen) if first and seen < PICKERS else ""
    return room.say("tip.frame", tip=room.say(key)) if key else ""
