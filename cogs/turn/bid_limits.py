"""Bid limits: private maximum bids for auctions to come."""

from __future__ import annotations

from typing import Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.move_texts import key_family
from cogs.screen import SELECT, Button, Choice, Row, Screen, Select, ids
from cogs.turn.seat_views import require_seat_view
from service.errors import ServiceError
from service.state.model import Table
from words import Voice

ASK: Final = "-"  # the value for "ask me"
LISTED: Final = 10  # maximum selects of a screen with picture, text and buttons
CLOSE: Final = 15  # every number up to here, then every fifth up to FAR, then every 25th
FAR: Final = 50


@on_component("x", "ceilings", defer="private")
async def on_bid_limits(ctx: InteractionContext) -> None:
    await ctx.reply.show(await bid_limits_screen(ctx, await ctx.table()))


@on_component("x", "ceiling")
async def on_bid_limit_chosen(ctx: InteractionContext) -> None:
    """Set one limit."""
    table = await ctx.table()
    await require_seat_view(ctx, table)
    name, value = (ctx.id.argument if ctx.id else ""), "".join(ctx.values)
    if value != ASK and not (value.isascii() and value.isdecimal() and len(value) < 5):
        raise ServiceError("stale")
    table = await ctx.app.tables.preferences.set_ceiling(
        table.id, ctx.user_id, name, None if value == ASK else int(value)
    )
    await ctx.reply.show(await bid_limits_screen(ctx, await ctx.app.tables.registry.load(table.id)))


async def bid_limits_screen(ctx: InteractionContext, table: Table) -> Screen:
    """A select for each bid that may come."""
    seat_view = await require_seat_view(ctx, table)
    ctx.at = table
    say, family = seat_view.voice, key_family(table.kind)
    found = ctx.app.tables.preferences.ceilings(table, ctx.user_id)
    close: Row = [Button(ids.action_custom_id(0, 0, "close"), say("button.close"))]
    if not found:
        return Screen(say("error.bids_over"), rows=[close])
    rows: list[Row] = [
        _bid_limit_select(table, name, span, most, say) for name, (span, most) in [*found.items()][:LISTED]
    ]
    files = await seat_view.table_picture()
    return Screen(say(f"{family}.ceiling.title"), files, [*rows, close], lead=len(rows))


def _bid_limit_select(table: Table, name: str, span: range, most: int | None, say: Voice) -> Select:
    family = key_family(table.kind)
    stem, _, number = name.rpartition("-")
    named = say(f"{family}.ceiling.{stem}", n=int(number))
    choices = [Choice(ASK, say("ceiling.ask", name=named), chosen=most is None)]
    choices += [
        Choice(str(n), say("ceiling.up_to", name=named, n=n), chosen=n == most) for n in bid_limit_choices(span, most)
    ]
    return Select(ids.action_custom_id(table.id, table.seq, "ceiling", name), choices, named)


def bid_limit_choices(span: range, most: int | None = None) -> list[int]:
    """The numbers of a select: dense at first, then sparser, including the present limit `most`."""
    first = list(span[:CLOSE])
    fives = [n for n in span if n > max(first, default=0) and n % 5 == 0 and n <= FAR]
    more = [n for n in span if n > FAR and n % 25 == 0]
    own = [most] if most is not None and most in span else []
    rest = [n for n in (*fives, *more) if n not in own]
    return sorted({*first, *own, *rest[: SELECT - 1 - len({*first, *own})]})
