"""Private screens of a game's log, its record, and the proof of its luck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.look import log_text
from cogs.look.game_lookup import resolve_game
from cogs.look.hand import resolve_viewed_table
from cogs.look.log_text import LogItem, LogNarrator, RecordNarrator
from cogs.screen import (
    OPTION_LENGTH,
    Button,
    Choice,
    File,
    Row,
    Screen,
    Select,
    ids,
    pages,
    split_into_rows,
    truncate_text,
)
from rules.core.record import format_record as write_record
from service.errors import ServiceError
from service.state.model import LogEntry, Table
from service.state.readable_log import last_own_move
from words import Voice

LONG_LOG: Final = 3 * log_text.PAGE_ENTRIES  # log length from which a select of places is offered
PROGRESS_SECONDS: Final = 4  # seconds between two progress messages

# --- log ---------------------------------------------------------------------------------------------------------


@on_component("t", "log", defer="private")
async def run_log(ctx: InteractionContext, since: int | None = None, text: bool | None = None) -> None:
    await ctx.reply.show(await log_screen(ctx, since, in_notation=bool(text)))


@on_component("x", "log")
@on_component("x", "lines")
async def on_log_page(ctx: InteractionContext) -> None:
    since, page, until = log_text.parse_log_position(ctx.argument)
    in_notation = ctx.verb == "lines"
    await ctx.reply.show(await log_screen(ctx, since or None, page, until or None, in_notation=in_notation))


@on_component("x", "leap")
async def on_log_leap(ctx: InteractionContext) -> None:
    """Read on from the selected entry."""
    since = pages.parse_number(ctx.first_value) or None
    await ctx.reply.show(await log_screen(ctx, since, in_notation=ctx.argument == "text"))


async def log_screen(
    ctx: InteractionContext, since: int | None, page: int = 0, until: int | None = None, *, in_notation: bool
) -> Screen:
    """The numbered log as far as the reader may know it: newest page first (up to `until`), or pages from `since` on.
    `in_notation`: moves as in records."""
    table, _, seat = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    history = await ctx.load_readable_log(table)
    own_move = last_own_move(table, ctx.user_id, history)
    own_seq = own_move.seq if own_move is not None else None
    after_until, after_own = until + 1 if until else None, own_seq + 1 if own_seq is not None else None
    boundaries = [seq for seq in (since, after_until, after_own) if seq]
    narrator = (RecordNarrator if in_notation else LogNarrator)(table, history, seat, voice, boundaries)
    items = narrator.items_back_from(until) if since is None else narrator.items_after(since - 1)
    page_items, page, has_more = log_text.paginate_log(log_text.split_long_items(items, backwards=since is None), page)
    page_buttons = _log_page_buttons(table, voice, in_notation, (since or 0, page, until or 0), has_more)
    if not page_items:
        return Screen(_describe_empty_log(voice, since, history), rows=split_into_rows(page_buttons))
    if since is None:
        page_items.reverse()
    leap_rows = _log_leap_rows(ctx, table, history, in_notation)
    if in_notation:
        lines = ["```", *(item.text for item in page_items), "```"]
        return Screen("\n".join(lines), rows=[*leap_rows, *split_into_rows(page_buttons)])
    if own_seq is not None and not since and page_items[0].seq > own_seq:  # the mark is on another page
        since_id = ids.action_custom_id(table.id, table.seq, "log", f"{after_own}.0")
        page_buttons.append(Button(since_id, voice("button.log_since")))
    plain_narrator = LogNarrator(table, history, None, ctx.app.voice(table, ctx.language, plain=True), boundaries)
    moments = _log_moment_select(table, page_items, plain_narrator, f"{since or 0}.{page}.{until or 0}")
    formatted = log_text.format_log_lines(page_items, voice, own_seq)
    return Screen("\n".join(formatted), rows=[moments, *leap_rows, *split_into_rows(page_buttons)])


def _describe_empty_log(voice: Voice, since: int | None, history: Sequence[LogEntry]) -> str:
    if not since or not history:
        return voice("look.log_empty")
    if since > history[-1].seq:
        return voice("look.log_beyond", n=since, last=history[-1].seq)
    return voice("look.log_ends", n=history[-1].seq)


def _log_page_buttons(
    table: Table, voice: Voice, in_notation: bool, position: tuple[int, int, int], has_more: bool
) -> list[Button]:
    """Buttons to the pages before and after. `position`: entry where forward pages start, or 0 for backward ones; page
    number; last entry of backward pages, or 0 for the newest."""
    since, page, until = position

    def page_id(since: int, page: int, until: int = 0) -> str:
        verb = "lines" if in_notation else "log"
        return ids.action_custom_id(table.id, table.seq, verb, f"{since}.{page}.{until}")

    next_id = page_id(since, page + 1, until) if has_more else ""
    previous_id = page_id(since, page - 1, until) if page else ""
    if since:
        earlier_id, later_id = previous_id or (page_id(0, 0, since - 1) if since > 1 else ""), next_id
    else:
        earlier_id, later_id = next_id, previous_id or (page_id(until + 1, 0) if until else "")
    buttons: list[Button] = []
    if earlier_id and since <= table.seq:
        buttons.append(Button(earlier_id, voice("button.earlier")))
    if later_id:
        buttons.append(Button(later_id, voice("button.later"), "blue"))
    if since > 1 or until:
        buttons.append(Button(page_id(0, 0), voice("button.newest")))
    return buttons


def _entry_choice(voice: Voice, seq: int, text: str) -> Choice:
    story = log_text.flatten_log_text(text)
    return Choice(str(seq), truncate_text(voice("look.moment_choice", n=seq, story=story), OPTION_LENGTH))


def _log_leap_rows(ctx: InteractionContext, table: Table, history: Sequence[LogEntry], in_notation: bool) -> list[Row]:
    """A select of entries all over a long log; [] for a short one."""
    if len(history) <= LONG_LOG:
        return []
    narrator = LogNarrator(table, history, None, ctx.app.voice(table, ctx.language, plain=True), ())
    choices = [
        _entry_choice(narrator.voice, item.seq, item.text) for item in narrator.starting_points(log_text.PAGE_ENTRIES)
    ]
    select_id = ids.action_custom_id(table.id, table.seq, "leap", "text" if in_notation else "")
    return [Select(select_id, choices, narrator.voice("look.log_leap"))] if choices else []


def _log_moment_select(table: Table, page: Sequence[LogItem], narrator: LogNarrator, log_position: str) -> Select:
    """A select of the page's entries, which shows the table after each. `log_position`: the page of the log."""
    seqs = dict.fromkeys(item.seq for item in reversed(page))
    choices = [_entry_choice(narrator.voice, seq, narrator.text_of_entry(seq)) for seq in seqs]
    select_id = ids.action_custom_id(table.id, table.seq, "moment", f"0.{log_position}")
    return Select(select_id, choices, narrator.voice("look.moment_choose"))


# --- export ------------------------------------------------------------------------------------------------------


async def run_export(ctx: InteractionContext, what: str, game: str | None = None) -> None:
    await ctx.reply.show(await export_screen(ctx, what, game))


@on_component("t", "export", defer="private")
async def on_export(ctx: InteractionContext) -> None:
    await ctx.reply.show(await export_screen(ctx, "record"))


@on_component("x", "export")
async def on_other_export(ctx: InteractionContext) -> None:
    await ctx.reply.show(await export_screen(ctx, ctx.argument or "record"))


async def export_screen(ctx: InteractionContext, what: str, game: str | None = None) -> Screen:
    """The record, the HTML page of the game, or the proof of luck."""
    table = await resolve_game(ctx, game)
    if table.seq == 0 or table.game is None or table.state is None:
        raise ServiceError("export_empty", id=table.id)
    voice = ctx.voice(table)
    if what == "page":
        return await game_page_screen(ctx, table)
    if what == "luck":
        record_button = Button(ids.action_custom_id(table.id, table.seq, "export", "record"), voice("button.record"))
        return Screen("\n".join(describe_luck_proof(voice, table)), rows=[[record_button]])
    record = await ctx.app.tables.history.build_record(table.id)
    if table.is_open:  # the numbers drawn reveal face-down cards and tiles
        record = replace(record, key=None, start=None, lines=tuple(replace(line, drawn=None) for line in record.lines))
    text = write_record(record)
    text_above = voice("look.record_so_far") if table.is_open else voice("look.record_whole")
    buttons = [Button(ids.action_custom_id(table.id, table.seq, "export", "luck"), voice("button.luck"))]
    if not table.is_open:
        page_id = ids.action_custom_id(table.id, table.seq, "export", "page")
        buttons.append(Button(page_id, voice("button.page"), "blue"))
    return Screen(text_above, [File(f"{table.kind}-{table.id}.game", text.encode())], [buttons])


async def game_page_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The whole game as an HTML page. ServiceError `page_open` while it runs, as it reveals hidden information."""
    if table.is_open:
        raise ServiceError("page_open")
    voice = ctx.voice(table)
    reported_at = ctx.app.clock.now()

    async def report_progress(done: int, total: int) -> None:
        nonlocal reported_at
        if ctx.app.in_flight.is_shutting_down:
            raise ServiceError("leaving")
        if ctx.app.clock.now() - reported_at >= PROGRESS_SECONDS:
            reported_at = ctx.app.clock.now()
            await ctx.reply.show(Screen(voice("look.page_making", percent=100 * done // total)))

    html = await ctx.app.page_maker.build_page(ctx.app, table, ctx.language, report_progress)
    return Screen(voice("look.page_whole"), [File(f"{table.kind}-{table.id}.html", html)])


def describe_luck_proof(voice: Voice, table: Table) -> list[str]:
    """The hash of the key, the key itself after the game, and how to check them."""
    lines = [voice("look.luck_head", id=table.id)]
    if table.branch is not None:
        lines.append(voice("look.luck_branch", of=table.branch.of, at=table.branch.at))
    if table.commitment:
        lines.append(voice("look.luck_sealed", hash=table.commitment))
    lines.append(voice("look.luck_key", key=table.key_shown) if table.key_shown else voice("look.luck_later"))
    lines.append(voice("look.luck_chosen") if table.lucky else voice("look.luck_check"))
    return lines
