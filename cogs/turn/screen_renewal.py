"""Renews a private screen after others have answered a question of the user's turn."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from cogs.act.context import InteractionContext
from cogs.screen import late_pictures, message_limits
from cogs.screen.retry import AnswerLost, InteractionGone
from cogs.turn import lesson_answers
from service.errors import ServiceError
from service.state.model import Table

MACHINE_SECONDS: Final = 5.0  # maximum seconds to wait for machines that move one after another


def depends_on_others(table: Table, seat: int) -> bool:
    """Whether moves of others change the seat's decision: it is suspended, or they may answer it at any time. False in
    lessons, which have screens of their own."""
    game, state = table.game, table.state
    if game is None or state is None or not table.is_open or table.lesson is not None:
        return False
    if seat in game.seats_with_postponed_decision(state):
        return True
    return has_decision(table, seat) and any(other != seat for other in game.invitations(state))


def has_decision(table: Table, seat: int) -> bool:
    game, state = table.game, table.state
    return game is not None and state is not None and table.is_open and seat in game.waiting(state)


def keep_screen_live(ctx: InteractionContext, table: Table) -> None:
    """Renew the shown answer when others have moved."""
    with suppress(ServiceError):  # the user has no seat
        if depends_on_others(table, ctx.require_seat(table).index):
            renew = partial(_renew_screen, ctx, table.id, table.seq)
            ctx.app.live_screens.remember(table.id, ctx.user_id, table.seq, renew)
            current = ctx.app.tables.registry.get(table.id)
            if current is not None:  # machines may have moved since the answer was built
                ctx.app.live_screens.renew_outdated(table.id, current.seq, ctx.app.run_in_background)


async def _renew_screen(ctx: InteractionContext, table_id: int, seq: int) -> None:
    """Show the first screen of the present position in place of the answer, if that is still visible and there is a
    decision. A failure does no harm: the old buttons report that they are stale."""
    late_pictures.collect_late_pictures()  # not those of the user's own interaction
    with suppress(TimeoutError):
        await asyncio.wait_for(ctx.app.tables.machines.wait_until_idle(table_id), MACHINE_SECONDS)
    if ctx.interaction.is_expired():
        return
    with suppress(discord.HTTPException, InteractionGone, AnswerLost, ServiceError):
        table = await ctx.app.tables.registry.load_table(table_id)
        if table.seq == seq or not await ctx.is_answer_still_shown():
            return
        seat = ctx.require_seat(table).index
        if has_decision(table, seat):
            others_entries = [entry for entry in await ctx.load_readable_log(table, seq) if entry.seat != seat]
            meanwhile = lesson_answers.describe_meanwhile(others_entries, table, seat, ctx.voice(table))
            screen = await ctx.app.my_move_screen(ctx, table)
            if not await ctx.is_answer_still_shown():  # another interaction took the message
                return
            await ctx.reply.show(
                replace(screen, text="\n\n".join(filter(None, (meanwhile, screen.text)))[: message_limits.TEXT_LENGTH])
            )
        keep_screen_live(ctx, table)
