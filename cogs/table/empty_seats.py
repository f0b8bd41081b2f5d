"""What the table answers about the seat of somebody who has left the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs.act.context import Act
from cogs.act.router import on
from cogs.screen import Screen, pages
from service.state.model import Table


@on("x", "left-wait", defer="private")
async def wait_pressed(act: Act) -> None:
    await _decided(act, act.app.tables.leaving.wait, "left.waits")


@on("x", "left-machine", defer="private")
async def machine_pressed(act: Act) -> None:
    await _decided(act, act.app.tables.leaving.machine, "left.machine")


async def _decided(act: Act, decide: Callable[[int, int, int], Awaitable[Table]], said: str) -> None:
    table = await act.table()
    act.seat(table)
    seat = pages.number(act.id.argument if act.id else "")
    table = await decide(table.id, act.user_id, seat)
    await act.reply.show(Screen(act.voice(table)(said, seat=seat)))
