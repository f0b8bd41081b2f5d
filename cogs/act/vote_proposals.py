"""Proposes votes to the table, and answers the proposer."""

from __future__ import annotations

from cogs.act import errors
from cogs.act.context import InteractionContext
from cogs.screen import Button, Row, Screen, ids
from service.state.model import Table, VoteKey
from service.state.seat_control import find_visible_seat

MODERATOR_VOTES: frozenset[VoteKey] = frozenset({"pause", "end"})  # votes that moderators may decide alone


def is_neutral_moderator(ctx: InteractionContext, table: Table) -> bool:
    """Whether the user moderates here and does not play; moderators who play must ask the others."""
    return ctx.is_moderator and find_visible_seat(table, ctx.user_id) is None


async def propose_vote(
    ctx: InteractionContext,
    table: Table,
    kind: VoteKey,
    first_undone: int | None = None,
    reason: str | None = None,
    value: str | None = None,
) -> None:
    """Propose a vote and show its state. A frozen table is woken first."""
    tables = ctx.app.tables
    if table.status == "frozen":
        ctx.known_table = table = await tables.pauses.resume_game(
            table.id, ctx.person, act=f"{ctx.interaction_key}-awake"
        )
    vote = await tables.votes.propose_vote(
        table.id, ctx.user_id, kind, first_undone, reason, value=value, act=ctx.interaction_key
    )
    say = ctx.voice()
    if vote.status == "open":
        rows: list[Row] = []
        if ctx.is_moderator and kind in MODERATOR_VOTES:
            rows = [[Button(ids.action_custom_id(table.id, table.seq, "moderate", kind), say("button.moderate"))]]
        await ctx.reply.show(Screen(say("vote.asked" if vote.by == ctx.user_id else "vote.joined"), rows=rows))
        return
    now = await tables.registry.load_table(table.id)
    ctx.known_table = now
    await ctx.reply.show(await result_with_my_move(ctx, now, say(f"vote.{vote.status}")))


async def result_with_my_move(ctx: InteractionContext, table: Table, result: str) -> Screen:
    """`result` above the current «My move» screen."""
    my_move = await errors.find_my_move_screen(ctx, table)
    if my_move is None:
        return Screen(result)
    return Screen(f"{result}\n\n{my_move.text}", my_move.files, my_move.rows, my_move.below, my_move.tone)
