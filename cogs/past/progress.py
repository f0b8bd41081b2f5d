"""Waiting for what is made in the background, with a line that says how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from cogs.act.context import InteractionContext
from cogs.screen import Screen
from service.errors import ServiceError

SOON: Final = 1.0  # seconds after which it is said how far it is
EVERY: Final = 2.5  # seconds between two such lines

Made = TypeVar("Made")


async def await_with_progress(
    ctx: InteractionContext, task: asyncio.Task[Made], head: str, far: Callable[[], str], stopped: str
) -> Made:
    """What the task gives. `head`: the line above; `far`: says how far it is; `stopped`: the error where it was
    stopped. ServiceError, and those of the task."""
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
