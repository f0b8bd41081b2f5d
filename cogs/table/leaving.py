"""What the table answers about the seat of somebody who has left the server."""

from __future__ import annotations

from cogs.act.handler import Act, on
from cogs.screen import Screen, pages


@on("x", "left-wait", defer="private")
async def wait_pressed(act: Act) -> None:
    table = await act.table()
    act.seat(table)
    seat = pages.number(act.id.argument if act.id else "")
    table = await act.app.tables.leaving.wait(table.id, act.user_id, seat)
    await act.reply.show(Screen(act.voice(table)("left.waits", seat=seat)))


@on("x", "left-machine", defer="private")
async def machine_pressed(act: Act) -> None:
    table = await act.table()
    act.seat(table)
    seat = pages.number(act.id.argument if act.id else "")
    table = await act.app.tables.leaving.machine(table.id, act.user_id, seat)
    await act.reply.show(Screen(act.voice(table)("left.machine", seat=seat)))
