"""Proposes votes to the table, and answers the proposer."""

from __future__ import annotations

from cogs.act import errors
from cogs.act.context import InteractionContext
from cogs.screen import Button, Row, Screen, ids
from service.state.model import Table, VoteKey
from service.state.seat_control import find_visible_seat

JUDGED: frozenset[VoteKey] = frozenset({"pause", "end"})  # votes that moderators may decide alone


def is_neutral_moderator(ctx: InteractionContext, table: Table) -> bool:
    """Whether the user moderates here and does not play; moderators who play must ask the others."""
    return ctx.moderator and find_visible_seat(table, ctx.user_id) is None


async def propose_vote(
    ctx: InteractionContext,
    table: Table,
    what: VoteKey,
    to: int | None = None,
    reason: str | None = None,
    value: str | None = None,
) -> None:
    """Propose a vote and show its state. At a frozen table this wakes the game."""
    tables = ctx.app.tables
    if table.status == "frozen":
        ctx.at = table = await tables.pauses.go_on(table.id, ctx.person, act=f"{ctx.key}-awake")
    vote = await tables.votes.propose(table.id, ctx.user_id, what, to, reason, value=value, act=ctx.key)
    say = ctx.voice()
    if vote.status == "open":
        rows: list[Row] = []
        if ctx.moderator and what in JUDGED:
            rows = [[Button(ids.action_custom_id(table.id, table.seq, "moderate", what), say("button.moderate"))]]
        await ctx.reply.show(Screen(say("vote.asked" if vote.by == ctx.user_id else "vote.joined"), rows=rows))
        return
    now = await tables.registry.load(table.id)
    ctx.at = now
    await ctx.reply.show(await result_with_my_move(ctx, now, say(f"vote.{vote.status}")))


async def result_with_my_move(ctx: InteractionContext, table: Table, said: str) -> Screen:
    """`said` above the current «My move» screen."""
    now = await errors.find_my_move_screen(ctx, table)
    return Screen(said) if now is None else Screen(f"{said}\n\n{now.text}", now.files, now.rows, now.below, now.tone)
