"""Side effects of every interaction: returning members, reachable channels, absent hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.errors import ServiceError

if TYPE_CHECKING:
    from cogs.act.context import InteractionContext

NOT_HOST: Final = "lobby_not_host"  # refused: another user is host
CHANNEL_TAKEN_KEYS: Final = ("home_taken", "branch_taken")  # refused: the channel has a table already


async def mark_present(ctx: InteractionContext) -> None:
    """The interaction proves membership: undo the departure of the user."""
    await ctx.app.tables.member_leaves.record_presence(ctx.user_id, ctx.interaction.guild_id)


async def retry_after_cleanup(ctx: InteractionContext, error: ServiceError) -> bool:
    """Whether a refusal was due to departed members and the interaction may be retried."""
    member_leaves = ctx.app.tables.member_leaves
    if error.key == NOT_HOST and ctx.known_table is not None:
        return await member_leaves.look_up_host(ctx.known_table.id)
    table_here = ctx.table_here if error.key in CHANNEL_TAKEN_KEYS else None
    return table_here is not None and await member_leaves.look_up_lobby_members(table_here.id)


def after_interaction(ctx: InteractionContext) -> None:
    """Reconnect a table whose channel is writable again; check the members of a lobby."""
    table_here = ctx.table_here
    if table_here is not None and table_here.homeless and _may_write(ctx):
        ctx.app.publisher.schedule_message_update(table_here.id, 0)
    table = table_here or (ctx.app.tables.registry.get(ctx.known_table.id) if ctx.known_table is not None else None)
    if table is not None and table.status == "lobby":
        ctx.app.run_in_background(
            ctx.app.tables.member_leaves.look_up_lobby_members(table.id), "look for the people of a lobby"
        )


def _may_write(ctx: InteractionContext) -> bool:
    permissions = ctx.interaction.app_permissions
    return permissions.view_channel and (permissions.send_messages or permissions.send_messages_in_threads)
