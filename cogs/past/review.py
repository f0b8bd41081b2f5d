"""`/game past review`: the review of a finished game, the same for every reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.look.game_lookup import complete_finished_game, resolve_game
from cogs.past import review_text
from cogs.past.progress import await_with_progress
from cogs.screen import File, Screen, cache_key
from render.review import draw_review as draw
from service.archive.reviews import ReviewProgress
from service.errors import ServiceError
from service.state.model import LogEntry, Table
from service.state.review_summary import Review
from words import Voice


def review_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    return [
        CommandSpec(
            "review",
            say("cmd.past.review"),
            run_review,
            [CommandOption("game", complete=complete_finished_game)],
            "past",
        )
    ]


@on_component("t", "review", defer="private")
async def run_review(ctx: InteractionContext, game: str | None = None) -> None:
    table = await resolve_game(ctx, game)
    if table.is_open:
        raise ServiceError("review_running")
    review = await ctx.app.tables.reviews.read_stored_review(table.id)
    if review is None:
        task, progress = ctx.app.tables.reviews.get_or_start_review(table)
        voice = ctx.voice(table)
        heading = review_text.review_heading(voice, table, _reviewed_game_name(ctx, table))
        review = await await_with_progress(
            ctx, task, heading, lambda: _describe_review_progress(voice, progress), "review_stopped"
        )
    await ctx.reply.show(await _review_screen(ctx, table, review))


def _describe_review_progress(voice: Voice, progress: ReviewProgress) -> str:
    if progress.before:
        return voice("review.queue", n=progress.before)
    return voice("review.making", percent=progress.percent)


async def _review_screen(ctx: InteractionContext, table: Table, review: Review) -> Screen:
    numbers = {luck_swing.number for luck_swing in review.strokes}
    shown_entries = numbers | {luck_swing.after for luck_swing in review.strokes}
    entries: Mapping[int, LogEntry] = {
        entry.seq: entry for entry in await ctx.app.tables.history.read_entries(table.id) if entry.seq in shown_entries
    }
    name, look = _reviewed_game_name(ctx, table), ctx.app.picture_look(table, ctx.language)
    page = review_text.build_review_page(ctx.app.voice(table, ctx.language, plain=True), table, name, review)
    key = cache_key.table_cache_key(table, table.seq, ctx.language, "review")
    picture = await ctx.app.gallery.find_or_draw(key, lambda: draw(page, look))
    files = [File(f"review-{table.id}.png", picture.png, picture.alt)] if picture is not None else []
    tables_before = await _load_tables_before(ctx, table, {*numbers, *(swing.number for swing in review.swings)})
    voices = {number: ctx.voice(table_before) for number, table_before in tables_before.items()}
    text = review_text.describe_review(
        ctx.voice(table), table, name, review, entries, lambda number: (voices[number], tables_before[number])
    )
    return Screen(text, files)


async def _load_tables_before(ctx: InteractionContext, table: Table, numbers: Collection[int]) -> Mapping[int, Table]:
    """The table before each of these entries; the present one if an older version of the rules played."""
    try:
        states = await ctx.app.tables.history.positions_before(table, sorted(numbers)) if numbers else {}
    except ServiceError:
        states = {}
    return {number: replace(table, state=states.get(number, table.state)) for number in numbers}


def _reviewed_game_name(ctx: InteractionContext, table: Table) -> str:
    return ctx.app.game_name(table.kind, ctx.language)
