"""Redelivers answers that did not arrive; the user's next answer repeats what remains undelivered."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cachetools import FIFOCache

from cogs.screen import Screen, truncate
from cogs.screen.retry import AnswerLost, InteractionGone

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

log = logging.getLogger(__name__)

REMEMBERED_USERS: Final = 500
TEXT_LENGTH: Final = 900
RETRY_SECONDS: Final = (4, 15, 60, 240)  # seconds between tries; the interaction token is valid for fifteen minutes


@dataclass(frozen=True, slots=True)
class _LostAnswer:
    act: str  # interaction id
    told: str  # what it changed; empty if nothing


class LostAnswers:
    """The last undelivered answer of each user."""

    def __init__(self) -> None:
        self._owed: FIFOCache[int, _LostAnswer] = FIFOCache(REMEMBERED_USERS)

    def keep(self, user_id: int, act: str, text: str) -> None:
        self._owed[user_id] = _LostAnswer(act, text)

    def owes(self, user_id: int, act: str) -> bool:
        """Whether the answer to interaction `act` is still undelivered."""
        answer = self._owed.get(user_id)
        return answer is not None and answer.act == act

    def take(self, user_id: int) -> str:
        """The text of the undelivered answer, which is removed; empty if nothing was changed."""
        answer = self._owed.pop(user_id, None)
        return answer.told if answer is not None else ""


async def keep_lost_answer(ctx: InteractionContext, *, later: bool) -> None:
    """Keep the undelivered answer. `later`: retry its delivery."""
    screen = ctx.reply.owed
    if screen is None:
        return  # never acknowledged and without effect, or nothing to show
    ctx.reply.before = ""
    was_applied = await ctx.app.tables.registry.acts.done_before(ctx.key) is not None
    change = screen.text.partition("\n\n")[0] if was_applied else ""
    undelivered = truncate("\n".join(filter(None, (ctx.unsaid, change))), TEXT_LENGTH)
    if not later and not undelivered:
        return
    ctx.app.unsaid.keep(ctx.user_id, ctx.key, undelivered)
    if later:
        ctx.app.beside(_retry_delivery(ctx, screen), "deliver an answer that was lost")


async def _retry_delivery(ctx: InteractionContext, screen: Screen) -> None:
    """Retry until delivered; stops when the user has received another answer."""
    for pause in RETRY_SECONDS:
        await ctx.app.clock.sleep(pause)
        is_undelivered = ctx.app.unsaid.owes(ctx.user_id, ctx.key)
        try:
            if is_undelivered:
                await ctx.reply.show(screen)
                ctx.app.unsaid.take(ctx.user_id)
            elif ctx.reply.waiting:
                await ctx.reply.dismiss()
            return
        except AnswerLost:
            continue
        except InteractionGone:
            return
