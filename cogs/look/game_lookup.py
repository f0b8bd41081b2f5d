"""Finds the game to look back at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.act.commands import FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.table_numbers import extract_table_number
from cogs.act.table_option import complete_game
from cogs.look.hand import resolve_viewed_table
from service.errors import ServiceError
from service.state.model import Table

MAX_DIGITS: Final = 18  # digits of a table number


async def resolve_game(ctx: InteractionContext, game: str | None) -> Table:
    """The table of the button, the named one, or that of the channel. A finished game can be named in its channel, and
    everywhere by its players. A named game may have no position. ServiceError `unknown_table`."""
    number = extract_table_number(game or "")
    if not game or any(str(table.id) == number for table in ctx.app.tables.tables_by_urgency(ctx.user_id)):
        table, _, _ = await resolve_viewed_table(ctx, game)
        return table
    if not number or len(number) > MAX_DIGITS:
        raise ServiceError("unknown_table")
    try:
        table = await ctx.app.tables.registry.load_table(int(number))
    except (KeyError, LookupError):
        raise ServiceError("unknown_table") from None
    if table.home.channel_id != ctx.current_channel.channel_id and table.seat_of(ctx.user_id) is None:
        raise ServiceError("unknown_table")
    ctx.known_table = table
    return table


async def complete_finished_game(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    """The latest finished games of this channel and of the user."""
    finished = await ctx.app.tables.branches.list_finished_games(ctx.current_channel.channel_id, ctx.user_id)
    completions = [(f"#{number} {ctx.app.game_name(kind, ctx.language)}", str(number)) for number, kind in finished]
    return [(name, number) for name, number in completions if typed.casefold() in name.casefold()]


async def complete_any_game(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    """Finished games, then running ones."""
    return [*await complete_finished_game(ctx, filled, typed), *await complete_game(ctx, filled, typed)]
