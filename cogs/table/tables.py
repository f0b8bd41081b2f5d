"""`/game`: more actions of a table, rematches, and the list of commands."""

from __future__ import annotations

from cogs.act import conditional_moves
from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.lobby import opening, options, seats
from cogs.screen import Button, Link, Screen, ids, split_into_rows, table_button, time_text
from cogs.screen.links import table_url
from cogs.table import game_list, pausing, privacy, settings, standing_answers, time, vacation, votes
from service.state.model import Table
from service.state.seat_control import find_visible_seat
from service.time.pace import NEVER
from words import Voice

new_command = opening.new_command


# --- more --------------------------------------------------------------------------------------------------------


@on_component("t", "more", defer="private")
async def on_more(ctx: InteractionContext) -> None:
    """More actions of a table: some for everybody, others for players only."""
    table = await ctx.find_table()
    say = ctx.voice(table)
    seat = find_visible_seat(table, ctx.user_id)
    is_player = table.is_open and seat is not None
    is_owner = seat is not None and seat.user_id == ctx.user_id
    buttons: list[Button | Link] = []
    if is_player:
        buttons.append(Button(ids.action_custom_id(table.id, table.seq, "undo"), say("button.undo")))
    buttons += [
        table_button(table.id, "score", say),
        table_button(table.id, "export", say),
        Button(ids.lobby_custom_id(table.id, "options"), say("button.options")),
    ]
    if is_player and standing_answers.offers_standing_answers(table):
        buttons.append(Button(ids.action_custom_id(table.id, table.seq, "standing"), say("button.standing")))
    if is_player and table.status != "lobby":
        buttons.append(Button(ids.action_custom_id(table.id, table.seq, "seat"), say("button.seat")))
    if is_player:
        buttons += conditional_moves.conditional_move_buttons(table, say)
    buttons += [
        Button(ids.action_custom_id(0, 0, "settings"), say("button.settings")),
        Button(ids.action_custom_id(0, 0, "games"), say("button.games")),
    ]
    if not table.is_open:
        buttons.append(Button(ids.action_custom_id(0, 0, "stats-new"), say("button.stats")))
        buttons.append(table_button(table.id, "rematch", say, "blue"))
    buttons += pausing.pause_and_end_buttons(ctx, table)
    vote_line, vote_buttons = await pausing.summarize_open_vote(ctx, table)
    rows = [*([list(vote_buttons)] if vote_buttons else []), *split_into_rows(buttons)]
    if is_player:
        rows.append(
            [
                Button(ids.action_custom_id(table.id, table.seq, "end"), say("button.end"), "red"),
                *(
                    [Button(ids.action_custom_id(table.id, table.seq, "resign"), say("button.resign"), "red")]
                    if is_owner
                    else []
                ),
            ]
        )
    lines = [say("more.title", id=table.id), *_describe_time_left(ctx, table, say), *([vote_line] if vote_line else [])]
    await ctx.reply.show(Screen("\n".join(lines), rows=rows))


def _describe_time_left(ctx: InteractionContext, table: Table, say: Voice) -> list[str]:
    """The pace of the table, and the remaining banks."""
    if table.pace == str(NEVER):
        return []
    lines = [say("options.line", name=say("options.pace"), value=time_text.describe_pace(table.pace, say))]
    banks_by_seat = ctx.app.tables.timekeeper.time_banks_by_seat(table) if table.is_open else {}
    banks = [
        say("more.bank", name=say.seat(seat), left=time_text.format_rough_span(seconds, say))
        for seat, seconds in banks_by_seat.items()
    ]
    return [*lines, say("more.banks", list=say.join(banks))] if banks else lines


# --- rematch -----------------------------------------------------------------------------------------------------


@on_component("t", "rematch", defer="private")
async def run_rematch(ctx: InteractionContext) -> None:
    """`/game rematch`: open a lobby with the same players; a second press links to it."""
    finished = await ctx.find_table(finished=True)
    table, opened = await ctx.app.tables.game_start.open_rematch(finished.id, ctx.person, act=ctx.interaction_key)
    say = ctx.voice(table)
    key = "rematch.opened" if opened else "rematch.there"
    buttons: list[Button | Link] = [Link(table_url(table), say("button.to_table"))]
    if table.seat_of(ctx.user_id) is None:
        buttons.insert(0, Button(ids.lobby_custom_id(table.id, "join"), say("button.join"), "blue"))
    await ctx.reply.show(Screen(say(key, link=table_url(table)), rows=[buttons]))


def game_commands(app: App) -> list[CommandSpec]:
    """The commands of `/game` about tables; those about the position are in `cogs.play`."""
    say = app.voice(None, app.command_language)
    return [
        *seats.lobby_commands(app),
        *options.option_commands(app),
        *settings.settings_commands(app),
        *privacy.privacy_commands(app),
        *votes.vote_commands(app),
        *time.time_commands(app),
        *pausing.pause_commands(app),
        *vacation.vacation_commands(app),
        CommandSpec(
            "list", say("cmd.game.list"), game_list.run_list, [CommandOption("show", choices=("mine", "open", "all"))]
        ),
        CommandSpec("rematch", say("cmd.game.rematch"), run_rematch),
    ]
