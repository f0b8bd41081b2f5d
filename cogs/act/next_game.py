"""*Next game*: from one table to the next that waits for somebody, wherever they are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.screen import Button, People, Screen, Select, ids
from cogs.screen.links import link_to
from cogs.screen.message_limits import COMPONENTS, size
from service.state import urgency
from service.state.model import Table
from words import Voice

if TYPE_CHECKING:
    from cogs.act.context import Act

IN_A_ROW = 5  # buttons


def waiting(act: Act, but: int = 0) -> list[Table]:
    """The tables that wait for whoever acts, the most urgent first, without that one."""
    return [table for table in urgency.waiting(act.app.tables.of_user(act.user_id), act.user_id) if table.id != but]


def button(act: Act, table: Table, say: Voice) -> list[Button]:
    """The way on from a table, where another one waits."""
    if not waiting(act, table.id):
        return []
    return [Button(ids.other(0, 0, "next-game", str(table.id)), say("button.next_game"), "blue")]


async def show(act: Act, light: Table) -> None:
    """What «My move» shows at a table, with its name and where it is, and the way on to the next."""
    table = await act.app.tables.load(light.id)
    act.at = table
    say = act.voice(table)
    screen = await act.app.present(act, table)
    name = say("list_games.name", game=act.app.game_name(table.kind, act.language), id=table.id, link=link_to(table))
    screen = replace(screen, text=f"**{name}**\n{screen.text}")
    missed = Button(ids.table(table.id, "catch"), say("button.catch"))  # they come from another table
    await act.reply.show(with_way_on(with_way_on(screen, button(act, table, say)), [missed]))


def with_way_on(screen: Screen, more: list[Button]) -> Screen:
    """The screen with further buttons in its last row, or in one more where that is full."""
    rows = [row for row in screen.rows if not isinstance(row, (Select, People))]
    there = {shown.id for row in rows for shown in row if isinstance(shown, Button)}
    more = [one for one in more if one.id not in there]
    last = screen.rows[-1] if screen.rows else []
    if not more or isinstance(last, (Select, People)) or size(screen) + len(more) + 1 > COMPONENTS:
        return screen
    if len(last) + len(more) > IN_A_ROW:
        return replace(screen, rows=[*screen.rows, more])
    return replace(screen, rows=[*screen.rows[:-1], [*last, *more]])
