"""How far somebody goes in bids that are still to come: chosen in lists, shown to them alone."""

from __future__ import annotations

from typing import Final

from cogs.act.handler import Act, on
from cogs.choose.saying import family_of
from cogs.screen import SELECT, Button, Choice, Row, Screen, Select, ids
from cogs.turn.pick import playing
from service.errors import ServiceError
from service.model import Table
from words import Voice

ASK: Final = "-"  # the value of being asked
LISTED: Final = 10  # screens hold so many lists beside picture, text and buttons
CLOSE: Final = 15  # numbers one by one; beyond them by fives, then by twenty-fives
FAR: Final = 50


@on("x", "ceilings", defer="private")
async def ceilings_pressed(act: Act) -> None:
    await act.reply.show(await ceilings_screen(act, await act.table()))


@on("x", "ceiling")
async def ceiling_chosen(act: Act) -> None:
    """How far in one of them."""
    table = await act.table()
    await playing(act, table)
    name, value = (act.id.argument if act.id else ""), "".join(act.values)
    if value != ASK and not (value.isascii() and value.isdecimal() and len(value) < 5):
        raise ServiceError("stale")
    table = await act.app.tables.set_ceiling(table.id, act.user_id, name, None if value == ASK else int(value))
    await act.reply.show(await ceilings_screen(act, await act.app.tables.load(table.id)))


async def ceilings_screen(act: Act, table: Table) -> Screen:
    """A list for each bid that may come."""
    room = await playing(act, table)
    act.at = table
    say, family = room.voice, family_of(table.kind)
    found = act.app.tables.ceilings(table, act.user_id)
    close: Row = [Button(ids.other(0, 0, "close"), say("button.close"))]
    if not found:
        return Screen(say("error.bids_over"), rows=[close])
    rows: list[Row] = [_list(table, name, span, most, say) for name, (span, most) in [*found.items()][:LISTED]]
    files = await room.table_picture()
    return Screen(say(f"{family}.ceiling.title"), files, [*rows, close], lead=len(rows))


def _list(table: Table, name: str, span: range, most: int | None, say: Voice) -> Select:
    family = family_of(table.kind)
    stem, _, number = name.rpartition("-")
    named = say(f"{family}.ceiling.{stem}", n=int(number))
    choices = [Choice(ASK, say("ceiling.ask", name=named), chosen=most is None)]
    choices += [Choice(str(n), say("ceiling.up_to", name=named, n=n), chosen=n == most) for n in offered(span, most)]
    return Select(ids.other(table.id, table.seq, "ceiling", name), choices, named)


def offered(span: range, most: int | None = None) -> list[int]:
    """The numbers of a list: the first one by one, then fewer and fewer; with what was chosen before."""
    first = list(span[:CLOSE])
    fives = [n for n in span if n > max(first, default=0) and n % 5 == 0 and n <= FAR]
    more = [n for n in span if n > FAR and n % 25 == 0]
    own = [most] if most is not None and most in span else []
    rest = [n for n in (*fives, *more) if n not in own]
    return sorted({*first, *own, *rest[: SELECT - 1 - len({*first, *own})]})
