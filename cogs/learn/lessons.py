"""`/game help topic:learn` and the buttons of a lesson: start, end, continue."""

from __future__ import annotations

import discord

from cogs.act import errors
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.lobby.seats import require_bot_rights
from cogs.post import discord_messages
from cogs.post.message_layout import PublicMessage
from cogs.screen import Button, Link, Screen, ids, lesson_text, table_button
from cogs.screen.links import jump_links
from rules.core.course import has_course
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state.model import Table, TableChannel


@on_component("x", "learn-anew", defer="private")
@on_component("x", "learn-anew-free", defer="private")
async def on_lesson_restart(ctx: InteractionContext) -> None:
    """End the lesson of the button if it is still open, and begin another one."""
    open_lesson = ctx.app.tables.lessons.find_open_lesson(ctx.user_id, ctx.argument)
    if ctx.id is not None and open_lesson is not None and open_lesson.id == ctx.id.number:
        await ctx.app.tables.lessons.end_lesson(open_lesson.id, ctx.user_id, None)
    await on_learn(ctx)


@on_component("x", "learn", defer="private")
@on_component("x", "learn-free", defer="private")
async def on_learn(ctx: InteractionContext) -> None:
    """Begin a lesson, or a free game against machines; or link to the open one."""
    kind, free = ctx.argument, ctx.verb.endswith("-free")
    if kind not in game_types() or not has_course(kind):
        raise ServiceError("lesson_none")
    open_lesson = ctx.app.tables.lessons.find_open_lesson(ctx.user_id, kind)
    home = open_lesson.home if open_lesson is not None else await _prepare_lesson_channel(ctx, kind, free=free)
    begin = ctx.app.tables.lessons.begin_or_resume
    table, is_new = await begin(kind, home, ctx.person, ctx.interaction_key, free=free, language=ctx.language)
    ctx.known_table = table
    ctx.app.warm_up_renderer(kind)
    say = ctx.voice(table)
    name = ctx.app.game_name(kind, ctx.language)
    text = say(f"learn.{'begun' if is_new else 'open'}{lesson_text.lesson_key_suffix(table)}", game=name)
    buttons = _lesson_links(ctx, table)
    if not is_new:
        buttons.append(_restart_lesson_button(ctx, table, free=free))
    await ctx.reply.show(Screen(text, rows=[buttons]))


def _restart_lesson_button(ctx: InteractionContext, table: Table, *, free: bool) -> Button:
    """The button that ends the open lesson and begins the requested one."""
    suffix = "_free" if free else ""
    verb = f"learn-anew{suffix.replace('_', '-')}"
    return Button(ids.action_custom_id(table.id, 0, verb, table.kind), ctx.voice(table)(f"button.learn_anew{suffix}"))


def _lesson_links(ctx: InteractionContext, table: Table) -> list[Button | Link]:
    say = ctx.voice(table)
    links = [] if table.home.channel_id == ctx.current_channel.channel_id else jump_links(table, say, "button.to_table")
    return [table_button(table.id, "move", say, "blue"), *links]


async def _prepare_lesson_channel(ctx: InteractionContext, kind: str, *, free: bool) -> TableChannel:
    """The channel of a lesson: direct messages, or a private thread. ServiceError `lesson_closed`."""
    if ctx.interaction.guild_id is None:
        return ctx.current_channel
    say, name = ctx.voice(), ctx.app.game_name(kind, ctx.language)
    greeting = PublicMessage(Screen(say("learn.greeting_free" if free else "learn.greeting", game=name)))
    try:
        channel, _ = await discord_messages.send_direct_message(
            ctx.app, ctx.user_id, greeting, f"learn{ctx.interaction_key}", ctx.language
        )
    except (discord_messages.DirectMessagesClosed, discord_messages.NoSharedServer):
        return await _open_lesson_thread(ctx, name)
    return TableChannel(None, channel)


async def _open_lesson_thread(ctx: InteractionContext, name: str) -> TableChannel:
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise ServiceError("lesson_closed")
    try:
        require_bot_rights(ctx, opens_thread=True)
        thread = await channel.create_thread(
            name=discord_messages.thread_name(ctx.voice()("learn.thread", game=name), ctx.person.name),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=discord_messages.ARCHIVE_MINUTES,
        )
    except ServiceError as error:
        raise ServiceError("lesson_closed") from error
    except discord.HTTPException as error:
        if error.code not in errors.MISSING_RIGHT_CODES:
            raise
        raise ServiceError("lesson_closed") from error
    return TableChannel(ctx.interaction.guild_id, thread.id)


@on_component("x", "learn-stop")
async def on_stop_lesson(ctx: InteractionContext) -> None:
    """Ask for confirmation."""
    table = await _require_own_lesson(ctx)
    say = ctx.voice(table)
    row = [
        Button(ids.action_custom_id(table.id, 0, "learn-stopped"), say("button.learn_stopped"), "red"),
        Button(ids.table_custom_id(table.id, "move"), say("button.to_move")),
    ]
    await ctx.reply.show(Screen(say(f"learn.stop{lesson_text.lesson_key_suffix(table)}"), rows=[row]))


@on_component("x", "learn-stopped")
async def on_stop_confirmed(ctx: InteractionContext) -> None:
    table = await _require_own_lesson(ctx)
    outcome = await ctx.app.tables.lessons.end_lesson(table.id, ctx.user_id, ctx.interaction_key)
    ctx.known_table = outcome.table
    say = ctx.voice(outcome.table)
    name = ctx.app.game_name(table.kind, ctx.language)
    text = say(f"learn.ended{lesson_text.lesson_key_suffix(table)}", game=name)
    await ctx.reply.show(Screen(text, rows=[lesson_text.after_lesson_buttons(outcome.table, say)]))


async def _require_own_lesson(ctx: InteractionContext) -> Table:
    """The button's lesson, of the user who presses it. ServiceError `lesson_none`, `game_over`."""
    table = await ctx.find_table()
    ctx.require_seat(table)
    if table.lesson is None:
        raise ServiceError("lesson_none")
    if not table.is_open:
        raise ServiceError("game_over")
    return table
