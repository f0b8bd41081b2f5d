"""The message of a lesson table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Screen, ids, table_button
from cogs.screen.lesson_text import after_lesson_buttons, lesson_key_suffix
from service.state.lesson_progress import LAID
from service.state.model import LogEntry, Table
from words import Voice

LESSON_VERBS: Final = ("move", "hand", "board")  # the standard buttons that a lesson message keeps


def lesson_known_until(table: Table, history: Sequence[LogEntry]) -> int:
    """The last entry that the learner knows: their last act as answered, or a position laid out after it. The ending of
    a free game is told completely."""
    own_acts = [entry.first for entry in history if entry.act is not None and entry.seq > 1]
    last_act = [entry for entry in history if own_acts and entry.first == own_acts[-1]]
    answered = [entry.seq for entry in last_act if entry.seat == last_act[0].seat]
    if own_acts and lesson_key_suffix(table) and not table.is_open:
        answered = [own_acts[-1] - 1]
    laid_out = [entry.seq for entry in history if entry.kind == "table" and entry.move.startswith(LAID)]
    return max([1, *answered, *laid_out])


def lesson_buttons(table: Table, say: Voice) -> list[Button]:
    """Extra buttons of a lesson message; [] for other tables."""
    if table.lesson is None:
        return []
    if not table.is_open:
        score = table_button(table.id, "score", say)
        return [
            *after_lesson_buttons(table, say),
            score,
            table_button(table.id, "log", say),
        ]
    return [
        Button(ids.action_custom_id(0, 0, "minute", f"{table.kind}.0"), say("button.minute")),
        Button(ids.action_custom_id(table.id, 0, "learn-stop"), say(f"button.learn_stop{lesson_key_suffix(table)}")),
    ]


def lesson_given_up_message(table: Table, say: Voice, game_name: str) -> PublicMessage:
    """The final text of a lesson that was abandoned."""
    return PublicMessage(
        Screen(say(f"learn.ended{lesson_key_suffix(table)}", game=game_name), rows=[after_lesson_buttons(table, say)])
    )
