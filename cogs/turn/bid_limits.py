"""Bid limits: private maximum bids for auctions to come."""

from __future__ import annotations

from typing import Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.move_texts import key_family
from cogs.screen import MAX_OPTIONS, Choice, Row, Screen, Select, close_button, ids
from cogs.turn.seat_views import require_seat_view
from service.errors import ServiceError
from service.state.model import Table
from words import Voice

ASK_ME: Final = "-"  # the value for "ask me"
MAX_SELECTS: Final = 10  # maximum selects of a screen with picture, text and buttons
DENSE_COUNT: Final = 15  # every number up to here, then every fifth up to FAR, then every 25th
SPARSE_FROM: Final = 50


@on_component("x", "ceilings", defer="private")
async def on_bid_limits(ctx: InteractionContext) -> None:
    await ctx.reply.show(await bid_limits_screen(ctx, await ctx.find_table()))


@on_component("x", "ceiling")
async def on_bid_limit_chosen(ctx: InteractionContext) -> None:
    """Set one limit."""
    table = await ctx.find_table()
    await require_seat_view(ctx, table)
    name, value = ctx.argument, "".join(ctx.values)
    if value != ASK_ME and not (value.isascii() and value.isdecimal() and len(value) < 5):
        raise ServiceError("stale")
    table = await ctx.app.tables.preferences.set_bid_limit(
        table.id, ctx.user_id, name, None if value == ASK_ME else int(value)
    )
    await ctx.reply.show(await bid_limits_screen(ctx, await ctx.app.tables.registry.load_table(table.id)))


async def bid_limits_screen(ctx: InteractionContext, table: Table) -> Screen:
    """A select for each bid that may come."""
    seat_view = await require_seat_view(ctx, table)
    ctx.known_table = table
    say, family = seat_view.voice, key_family(table.kind)
    limits = ctx.app.tables.preferences.possible_bid_limits(table, ctx.user_id)
    close_row: Row = [close_button(say)]
    if not limits:
        return Screen(say("error.bids_over"), rows=[close_row])
    rows: list[Row] = [
        _bid_limit_select(table, name, span, most, say) for name, (span, most) in [*limits.items()][:MAX_SELECTS]
    ]
    files = await seat_view.draw_table_picture()
    return Screen(say(f"{family}.ceiling.title"), files, [*rows, close_row], rows_above_pictures=len(rows))


def _bid_limit_select(table: Table, name: str, span: range, limit: int | None, say: Voice) -> Select:
    family = key_family(table.kind)
    stem, _, number = name.rpartition("-")
    bid_name = say(f"{family}.ceiling.{stem}", n=int(number))
    choices = [Choice(ASK_ME, say("ceiling.ask", name=bid_name), is_chosen=limit is None)]
    choices += [
        Choice(str(n), say("ceiling.up_to", name=bid_name, n=n), is_chosen=n == limit)
        for n in bid_limit_choices(span, limit)
    ]
    return Select(ids.action_custom_id(table.id, table.seq, "ceiling", name), choices, bid_name)


def bid_limit_choices(span: range, limit: int | None = None) -> list[int]:
    """The numbers of a select: dense at first, then sparser, including the present limit `limit`."""
    dense = list(span[:DENSE_COUNT])
    fives = [n for n in span if n > max(dense, default=0) and n % 5 == 0 and n <= SPARSE_FROM]
    sparse = [n for n in span if n > SPARSE_FROM and n % 25 == 0]
    current = [limit] if limit is not None and limit in span else []
    further = [n for n in (*fives, *sparse) if n not in current]
    return sorted({*dense, *current, *further[: MAX_OPTIONS - 1 - len({*dense, *current})]})
