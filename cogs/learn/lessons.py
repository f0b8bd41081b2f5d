"""`/game help topic:learn`, and the buttons of a lesson: where it takes place, giving it up, playing on."""

from __future__ import annotations

import discord

from cogs.act import errors
from cogs.act.context import Act
from cogs.act.router import on
from cogs.lobby.seats import check_rights
from cogs.post import discord_messages
from cogs.post.message_layout import Public
from cogs.screen import Button, Link, Screen, ids, lesson_text
from cogs.screen.links import jump
from rules.core.course import has_course
from rules.core.registry import kinds
from service.errors import ServiceError
from service.state.model import Home, Table


@on("x", "learn", defer="private")
async def learn(act: Act) -> None:
    """Begin a lesson, or lead to the one that is open."""
    await _begin(act, act.id.argument if act.id else "", free=False)


@on("x", "learn-free", defer="private")
async def play_freely(act: Act) -> None:
    """A small game against machines."""
    await _begin(act, act.id.argument if act.id else "", free=True)


@on("x", "learn-anew", defer="private")
async def anew(act: Act) -> None:
    """Give up what is open, and begin the lesson."""
    await _given_up(act)
    await _begin(act, act.id.argument if act.id else "", free=False)


@on("x", "learn-anew-free", defer="private")
async def anew_freely(act: Act) -> None:
    """Give up what is open, and begin a small game."""
    await _given_up(act)
    await _begin(act, act.id.argument if act.id else "", free=True)


async def _given_up(act: Act) -> None:
    """The table of the button is closed, if it is still the open one."""
    kind = act.id.argument if act.id else ""
    here = act.app.tables.lessons.of(act.user_id, kind)
    if act.id is not None and here is not None and here.id == act.id.number:
        await act.app.tables.lessons.give_up(here.id, act.user_id, None)


async def _begin(act: Act, kind: str, *, free: bool) -> None:
    if kind not in kinds() or not has_course(kind):
        raise ServiceError("lesson_none")
    open_one = act.app.tables.lessons.of(act.user_id, kind)
    home = open_one.home if open_one is not None else await _place(act, kind, free=free)
    table, new = await act.app.tables.lessons.begin(kind, home, act.person, act.key, free=free, language=act.language)
    act.at = table
    act.app.prepare(kind)
    say = act.voice(table)
    name = act.app.game_name(kind, act.language)
    said = say(f"learn.{'begun' if new else 'open'}{lesson_text.kind_of(table)}", game=name)
    await act.reply.show(Screen(said, rows=[[*_ways(act, table), *([] if new else [_anew(act, table, free=free)])]]))


def _anew(act: Act, table: Table, *, free: bool) -> Button:
    """Gives up what is open for what was asked for."""
    asked = "_free" if free else ""
    verb = f"learn-anew{asked.replace('_', '-')}"
    return Button(ids.other(table.id, 0, verb, table.kind), act.voice(table)(f"button.learn_anew{asked}"))


def _ways(act: Act, table: Table) -> list[Button | Link]:
    say = act.voice(table)
    there = [] if table.home.channel_id == act.home.channel_id else jump(table, say, "button.to_table")
    return [Button(ids.table(table.id, "move"), say("button.move"), "blue"), *there]


async def _place(act: Act, kind: str, *, free: bool) -> Home:
    """Where somebody learns: their direct messages, else a thread of their own. ServiceError `lesson_closed`."""
    if act.interaction.guild_id is None:
        return act.home
    say, name = act.voice(), act.app.game_name(kind, act.language)
    greeting = Public(Screen(say("learn.greeting_free" if free else "learn.greeting", game=name)))
    try:
        channel, _ = await discord_messages.send_direct(act.app, act.user_id, greeting, f"learn{act.key}", act.language)
    except (discord_messages.NoDirect, discord_messages.Apart):
        return await _thread(act, name)
    return Home(None, channel)


async def _thread(act: Act, name: str) -> Home:
    channel = act.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise ServiceError("lesson_closed")
    try:
        check_rights(act, thread=True)
        made = await channel.create_thread(
            name=discord_messages.thread_name(act.voice()("learn.thread", game=name), act.person.name),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=discord_messages.ARCHIVE_AFTER,
        )
    except ServiceError as error:
        raise ServiceError("lesson_closed") from error
    except discord.HTTPException as error:
        if error.code not in errors.NO_RIGHT:
            raise
        raise ServiceError("lesson_closed") from error
    return Home(act.interaction.guild_id, made.id)


@on("x", "learn-stop")
async def stop(act: Act) -> None:
    """Asks once more."""
    table = await _mine(act)
    say = act.voice(table)
    row = [
        Button(ids.other(table.id, 0, "learn-stopped"), say("button.learn_stopped"), "red"),
        Button(ids.table(table.id, "move"), say("button.to_move")),
    ]
    await act.reply.show(Screen(say(f"learn.stop{lesson_text.kind_of(table)}"), rows=[row]))


@on("x", "learn-stopped")
async def stopped(act: Act) -> None:
    table = await _mine(act)
    outcome = await act.app.tables.lessons.give_up(table.id, act.user_id, act.key)
    act.at = outcome.table
    say = act.voice(outcome.table)
    name = act.app.game_name(table.kind, act.language)
    said = say(f"learn.ended{lesson_text.kind_of(table)}", game=name)
    await act.reply.show(Screen(said, rows=[lesson_text.onward(outcome.table, say)]))


async def _mine(act: Act) -> Table:
    """The lesson of the button, of whoever presses it."""
    table = await act.table()
    act.seat(table)
    if table.lesson is None:
        raise ServiceError("lesson_none")
    if not table.open:
        raise ServiceError("game_over")
    return table
