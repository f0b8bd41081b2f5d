"""What people do about time: reminders, being on it, letting a machine play for who is late."""

from __future__ import annotations

from cogs.act.commands import Opt, Spec
from cogs.act.handler import Act, on
from cogs.act.otherwise import otherwise
from cogs.act.players import complete_player
from cogs.app import App
from cogs.screen import Screen, pages
from service.errors import ServiceError


async def remind(act: Act, player: str | None = None) -> None:
    """`/game time remind`: whoever is waited for, or one of them."""
    table = await act.table()
    seat = None
    if player is not None:
        seat = next((s.index for s in table.seats if player in (str(s.index), s.name, s.colour)), None)
        if seat is None:
            raise ServiceError("remind_none")
    await act.app.tables.remind(table.id, act.user_id, seat)
    await act.reply.show(Screen(act.voice(table)("remind.sent")))


@on("x", "on-it", defer="private")
async def on_it_pressed(act: Act) -> None:
    table = await act.table()
    act.seat(table)
    table = await act.app.tables.on_it(table.id, act.user_id)
    lines = [act.voice(table)("remind.hushed"), otherwise(act, table)]
    await act.reply.show(Screen("\n".join(filter(None, lines))))


@on("x", "let", defer="private")
async def let_pressed(act: Act) -> None:
    """Somebody wants a machine to play for who is late."""
    table = await act.table()
    act.seat(table)
    seat = pages.number(act.id.argument if act.id else "")
    await act.app.tables.let_move(table.id, act.user_id, seat)
    await act.reply.show(Screen(act.voice(table)("remind.machine_asked", seat=seat)))


def specs(app: App) -> list[Spec]:
    say = app.voice(None, "en")
    return [
        Spec("remind", say("cmd.time.remind"), remind, [Opt("player", complete=complete_player)], "time"),
    ]
