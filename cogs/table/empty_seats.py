"""The table's decision about the seat of a member who left the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.screen import Screen
from service.state.model import Table


@on_component("x", "left-wait", defer="private")
async def on_wait_for_left(ctx: InteractionContext) -> None:
    await _decide_empty_seat(ctx, ctx.app.tables.member_leaves.wait_for_player, "left.waits")


@on_component("x", "left-machine", defer="private")
async def on_machine_for_left(ctx: InteractionContext) -> None:
    await _decide_empty_seat(ctx, ctx.app.tables.member_leaves.let_machine_play, "left.machine")


async def _decide_empty_seat(
    ctx: InteractionContext, decide: Callable[[int, int, int], Awaitable[Table]], result_key: str
) -> None:
    table = await ctx.find_table()
    ctx.require_seat(table)
    seat = ctx.argument_number
    table = await decide(table.id, ctx.user_id, seat)
    await ctx.reply.show(Screen(ctx.voice(table)(result_key, seat=seat)))
