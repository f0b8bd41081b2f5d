"""`/game past replay`: a game as an animated picture. Private, with a line that says how far it is.

Nothing is in it that not everybody saw when it happened, so a game that still goes on can be looked back at, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from cogs.act.commands import Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games import face
from cogs.games.app import App
from cogs.look.game_lookup import complete_any, meant
from cogs.look.hand import seen
from cogs.past import replay_frames
from cogs.past.frame_caption import Captions
from cogs.past.progress import waited
from cogs.past.replay_frames import Part
from cogs.post import discord_messages
from cogs.post.message_layout import Public
from cogs.screen import Button, File, Link, Screen, cache_key, ids, rows_of
from cogs.screen.film_queue import Order, Progress, Shot
from cogs.screen.links import address
from render.core.film import FORMATS, MOST, Cut, Format, lasting
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import eyes
from words import Voice

# The first that is small enough is sent: even the longest games stay far below what Discord takes with the first one.
CUTS: Final[dict[Format, tuple[Cut, ...]]] = {
    "webp": (Cut("webp", 800, 75), Cut("webp", 640, 60), Cut("webp", 480, 45)),
    "gif": (Cut("gif", 480), Cut("gif", 360), Cut("gif", 240)),
}
# Its writer keeps all frames of a GIF until the last one is there.
FRAMES: Final[dict[Format, int]] = {"webp": MOST, "gif": 80}


def specs(app: App) -> list[Spec]:
    """The command."""
    say = app.voice(None, app.describing)
    options = [Opt("game", complete=complete_any), Opt("as", "replay_as", choices=FORMATS)]
    return [Spec("replay", say("cmd.past.replay"), run_replay, options, "past")]


async def run_replay(act: Act, game: str | None = None, as_: str | None = None) -> None:
    await _replay(act, _format(as_ or ""), game)


@on("t", "replay", defer="private")
async def press_replay(act: Act) -> None:
    await _replay(act, "webp")


@on("x", "replay")
async def press_other(act: Act) -> None:
    """The same in the other format."""
    await _replay(act, _format(act.id.argument if act.id else ""))


def _format(text: str) -> Format:
    return next((known for known in FORMATS if known == text), "webp")


async def _replay(act: Act, how: Format, game: str | None = None) -> None:
    table = await meant(act, game)
    if table.seq == 0 or table.game is None or table.state is None:
        raise ServiceError("film_empty")
    parts, shot = await _shot(act, table, how)
    await act.reply.show(_shown(act, table, parts, shot))


async def _shot(act: Act, table: Table, how: Format) -> tuple[Sequence[Part], Shot]:
    """The film of a table, which is made if it is not at hand; whoever waits is told how far it is."""
    history = await act.app.tables.history.entries(table.id)
    parts = replay_frames.parts(face(table.kind), history, FRAMES[how], _winners(table))
    if len(parts) < 2:
        raise ServiceError("film_empty")
    key = cache_key.key(table, table.seq, act.language, how)
    shot = act.app.filming.known(key)
    if shot is None:
        task, progress = act.app.filming.get(key, partial(_ordered, act.app, table, parts, act.language, how))
        voice = act.voice(table)
        head = voice("replay.head", **_named(act, table))
        shot = await waited(act, task, head, lambda: _far(voice, progress, len(parts)), "film_stopped")
    return parts, shot


async def _ordered(app: App, table: Table, parts: Sequence[Part], language: str, how: Format) -> Order:
    """What is filmed. Public views alone go into it."""
    renderer, look, last = app.renderer(table.kind), app.look(table, language), table.public
    words = Captions(table, face(table.kind), app.voice(table, language, plain=True))
    return Order(
        len(parts),
        CUTS[how],
        look,
        lambda first: renderer.film(first.view, last, look),
        lambda: replay_frames.scenes(app.tables.history.walk(table), parts, words),
        replay_frames.slow(parts),
    )


def _far(voice: Voice, progress: Progress, count: int) -> str:
    if progress.before:
        return voice("replay.queue", n=progress.before)
    return voice("replay.making", percent=100 * progress.frames // count)


def _winners(table: Table) -> tuple[int, ...] | None:
    """Nobody where it was given up; None while it goes on."""
    if table.open:
        return None
    return tuple(table.winners) if table.status == "over" else ()


def _named(act: Act, table: Table) -> dict[str, object]:
    return {"name": act.app.name_of(table, act.language), "id": table.id}


def _file(act: Act, table: Table, parts: Sequence[Part], shot: Shot, language: str) -> File:
    """The film, with its last table in words."""
    look = act.app.look(table, language)
    story = act.app.voice(table, language, plain=True)("replay.alt", seconds=_seconds(parts))
    alt = act.app.renderer(table.kind).filmed(table.public, look, story)
    return File(f"replay-{table.id}-{table.seq}.{shot.cut.format}", shot.data, alt)


def _seconds(parts: Sequence[Part]) -> int:
    return round(sum(lasting(len(parts), replay_frames.slow(parts))) / 1000)


def _shown(act: Act, table: Table, parts: Sequence[Part], shot: Shot) -> Screen:
    voice = act.voice(table)
    lines = [
        voice("replay.head", **_named(act, table)),
        voice("replay.so_far" if table.open else "replay.whole", seconds=_seconds(parts)),
    ]
    other: Format = "gif" if shot.cut.format == "webp" else "webp"
    buttons: list[Button | Link] = []
    if not table.open and eyes(table, act.user_id) is not None:
        post = ids.other(table.id, table.seq, "film", shot.cut.format)
        buttons.append(Button(post, voice("button.replay_post"), "blue"))
    buttons.append(Button(ids.other(table.id, table.seq, "replay", other), voice(f"button.replay_{other}")))
    return Screen("\n".join(lines), [_file(act, table, parts, shot, act.language)], rows_of(buttons))


# --- for everybody ------------------------------------------------------------------------------------------------


@on("x", "film")
async def press_post(act: Act) -> None:
    """Post the replay of a game that is over where it was played, once."""
    table, _, _ = await seen(act)
    seat = act.seat(table)
    if table.open:
        raise ServiceError("film_running")
    voice, filmed = act.voice(table), act.app.tables.filmed
    how = _format(act.id.argument if act.id else "")
    number = await filmed.message(table.id)
    if number is None:
        parts, shot = await _shot(act, table, how)
        say = act.app.voice(table, table.language)
        text = say("replay.posted", name=act.app.name_of(table, table.language), id=table.id, seat=seat.index)
        public = Public(Screen(text, [_file(act, table, parts, shot, table.language)]))
        if not discord_messages.may_attach(act.app, table.home.channel_id):
            raise ServiceError("film_unposted")
        try:
            number = await discord_messages.send(act.app, table, public, f"{table.tag}-film")
        except (discord_messages.HomeLost, discord_messages.Unreachable) as error:
            raise ServiceError("film_unposted") from error
        await filmed.posted(table.id, number, table.home.channel_id)
    link = Link(address(table.home.guild_id, table.home.channel_id, number), voice("button.to_replay"))
    await act.reply.show(Screen(voice("replay.there"), rows=[[link]]))
