"""Moves a table whose channel is lost to another channel."""

from __future__ import annotations

from cogs.act.context import InteractionContext
from cogs.act.table_numbers import extract_table_number
from cogs.lobby import seats
from cogs.screen import Screen
from service.errors import ServiceError
from service.state.model import Table

HERE = "here"


def movable_tables(ctx: InteractionContext) -> list[Table]:
    """The user's tables whose channel is lost; if they may move some of them, only those."""
    homeless = [table for table in ctx.app.tables.tables_by_urgency(ctx.user_id) if table.homeless]
    return [table for table in homeless if table.host == ctx.user_id or table.homeless == "server"] or homeless


def complete_table_to_move(ctx: InteractionContext) -> list[tuple[str, str]]:
    """Completions of the value: the tables, or only `here` if there are not several."""
    movable = movable_tables(ctx)
    return [(_table_label(ctx, table), str(table.id)) for table in movable] if len(movable) > 1 else [(HERE, HERE)]


def _table_label(ctx: InteractionContext, table: Table) -> str:
    return f"#{table.id} {ctx.app.game_name(table.kind, ctx.language)}"


async def move_table_here(ctx: InteractionContext, value: str | None) -> None:
    """`/game options name:home`: move the table to this channel."""
    table = ctx.known_table = _resolve_table_to_move(ctx, value)
    seats.require_bot_rights(ctx, opens_thread=False)
    table_here = ctx.table_here
    if table_here is not None and table_here.id != table.id:
        raise ServiceError("home_taken", game=table_here.kind, id=table_here.id, command=table.kind)
    await ctx.app.tables.channels.move_unreachable_table(table.id, ctx.user_id, ctx.current_channel)
    ctx.app.publisher.schedule_message_update(table.id, 0)
    await ctx.reply.show(Screen(ctx.voice(table)("options.moved", id=table.id)))


def _resolve_table_to_move(ctx: InteractionContext, value: str | None) -> Table:
    """The named table, or the only one. ServiceError `nothing_to_move`, `option_bad`."""
    movable, say = movable_tables(ctx), ctx.voice()
    matching = [table for table in movable if value is not None and extract_table_number(value) == str(table.id)]
    candidates = matching or movable
    if not candidates:
        raise ServiceError("nothing_to_move")
    if len(candidates) > 1:
        labels = [_table_label(ctx, table) for table in candidates]
        raise ServiceError(
            "option_bad", name=say("options.home"), value=value or HERE, reason=say("options.which_table"), list=labels
        )
    return candidates[0]
