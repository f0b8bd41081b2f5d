"""`/game past review`: what somebody says who looks back at a game that is over. The same for everybody who asks."""

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
    """The command."""
    say = app.voice(None, app.describing)
    return [
        CommandSpec(
            "review",
            say("cmd.past.review"),
            run_review,
            [CommandOption("game", complete=complete_finished_game)],
            "past",
        )
    ]


async def run_review(act: InteractionContext, game: str | None = None) -> None:
    await _show_review(act, await resolve_game(act, game))


@on_component("t", "review", defer="private")
async def on_review(act: InteractionContext) -> None:
    await _show_review(act, await resolve_game(act, None))


async def _show_review(act: InteractionContext, table: Table) -> None:
    if table.open:
        raise ServiceError("review_running")
    found = await act.app.tables.reviewing.known(table.id)
    if found is None:
        task, progress = act.app.tables.reviewing.get(table)
        voice = act.voice(table)
        head = review_text.review_heading(voice, table, _reviewed_game_name(act, table))
        found = await await_with_progress(
            act, task, head, lambda: _describe_review_progress(voice, progress), "review_stopped"
        )
    await act.reply.show(await _review_screen(act, table, found))


def _describe_review_progress(voice: Voice, progress: ReviewProgress) -> str:
    if progress.before:
        return voice("review.queue", n=progress.before)
    return voice("review.making", percent=progress.percent)


async def _review_screen(act: InteractionContext, table: Table, found: Review) -> Screen:
    numbers = {stroke.number for stroke in found.strokes}
    wanted = numbers | {stroke.after for stroke in found.strokes}
    entries: Mapping[int, LogEntry] = {
        entry.seq: entry for entry in await act.app.tables.history.entries(table.id) if entry.seq in wanted
    }
    name, look = _reviewed_game_name(act, table), act.app.look(table, act.language)
    page = review_text.build_review_page(act.app.voice(table, act.language, plain=True), table, name, found)
    key = cache_key.table_cache_key(table, table.seq, act.language, "review")
    drawn = await act.app.gallery.get(key, lambda: draw(page, look))
    files = [File(f"review-{table.id}.png", drawn.png, drawn.alt)] if drawn is not None else []
    stood = await _load_tables_before(act, table, {*numbers, *(swing.number for swing in found.swings)})
    say = {number: act.voice(there) for number, there in stood.items()}
    told = review_text.describe_review(
        act.voice(table), table, name, found, entries, lambda number: (say[number], stood[number])
    )
    return Screen(told, files)


async def _load_tables_before(act: InteractionContext, table: Table, numbers: Collection[int]) -> Mapping[int, Table]:
    """The table as it stood before these entries; where an older version of the rules played, as it stands."""
    try:
        found = await act.app.tables.history.positions_before(table, sorted(numbers)) if numbers else {}
    except ServiceError:
        found = {}
    return {number: replace(table, state=found.get(number, table.state)) for number in numbers}


def _reviewed_game_name(act: InteractionContext, table: Table) -> str:
    return act.app.game_name(table.kind, act.language)
