"""Redelivers answers that did not arrive; the user's next answer repeats what remains undelivered."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cachetools import FIFOCache

from cogs.screen import Screen, truncate_text
from cogs.screen.retry import AnswerLost, InteractionGone

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

log = logging.getLogger(__name__)

REMEMBERED_USERS: Final = 500
TEXT_LENGTH: Final = 900
RETRY_SECONDS: Final = (4, 15, 60, 240)  # seconds between tries; the interaction token is valid for fifteen minutes


@dataclass(frozen=True, slots=True)
class _LostAnswer:
    interaction_id: str  # interaction id
    change_text: str  # what it changed; empty if nothing


class LostAnswers:
    """The last undelivered answer of each user."""

    def __init__(self) -> None:
        self._undelivered: FIFOCache[int, _LostAnswer] = FIFOCache(REMEMBERED_USERS)

    def remember(self, user_id: int, act: str, text: str) -> None:
        self._undelivered[user_id] = _LostAnswer(act, text)

    def is_undelivered(self, user_id: int, act: str) -> bool:
        """Whether the answer to interaction `act` is still undelivered."""
        answer = self._undelivered.get(user_id)
        return answer is not None and answer.interaction_id == act

    def take_text(self, user_id: int) -> str:
        """The text of the undelivered answer, which is removed; empty if nothing was changed."""
        answer = self._undelivered.pop(user_id, None)
        return answer.change_text if answer is not None else ""


async def keep_lost_answer(ctx: InteractionContext, *, later: bool) -> None:
    """Keep the undelivered answer. `later`: retry its delivery."""
    screen = ctx.reply.undelivered
    if screen is None:
        return  # never acknowledged and without effect, or nothing to show
    ctx.reply.text_above = ""
    was_applied = await ctx.app.tables.registry.past_acts.find_past_act(ctx.interaction_key) is not None
    change = screen.text.partition("\n\n")[0] if was_applied else ""
    undelivered = truncate_text("\n".join(filter(None, (ctx.undelivered_text, change))), TEXT_LENGTH)
    if not later and not undelivered:
        return
    ctx.app.lost_answers.remember(ctx.user_id, ctx.interaction_key, undelivered)
    if later:
        ctx.app.run_in_background(_retry_delivery(ctx, screen), "deliver an answer that was lost")


async def _retry_delivery(ctx: InteractionContext, screen: Screen) -> None:
    """Retry until delivered; stops when the user has received another answer."""
    for pause in RETRY_SECONDS:
        await ctx.app.clock.sleep(pause)
        is_undelivered = ctx.app.lost_answers.is_undelivered(ctx.user_id, ctx.interaction_key)
        try:
            if is_undelivered:
                await ctx.reply.show(screen)
                ctx.app.lost_answers.take_text(ctx.user_id)
            elif ctx.reply.shows_waiting_message:
                await ctx.reply.dismiss()
            return
        except AnswerLost:
            continue
        except InteractionGone:
            return
