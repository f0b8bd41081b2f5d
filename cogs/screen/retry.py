"""Retries requests to Discord that are safe to repeat.

discord.py waits for rate limits and retries server errors, but not broken connections. If the response to a first
answer is lost, Discord may have accepted it; the retry then fails with 40060, which counts as success. Interaction
ids are unique in the log, so a repetition never plays a move twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import aiohttp
import discord

T = TypeVar("T")

ALREADY_ANSWERED: Final = 40060
# Unknown interaction, invalid or expired token, dismissed message, deleted channel.
GONE: Final = frozenset({10062, 10015, 50027, 10008, 10003})
TRANSIENT_ERRORS: Final = (aiohttp.ClientError, OSError, discord.DiscordServerError)

FIRST_TRY_SECONDS: Final = 1.2  # seconds per try; Discord allows three for the first answer
# Seconds. Later than three seconds, a retry still tells whether an earlier try was accepted.
RETRY_SECONDS: Final = (0.05, 0.1, 0.3, 0.5, 2, 5, 15, 30)
FURTHER_TRY_SECONDS: Final = 60.0  # seconds per try of an answer with images


class InteractionGone(Exception):
    """No answer is possible any more; the argument is Discord's error code or a reason."""


class AnswerLost(Exception):
    """Delivery failed, or Discord did not confirm it."""


async def send_first_answer(attempt: Callable[[], Awaitable[object]]) -> None:
    """Send the first answer with retries. Raises `InteractionGone` if too late, `AnswerLost` if unknown."""
    for pause in (*RETRY_SECONDS, None):
        try:
            async with asyncio.timeout(FIRST_TRY_SECONDS):
                await attempt()
            return
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                return
            _raise_unless_transient(error)
        except TRANSIENT_ERRORS:
            pass
        if pause is not None:
            await asyncio.sleep(pause)
    raise AnswerLost("the first answer")


async def send_further_answer(attempt: Callable[[], Awaitable[T]]) -> T:
    """Send a further answer; one retry for a broken connection. Raises `InteractionGone` or `AnswerLost`."""
    for is_last_try in (False, True):
        try:
            async with asyncio.timeout(FURTHER_TRY_SECONDS):
                return await attempt()
        except discord.HTTPException as error:
            _raise_unless_transient(error)
            raise AnswerLost(str(error.status)) from error  # discord.py has tried five times
        except TRANSIENT_ERRORS as error:
            if is_last_try:
                raise AnswerLost(type(error).__name__) from error
    raise AssertionError("the second try returns or raises")


def _raise_unless_transient(error: discord.HTTPException) -> None:
    """Raise `InteractionGone`, or the error itself if it is no server error or rate limit."""
    if error.code in GONE:
        raise InteractionGone(str(error.code)) from error
    if error.status < 500 and error.status != 429:
        raise error
