"""What the table answers about the seat of somebody who has left the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.screen import Screen, pages
from service.state.model import Table


@on_component("x", "left-wait", defer="private")
async def on_wait_for_left(act: InteractionContext) -> None:
    await _decide_empty_seat(act, act.app.tables.leaving.wait, "left.waits")


@on_component("x", "left-machine", defer="private")
async def on_machine_for_left(act: InteractionContext) -> None:
    await _decide_empty_seat(act, act.app.tables.leaving.machine, "left.machine")


async def _decide_empty_seat(
    act: InteractionContext, decide: Callable[[int, int, int], Awaitable[Table]], said: str
) -> None:
    table = await act.table()
    act.seat(table)
    seat = pages.parse_number(act.id.argument if act.id else "")
    table = await decide(table.id, act.user_id, seat)
    await act.reply.show(Screen(act.voice(table)(said, seat=seat)))
