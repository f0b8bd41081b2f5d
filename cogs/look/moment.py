"""A past position: the private picture of the table after a log entry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.look import log_text
from cogs.look.hand import resolve_viewed_table
from cogs.look.log_text import LogItem, LogNarrator
from cogs.post.headline import describe_branch_origin
from cogs.screen import Button, File, Row, Screen, cache_key, ids, pages, truncate_text
from rules.core import View
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_visible_seat, may_read_entry
from words import Voice

MAX_PICTURES: Final = 10  # maximum pictures of a message


@on_component("x", "moment")
async def on_moment(ctx: InteractionContext) -> None:
    """The entry selected in the log, or its neighbour; the custom id keeps the page of the log."""
    seq, _, log_position = ctx.argument.partition(".")
    await ctx.reply.show(await moment_screen(ctx, pages.parse_number(ctx.first_value or seq), log_position))


@on_component("x", "position", defer="private")
async def on_position(ctx: InteractionContext) -> None:
    """The same from a public message."""
    await ctx.reply.show(await moment_screen(ctx, ctx.argument_number))


async def moment_screen(ctx: InteractionContext, seq: int, log_position: str = "") -> Screen:
    """The table after the nearest entry with a sentence, that sentence, and buttons to its neighbours."""
    table, _, seat = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    narrator = LogNarrator(table, await ctx.load_readable_log(table), seat, voice)
    until_entry = [*islice(narrator.items_back_from(seq), 2)]
    if not until_entry:
        until_entry = [*islice(narrator.items_after(0), 1)]
    if not until_entry:
        return Screen(voice("look.log_empty"))
    item, earlier, later = until_entry[0], until_entry[1:], [*islice(narrator.items_after(until_entry[0].seq), 1)]
    view, reader = await _load_view_at_entry(ctx, table, item.seq)
    name = ctx.app.table_game_name(table, ctx.language)
    lines = [
        voice("look.moment", n=item.seq, game=name, id=table.id, headline=voice.phrase(view.headline)),
        *describe_branch_origin(table, voice),
        voice("look.log_time", when=f"<t:{item.told_at}:f>"),
        truncate_text(item.text.strip(), log_text.PAGE_LENGTH),
    ]
    rows = _moment_rows(table, earlier, item, later, voice, log_position)
    return Screen("\n".join(lines), await _draw_moment(ctx, table, view, item.seq, reader), rows)


async def _load_view_at_entry(ctx: InteractionContext, table: Table, seq: int) -> tuple[View, int | None]:
    """The reader's view after that entry, and their seat if they decided for it then. ServiceError `moment_old`."""
    own_seat = find_visible_seat(table, ctx.user_id)
    seat = own_seat.index if own_seat is not None and may_read_entry(table, ctx.user_id, seq) else None
    try:
        return await ctx.app.tables.history.view_after(table, seq, seat), seat
    except ServiceError as error:
        if error.key != "undo_barrier":
            raise
        raise ServiceError("moment_old") from error


async def _draw_moment(ctx: InteractionContext, table: Table, view: View, seq: int, seat: int | None) -> list[File]:
    draw, look = ctx.app.renderer(table.kind).table, ctx.app.picture_look(table, ctx.language)
    key = cache_key.table_cache_key(table, seq, seat, ctx.language, "moment", table.is_open)
    pictures = await ctx.app.gallery.find_or_draw(key, lambda: draw(view, look))
    shown = (pictures or [])[:MAX_PICTURES]
    return [File(f"moment-{table.id}-{seq}-{n}.png", picture.png, picture.alt) for n, picture in enumerate(shown)]


def _moment_rows(
    table: Table,
    earlier: Sequence[LogItem],
    item_here: LogItem,
    later: Sequence[LogItem],
    voice: Voice,
    log_position: str,
) -> list[Row]:
    """Buttons to the neighbouring entries, to the log, and after the game to a new branch."""

    def moment_id(item: LogItem) -> str:
        return ids.action_custom_id(table.id, table.seq, "moment", f"{item.seq}.{log_position}")

    buttons = [Button(moment_id(item), voice("button.earlier")) for item in earlier]
    buttons += [Button(moment_id(item), voice("button.later"), "blue") for item in later]
    log_page = ".".join(map(str, log_text.parse_log_position(log_position)))  # the newest by default
    buttons.append(Button(ids.action_custom_id(table.id, table.seq, "log", log_page), voice("button.log")))
    if not table.is_open:
        branch_id = ids.action_custom_id(table.id, table.seq, "branch", str(item_here.seq))
        buttons.append(Button(branch_id, voice("button.branch")))
    return [buttons]
