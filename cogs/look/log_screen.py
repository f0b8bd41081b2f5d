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
from cogs.screen import Button, Choice, File, Row, Screen, Select, cut, ids, pages, rows_of
from rules.core.record import format_record as write_record
from service.errors import ServiceError
from service.state.model import LogEntry, Table
from service.state.readable_log import last_own_move
from words import Voice

LONG: Final = 3 * log_text.PAGE  # log length from which a select of places is offered
PROGRESS: Final = 4  # seconds between two progress messages

# --- log ---------------------------------------------------------------------------------------------------------


async def run_log(ctx: InteractionContext, since: int | None = None, text: bool | None = None) -> None:
    await ctx.reply.show(await log_screen(ctx, since, bool(text), 0))


@on_component("t", "log", defer="private")
async def on_log(ctx: InteractionContext) -> None:
    await ctx.reply.show(await log_screen(ctx, None, False, 0))


@on_component("x", "log")
async def on_log_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(await _turned_log_screen(ctx, text=False))


@on_component("x", "lines")
async def on_log_lines_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(await _turned_log_screen(ctx, text=True))


@on_component("x", "leap")
async def on_log_leap(ctx: InteractionContext) -> None:
    """Read on from the selected entry."""
    text = bool(ctx.id and ctx.id.argument == "text")
    await ctx.reply.show(
        await log_screen(ctx, pages.parse_number(ctx.values[0] if ctx.values else "") or None, text, 0)
    )


async def _turned_log_screen(ctx: InteractionContext, *, text: bool) -> Screen:
    since, page, until = log_text.parse_log_position(ctx.id.argument if ctx.id else "")
    return await log_screen(ctx, since or None, text, page, until or None)


async def log_screen(
    ctx: InteractionContext, since: int | None, text: bool, page: int, until: int | None = None
) -> Screen:
    """The numbered log as far as the reader may know it: newest page first (up to `until`), or pages from `since`
    on."""
    table, _, seat = await resolve_viewed_table(ctx)
    voice = ctx.voice(table)
    history = await ctx.history(table)
    own = last_own_move(table, ctx.user_id, history)
    cuts = [at for at in (since, until and until + 1, own and own.seq + 1) if at]
    teller = (RecordNarrator if text else LogNarrator)(table, history, seat, voice, cuts)
    told = teller.back(until) if since is None else teller.after(since - 1)
    shown, page, more = log_text.paginate_log(log_text.split_long_items(told, backwards=since is None), page)
    leaves = _log_page_buttons(table, voice, text, (since or 0, page, until or 0), more)
    if not shown:
        return Screen(_describe_empty_log(voice, since, history), rows=rows_of(leaves))
    if since is None:
        shown.reverse()
    leaps = _log_leap_rows(ctx, table, history, text)
    if text:
        lines = ["```", *(one.text for one in shown), "```"]
        return Screen("\n".join(lines), rows=[*leaps, *rows_of(leaves)])
    if own is not None and not since and shown[0].seq > own.seq:  # the mark is on another page
        leaves.append(
            Button(ids.action_custom_id(table.id, table.seq, "log", f"{own.seq + 1}.0"), voice("button.log_since"))
        )
    simple = LogNarrator(table, history, None, ctx.app.voice(table, ctx.language, plain=True), cuts)
    moments = _log_moment_select(table, shown, simple, f"{since or 0}.{page}.{until or 0}")
    said = log_text.format_log_lines(shown, voice, own.seq if own is not None else None)
    return Screen("\n".join(said), rows=[moments, *leaps, *rows_of(leaves)])


def _describe_empty_log(voice: Voice, since: int | None, history: Sequence[LogEntry]) -> str:
    if not since or not history:
        return voice("look.log_empty")
    if since > history[-1].seq:
        return voice("look.log_beyond", n=since, last=history[-1].seq)
    return voice("look.log_ends", n=history[-1].seq)


def _log_page_buttons(table: Table, voice: Voice, text: bool, at: tuple[int, int, int], more: bool) -> list[Button]:
    """Buttons to the pages before and after. `at`: entry where forward pages start, or 0 for backward ones; page
    number; last entry of backward pages, or 0 for the newest."""
    since, page, until = at

    def to(since: int, page: int, until: int = 0) -> str:
        verb = "lines" if text else "log"
        return ids.action_custom_id(table.id, table.seq, verb, f"{since}.{page}.{until}")

    onward, back = (to(since, page + 1, until) if more else ""), (to(since, page - 1, until) if page else "")
    if since:
        before, after = back or (to(0, 0, since - 1) if since > 1 else ""), onward
    else:
        before, after = onward, back or (to(until + 1, 0) if until else "")
    row: list[Button] = []
    if before and since <= table.seq:
        row.append(Button(before, voice("button.earlier")))
    if after:
        row.append(Button(after, voice("button.later"), "blue"))
    if since > 1 or until:
        row.append(Button(to(0, 0), voice("button.newest")))
    return row


def _log_leap_rows(ctx: InteractionContext, table: Table, history: Sequence[LogEntry], text: bool) -> list[Row]:
    """A select of entries all over a long log; [] for a short one."""
    if len(history) <= LONG:
        return []
    teller = LogNarrator(table, history, None, ctx.app.voice(table, ctx.language, plain=True), ())
    choices = [
        Choice(
            str(one.seq),
            cut(teller.voice("look.moment_choice", n=one.seq, story=log_text.flatten_log_text(one.text)), 100),
        )
        for one in teller.marks(log_text.PAGE)
    ]
    chosen = ids.action_custom_id(table.id, table.seq, "leap", "text" if text else "")
    return [Select(chosen, choices, teller.voice("look.log_leap"))] if choices else []


def _log_moment_select(table: Table, page: Sequence[LogItem], teller: LogNarrator, whence: str) -> Select:
    """A select of the page's entries, which shows the table after each. `whence`: the page of the log."""
    choices = [
        Choice(
            str(seq),
            cut(teller.voice("look.moment_choice", n=seq, story=log_text.flatten_log_text(teller.story(seq))), 100),
        )
        for seq in dict.fromkeys(one.seq for one in reversed(page))
    ]
    chosen = ids.action_custom_id(table.id, table.seq, "moment", f"0.{whence}")
    return Select(chosen, choices, teller.voice("look.moment_choose"))


# --- export ------------------------------------------------------------------------------------------------------


async def run_export(ctx: InteractionContext, what: str, game: str | None = None) -> None:
    await ctx.reply.show(await export_screen(ctx, what, game))


@on_component("t", "export", defer="private")
async def on_export(ctx: InteractionContext) -> None:
    await ctx.reply.show(await export_screen(ctx, "record"))


@on_component("x", "export")
async def on_other_export(ctx: InteractionContext) -> None:
    await ctx.reply.show(await export_screen(ctx, ctx.id.argument if ctx.id else "record"))


async def export_screen(ctx: InteractionContext, what: str, game: str | None = None) -> Screen:
    """The record, the HTML page of the game, or the proof of luck."""
    table = await resolve_game(ctx, game)
    if table.seq == 0 or table.game is None or table.state is None:
        raise ServiceError("export_empty", id=table.id)
    voice = ctx.voice(table)
    if what == "page":
        return await game_page_screen(ctx, table)
    if what == "luck":
        other = Button(ids.action_custom_id(table.id, table.seq, "export", "record"), voice("button.record"))
        return Screen("\n".join(describe_luck_proof(voice, table)), rows=[[other]])
    record = await ctx.app.tables.history.record(table.id)
    if table.open:  # the numbers drawn reveal face-down cards and tiles
        record = replace(record, key=None, start=None, lines=tuple(replace(line, drawn=None) for line in record.lines))
    text = write_record(record)
    said = voice("look.record_so_far") if table.open else voice("look.record_whole")
    ways = [Button(ids.action_custom_id(table.id, table.seq, "export", "luck"), voice("button.luck"))]
    if not table.open:
        ways.append(Button(ids.action_custom_id(table.id, table.seq, "export", "page"), voice("button.page"), "blue"))
    return Screen(said, [File(f"{table.kind}-{table.id}.game", text.encode())], [ways])


async def game_page_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The whole game as an HTML page. ServiceError `page_open` while it runs, as it reveals hidden information."""
    if table.open:
        raise ServiceError("page_open")
    voice = ctx.voice(table)
    shown = ctx.app.clock.now()

    async def told(done: int, total: int) -> None:
        nonlocal shown
        if ctx.app.under_way.leaving:
            raise ServiceError("leaving")
        if ctx.app.clock.now() - shown >= PROGRESS:
            shown = ctx.app.clock.now()
            await ctx.reply.show(Screen(voice("look.page_making", percent=100 * done // total)))

    made = await ctx.app.pages.page(ctx.app, table, ctx.language, told)
    return Screen(voice("look.page_whole"), [File(f"{table.kind}-{table.id}.html", made)])


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
