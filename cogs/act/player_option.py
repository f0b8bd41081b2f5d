"""Completion of options that name a player."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act.commands import FilledOptions
from cogs.act.context import InteractionContext
from cogs.choose.spelling import rank_matches
from cogs.screen import cut, naming


async def complete_player(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    """Seats of the table, sent as their indices."""
    table = await ctx.table(loaded=False)
    plain = ctx.app.voice(table, ctx.language, plain=True)
    said = {
        str(s.index): plain("look.player", name=s.name, colour=naming.colour_name(s.colour, plain)) for s in table.seats
    }
    letters = {str(seat.index): seat.colour for seat in table.seats}
    return [(cut(said[n], 100), n) for n in rank_matches(list(said), typed, lambda n: (said[n], letters[n]))]
