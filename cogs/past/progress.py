"""Waits for a background task and shows its progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from cogs.act.context import InteractionContext
from cogs.screen import Screen
from service.errors import ServiceError

SOON: Final = 1.0  # seconds until the first progress line
EVERY: Final = 2.5  # seconds between two progress lines

Made = TypeVar("Made")


async def await_with_progress(
    ctx: InteractionContext, task: asyncio.Task[Made], head: str, far: Callable[[], str], stopped: str
) -> Made:
    """The result of the task. `head`: the line above; `far`: the progress as text; `stopped`: key of the ServiceError
    if the task was cancelled. Raises the task's errors too."""
    told = ""
    while True:
        done, _ = await asyncio.wait({task}, timeout=EVERY if told else SOON)
        if done:
            if task.cancelled():
                raise ServiceError(stopped)
            return task.result()
        said = far()
        if said != told:
            await ctx.reply.show(Screen(f"{head}\n{said}"))
            told = said
