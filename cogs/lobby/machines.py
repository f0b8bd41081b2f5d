"""Screens and buttons for a machine's strength in the lobby."""

from __future__ import annotations

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.screen import Button, Screen, ids, naming
from service.play.machine_seats import require_machine
from service.state.model import Seat, Table

LEVEL_SEPARATOR = "."  # separates colour and level in a custom id


@on_component("l", "level")
async def on_machine_level(ctx: InteractionContext) -> None:
    """Change the strength of a machine."""
    table = await ctx.find_table(loaded=False)
    colour, _, level = ctx.argument.partition(LEVEL_SEPARATOR)
    seats = ctx.app.tables.machine_seats
    table = await seats.set_level(table.id, ctx.user_id, colour, level, moderator=ctx.is_moderator)
    await ctx.reply.show(machine_screen(ctx, table, require_machine(table, colour)))


async def show_new_machine(ctx: InteractionContext, table: Table) -> None:
    """Show the newest machine to the user who added it."""
    await ctx.reply.show(machine_screen(ctx, table, table.seats[-1]))


def machine_screen(ctx: InteractionContext, table: Table, seat: Seat) -> Screen:
    """The machine's name and strength, with a button for each other strength."""
    say, levels = ctx.voice(table), ctx.app.tables.machine_seats.levels
    level_names = {level: naming.level_name(level, say) for level in levels}
    lines = [say("lobby.machine", name=say.seat(seat.index), level=naming.level_name(seat.machine or "", say))]
    if say.has(about_key := f"lobby.machine_{seat.machine}"):
        lines.append(say(about_key))
    buttons = [
        Button(
            ids.lobby_custom_id(table.id, "level", f"{seat.colour}{LEVEL_SEPARATOR}{level}"),
            say("lobby.make_machine", level=name),
        )
        for level, name in level_names.items()
        if level != seat.machine
    ]
    return Screen("\n".join(lines), rows=[buttons])
