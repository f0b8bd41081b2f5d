"""Reminders between players, their acknowledgement, and machine moves for late players."""

from __future__ import annotations

from typing import Final

from cogs.act.commands import CommandOption, CommandSpec
from cogs.act.context import InteractionContext
from cogs.act.player_option import complete_player
from cogs.act.router import on_component
from cogs.act.timeout_notice import describe_timeout
from cogs.games.app import App
from cogs.post.seat_offers import machine_meanwhile_button
from cogs.screen import Button, Screen, time_text
from service.errors import ServiceError
from service.seats.voting.replace import VOTERS_AGAINST_VACATION
from service.state.model import Table

MEANWHILE_BUTTONS: Final = 4


async def run_remind(ctx: InteractionContext, player: str | None = None) -> None:
    """`/game time remind`: remind everybody who is waited for, or one player."""
    table = await ctx.find_table()
    seat = None
    if player is not None:
        matching = [seat.index for seat in table.seats if player in (str(seat.index), seat.name, seat.colour)]
        if not matching:
            raise ServiceError("remind_none")
        seat = matching[0]
    table = await ctx.app.tables.nudges.remind_seats(table.id, ctx.user_id, seat)
    rows = [[button] for button in _machine_meanwhile_buttons(ctx, table)[:MEANWHILE_BUTTONS]]
    await ctx.reply.show(Screen("\n".join(_describe_reminded(ctx, table)), rows=rows))


def _machine_meanwhile_buttons(ctx: InteractionContext, table: Table) -> list[Button]:
    """Buttons to vote on a machine for players on vacation who are waited for."""
    say, away = ctx.voice(table), ctx.app.tables.vacations.vacation_ends_by_seat(table)
    absent_waited_for = [
        seat for seat in table.seats_to_move if seat in away and table.seats[seat].user_id != ctx.user_id
    ]
    return [
        machine_meanwhile_button(table, seat, say, "button.meanwhile_for")
        for seat in absent_waited_for
        if _enough_others_present(table, seat)
    ]


def _enough_others_present(table: Table, seat: int) -> bool:
    return len([other for other in table.present_seats if other.index != seat]) >= VOTERS_AGAINST_VACATION


def _describe_reminded(ctx: InteractionContext, table: Table) -> list[str]:
    """Who was reminded by this nudge here, and who elsewhere. Where and when the others get it stays private: only the
    missing mention and the end of a vacation show."""
    say, tables = ctx.voice(table), ctx.app.tables
    nudged_at = max(pending.timer.nudged_at or 0 for pending in table.stretches)
    away, mentioned, notified, lines = tables.vacations.vacation_ends_by_seat(table), [], [], []
    for turn in table.stretches:
        if turn.timer.nudged_at != nudged_at:
            continue
        name = say.seat(turn.seat)
        if turn.seat in away:
            lines.append(say("remind.sent_away", name=name, end=time_text.format_timestamp(away[turn.seat])))
            if _enough_others_present(table, turn.seat):
                lines.append(say("remind.meanwhile"))
        elif tables.direct_messages.can_mention_user(table.seats[turn.seat].notify_user_id or 0, nudged_at):
            mentioned.append(name)
        else:
            notified.append(name)
    if notified:
        lines.insert(0, say("remind.sent_apart", names=say.join(notified)))
    if mentioned:
        lines.insert(0, say("remind.sent", names=say.join(mentioned), n=len(mentioned)))
    return lines


@on_component("x", "on-it", defer="private")
async def on_acknowledge_reminder(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    own_seat = ctx.require_seat(table).index
    reminded_seat = ctx.argument
    if reminded_seat.isdecimal() and int(reminded_seat) != own_seat and int(reminded_seat) < len(table.seats):
        raise ServiceError("not_your_reminder", name=ctx.voice(table).seat(int(reminded_seat)))
    table = await ctx.app.tables.nudges.hush_reminders(table.id, ctx.user_id)
    lines = [ctx.voice(table)("remind.hushed"), describe_timeout(ctx, table)]
    await ctx.reply.show(Screen("\n".join(filter(None, lines))))


@on_component("x", "let", defer="private")
async def on_let_machine(ctx: InteractionContext) -> None:
    """Let a machine move for a late player."""
    table = await ctx.find_table()
    ctx.require_seat(table)
    seat = ctx.argument_number
    await ctx.app.tables.nudges.let_machine_move(table.id, ctx.user_id, seat)
    await ctx.reply.show(Screen(ctx.voice(table)("remind.machine_asked", seat=seat)))


def time_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    return [
        CommandSpec(
            "remind", say("cmd.time.remind"), run_remind, [CommandOption("player", complete=complete_player)], "time"
        ),
    ]
