"""Undo, votes, ending a game, resigning."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.act import vote_proposals
from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.post import undone_moves
from cogs.screen import Button, Screen, ids
from cogs.table import pausing
from service.errors import ServiceError
from service.state.model import LogEntry, Table, Vote
from service.state.seat_control import require_owned_seat

# --- undo --------------------------------------------------------------------------------------------------------


async def run_undo(ctx: InteractionContext, to: int | None = None, reason: str | None = None) -> None:
    """`/game undo`: undo the user's last act, or start a vote to undo more."""
    table = await ctx.find_table()
    ctx.require_seat(table)
    if to is not None:
        await vote_proposals.propose_vote(ctx, table, "undo", to, reason)
        return
    await _undo_moves(ctx, table, None)


@on_component("x", "undo")
async def on_undo(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    ctx.require_seat(table)
    await _undo_moves(ctx, table, ctx.button_log_length)


async def _undo_moves(ctx: InteractionContext, table: Table, since: int | None) -> None:
    outcome = await ctx.app.tables.moves.undo_last_move(table.id, ctx.user_id, since=since, act=ctx.interaction_key)
    ctx.known_table = outcome.table
    result = ctx.voice()("undo.done", move=await _describe_undone(ctx, table, outcome.entries))
    await ctx.reply.show(await vote_proposals.result_with_my_move(ctx, outcome.table, result))


async def _describe_undone(ctx: InteractionContext, table: Table, entries: Sequence[LogEntry]) -> str:
    """The undone moves as sentences; of other seats with public knowledge only."""
    undo_words = [word for entry in entries if entry.kind == "undo" for word in entry.move.split()]
    first = next((int(word) for word in undo_words if word.isdigit()), None)
    if first is None:
        return ""
    history = await ctx.load_readable_log(table)
    seat = ctx.require_seat(table).index
    undone = (entry for entry in history if first <= entry.seq <= table.seq and entry.kind == "move")
    return "; ".join(undone_moves.describe_entry_move(table, entry, seat, ctx.voice(table)) for entry in undone)


# --- votes -------------------------------------------------------------------------------------------------------


@on_component("x", "ask", defer="private")
async def on_ask_undo(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    ctx.require_seat(table)
    await vote_proposals.propose_vote(ctx, table, "undo")


@on_component("x", "end", defer="private")
async def on_end(ctx: InteractionContext) -> None:
    """A red button asks for confirmation."""
    table = await ctx.find_table()
    if vote_proposals.is_neutral_moderator(ctx, table):
        await pausing.confirm_moderator_end(ctx, table)
        return
    ctx.require_seat(table)
    await _confirm_end(ctx, table)


@on_component("x", "end-yes")
async def on_end_confirmed(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    ctx.require_seat(table)
    await vote_proposals.propose_vote(ctx, table, "end")


async def run_end(ctx: InteractionContext, reason: str | None = None) -> None:
    """`/game end`: start a vote; without other players, ask for confirmation."""
    table = await ctx.find_table()
    if vote_proposals.is_neutral_moderator(ctx, table):
        await pausing.confirm_moderator_end(ctx, table)
        return
    ctx.require_seat(table)
    is_alone = {ctx.require_seat(table).index} == {seat.index for seat in table.human_seats}
    if table.is_open and table.status != "lobby" and is_alone:
        await _confirm_end(ctx, table)
    else:
        await vote_proposals.propose_vote(ctx, table, "end", reason=reason)


async def _confirm_end(ctx: InteractionContext, table: Table) -> None:
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.is_open:
        raise ServiceError("game_over")
    say = ctx.voice(table)
    is_alone = {seat.index for seat in table.human_seats} == {ctx.require_seat(table).index}
    buttons = [
        Button(ids.action_custom_id(table.id, table.seq, "end-yes"), say("button.end_yes"), "red"),
        Button(ids.action_custom_id(table.id, table.seq, "close"), say("button.back")),
    ]
    await ctx.reply.show(Screen(say("end.sure_alone" if is_alone else "end.sure"), rows=[buttons], tone="red"))


@on_component("v", "yes")
@on_component("v", "no")
async def on_vote_press(ctx: InteractionContext) -> None:
    """Record the answer. The message of the vote shows it; presses elsewhere get a reply."""
    assert ctx.id is not None
    yes = ctx.verb == "yes"
    vote, message = await _answer_vote(ctx, ctx.id.number, yes), ctx.interaction.message
    if message is not None and message.id != vote.message_id:
        await ctx.reply.show(_vote_thanks_screen(ctx, yes))


def _vote_thanks_screen(ctx: InteractionContext, yes: bool) -> Screen:
    return Screen(ctx.voice()("vote.thanks_yes" if yes else "vote.thanks_no"))


async def run_vote(ctx: InteractionContext, answer: str) -> None:
    """`/game vote`."""
    table = await ctx.find_table()
    open_vote = ctx.app.tables.registry.open_vote_of(table.id)
    if open_vote is None:
        raise ServiceError("no_vote")
    await _answer_vote(ctx, open_vote.id, answer == "yes")
    await ctx.reply.show(_vote_thanks_screen(ctx, answer == "yes"))


async def _answer_vote(ctx: InteractionContext, vote_id: int, yes: bool) -> Vote:
    vote = await ctx.app.tables.votes.find_vote(vote_id)
    if vote is None:
        raise ServiceError("vote_no_say")
    ctx.known_table = ctx.app.tables.registry.get(vote.table_id)
    return await ctx.app.tables.votes.answer_vote(vote_id, ctx.user_id, yes, act=ctx.interaction_key)


# --- resigning ---------------------------------------------------------------------------------------------------


@on_component("x", "resign")
async def run_resign(ctx: InteractionContext) -> None:
    """`/game resign`: asks for confirmation."""
    table = await ctx.find_table()
    seat = require_owned_seat(table, ctx.user_id)
    if table.status == "lobby":
        raise ServiceError("paused_lobby")
    if not table.is_open:
        raise ServiceError("game_over")
    say = ctx.voice(table)
    key = "resign.sure" if any(other != seat for other in table.human_seats) else "resign.sure_last"
    text = say("resign.sure_two" if len(table.seats) == 2 else key)
    buttons = [
        Button(ids.action_custom_id(table.id, table.seq, "resign-yes"), say("button.resign_yes"), "red"),
        Button(ids.action_custom_id(table.id, table.seq, "close"), say("button.back")),
    ]
    await ctx.reply.show(Screen(text, rows=[buttons], tone="red"))


@on_component("x", "resign-yes")
async def on_resign_confirmed(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    require_owned_seat(table, ctx.user_id)
    await ctx.app.tables.moves.resign(table.id, ctx.user_id, act=ctx.interaction_key)
    await ctx.reply.show(Screen(ctx.voice()("resign.done")))


# --- commands ----------------------------------------------------------------------------------------------------


def vote_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    reason = CommandOption("reason", maximum=100)
    return [
        CommandSpec("undo", say("cmd.game.undo"), run_undo, [CommandOption("to", type="integer", minimum=1), reason]),
        CommandSpec(
            "vote", say("cmd.game.vote"), run_vote, [CommandOption("answer", required=True, choices=("yes", "no"))]
        ),
        CommandSpec("resign", say("cmd.game.resign"), run_resign),
        CommandSpec("end", say("cmd.game.end"), run_end, [reason]),
    ]
