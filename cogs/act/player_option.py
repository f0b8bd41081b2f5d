"""Players of a table as options of commands."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act.commands import Filled
from cogs.act.context import Act
from cogs.choose.spelling import ranked
from cogs.screen import cut, naming


async def complete_player(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    """The seats of the table: sent as their numbers."""
    table = await act.table(loaded=False)
    plain = act.app.voice(table, act.language, plain=True)
    said = {str(s.index): plain("look.player", name=s.name, colour=naming.colour(s.colour, plain)) for s in table.seats}
    letters = {str(seat.index): seat.colour for seat in table.seats}
    return [(cut(said[n], 100), n) for n in ranked(list(said), typed, lambda n: (said[n], letters[n]))]
