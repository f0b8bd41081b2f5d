"""Answers that did not arrive: tried again for a while, and what was done is said by the next answer at the latest."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from cachetools import FIFOCache

from cogs.screen import Screen, cut
from cogs.screen.retry import AnswerLost, InteractionGone

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

log = logging.getLogger(__name__)

REMEMBERED: Final = 500  # people; to who was forgotten nothing is said again
TOLD: Final = 900  # characters
LATER: Final = (4, 15, 60, 240)  # seconds between tries; the token lives for fifteen minutes


@dataclass(frozen=True, slots=True)
class _LostAnswer:
    act: str  # the interaction that was not answered
    told: str  # what it did; empty where it only looked at something


class LostAnswers:
    """The last answer of each person that did not arrive."""

    def __init__(self) -> None:
        self._owed: FIFOCache[int, _LostAnswer] = FIFOCache(REMEMBERED)

    def keep(self, user_id: int, act: str, told: str) -> None:
        self._owed[user_id] = _LostAnswer(act, told)

    def owes(self, user_id: int, act: str) -> bool:
        """Whether that answer is still to come."""
        owed = self._owed.get(user_id)
        return owed is not None and owed.act == act

    def take(self, user_id: int) -> str:
        """What the last answer would have said, if something was done; it is owed no more."""
        owed = self._owed.pop(user_id, None)
        return owed.told if owed is not None else ""


async def keep_lost_answer(ctx: InteractionContext, *, later: bool) -> None:
    """The answer to an act did not arrive. `later`: it may still be delivered."""
    screen = ctx.reply.owed
    if screen is None:
        return  # it was never acknowledged, and did nothing; or there was nothing to say
    ctx.reply.before = ""
    acted = await ctx.app.tables.registry.done_before(ctx.key) is not None
    done = screen.text.partition("\n\n")[0] if acted else ""
    told = cut("\n".join(filter(None, (ctx.unsaid, done))), TOLD)
    if not later and not told:
        return
    ctx.app.unsaid.keep(ctx.user_id, ctx.key, told)
    if later:
        ctx.app.beside(_retry_delivery(ctx, screen), "deliver an answer that was lost")


async def _retry_delivery(ctx: InteractionContext, screen: Screen) -> None:
    """Show it as soon as Discord answers again, unless whoever waits for it has gone on."""
    for pause in LATER:
        await ctx.app.clock.sleep(pause)
        owed = ctx.app.unsaid.owes(ctx.user_id, ctx.key)
        try:
            if owed:
                await ctx.reply.show(screen)
                ctx.app.unsaid.take(ctx.user_id)
            elif ctx.reply.waiting:
                await ctx.reply.dismiss()
            return
        except AnswerLost:
            continue
        except InteractionGone:
            return
