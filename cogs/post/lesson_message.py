"""The message of a table at which somebody learns. Values in, values out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.post.message_layout import Public
from cogs.screen import Button, Screen, ids
from cogs.screen.lesson_text import kind_of, onward
from service.state.lesson_progress import LAID
from service.state.model import Entry, Table
from words import Voice

VERBS: Final = ("move", "hand", "board")  # the buttons of other tables that such a message has


def since(table: Table, history: Sequence[Entry]) -> int:
    """The entry up to which everything is known: the last one of who learns, as they were answered, or with which a
    position was laid out later than that. How a free game ended is told whole."""
    acts = [entry.first for entry in history if entry.act is not None and entry.seq > 1]
    mine = [entry for entry in history if acts and entry.first == acts[-1]]
    whole = kind_of(table) and not table.open
    told = [acts[-1] - 1] if whole and acts else [entry.seq for entry in mine if entry.seat == mine[0].seat]
    laid = [entry.seq for entry in history if entry.kind == "table" and entry.move.startswith(LAID)]
    return max([1, *told, *laid])


def beside(table: Table, say: Voice) -> list[Button]:
    """What else such a message has; nothing for all other tables."""
    if table.lesson is None:
        return []
    if not table.open:
        score = Button(ids.table(table.id, "score"), say("button.score"))
        return [*onward(table, say), score, Button(ids.table(table.id, "log"), say("button.log"))]
    return [
        Button(ids.other(0, 0, "minute", f"{table.kind}.0"), say("button.minute")),
        Button(ids.other(table.id, 0, "learn-stop"), say(f"button.learn_stop{kind_of(table)}")),
    ]


def given_up(table: Table, say: Voice, game_name: str) -> Public:
    """What the message of a lesson turns into that nobody goes on with."""
    return Public(Screen(say(f"learn.ended{kind_of(table)}", game=game_name), rows=[onward(table, say)]))
