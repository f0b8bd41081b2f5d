"""A machine in the lobby: who has sat down, and how strong it is to be."""

from __future__ import annotations

from cogs.act.context import Act
from cogs.act.router import on
from cogs.screen import Button, Screen, ids, naming
from service.play.machine_seats import machine_of
from service.state.model import Seat, Table

BETWEEN = "."  # the colour and the level in an id


@on("l", "level")
async def level_pressed(act: Act) -> None:
    """Another strength for a machine."""
    table = await act.table(loaded=False)
    colour, _, level = (act.id.argument if act.id is not None else "").partition(BETWEEN)
    seats = act.app.tables.machine_seats
    table = await seats.set_level(table.id, act.user_id, colour, level, moderator=act.moderator)
    await act.reply.show(screen(act, table, machine_of(table, colour)))


async def show(act: Act, table: Table) -> None:
    """The machine that has sat down last, to whoever let it."""
    await act.reply.show(screen(act, table, table.seats[-1]))


def screen(act: Act, table: Table, seat: Seat) -> Screen:
    """Who it is; a button for each other strength."""
    say, levels = act.voice(table), act.app.tables.machine_seats.levels
    named = {level: naming.level_name(level, say) for level in levels}
    lines = [say("lobby.machine", name=say.seat(seat.index), level=naming.level_name(seat.machine or "", say))]
    if say.has(about := f"lobby.machine_{seat.machine}"):
        lines.append(say(about))
    row = [
        Button(
            ids.lobby(table.id, "level", f"{seat.colour}{BETWEEN}{level}"),
            say("lobby.make_machine", level=name),
        )
        for level, name in named.items()
        if level != seat.machine
    ]
    return Screen("\n".join(lines), rows=[row])
