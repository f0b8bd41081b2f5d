"""Completion of options that name a table."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act.commands import FilledOptions
from cogs.act.context import InteractionContext
from service.state.seat_control import find_notified_seat


async def complete_game(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    """Tables of the user, those that wait for them first."""
    say = ctx.voice()
    completions = []
    for table in ctx.app.tables.tables_by_urgency(ctx.user_id):
        seat = find_notified_seat(table, ctx.user_id)
        name = f"#{table.id} {ctx.app.game_name(table.kind, ctx.language)}"
        channel = ctx.app.get_channel(table.home.channel_id)
        if channel is not None and getattr(channel, "name", None):
            name += f" · #{getattr(channel, 'name', '')}"
        if seat is not None and seat.index in table.seats_to_move:
            name += f" · {say('list_games.yours')}"
        if typed.casefold() in name.casefold():
            completions.append((name, str(table.id)))
    return completions
