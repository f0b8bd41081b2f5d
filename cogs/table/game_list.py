"""`/game list`: the user's tables on all servers, most urgent first, and the lobbies of a server."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from cogs.act import next_game
from cogs.act.context import InteractionContext
from cogs.act.errors import describe_new_commands, waiting_params
from cogs.act.router import on_component
from cogs.screen import (
    Button,
    Choice,
    Link,
    Row,
    Screen,
    Select,
    ids,
    lost_channel,
    pages,
    split_into_rows,
    time_text,
    truncate_text,
)
from cogs.screen.links import table_url
from cogs.screen.naming import escape_markdown, plain_name
from cogs.screen.values import OPTION_LENGTH
from cogs.table import pausing
from service.errors import ServiceError
from service.state import urgency
from service.state.model import Table
from service.state.table_rest import announced_due_time
from words import Voice

PAGE_TABLES: Final = 8  # tables of a page
LISTED_LOBBIES: Final = 15
NAME_LENGTH: Final = 40  # characters of a server's or channel's name


@on_component("x", "games", defer="private")
async def run_list(ctx: InteractionContext, show: str | None = None) -> None:
    """`/game list`."""
    if show == "open":
        await ctx.reply.show(Screen(_describe_server_lobbies(ctx)))
        return
    screen = await games_screen(ctx, 0)
    if show == "all":
        screen = Screen(f"{screen.text}\n{_describe_server_lobbies(ctx)}", rows=screen.rows)
    await ctx.reply.show(screen)


@on_component("x", "games-page")
async def on_games_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(await games_screen(ctx, ctx.argument_number))


@on_component("x", "next-game", defer="below")
async def on_next_game(ctx: InteractionContext) -> None:
    """Show the picker of the most urgent table here, or of the next one after the button's table."""
    last_shown = ctx.argument_number
    waiting = next_game.other_waiting_tables(ctx)
    table_ids = [table.id for table in waiting]
    if last_shown in table_ids:  # pressed again: skip this one
        next_index = table_ids.index(last_shown) + 1
        waiting = [*waiting[next_index:], *waiting[: next_index - 1]]
    if not waiting:
        raise ServiceError("none_waits")
    await next_game.show_next_table(ctx, waiting[0])


@on_component("x", "play-here", defer="below")
async def on_game_chosen(ctx: InteractionContext) -> None:
    """A table selected from the list. ServiceError `unknown_table`."""
    number = pages.parse_number(ctx.first_value)
    matching = [table for table in ctx.app.tables.tables_by_urgency(ctx.user_id) if table.id == number]
    if not matching:
        raise ServiceError("unknown_table")
    await next_game.show_next_table(ctx, matching[0])


async def games_screen(ctx: InteractionContext, page: int) -> Screen:
    """A page of the user's tables; those that wait for them can be opened from it."""
    say = ctx.voice()
    tables = [t for t in ctx.app.tables.tables_by_urgency(ctx.user_id) if urgency.turn_state(t, ctx.user_id) != "left"]
    if not tables:
        none = say("list_games.none_mine", commands=describe_new_commands(ctx.voice()))
        return Screen("\n".join([none, *_describe_damaged_games(ctx, say)]))
    page = min(page, (len(tables) - 1) // PAGE_TABLES)
    shown = tables[page * PAGE_TABLES : (page + 1) * PAGE_TABLES]
    waiting_count = len(next_game.other_waiting_tables(ctx))
    lines = [say("list_games.mine"), say("list_games.count", n=len(tables), yours=waiting_count)]
    damaged_lines = _describe_damaged_games(ctx, say) if (page + 1) * PAGE_TABLES >= len(tables) else []
    lines += [*[await describe_listed_table(ctx, table, say) for table in shown], *damaged_lines]
    rows: list[Row] = []
    playable = [table for table in shown if urgency.turn_state(table, ctx.user_id) in ("yours", "paused", "machine")]
    if playable:
        choices = [
            Choice(str(table.id), truncate_text(_plain_table_label(ctx, table), OPTION_LENGTH)) for table in playable
        ]
        rows.append(Select(ids.action_custom_id(0, 0, "play-here"), choices, say("list_games.play_here")))
    buttons: list[Button | Link] = [*pausing.wake_buttons(ctx, shown)]
    if waiting_count:
        buttons.append(Button(ids.action_custom_id(0, 0, "next-game"), say("button.next_game"), "blue"))
    if ctx.app.tables.vacations.tables_for_machines(ctx.user_id)[1]:  # on vacation, while tables wait
        buttons.append(Button(ids.action_custom_id(0, 0, "vacation-machines"), say("vacation.let_machines")))
    if page:
        buttons.append(Button(ids.action_custom_id(0, 0, "games-page", str(page - 1)), say("button.previous")))
    if (page + 1) * PAGE_TABLES < len(tables):
        buttons.append(Button(ids.action_custom_id(0, 0, "games-page", str(page + 1)), say("button.next_page")))
    return Screen("\n".join(lines), rows=[*rows, *split_into_rows(buttons)])


def _describe_damaged_games(ctx: InteractionContext, say: Voice) -> list[str]:
    """The user's damaged tables, for the last page."""
    damaged = ctx.app.tables.registry.damaged_tables.of_user(ctx.user_id)
    lines = [say("list_games.damaged", id=number) for number in damaged[:PAGE_TABLES]]
    return [*lines, say("list_games.more", n=len(damaged) - PAGE_TABLES)] if len(damaged) > PAGE_TABLES else lines


def _describe_server_lobbies(ctx: InteractionContext) -> str:
    say = ctx.voice()
    lobbies = (
        ctx.app.tables.lobby.list_lobbies(ctx.current_channel.guild_id)
        if ctx.current_channel.guild_id is not None
        else []
    )
    if not lobbies:
        return say("list_games.none_open", commands=describe_new_commands(ctx.voice()))
    lines = [say("list_games.open")]
    for table in lobbies[:LISTED_LOBBIES]:
        name = _linked_table_name(ctx, table, say)
        lines.append(say("list_games.line", name=name, state=_describe_lobby(table, say)))
    if len(lobbies) > LISTED_LOBBIES:
        lines.append(say("list_games.more", n=len(lobbies) - LISTED_LOBBIES))
    return "\n".join(lines)


async def describe_listed_table(ctx: InteractionContext, listed_table: Table, say: Voice) -> str:
    """A table in one line: name with a link to its newest message, channel, state."""
    state = urgency.turn_state(listed_table, ctx.user_id)
    if state == "lobby":
        state_text = _describe_lobby(listed_table, say)
    else:
        state_text = await _describe_game_or_damage(ctx, listed_table, state, say)
    name, channel = _linked_table_name(ctx, listed_table, say), _describe_channel(ctx, listed_table, say)
    line = say("list_games.line_at", name=name, place=channel, state=state_text)
    server = listed_table.home.guild_id
    if server is not None and ctx.app.is_guild_list_complete(server) and ctx.app.get_guild(server) is None:
        listed_table = replace(listed_table, homeless="server")  # even if that is not recorded yet
    if listed_table.id in ctx.app.tables.registry.damaged_tables:
        return say("list_games.damaged", id=listed_table.id)  # damage found just now
    voice = ctx.app.voice(listed_table, ctx.language)
    game_name = ctx.app.game_name(listed_table.kind, ctx.language)
    return "\n".join([line, *lost_channel.describe_lost_channel(listed_table, voice, game_name, ctx.user_id)])


async def _describe_game_or_damage(ctx: InteractionContext, light: Table, state: urgency.TurnState, say: Voice) -> str:
    """The state of a game; a note if it cannot be read, so that the list still shows the others."""
    try:
        return _describe_turn_state(ctx, await ctx.app.tables.registry.load_table(light.id), state)
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
    own_turn, now = urgency.find_pending_turn(table, ctx.user_id), ctx.app.clock.now()
    if state == "frozen":
        return say("list_games.frozen")
    if state == "machine":
        return say("list_games.machine")
    view = table.public_view
    if own_turn is not None:
        task = view.tasks.get(own_turn.seat) if view is not None else None
        asked_for = say.phrase(task) if task is not None else say("task.none")
        text = say("list_games.your_turn", task=asked_for, since=time_text.format_relative_time(own_turn.since))
        due = announced_due_time(own_turn.timer)
    else:
        waiting = waiting_params(table, say)
        text = say("list_games.waiting", names=waiting["names"], since=waiting["since"])
        due = min(
            (due_time for seat in table.stretches if (due_time := announced_due_time(seat.timer)) is not None),
            default=None,
        )
    if due is not None:
        text = say(
            "list_games.late" if due <= now else "list_games.due", state=text, due=time_text.format_relative_time(due)
        )
    away = ctx.app.tables.vacations.vacation_ends_by_seat(table)
    absences = [
        say("wait.away_until", name=say.seat(seat), end=time_text.format_timestamp(away[seat]))
        for seat in table.seats_to_move
        if seat in away
    ]
    if absences:
        text = say("list_games.away", state=text, list=say.join(absences))
    return say("list_games.paused", state=text) if state == "paused" else text


def _describe_channel(ctx: InteractionContext, table: Table, say: Voice) -> str:
    """Server and channel, as far as they are known."""
    if table.home.guild_id is None:
        return say("list_games.direct")
    server, channel = ctx.app.get_guild(table.home.guild_id), ctx.app.get_channel(table.home.channel_id)
    channel_name = escape_markdown(truncate_text(str(getattr(channel, "name", "")), NAME_LENGTH))
    if server is None or table.home.guild_id == ctx.current_channel.guild_id:
        return say("list_games.channel", channel=channel_name) if channel_name else say("list_games.somewhere")
    server_name = escape_markdown(truncate_text(str(getattr(server, "name", "")), NAME_LENGTH))
    return say("list_games.elsewhere", server=server_name, channel=channel_name) if channel_name else server_name


def _plain_table_label(ctx: InteractionContext, table: Table) -> str:
    """A table's label in a select, without Markdown."""
    channel = ctx.app.get_channel(table.home.channel_id)
    name = f"{ctx.app.game_name(table.kind, ctx.language)} #{table.id}"
    if table.branch is not None:
        name = ctx.voice()("list_games.branch", name=name, of=table.branch.of)
    channel_name = plain_name(str(getattr(channel, "name", "") or ""))
    return f"{name} · #{channel_name}" if channel_name else name
