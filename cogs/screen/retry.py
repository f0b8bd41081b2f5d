"""Requests whose answer may be lost on the way: tried again where that can do no harm.

discord.py itself waits out limits and tries again after a server error, with longer and longer pauses; a line that
breaks it leaves to us. Where the first answer to an interaction was lost it may have been taken all the same: then the
next try is told so (40060), and that is as good as an answer. The number of an interaction is unique in the log, so
going on plays nothing twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

T = TypeVar("T")

ACKNOWLEDGED: Final = 40060
# The interaction is unknown, its token was never used or has died, the message it led to was closed by its reader, or
# the channel is gone with all that was in it.
GONE: Final = frozenset({10062, 10015, 50027, 10008, 10003})
BROKEN: Final = (aiohttp.ClientError, OSError, discord.DiscordServerError)

SOON: Final = 1.2  # seconds for one try of three within which Discord wants the first answer
PAUSES: Final = (0.05, 0.1, 0.3, 0.5, 2, 5, 15, 30)  # after the three seconds the answer tells whether one was taken
LONG: Final = 60.0  # seconds for one try of an answer with pictures


class InteractionGone(Exception):
    """Nobody can be answered any more; the number is the reason that Discord gave."""


class AnswerLost(Exception):
    """Discord took no answer, or did not say that it did."""


async def send_first_answer(attempt: Callable[[], Awaitable[object]]) -> None:
    """The first answer to an interaction, until Discord has taken it. Gone where it was too late, Lost if unknown."""
    for pause in (*PAUSES, None):
        try:
            async with asyncio.timeout(SOON):
                await attempt()
            return
        except discord.HTTPException as error:
            if error.code == ACKNOWLEDGED:
                return
            _raise_unless_transient(error)
        except BROKEN:
            pass
        if pause is not None:
            await asyncio.sleep(pause)
    raise AnswerLost("the first answer")


async def send_further_answer(attempt: Callable[[], Awaitable[T]]) -> T:
    """A further answer; where the line broke it is tried once more. Gone or Lost where it did not arrive."""
    for last in (False, True):
        try:
            async with asyncio.timeout(LONG):
                return await attempt()
        except discord.HTTPException as error:
            _raise_unless_transient(error)
            raise AnswerLost(str(error.status)) from error  # the library has tried five times
        except BROKEN as error:
            if last:
                raise AnswerLost(type(error).__name__) from error
    raise AssertionError("the second try returns or raises")


def _raise_unless_transient(error: discord.HTTPException) -> None:
    """Raise what is no broken line."""
    if error.code in GONE:
        raise InteractionGone(str(error.code)) from error
    if error.status < 500 and error.status != 429:
        raise error
