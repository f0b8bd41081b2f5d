"""Catching up: private screens of changes since the reader's last own move, with the turns since."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.picker import ChoicePath
from cogs.games import face_for
from cogs.look import since_last_move
from cogs.look.hand import resolve_viewed_table
from cogs.look.since_last_move import RECENT, MissedTurns
from cogs.post import story_lines
from cogs.post.story_lines import StoryLine
from cogs.screen import Button, File, Screen, cache_key, cut, ids, pages
from cogs.turn import move_screens, screen_renewal, seat_views
from rules.core import View
from service.errors import ServiceError
from service.state.model import LogEntry, Table
from service.state.readable_log import last_own_move
from service.state.seat_control import find_deciding_since, find_visible_seat

log = logging.getLogger(__name__)
AWAY: Final = 6 * 3600  # seconds without an own move that count as an absence
TURNS: Final = 2  # fewest turns of others shown before the own move
ROWS: Final = 5  # maximum rows of a screen
BELOW: Final = 3000  # maximum characters below the pictures of a page


@on_component("t", "move", defer="private")
async def on_my_move(ctx: InteractionContext) -> None:
    """The picker; for a returning user with missed turns, those first."""
    table = await ctx.table()
    seat = find_visible_seat(table, ctx.user_id)
    plays = table.open and seat is not None
    thaws = plays and table.status == "frozen"
    if thaws:  # to ask for a move wakes the table
        ctx.at = table = await ctx.app.tables.pauses.go_on(table.id, ctx.person, act=ctx.key)
    is_back = plays and seat is not None and seat.machine is not None
    if is_back:
        ctx.at = table = await ctx.app.tables.seat_transfers.back(table.id, ctx.user_id)  # the owner is back
    asked = seat_views.may_move(await seat_views.require_seat_view(ctx, table))
    first = await _find_screen_before_move(ctx, table) if asked else None
    shown = (
        await move_screens.my_move_screen(ctx, table)
        if first is None
        else move_screens.add_turn_notices(ctx, table, first)
    )
    if is_back:
        shown = replace(shown, text=f"{ctx.voice(table)('remind.back')}\n\n{shown.text}")
    if thaws:
        shown = replace(shown, text=f"{ctx.voice(table)('rest.awake')}\n\n{shown.text}")
    await ctx.reply.show(_add_stand_in_notice(ctx, table, shown))
    if asked and first is None:
        screen_renewal.keep_screen_live(ctx, table)
        ctx.app.tips.shown(ctx.user_id, table.kind)


def _add_stand_in_notice(ctx: InteractionContext, table: Table, shown: Screen) -> Screen:
    """For an owner with a stand-in: a note about it, and a button to take the seat back."""
    seat, say = find_visible_seat(table, ctx.user_id), ctx.voice(table)
    if seat is None or seat.standin is None or seat.user_id != ctx.user_id:
        return shown
    text = f"{shown.text}\n{say('seat.for_you', user=seat.standin)}"
    back = Button(ids.action_custom_id(table.id, table.seq, "back"), say("button.seat_back"))
    rows = [*shown.rows, [back]] if len(shown.rows) < ROWS else shown.rows
    return replace(shown, text=text, rows=rows)


@on_component("t", "catch", defer="private")
async def on_catch_up(ctx: InteractionContext) -> None:
    await ctx.reply.show(await catch_up_screen(ctx, 0))


@on_component("x", "catch")
async def on_catch_up_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(await catch_up_screen(ctx, pages.parse_number(ctx.id.argument if ctx.id else "")))


async def catch_up_screen(ctx: InteractionContext, page: int) -> Screen:
    """One page of the missed turns, with a button to the log."""
    table, view, seat = await resolve_viewed_table(ctx)
    history = await ctx.history(table)
    since = last_own_move(table, ctx.user_id, history)
    if since is None and find_deciding_since(table, ctx.user_id) != 1:
        seat, view = None, table.public or view  # a new decider knows public information only until their first move
    return await _build_catch_up_screen(ctx, table, view, seat, history, since, page)


async def _find_screen_before_move(ctx: InteractionContext, table: Table) -> Screen | None:
    """The missed turns, if the user was absent while others had two turns or more; else None."""
    seat, now = ctx.seat(table).index, ctx.app.clock.now()
    recent = last_own_move(table, ctx.user_id, await ctx.history(table, max(0, table.seq - RECENT)))
    if recent is not None and now - recent.at < AWAY:
        return None  # the usual case, without reading the whole log
    history = await ctx.history(table)
    since = last_own_move(table, ctx.user_id, history)
    if since is None or now - since.at < AWAY:
        return None
    known = max(since.seq, ctx.app.caught_up.until(table.id, ctx.user_id))
    turns = story_lines.turns_since(face_for(table.kind), history, known)
    if sum(turn.seat not in (None, seat) for turn in turns) < TURNS:
        return None
    _, view, _ = await resolve_viewed_table(ctx)
    return await _build_catch_up_screen(ctx, table, view, seat, history, since, 0)


async def _build_catch_up_screen(
    ctx: InteractionContext,
    table: Table,
    view: View,
    seat: int | None,
    history: Sequence[LogEntry],
    since: LogEntry | None,
    page: int,
) -> Screen:
    voice, name = ctx.voice(table), ctx.app.name_of(table, ctx.language)
    what = since_last_move.gather_missed_turns(table, view, seat, since, history, voice)
    head = [voice("catch_up.head", name=name, id=table.id)]
    if since is not None:
        what = replace(what, before=(await _load_views(ctx, what, [since.seq])).get(since.seq))
        head = [voice("catch_up.head_since", name=name, id=table.id, when=f"<t:{since.at}:R>")]
        told = [change.text for change in since_last_move.change_pills(what, voice)]
        head.append(voice("catch_up.for_you", list=voice.listed(told)))
    parts = since_last_move.split_recap_pages(ctx.app.renderer(table.kind), what)
    row = _catch_up_buttons(ctx, table)
    ctx.app.caught_up.shown(table.id, ctx.user_id, table.seq)
    if not parts:
        lines = [line.whole for line in what.lines] or [voice("catch_up.nothing")]
        return pages.page_screen(voice, table, pages.split_pages("\n".join([*head, *lines])), page, "catch", extra=row)
    page = min(page, len(parts) - 1)
    files = await _draw_recap(ctx, what, parts, page)
    below = cut("\n".join(line.whole for line in parts[page]), BELOW)
    shown = pages.page_screen(voice, table, ["\n".join(head)] * len(parts), page, "catch", extra=row)
    return replace(shown, files=files, below=below)


def _catch_up_buttons(ctx: InteractionContext, table: Table) -> list[Button]:
    """Buttons to the picker and to the log."""
    voice, seat = ctx.voice(table), find_visible_seat(table, ctx.user_id)
    found: list[Button] = []
    if table.open and seat is not None and seat.index in table.waiting:
        first = ids.picker_custom_id(table.id, table.seq, str(ChoicePath()))
        assert first is not None, "the shortest of all paths fits"
        found.append(Button(first, voice("button.move"), "green"))
    found.append(Button(ids.table_custom_id(table.id, "log"), voice("button.log")))
    return found


async def _load_views(ctx: InteractionContext, what: MissedTurns, entries: Sequence[int]) -> dict[int, Any]:
    """The reader's views after these entries; {} if they cannot be rebuilt."""
    try:
        return await ctx.app.tables.history.views_after(what.table, entries, what.seat)
    except ServiceError:  # played by an older version of the rules
        return {}
    except Exception:  # the text is shown without pictures
        log.exception(
            "table %(table)d: how it looked after %(entries)s cannot be told",
            {"table": what.table.id, "entries": entries},
        )
        return {}


async def _draw_recap(
    ctx: InteractionContext, what: MissedTurns, parts: Sequence[Sequence[StoryLine]], page: int
) -> list[File]:
    """The pictures of that page; the last one also shows the present position."""
    table = what.table
    views = await _load_views(ctx, what, since_last_move.recap_entries(what, parts[page]))
    if not views:
        return []
    plain = ctx.app.voice(table, ctx.language, plain=True)
    recap = since_last_move.build_recap(
        what, parts[page], views, ctx.app.clock.now(), plain, last=page + 1 == len(parts)
    )
    look, draw = ctx.app.look(table, ctx.language), ctx.app.renderer(table.kind).recap
    key = cache_key.table_cache_key(
        table,
        table.seq,
        what.seat,
        ctx.language,
        "missed",
        what.known,
        len(views),
        max(views),
        recap.title,
    )
    drawn = await ctx.app.gallery.get(key, lambda: draw(recap, look))
    return [File(f"missed-{table.id}-{table.seq}.png", drawn.png, drawn.alt)] if drawn is not None else []
