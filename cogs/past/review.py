"""`/game past review`: what somebody says who looks back at a game that is over. The same for everybody who asks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from cogs.act.commands import Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games.app import App
from cogs.look.game_lookup import complete_past, meant
from cogs.past import review_text
from cogs.past.progress import waited
from cogs.screen import File, Screen, cache_key
from render.review import review as draw
from service.archive.reviews import Progress
from service.errors import ServiceError
from service.state.model import Entry, Table
from service.state.review_summary import Review
from words import Voice


def specs(app: App) -> list[Spec]:
    """The command."""
    say = app.voice(None, app.describing)
    return [Spec("review", say("cmd.past.review"), run_review, [Opt("game", complete=complete_past)], "past")]


async def run_review(act: Act, game: str | None = None) -> None:
    await _review(act, await meant(act, game))


@on("t", "review", defer="private")
async def press_review(act: Act) -> None:
    await _review(act, await meant(act, None))


async def _review(act: Act, table: Table) -> None:
    if table.open:
        raise ServiceError("review_running")
    found = await act.app.tables.reviewing.known(table.id)
    if found is None:
        task, progress = act.app.tables.reviewing.get(table)
        voice = act.voice(table)
        head = review_text.head(voice, table, _name(act, table))
        found = await waited(act, task, head, lambda: _far(voice, progress), "review_stopped")
    await act.reply.show(await _shown(act, table, found))


def _far(voice: Voice, progress: Progress) -> str:
    if progress.before:
        return voice("review.queue", n=progress.before)
    return voice("review.making", percent=progress.percent)


async def _shown(act: Act, table: Table, found: Review) -> Screen:
    numbers = {stroke.number for stroke in found.strokes}
    wanted = numbers | {stroke.after for stroke in found.strokes}
    entries: Mapping[int, Entry] = {
        entry.seq: entry for entry in await act.app.tables.history.entries(table.id) if entry.seq in wanted
    }
    name, look = _name(act, table), act.app.look(table, act.language)
    page = review_text.page(act.app.voice(table, act.language, plain=True), table, name, found)
    key = cache_key.key(table, table.seq, act.language, "review")
    drawn = await act.app.gallery.get(key, lambda: draw(page, look))
    files = [File(f"review-{table.id}.png", drawn.png, drawn.alt)] if drawn is not None else []
    stood = await _stood(act, table, {*numbers, *(swing.number for swing in found.swings)})
    say = {number: act.voice(there) for number, there in stood.items()}
    told = review_text.text(act.voice(table), table, name, found, entries, lambda number: (say[number], stood[number]))
    return Screen(told, files)


async def _stood(act: Act, table: Table, numbers: Collection[int]) -> Mapping[int, Table]:
    """The table as it stood before these entries; where an older version of the rules played, as it stands."""
    try:
        found = await act.app.tables.history.positions_before(table, sorted(numbers)) if numbers else {}
    except ServiceError:
        found = {}
    return {number: replace(table, state=found.get(number, table.state)) for number in numbers}


def _name(act: Act, table: Table) -> str:
    return act.app.game_name(table.kind, act.language)
