"""Options of a running game: what the table decides by a vote, whoever chooses another value asking all; its home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from cogs.act import asking
from cogs.act.handler import Act
from cogs.choose.spelling import named
from cogs.lobby import seats
from cogs.screen import Screen, naming
from service.errors import ServiceError
from service.model import Table, What
from words import Voice, catalogue

ASKED: Final = frozenset({"pace", "late", "language"})


def names(table: Table, say: Voice) -> Mapping[str, str]:
    """What can be asked for in a running game alone, with what it is called."""
    return {"language": say("options.language")} if table.open and table.status != "lobby" else {}


def languages(say: Voice) -> Mapping[str, Sequence[str]]:
    """The languages in which nothing is missing, with what they are called."""
    return {code: (naming.language(code, say),) for code in catalogue().whole}


async def ask(act: Act, table: Table, name: str, value: str) -> None:
    """Ask the table for another value. ServiceError `game_over`, those of `Act.seat` and of votes; BadTime."""
    if not table.open:
        raise ServiceError("game_over")
    act.seat(table)
    if name == "language":
        found = named(value, languages(act.voice(table)))
        value = found[0] if len(found) == 1 else value
    await asking.propose(act, table, cast(What, name), value=value)


async def _homeless(act: Act) -> Table:
    """The table to be moved here: the host's only one that lost its channel."""
    mine = [t for t in act.app.tables.of_user(act.user_id) if t.host == act.user_id and t.homeless]
    if len(mine) != 1:
        raise ServiceError("many_tables", list=[f"#{t.id}" for t in mine]) if mine else ServiceError("nothing_to_move")
    act.at = mine[0]
    return mine[0]


async def move_home(act: Act) -> None:
    """Let a table that has lost its channel live here."""
    table = await _homeless(act)
    seats.check_rights(act, thread=False)
    there = act.app.tables.at(act.home.channel_id)
    if there is not None and there.id != table.id:
        raise ServiceError("home_taken", game=there.kind, id=there.id, command=table.kind)
    await act.app.tables.set_home(table.id, act.home)
    await act.app.tables.mark_homeless(table.id, False)
    act.app.publisher.touch(table.id, 0)
    await act.reply.show(Screen(act.voice(table)("options.moved", id=table.id)))
