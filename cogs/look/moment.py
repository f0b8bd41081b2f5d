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
from cogs.screen import Button, File, Row, Screen, cache_key, cut, ids, pages
from rules.core import View
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_visible_seat, may_read_entry
from words import Voice

MOST: Final = 10  # maximum pictures of a message


@on_component("x", "moment")
async def on_moment(ctx: InteractionContext) -> None:
    """The entry selected in the log, or its neighbour; the custom id keeps the page of the log."""
    seq, _, whence = (ctx.id.argument if ctx.id else "").partition(".")
    await ctx.reply.show(await moment_screen(ctx, pages.parse_number(ctx.values[0] if ctx.values else seq), whence))


@on_component("x", "position", defer="private")
async def on_position(ctx: InteractionContext) -> None:
    """The same from a public message."""
    await ctx.reply.show(await moment_screen(ctx, pages.parse_number(ctx.id.argument if ctx.id else "")))


async def moment_screen(ctx: InteractionContext, seq: int, whence: str = "") -> Screen:
    """The table after the nearest entry with a sentence, that sentence, and buttons to its neighbours."""
    table, _, seat = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    teller = LogNarrator(table, await ctx.history(table), seat, voice)
    former = [*islice(teller.back(seq), 2)]
    if not former:
        former = [*islice(teller.after(0), 1)]
    if not former:
        return Screen(voice("look.log_empty"))
    here, earlier, later = former[0], former[1:], [*islice(teller.after(former[0].seq), 1)]
    view, reader = await _load_view_at_entry(ctx, table, here.seq)
    name = ctx.app.name_of(table, ctx.language)
    lines = [
        voice("look.moment", n=here.seq, game=name, id=table.id, headline=voice.phrase(view.headline)),
        *describe_branch_origin(table, voice),
        voice("look.log_time", when=f"<t:{here.at}:f>"),
        cut(here.text.strip(), log_text.LONGEST),
    ]
    rows = _moment_rows(table, earlier, here, later, voice, whence)
    return Screen("\n".join(lines), await _draw_moment(ctx, table, view, here.seq, reader), rows)


async def _load_view_at_entry(ctx: InteractionContext, table: Table, seq: int) -> tuple[View, int | None]:
    """The reader's view after that entry, and their seat if they decided for it then. ServiceError `moment_old`."""
    own = find_visible_seat(table, ctx.user_id)
    seat = own.index if own is not None and may_read_entry(table, ctx.user_id, seq) else None
    try:
        return await ctx.app.tables.history.view_after(table, seq, seat), seat
    except ServiceError as error:
        if error.key != "undo_barrier":
            raise
        raise ServiceError("moment_old") from error


async def _draw_moment(ctx: InteractionContext, table: Table, view: View, seq: int, seat: int | None) -> list[File]:
    draw, look = ctx.app.renderer(table.kind).table, ctx.app.look(table, ctx.language)
    key = cache_key.table_cache_key(table, seq, seat, ctx.language, "moment", table.open)
    drawn = await ctx.app.gallery.get(key, lambda: draw(view, look))
    return [File(f"moment-{table.id}-{seq}-{n}.png", p.png, p.alt) for n, p in enumerate((drawn or [])[:MOST])]


def _moment_rows(
    table: Table, earlier: Sequence[LogItem], here: LogItem, later: Sequence[LogItem], voice: Voice, whence: str
) -> list[Row]:
    """Buttons to the neighbouring entries, to the log, and after the game to a new branch."""

    def to(one: LogItem) -> str:
        return ids.action_custom_id(table.id, table.seq, "moment", f"{one.seq}.{whence}")

    row = [Button(to(one), voice("button.earlier")) for one in earlier]
    row += [Button(to(one), voice("button.later"), "blue") for one in later]
    row.append(
        Button(ids.action_custom_id(table.id, table.seq, "log", _log_page_argument(whence)), voice("button.log"))
    )
    if not table.open:
        row.append(Button(ids.action_custom_id(table.id, table.seq, "branch", str(here.seq)), voice("button.branch")))
    return [row]


def _log_page_argument(whence: str) -> str:
    """The log page of the custom id; the newest by default."""
    return ".".join(map(str, log_text.parse_log_position(whence)))
