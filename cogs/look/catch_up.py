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
from cogs.look.since_last_move import SPECTATOR_ENTRIES, MissedTurns
from cogs.post import story_lines
from cogs.post.story_lines import StoryLine
from cogs.screen import Button, File, Screen, cache_key, ids, pages, table_button, truncate_text
from cogs.turn import move_screens, screen_renewal, seat_views
from rules.core import View
from service.errors import ServiceError
from service.state.model import LogEntry, Table
from service.state.readable_log import last_own_move
from service.state.seat_control import find_deciding_since, find_visible_seat

log = logging.getLogger(__name__)
ABSENCE_SECONDS: Final = 6 * 3600  # seconds without an own move that count as an absence
MISSED_TURNS: Final = 2  # fewest turns of others shown before the own move
MAX_ROWS: Final = 5  # maximum rows of a screen
STORY_LENGTH: Final = 3000  # maximum characters below the pictures of a page


@on_component("t", "move", defer="private")
async def on_my_move(ctx: InteractionContext) -> None:
    """The picker; for a returning user with missed turns, those first."""
    table = await ctx.find_table()
    seat = find_visible_seat(table, ctx.user_id)
    is_player = table.is_open and seat is not None
    wakes_table = is_player and table.status == "frozen"
    if wakes_table:  # to ask for a move wakes the table
        ctx.known_table = table = await ctx.app.tables.pauses.resume_game(table.id, ctx.person, act=ctx.interaction_key)
    is_back = is_player and seat is not None and seat.machine is not None
    if is_back:
        ctx.known_table = table = await ctx.app.tables.seat_transfers.return_seat(
            table.id, ctx.user_id
        )  # the owner is back
    can_act = (await seat_views.require_seat_view(ctx, table)).may_act
    missed_screen = await _find_screen_before_move(ctx, table) if can_act else None
    screen = (
        await move_screens.my_move_screen(ctx, table)
        if missed_screen is None
        else move_screens.add_turn_notices(ctx, table, missed_screen)
    )
    if is_back:
        screen = replace(screen, text=f"{ctx.voice(table)('remind.back')}\n\n{screen.text}")
    if wakes_table:
        screen = replace(screen, text=f"{ctx.voice(table)('rest.awake')}\n\n{screen.text}")
    await ctx.reply.show(_add_stand_in_notice(ctx, table, screen))
    if can_act and missed_screen is None:
        screen_renewal.keep_screen_live(ctx, table)
        ctx.app.tips_shown.count_one_more(ctx.user_id, table.kind)


def _add_stand_in_notice(ctx: InteractionContext, table: Table, screen: Screen) -> Screen:
    """For an owner with a stand-in: a note about it, and a button to take the seat back."""
    seat, say = find_visible_seat(table, ctx.user_id), ctx.voice(table)
    if seat is None or seat.standin is None or seat.user_id != ctx.user_id:
        return screen
    text = f"{screen.text}\n{say('seat.for_you', user=seat.standin)}"
    back_button = Button(ids.action_custom_id(table.id, table.seq, "back"), say("button.seat_back"))
    rows = [*screen.rows, [back_button]] if len(screen.rows) < MAX_ROWS else screen.rows
    return replace(screen, text=text, rows=rows)


@on_component("t", "catch", defer="private")
async def on_catch_up(ctx: InteractionContext) -> None:
    await ctx.reply.show(await catch_up_screen(ctx, 0))


@on_component("x", "catch")
async def on_catch_up_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(await catch_up_screen(ctx, ctx.argument_number))


async def catch_up_screen(ctx: InteractionContext, page: int) -> Screen:
    """One page of the missed turns, with a button to the log."""
    table, view, seat = await resolve_viewed_table(ctx)
    history = await ctx.load_readable_log(table)
    since = last_own_move(table, ctx.user_id, history)
    if since is None and find_deciding_since(table, ctx.user_id) != 1:
        seat, view = (
            None,
            table.public_view or view,
        )  # a new decider knows public information only until their first move
    return await _build_catch_up_screen(ctx, table, view, seat, history, since, page)


async def _find_screen_before_move(ctx: InteractionContext, table: Table) -> Screen | None:
    """The missed turns, if the user was absent while others had two turns or more; else None."""
    seat, now = ctx.require_seat(table).index, ctx.app.clock.now()
    recent_move = last_own_move(
        table, ctx.user_id, await ctx.load_readable_log(table, max(0, table.seq - SPECTATOR_ENTRIES))
    )
    if recent_move is not None and now - recent_move.at < ABSENCE_SECONDS:
        return None  # the usual case, without reading the whole log
    history = await ctx.load_readable_log(table)
    last_move = last_own_move(table, ctx.user_id, history)
    if last_move is None or now - last_move.at < ABSENCE_SECONDS:
        return None
    known_until = max(last_move.seq, ctx.app.entries_shown.last_entry_shown(table.id, ctx.user_id))
    turns = story_lines.turns_since(face_for(table.kind), history, known_until)
    if sum(turn.seat not in (None, seat) for turn in turns) < MISSED_TURNS:
        return None
    _, view, _ = await resolve_viewed_table(ctx)
    return await _build_catch_up_screen(ctx, table, view, seat, history, last_move, 0)


async def _build_catch_up_screen(
    ctx: InteractionContext,
    table: Table,
    view: View,
    seat: int | None,
    history: Sequence[LogEntry],
    since: LogEntry | None,
    page: int,
) -> Screen:
    voice, name = ctx.voice(table), ctx.app.table_game_name(table, ctx.language)
    missed = since_last_move.gather_missed_turns(table, view, seat, since, history, voice)
    heading = [voice("catch_up.head", name=name, id=table.id)]
    if since is not None:
        missed = replace(missed, before=(await _load_views(ctx, missed, [since.seq])).get(since.seq))
        heading = [voice("catch_up.head_since", name=name, id=table.id, when=f"<t:{since.at}:R>")]
        change_texts = [change.text for change in since_last_move.change_pills(missed, voice)]
        heading.append(voice("catch_up.for_you", list=voice.join_with_commas(change_texts)))
    page_lines = since_last_move.split_recap_pages(ctx.app.renderer(table.kind), missed)
    buttons = _catch_up_buttons(ctx, table)
    ctx.app.entries_shown.mark_shown(table.id, ctx.user_id, table.seq)
    if not page_lines:
        lines = [line.full for line in missed.lines] or [voice("catch_up.nothing")]
        texts = pages.split_pages("\n".join([*heading, *lines]))
        return pages.page_screen(voice, table, texts, page, "catch", extra_buttons=buttons)
    page = min(page, len(page_lines) - 1)
    files = await _draw_recap(ctx, missed, page_lines, page)
    story = truncate_text("\n".join(line.full for line in page_lines[page]), STORY_LENGTH)
    texts = ["\n".join(heading)] * len(page_lines)
    screen = pages.page_screen(voice, table, texts, page, "catch", extra_buttons=buttons)
    return replace(screen, files=files, below=story)


def _catch_up_buttons(ctx: InteractionContext, table: Table) -> list[Button]:
    """Buttons to the picker and to the log."""
    voice, seat = ctx.voice(table), find_visible_seat(table, ctx.user_id)
    buttons: list[Button] = []
    if table.is_open and seat is not None and seat.index in table.seats_to_move:
        picker_id = ids.picker_custom_id(table.id, table.seq, str(ChoicePath()))
        assert picker_id is not None, "the shortest of all paths fits"
        buttons.append(Button(picker_id, voice("button.move"), "green"))
    buttons.append(table_button(table.id, "log", voice))
    return buttons


async def _load_views(ctx: InteractionContext, missed: MissedTurns, entries: Sequence[int]) -> dict[int, Any]:
    """The reader's views after these entries; {} if they cannot be rebuilt."""
    try:
        return await ctx.app.tables.history.views_after(missed.table, entries, missed.seat)
    except ServiceError:  # played by an older version of the rules
        return {}
    except Exception:  # the text is shown without pictures
        log.exception(
            "table %(table)d: how it looked after %(entries)s cannot be told",
            {"table": missed.table.id, "entries": entries},
        )
        return {}


async def _draw_recap(
    ctx: InteractionContext, missed: MissedTurns, page_lines: Sequence[Sequence[StoryLine]], page: int
) -> list[File]:
    """The pictures of that page; the last one also shows the present position."""
    table = missed.table
    views = await _load_views(ctx, missed, since_last_move.recap_entries(missed, page_lines[page]))
    if not views:
        return []
    plain = ctx.app.voice(table, ctx.language, plain=True)
    recap = since_last_move.build_recap(
        missed, page_lines[page], views, ctx.app.clock.now(), plain, last=page + 1 == len(page_lines)
    )
    look, draw = ctx.app.picture_look(table, ctx.language), ctx.app.renderer(table.kind).recap
    key = cache_key.table_cache_key(
        table,
        table.seq,
        missed.seat,
        ctx.language,
        "missed",
        missed.last_known_entry,
        len(views),
        max(views),
        recap.title,
    )
    picture = await ctx.app.gallery.find_or_draw(key, lambda: draw(recap, look))
    return [File(f"missed-{table.id}-{table.seq}.png", picture.png, picture.alt)] if picture is not None else []
