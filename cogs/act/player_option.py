"""Completion of options that name a player."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act.commands import FilledOptions
from cogs.act.context import InteractionContext
from cogs.choose.spelling import rank_matches
from cogs.screen import OPTION_LENGTH, naming, truncate_text


async def complete_player(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    """Seats of the table, sent as their indices."""
    table = await ctx.find_table(loaded=False)
    plain = ctx.app.voice(table, ctx.language, plain=True)
    labels, letters = {}, {}
    for seat in table.seats:
        colour = naming.colour_name(seat.colour, plain)
        labels[str(seat.index)] = plain("look.player", name=seat.name, colour=colour)
        letters[str(seat.index)] = seat.colour
    found = rank_matches(list(labels), typed, lambda index: (labels[index], letters[index]))
    return [(truncate_text(labels[index], OPTION_LENGTH), index) for index in found]
