"""Headline of a table message, and the length limits of messages."""

from __future__ import annotations

from typing import Final

from cogs.screen import truncate_text
from service.state.model import Table
from words import Voice

MESSAGE_LENGTH: Final = 2000  # characters of a message
STORY_LENGTH: Final = 1200  # of all story lines together: the picture should show soon on a phone
PING_LENGTH: Final = 400
ABOVE_LENGTH: Final = 800  # of the line above all others: the task of a lesson
HEAD_LENGTH: Final = 120


def format_headline(table: Table, say: Voice, head: str, *, begun: bool = False) -> str:
    """The headline, and the line of a branch. `begun`: adds the line about hints."""
    hints = [say("look.hints")] if begun and table.hints and table.lesson is None else []
    return "\n".join([truncate_text(head, HEAD_LENGTH), *describe_branch_origin(table, say), *hints])


def describe_branch_origin(table: Table, say: Voice) -> list[str]:
    """The line that the game branches off another one and counts nowhere; [] for other games."""
    return [] if table.branch is None else [say("look.branch", of=table.branch.of, at=table.branch.at)]


def format_elapsed_time(seconds: int, say: Voice) -> str:
    for key, length in (("days", 86400), ("hours", 3600)):
        if seconds >= length:
            return say(f"time.{key}", n=seconds // length)
    return say("time.minutes", n=max(1, seconds // 60))
