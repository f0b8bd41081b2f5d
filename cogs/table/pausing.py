"""Pausing, resuming and waking a table; the summary of its open vote; actions of moderators.

Moderators' actions are public, with their name. They cannot move for players or see hands.
"""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act import vote_proposals
from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.post import rest_line, undone_moves
from cogs.post import vote_message as public
from cogs.screen import Button, Row, Screen, ids
from service.errors import ServiceError
from service.state.model import Table
from service.state.seat_control import find_represented_voter, find_visible_seat


async def run_pause(ctx: InteractionContext, state: str) -> None:
    """`/game time pause`."""
    table = await ctx.find_table()
    await (_pause_table if state == "on" else _resume_table)(ctx, table)


@on_component("x", "pause", defer="private")
async def on_pause(ctx: InteractionContext) -> None:
    await _pause_table(ctx, await ctx.find_table())


async def _pause_table(ctx: InteractionContext, table: Table) -> None:
    """Players start a vote; moderators without a seat pause at once."""
    if vote_proposals.is_neutral_moderator(ctx, table):
        await ctx.app.tables.pauses.pause_as_moderator(table.id, ctx.person, act=ctx.interaction_key)
        await ctx.reply.show(Screen(ctx.voice()("rest.done_paused")))
    else:
        ctx.require_seat(table)
        await vote_proposals.propose_vote(ctx, table, "pause")


@on_component("x", "go-on", defer="private")
async def on_resume(ctx: InteractionContext) -> None:
    await _resume_table(ctx, await ctx.find_table())


async def _resume_table(ctx: InteractionContext, table: Table) -> None:
    is_moderator = vote_proposals.is_neutral_moderator(ctx, table)
    was_stopped = table.paused_at is not None or table.status == "frozen"
    table = await ctx.app.tables.pauses.resume_game(
        table.id, ctx.person, moderator=is_moderator, act=ctx.interaction_key
    )
    await _show_resumed(ctx, table, "rest.going" if was_stopped else "rest.going_plain")


@on_component("x", "still", defer="private")
async def on_still_on(ctx: InteractionContext) -> None:
    table = await ctx.app.tables.pauses.confirm_game_goes_on(
        (await ctx.find_table()).id, ctx.person, act=ctx.interaction_key
    )
    await _show_resumed(ctx, table, "rest.going_plain")


async def _show_resumed(ctx: InteractionContext, table: Table, key: str) -> None:
    """The result, above the user's picker."""
    ctx.known_table, result = table, ctx.voice(table)(key)
    seat = find_visible_seat(table, ctx.user_id)
    is_player = seat is not None and seat.is_human
    await ctx.reply.show(await vote_proposals.result_with_my_move(ctx, table, result) if is_player else Screen(result))


@on_component("x", "wake", defer="private")
async def on_wake(ctx: InteractionContext) -> None:
    """From the list of games. Another player may have woken the table by now."""
    table = await ctx.find_table()
    ctx.require_seat(table)
    if table.status == "frozen":
        table = await ctx.app.tables.pauses.resume_game(table.id, ctx.person, act=ctx.interaction_key)
    ctx.known_table = table
    await ctx.reply.show(await vote_proposals.result_with_my_move(ctx, table, ctx.voice(table)("rest.awake")))


def wake_buttons(ctx: InteractionContext, tables: Sequence[Table]) -> list[Button]:
    """A button for each frozen table."""
    say = ctx.voice()
    return [
        Button(ids.action_custom_id(table.id, table.seq, "wake"), say("button.wake", id=table.id), "green")
        for table in tables
        if table.status == "frozen"
    ]


async def summarize_open_vote(ctx: InteractionContext, table: Table) -> tuple[str, list[Button]]:
    """A summary of the open vote, with its buttons if the user has not answered; ("", []) without one."""
    vote, say = ctx.app.tables.registry.open_vote_of(table.id), ctx.voice(table)
    if vote is None:
        return "", []
    entries = await ctx.app.tables.history.read_entries(table.id, vote.to - 1) if vote.to else []
    move = undone_moves.describe_entry_move(table, entries[0], None, say) if entries else ""
    line = say(
        "more.vote",
        asked=public.describe_vote_question(vote, table, say, move, ""),
        rule=public.describe_vote_rule(vote, say),
    )
    voter = find_represented_voter(table, vote.voters, ctx.user_id)
    can_vote = voter is not None and voter not in (*vote.yes, *vote.no)
    return line, list(public.vote_buttons(vote, say)) if can_vote else []


def pause_and_end_buttons(ctx: InteractionContext, table: Table) -> list[Button]:
    """Pause or resume for players and moderators; moderators may end the game too."""
    seat = find_visible_seat(table, ctx.user_id)
    is_moderator = vote_proposals.is_neutral_moderator(ctx, table)
    if not table.is_open or table.status == "lobby" or not (is_moderator or seat is not None):
        return []
    say = ctx.voice(table)
    is_stopped = table.paused_at is not None or table.status == "frozen"
    buttons = [rest_line.resume_button(table, say) if is_stopped else rest_line.pause_button(table, say)]
    if is_moderator:
        buttons.append(Button(ids.action_custom_id(table.id, table.seq, "end"), say("button.end"), "red"))
    return buttons


# --- moderators --------------------------------------------------------------------------------------------------


@on_component("x", "moderate", defer="private")
async def on_moderate(ctx: InteractionContext) -> None:
    """A moderator with a seat acts at once, after a vote was started."""
    table = await ctx.find_table()
    if not ctx.is_moderator:
        raise ServiceError("not_mod")
    if ctx.argument == "end":
        await confirm_moderator_end(ctx, table)
        return
    await ctx.app.tables.pauses.pause_as_moderator(table.id, ctx.person, act=ctx.interaction_key)
    await ctx.reply.show(Screen(ctx.voice()("rest.done_paused")))


async def confirm_moderator_end(ctx: InteractionContext, table: Table) -> None:
    """Ask a moderator to confirm the end of a game, or the closing of a lobby."""
    if not table.is_open:
        raise ServiceError("game_over")
    say, is_lobby = ctx.voice(table), table.status == "lobby"
    neutral = vote_proposals.is_neutral_moderator(ctx, table)
    question_key = "rest.sure_close" if is_lobby else "rest.sure_end" if neutral else "rest.sure_end_seated"
    confirm_label = say("button.close_moderator" if is_lobby else "button.end_moderator")
    buttons: Row = [
        Button(ids.action_custom_id(table.id, table.seq, "end-mod"), confirm_label, "red"),
        Button(ids.action_custom_id(table.id, table.seq, "close"), say("button.back")),
    ]
    await ctx.reply.show(Screen(say(question_key), rows=[buttons], tone="red"))


@on_component("x", "end-mod")
async def on_moderator_end(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    if not ctx.is_moderator:
        raise ServiceError("not_mod")
    is_lobby = table.status == "lobby"
    await ctx.app.tables.pauses.end_as_moderator(table.id, ctx.person, act=ctx.interaction_key)
    await ctx.reply.show(Screen(ctx.voice()("rest.done_closed" if is_lobby else "rest.done_ended")))


def pause_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    state = CommandOption("state", required=True, choices=("on", "off"))
    return [CommandSpec("pause", say("cmd.time.pause"), run_pause, [state], "time")]
