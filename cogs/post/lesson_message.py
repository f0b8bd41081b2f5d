"""The message of a lesson table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Screen, ids
from cogs.screen.lesson_text import after_lesson_buttons, lesson_key_suffix
from service.state.lesson_progress import LAID
from service.state.model import LogEntry, Table
from words import Voice

VERBS: Final = ("move", "hand", "board")  # the standard buttons that a lesson message keeps


def lesson_known_until(table: Table, history: Sequence[LogEntry]) -> int:
    """The last entry that the learner knows: their last act as answered, or a position laid out after it. The ending of
    a free game is told completely."""
    acts = [entry.first for entry in history if entry.act is not None and entry.seq > 1]
    mine = [entry for entry in history if acts and entry.first == acts[-1]]
    whole = lesson_key_suffix(table) and not table.open
    told = [acts[-1] - 1] if whole and acts else [entry.seq for entry in mine if entry.seat == mine[0].seat]
    laid = [entry.seq for entry in history if entry.kind == "table" and entry.move.startswith(LAID)]
    return max([1, *told, *laid])


def lesson_buttons(table: Table, say: Voice) -> list[Button]:
    """Extra buttons of a lesson message; [] for other tables."""
    if table.lesson is None:
        return []
    if not table.open:
        score = Button(ids.table_custom_id(table.id, "score"), say("button.score"))
        return [
            *after_lesson_buttons(table, say),
            score,
            Button(ids.table_custom_id(table.id, "log"), say("button.log")),
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
