"""`/game list`: the user's tables on all servers, most urgent first, and the lobbies of a server."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cogs.act import next_game
from cogs.act.context import InteractionContext
from cogs.act.errors import waiting_params
from cogs.act.router import on_component
from cogs.screen import Button, Choice, Link, Row, Screen, Select, cut, ids, lost_channel, pages, rows_of, time_text
from cogs.screen.links import table_url
from cogs.screen.naming import escape_markdown, plain_name
from cogs.table import pausing
from rules.core import registry
from service.errors import ServiceError
from service.state import urgency
from service.state.model import Table
from service.state.table_rest import announced_due_time
from words import Voice

PAGE: Final = 8  # tables of a page
LOBBIES: Final = 15
NAME: Final = 40  # characters of a server's or channel's name


async def run_list(ctx: InteractionContext, show: str | None = None) -> None:
    """`/game list`."""
    if show == "open":
        await ctx.reply.show(Screen(_describe_server_lobbies(ctx)))
        return
    screen = await games_screen(ctx, 0)
    if show == "all":
        screen = Screen(f"{screen.text}\n{_describe_server_lobbies(ctx)}", rows=screen.rows)
    await ctx.reply.show(screen)


@on_component("x", "games", defer="private")
async def on_games(ctx: InteractionContext) -> None:
    await run_list(ctx)


@on_component("x", "games-page")
async def on_games_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(await games_screen(ctx, pages.parse_number(ctx.id.argument if ctx.id else "")))


@on_component("x", "next-game", defer="below")
async def on_next_game(ctx: InteractionContext) -> None:
    """Show the picker of the most urgent table here, or of the next one after the button's table."""
    former = pages.parse_number(ctx.id.argument if ctx.id else "")
    found = next_game.other_waiting_tables(ctx)
    numbers = [table.id for table in found]
    if former in numbers:  # pressed again: skip this one
        at = numbers.index(former) + 1
        found = [*found[at:], *found[: at - 1]]
    if not found:
        raise ServiceError("none_waits")
    await next_game.show_next_table(ctx, found[0])


@on_component("x", "play-here", defer="below")
async def on_game_chosen(ctx: InteractionContext) -> None:
    """A table selected from the list. ServiceError `unknown_table`."""
    number = pages.parse_number(ctx.values[0] if ctx.values else "")
    mine = [table for table in ctx.app.tables.of_user(ctx.user_id) if table.id == number]
    if not mine:
        raise ServiceError("unknown_table")
    await next_game.show_next_table(ctx, mine[0])


async def games_screen(ctx: InteractionContext, page: int) -> Screen:
    """A page of the user's tables; those that wait for them can be opened from it."""
    say = ctx.voice()
    tables = [t for t in ctx.app.tables.of_user(ctx.user_id) if urgency.turn_state(t, ctx.user_id) != "left"]
    if not tables:
        return Screen(
            "\n".join(
                [say("list_games.none_mine", commands=_describe_new_commands(ctx)), *_describe_damaged_games(ctx, say)]
            )
        )
    page = min(page, (len(tables) - 1) // PAGE)
    shown = tables[page * PAGE : (page + 1) * PAGE]
    yours = len(next_game.other_waiting_tables(ctx))
    lines = [say("list_games.mine"), say("list_games.count", n=len(tables), yours=yours)]
    aside = _describe_damaged_games(ctx, say) if (page + 1) * PAGE >= len(tables) else []
    lines += [*[await describe_listed_table(ctx, table, say) for table in shown], *aside]
    rows: list[Row] = []
    open_here = [table for table in shown if urgency.turn_state(table, ctx.user_id) in ("yours", "paused", "machine")]
    if open_here:
        choices = [Choice(str(table.id), cut(_plain_table_label(ctx, table), 100)) for table in open_here]
        rows.append(Select(ids.action_custom_id(0, 0, "play-here"), choices, say("list_games.play_here")))
    buttons: list[Button | Link] = [*pausing.wake_buttons(ctx, shown)]
    if yours:
        buttons.append(Button(ids.action_custom_id(0, 0, "next-game"), say("button.next_game"), "blue"))
    if ctx.app.tables.vacations.covers(ctx.user_id)[1]:  # on vacation, while tables wait
        buttons.append(Button(ids.action_custom_id(0, 0, "vacation-machines"), say("vacation.let_machines")))
    if page:
        buttons.append(Button(ids.action_custom_id(0, 0, "games-page", str(page - 1)), say("button.previous")))
    if (page + 1) * PAGE < len(tables):
        buttons.append(Button(ids.action_custom_id(0, 0, "games-page", str(page + 1)), say("button.next_page")))
    return Screen("\n".join(lines), rows=[*rows, *rows_of(buttons)])


def _describe_damaged_games(ctx: InteractionContext, say: Voice) -> list[str]:
    """The user's damaged tables, for the last page."""
    found = ctx.app.tables.registry.apart.of_user(ctx.user_id)
    lines = [say("list_games.damaged", id=number) for number in found[:PAGE]]
    return [*lines, say("list_games.more", n=len(found) - PAGE)] if len(found) > PAGE else lines


def _describe_server_lobbies(ctx: InteractionContext) -> str:
    say = ctx.voice()
    lobbies = ctx.app.tables.lobby.lobbies(ctx.home.guild_id) if ctx.home.guild_id is not None else []
    if not lobbies:
        return say("list_games.none_open", commands=_describe_new_commands(ctx))
    lines = [say("list_games.open")]
    for table in lobbies[:LOBBIES]:
        lines.append(
            say("list_games.line", name=_linked_table_name(ctx, table, say), state=_describe_lobby(table, say))
        )
    if len(lobbies) > LOBBIES:
        lines.append(say("list_games.more", n=len(lobbies) - LOBBIES))
    return "\n".join(lines)


async def describe_listed_table(ctx: InteractionContext, light: Table, say: Voice) -> str:
    """A table in one line: name with a link to its newest message, channel, state."""
    state = urgency.turn_state(light, ctx.user_id)
    told = _describe_lobby(light, say) if state == "lobby" else await _describe_game_or_damage(ctx, light, state, say)
    line = say(
        "list_games.line_at",
        name=_linked_table_name(ctx, light, say),
        place=_describe_channel(ctx, light, say),
        state=told,
    )
    server = light.home.guild_id
    if server is not None and ctx.app.told(server) and ctx.app.get_guild(server) is None:
        light = replace(light, homeless="server")  # even if that is not recorded yet
    if light.id in ctx.app.tables.registry.apart:
        return say("list_games.damaged", id=light.id)  # damage found just now
    named = ctx.app.voice(light, ctx.language)
    return "\n".join(
        [
            line,
            *lost_channel.describe_lost_channel(light, named, ctx.app.game_name(light.kind, ctx.language), ctx.user_id),
        ]
    )


async def _describe_game_or_damage(ctx: InteractionContext, light: Table, state: urgency.TurnState, say: Voice) -> str:
    """The state of a game; a note if it cannot be read, so that the list still shows the others."""
    try:
        return _describe_turn_state(ctx, await ctx.app.tables.registry.load(light.id), state)
    except ServiceError:
        return say("list_games.unavailable")


def _linked_table_name(ctx: InteractionContext, table: Table, say: Voice) -> str:
    name = say("list_games.name", game=ctx.app.game_name(table.kind, ctx.language), id=table.id, link=table_url(table))
    return name if table.branch is None else say("list_games.branch", name=name, of=table.branch.of)


def _describe_lobby(table: Table, say: Voice) -> str:
    return say("list_games.lobby", n=len(table.seats), most=table.max_seats)


def _describe_turn_state(ctx: InteractionContext, table: Table, state: urgency.TurnState) -> str:
    """The turn, since when and until when, and whether the clocks stand."""
    say = ctx.app.voice(table, ctx.language)
    mine, now = urgency.find_pending_turn(table, ctx.user_id), ctx.app.clock.now()
    if state == "frozen":
        return say("list_games.frozen")
    if state == "machine":
        return say("list_games.machine")
    view = table.public
    if mine is not None:
        task = view.tasks.get(mine.seat) if view is not None else None
        asked_for = say.phrase(task) if task is not None else say("task.none")
        said = say("list_games.your_turn", task=asked_for, since=time_text.format_relative_time(mine.since))
        due = announced_due_time(mine.timer)
    else:
        asked = waiting_params(table, say)
        said = say("list_games.waiting", names=asked["names"], since=asked["since"])
        due = min((at for s in table.stretches if (at := announced_due_time(s.timer)) is not None), default=None)
    if due is not None:
        said = say(
            "list_games.late" if due <= now else "list_games.due", state=said, due=time_text.format_relative_time(due)
        )
    away = ctx.app.tables.vacations.away(table)
    gone = [
        say("wait.away_until", name=say.seat(s), end=time_text.format_timestamp(away[s]))
        for s in table.waiting
        if s in away
    ]
    if gone:
        said = say("list_games.away", state=said, list=say.join(gone))
    return say("list_games.paused", state=said) if state == "paused" else said


def _describe_channel(ctx: InteractionContext, table: Table, say: Voice) -> str:
    """Server and channel, as far as they are known."""
    if table.home.guild_id is None:
        return say("list_games.direct")
    server, channel = ctx.app.get_guild(table.home.guild_id), ctx.app.get_channel(table.home.channel_id)
    where = escape_markdown(cut(str(getattr(channel, "name", "")), NAME))
    if server is None or table.home.guild_id == ctx.home.guild_id:
        return say("list_games.channel", channel=where) if where else say("list_games.somewhere")
    named = escape_markdown(cut(str(getattr(server, "name", "")), NAME))
    return say("list_games.elsewhere", server=named, channel=where) if where else named


def _plain_table_label(ctx: InteractionContext, table: Table) -> str:
    """A table's label in a select, without Markdown."""
    channel = ctx.app.get_channel(table.home.channel_id)
    name = f"{ctx.app.game_name(table.kind, ctx.language)} #{table.id}"
    if table.branch is not None:
        name = ctx.voice()("list_games.branch", name=name, of=table.branch.of)
    where = plain_name(str(getattr(channel, "name", "") or ""))
    return f"{name} · #{where}" if where else name


def _describe_new_commands(ctx: InteractionContext) -> str:
    return ctx.app.either([f"/{name} new" for name in registry.game_types()], ctx.language)
