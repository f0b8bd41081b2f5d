"""What the message of a table begins with, and how long it may be."""

from __future__ import annotations

from typing import Final

from cogs.screen import cut
from service.state.model import Table
from words import Voice

LONGEST: Final = 2000  # characters of a message
STORY: Final = 1200  # so long the lines of all turns together may be: a phone shows the picture soon after
PING_LINE: Final = 400
ABOVE_LINE: Final = 800  # of what stands above all else: the task of a lesson
HEAD_LINE: Final = 120


def format_headline(table: Table, say: Voice, head: str, *, begun: bool = False) -> str:
    """The headline, and below it that the game began in the middle of another one. `begun`: what holds for the whole
    game is said too, as it has just begun."""
    hints = [say("look.hints")] if begun and table.hints and table.lesson is None else []
    return "\n".join([cut(head, HEAD_LINE), *describe_branch_origin(table, say), *hints])


def describe_branch_origin(table: Table, say: Voice) -> list[str]:
    """That a game began in the middle of another one, and counts nowhere; nothing for all others."""
    return [] if table.branch is None else [say("look.branch", of=table.branch.of, at=table.branch.at)]


def format_elapsed_time(seconds: int, say: Voice) -> str:
    for key, length in (("days", 86400), ("hours", 3600)):
        if seconds >= length:
            return say(f"time.{key}", n=seconds // length)
    return say("time.minutes", n=max(1, seconds // 60))
