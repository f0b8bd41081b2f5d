"""`/game past replay`: a private animation of a game, with progress while it is made.

It shows public information only, so running games have replays too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games import face_for
from cogs.games.app import App
from cogs.look.game_lookup import complete_any_game, resolve_game
from cogs.look.hand import resolve_viewed_table
from cogs.past import replay_frames
from cogs.past.frame_caption import Captions
from cogs.past.progress import await_with_progress
from cogs.past.replay_frames import ReplayFrame
from cogs.post import discord_messages
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, File, Link, Screen, cache_key, ids, split_into_rows
from cogs.screen.film_queue import FilmOrder, FilmProgress, FinishedFilm
from cogs.screen.links import message_url
from render.core.film import FORMATS, MOST, FilmSettings, Format, frame_durations
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_visible_seat
from words import Voice

# Settings are tried in order until the file is small enough; even the longest games fit Discord's limit with the first.
FILM_SETTINGS: Final[dict[Format, tuple[FilmSettings, ...]]] = {
    "webp": (FilmSettings("webp", 800, 75), FilmSettings("webp", 640, 60), FilmSettings("webp", 480, 45)),
    "gif": (FilmSettings("gif", 480), FilmSettings("gif", 360), FilmSettings("gif", 240)),
}
# The GIF writer keeps all frames in memory until the last one.
MAX_FRAMES: Final[dict[Format, int]] = {"webp": MOST, "gif": 80}


def replay_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    options = [CommandOption("game", complete=complete_any_game), CommandOption("as", "replay_as", choices=FORMATS)]
    return [CommandSpec("replay", say("cmd.past.replay"), run_replay, options, "past")]


@on_component("t", "replay", defer="private")
async def run_replay(ctx: InteractionContext, game: str | None = None, as_: str | None = None) -> None:
    await _show_replay(ctx, _parse_format(as_ or ""), game)


@on_component("x", "replay")
async def on_other_format(ctx: InteractionContext) -> None:
    await _show_replay(ctx, _parse_format(ctx.argument))


def _parse_format(text: str) -> Format:
    return next((known for known in FORMATS if known == text), "webp")


async def _show_replay(ctx: InteractionContext, file_format: Format, game: str | None = None) -> None:
    table = await resolve_game(ctx, game)
    if table.seq == 0 or table.game is None or table.state is None:
        raise ServiceError("film_empty")
    frames, film = await _await_film(ctx, table, file_format)
    await ctx.reply.show(_replay_screen(ctx, table, frames, film))


async def _await_film(
    ctx: InteractionContext, table: Table, file_format: Format
) -> tuple[Sequence[ReplayFrame], FinishedFilm]:
    """The replay of a table, from the cache or newly made with a progress line. ServiceError `film_empty`."""
    history = await ctx.app.tables.history.read_entries(table.id)
    frames = replay_frames.plan_frames(face_for(table.kind), history, MAX_FRAMES[file_format], _final_winners(table))
    if len(frames) < 2:
        raise ServiceError("film_empty")
    key = cache_key.table_cache_key(table, table.seq, ctx.language, file_format)
    film = ctx.app.film_queue.find_cached(key)
    if film is None:
        make_order = partial(_build_film_order, ctx.app, table, frames, ctx.language, file_format)
        task, progress = ctx.app.film_queue.get_or_start(key, make_order)
        voice = ctx.voice(table)
        heading = voice("replay.head", **_game_params(ctx, table))
        film = await await_with_progress(
            ctx, task, heading, lambda: _describe_film_progress(voice, progress, len(frames)), "film_stopped"
        )
    return frames, film


async def _build_film_order(
    app: App, table: Table, frames: Sequence[ReplayFrame], language: str, file_format: Format
) -> FilmOrder:
    """The order for a replay, built from public views only."""
    renderer, look, final_view = app.renderer(table.kind), app.picture_look(table, language), table.public_view
    captions = Captions(table, face_for(table.kind), app.voice(table, language, plain=True))
    return FilmOrder(
        len(frames),
        FILM_SETTINGS[file_format],
        look,
        lambda first: renderer.film(first.view, final_view, look),
        lambda: replay_frames.iter_scenes(app.tables.history.replay_game(table), frames, captions),
        replay_frames.count_ending_frames(frames),
    )


def _describe_film_progress(voice: Voice, progress: FilmProgress, count: int) -> str:
    if progress.films_ahead:
        return voice("replay.queue", n=progress.films_ahead)
    return voice("replay.making", percent=100 * progress.frames_done // count)


def _final_winners(table: Table) -> tuple[int, ...] | None:
    """The winners; () for an abandoned game, None for a running one."""
    if table.is_open:
        return None
    return tuple(table.winners) if table.status == "over" else ()


def _game_params(ctx: InteractionContext, table: Table) -> dict[str, object]:
    return {"name": ctx.app.table_game_name(table, ctx.language), "id": table.id}


def _film_file(
    ctx: InteractionContext, table: Table, frames: Sequence[ReplayFrame], film: FinishedFilm, language: str
) -> File:
    """The file of the replay; its alt text describes the last position."""
    look = ctx.app.picture_look(table, language)
    story = ctx.app.voice(table, language, plain=True)("replay.alt", seconds=_film_seconds(frames))
    alt = ctx.app.renderer(table.kind).filmed(table.public_view, look, story)
    return File(f"replay-{table.id}-{table.seq}.{film.settings.format}", film.data, alt)


def _film_seconds(frames: Sequence[ReplayFrame]) -> int:
    return round(sum(frame_durations(len(frames), replay_frames.count_ending_frames(frames))) / 1000)


def _replay_screen(ctx: InteractionContext, table: Table, frames: Sequence[ReplayFrame], film: FinishedFilm) -> Screen:
    voice = ctx.voice(table)
    lines = [
        voice("replay.head", **_game_params(ctx, table)),
        voice("replay.so_far" if table.is_open else "replay.whole", seconds=_film_seconds(frames)),
    ]
    other_format: Format = "gif" if film.settings.format == "webp" else "webp"
    buttons: list[Button | Link] = []
    if not table.is_open and find_visible_seat(table, ctx.user_id) is not None:
        post_id = ids.action_custom_id(table.id, table.seq, "film", film.settings.format)
        buttons.append(Button(post_id, voice("button.replay_post"), "blue"))
    other_id = ids.action_custom_id(table.id, table.seq, "replay", other_format)
    buttons.append(Button(other_id, voice(f"button.replay_{other_format}")))
    return Screen("\n".join(lines), [_film_file(ctx, table, frames, film, ctx.language)], split_into_rows(buttons))


# --- for everybody ------------------------------------------------------------------------------------------------


@on_component("x", "film")
async def on_post_replay(ctx: InteractionContext) -> None:
    """Post the replay of a finished game in its channel, once. ServiceError `film_running`."""
    table, _, _ = await resolve_viewed_table(ctx)
    seat = ctx.require_seat(table)
    if table.is_open:
        raise ServiceError("film_running")
    voice, replays = ctx.voice(table), ctx.app.tables.replays
    file_format = _parse_format(ctx.argument)
    number = await replays.find_replay_message_id(table.id)
    if number is None:
        frames, film = await _await_film(ctx, table, file_format)
        say = ctx.app.voice(table, table.language)
        text = say("replay.posted", name=ctx.app.table_game_name(table, table.language), id=table.id, seat=seat.index)
        message = PublicMessage(Screen(text, [_film_file(ctx, table, frames, film, table.language)]))
        if not discord_messages.can_attach_files(ctx.app, table.home.channel_id):
            raise ServiceError("film_unposted")
        try:
            number = await discord_messages.send_to_table(ctx.app, table, message, f"{table.tag}-film")
        except (discord_messages.ChannelLost, discord_messages.DiscordUnavailable) as error:
            raise ServiceError("film_unposted") from error
        await replays.record_replay_post(table.id, number, table.home.channel_id)
    link = Link(message_url(table.home.guild_id, table.home.channel_id, number), voice("button.to_replay"))
    await ctx.reply.show(Screen(voice("replay.there"), rows=[[link]]))
