"""Waits for a background task and shows its progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from cogs.act.context import InteractionContext
from cogs.screen import Screen
from service.errors import ServiceError

FIRST_SECONDS: Final = 1.0  # seconds until the first progress line
INTERVAL_SECONDS: Final = 2.5  # seconds between two progress lines

Result = TypeVar("Result")


async def await_with_progress(
    ctx: InteractionContext, task: asyncio.Task[Result], heading: str, describe: Callable[[], str], cancelled_key: str
) -> Result:
    """The result of the task; until then a message with `heading` and the progress. Raises the task's errors, and
    ServiceError `cancelled_key` if it was cancelled."""
    shown = ""
    while True:
        done, _ = await asyncio.wait({task}, timeout=INTERVAL_SECONDS if shown else FIRST_SECONDS)
        if done:
            if task.cancelled():
                raise ServiceError(cancelled_key)
            return task.result()
        progress = describe()
        if progress != shown:
            await ctx.reply.show(Screen(f"{heading}\n{progress}"))
            shown = progress
