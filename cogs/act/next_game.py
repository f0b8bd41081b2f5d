"""*Next game*: leads from one table to the next that waits for the user."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.screen import Button, People, Screen, Select, ids, table_button
from cogs.screen.links import table_url
from cogs.screen.message_limits import MAX_COMPONENTS, count_components
from service.state import urgency
from service.state.model import Table
from words import Voice

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

BUTTONS_IN_A_ROW = 5  # Discord's limit of buttons


def other_waiting_tables(ctx: InteractionContext, except_id: int = 0) -> list[Table]:
    """Tables that wait for the user, most urgent first, except table `except_id`."""
    waiting = urgency.tables_waiting_for(ctx.app.tables.tables_by_urgency(ctx.user_id), ctx.user_id)
    return [table for table in waiting if table.id != except_id]


def next_game_buttons(ctx: InteractionContext, table: Table, say: Voice) -> list[Button]:
    if not other_waiting_tables(ctx, table.id):
        return []
    return [Button(ids.action_custom_id(0, 0, "next-game", str(table.id)), say("button.next_game"), "blue")]


async def show_next_table(ctx: InteractionContext, listed_table: Table) -> None:
    """Show «My move» of a table, with its name, and a button to the next table."""
    table = await ctx.app.tables.registry.load_table(listed_table.id)
    ctx.known_table = table
    say = ctx.voice(table)
    screen = await ctx.app.my_move_screen(ctx, table)
    name = say("list_games.name", game=ctx.app.game_name(table.kind, ctx.language), id=table.id, link=table_url(table))
    screen = replace(screen, text=f"**{name}**\n{screen.text}")
    catch_up = table_button(table.id, "catch", say)  # they come from elsewhere
    screen = add_to_last_row(screen, next_game_buttons(ctx, table, say))
    await ctx.reply.show(add_to_last_row(screen, [catch_up]))


def add_to_last_row(screen: Screen, buttons: list[Button]) -> Screen:
    """The screen with more buttons in its last row, or in a new row if that is full."""
    rows = [row for row in screen.rows if not isinstance(row, (Select, People))]
    shown_ids = {button.id for row in rows for button in row if isinstance(button, Button)}
    buttons = [button for button in buttons if button.id not in shown_ids]
    last_row = screen.rows[-1] if screen.rows else []
    if not buttons or isinstance(last_row, (Select, People)):
        return screen
    if count_components(screen) + len(buttons) + 1 > MAX_COMPONENTS:
        return screen
    if len(last_row) + len(buttons) > BUTTONS_IN_A_ROW:
        return replace(screen, rows=[*screen.rows, buttons])
    return replace(screen, rows=[*screen.rows[:-1], [*last_row, *buttons]])
