"""Takeovers: a seat gets a new owner for good, by its owner's wish or because they are late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.act import vote_proposals
from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import ChosenUser, InteractionContext
from cogs.act.player_option import complete_player
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.post.seat_offers import MEANWHILE_VERB, machine_meanwhile_button
from cogs.screen import Button, Link, People, Row, Screen, close_button, ids
from cogs.seat.stand_ins import require_person
from service.errors import ServiceError
from service.seats.voting.replace import MACHINE
from service.state.model import Table
from service.state.seat_control import find_visible_seat, require_owned_seat
from service.state.seat_offer import can_be_replaced

if TYPE_CHECKING:
    import discord


async def run_replace(
    ctx: InteractionContext, by: discord.User | discord.Member | None = None, player: str | None = None
) -> None:
    """`/game seat replace`: the own seat, or that of a late player."""
    table = await ctx.find_table()
    index = None if player is None else _parse_seat(table, player)
    if by is None and index is None:
        await ctx.reply.show(hand_over_screen(ctx, table))
        return
    await _let_take_over(ctx, table, index, None if by is None else ChosenUser.from_discord(by))


def _parse_seat(table: Table, text: str) -> int:
    wanted = text.strip().casefold()
    matches = [s.index for s in table.seats if wanted in (str(s.index), s.name.casefold(), s.colour.casefold())]
    if len(matches) != 1:
        names = [seat.name for seat in table.seats]
        raise ServiceError("option_bad", name="seat", value=text, reason="unknown", known=names)
    return matches[0]


async def _let_take_over(ctx: InteractionContext, table: Table, index: int | None, newcomer: ChosenUser | None) -> None:
    """Offer a seat to a newcomer, or let the table vote about it."""
    person = None if newcomer is None else require_person(newcomer)
    ctx.known_table, vote = await ctx.app.tables.seat_transfers.offer_seat(
        table.id, ctx.person, index, person, ctx.interaction_key, moderator=ctx.is_moderator
    )
    say = ctx.voice(ctx.known_table)
    if vote is not None and vote.status == "open":
        text = say("vote.asked")
    elif person is None:
        text = say("seat.offered_anybody")
    else:
        text = say("seat.offered", user=person.user_id)
    await ctx.reply.show(Screen(text))


# --- buttons -----------------------------------------------------------------------------------------------------


@on_component("x", "hand-over")
async def on_hand_over(ctx: InteractionContext) -> None:
    await ctx.reply.show(hand_over_screen(ctx, await ctx.find_table()))


def hand_over_screen(ctx: InteractionContext, table: Table) -> Screen:
    """Choose the seat's new owner; the choice is the confirmation. ServiceError `paused_lobby`, `game_over`."""
    if table.status == "lobby":
        raise ServiceError("paused_lobby", host=table.seat_name(table.host))
    if not table.is_open:
        raise ServiceError("game_over")
    return _choose_new_owner_screen(ctx, table, require_owned_seat(table, ctx.user_id).index, "seat.hand_to")


@on_component("x", "replace", defer="private")
async def on_replace(ctx: InteractionContext) -> None:
    """*Replace…* below a reminder. ServiceError `replace_not_late`."""
    table = await ctx.find_table()
    index = ctx.argument_number
    if not ctx.is_moderator:
        ctx.require_seat(table)
    if index >= len(table.seats) or not can_be_replaced(table, table.seats[index], ctx.app.clock.now()):
        raise ServiceError("replace_not_late", seat=min(index, len(table.seats) - 1))
    await ctx.reply.show(_choose_new_owner_screen(ctx, table, index, "seat.replace_by"))


def _choose_new_owner_screen(ctx: InteractionContext, table: Table, seat: int, key: str) -> Screen:
    say = ctx.voice(table)
    buttons: list[Button | Link] = [
        Button(ids.action_custom_id(table.id, table.seq, "anybody", str(seat)), say("button.anybody"), "red")
    ]
    if key == "seat.replace_by" and table.seats[seat].is_human and find_visible_seat(table, ctx.user_id) is not None:
        buttons.append(machine_meanwhile_button(table, seat, say))
    rows: list[Row] = [
        People(ids.action_custom_id(table.id, table.seq, "heir", str(seat)), say("seat.choose_heir")),
        buttons,
        [close_button(say)],
    ]
    return Screen(say(key, seat=seat), rows=rows)


@on_component("x", "heir")
async def on_new_owner_chosen(ctx: InteractionContext) -> None:
    table, index = await ctx.find_table(), ctx.argument_number
    if not ctx.chosen_users or index >= len(table.seats):
        raise ServiceError("stale")
    await _let_take_over(ctx, table, index, ctx.chosen_users[0])


@on_component("x", "anybody")
async def on_anybody(ctx: InteractionContext) -> None:
    table, index = await ctx.find_table(), ctx.argument_number
    if index >= len(table.seats):
        raise ServiceError("stale")
    await _let_take_over(ctx, table, index, None)


@on_component("x", MEANWHILE_VERB, defer="private")
async def on_machine_meanwhile(ctx: InteractionContext) -> None:
    """Let the table vote on a machine that plays until the owner is back."""
    table, index = await ctx.find_table(), ctx.argument_number
    ctx.require_seat(table)
    if index >= len(table.seats):
        raise ServiceError("stale")
    await vote_proposals.propose_vote(ctx, table, "replace", value=f"{index} {MACHINE}")


def takeover_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    options = [CommandOption("by", "heir", type="user"), CommandOption("player", complete=complete_player)]
    return [CommandSpec("replace", say("cmd.seat.replace"), run_replace, options, "seat")]
