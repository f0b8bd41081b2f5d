"""Stand-ins: a friend or a machine plays while the owner is away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from cogs.act import errors
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import ChosenUser, InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.look import hand
from cogs.screen import Button, People, Row, Screen, close_button, ids, time_text
from service.errors import ServiceError
from service.state import seat_control, seat_offer
from service.state.model import Person, Seat, Table
from service.time.return_time import parse_return_time
from service.time.time_errors import BadTime
from words import Voice

if TYPE_CHECKING:
    import discord

OFFERED_SPANS: Final = ("1d", "3d", "1w", "2w")  # offered spans of absence, as typed
OPEN_END: Final = "open"  # until the owner returns


def require_person(chosen: ChosenUser) -> Person:
    """The chosen user as a Person. ServiceError `seat_bot`."""
    if chosen.is_bot:
        raise ServiceError("seat_bot")
    return chosen.person


def parse_until(ctx: InteractionContext, text: str | None) -> int | None:
    """The typed instant in the user's time zone; None if the text is empty. BadTime."""
    if text is None or not text.strip():
        return None
    return parse_return_time(text, ctx.app.clock.now(), ctx.time_zone)


# --- command -----------------------------------------------------------------------------------------------------


async def run_standin(
    ctx: InteractionContext, by: discord.User | discord.Member | None = None, until: str | None = None
) -> None:
    """`/game seat standin`: asks a friend, or lets a machine play until then."""
    table = await ctx.find_table()
    if by is None and until is None:
        await ctx.reply.show(seat_screen(ctx, table))
        return
    await _ask_stand_in(ctx, table, None if by is None else ChosenUser.from_discord(by), parse_until(ctx, until))


async def _ask_stand_in(ctx: InteractionContext, table: Table, friend: ChosenUser | None, until: int | None) -> None:
    person = None if friend is None else require_person(friend)
    ctx.known_table = changed = await ctx.app.tables.seat_transfers.offer_stand_in(
        table.id, ctx.user_id, person, until, ctx.interaction_key
    )
    say = ctx.voice(changed)
    if person is None:
        text = say("seat.machine_plays", until=f"<t:{until}:f>")
    elif seat_control.require_seat_of(changed, ctx.user_id).standin == person.user_id:
        text = say("seat.stands_in_already", user=person.user_id)
    else:
        text = say("seat.asked", user=person.user_id)
    await ctx.reply.show(Screen(text, rows=[[_back_button(changed, say)]]))


async def complete_stand_in_end(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    """The typed text with the instant it means, in the user's time zone; offered spans for no text."""
    completions = []
    for text in [typed] if typed.strip() else OFFERED_SPANS:
        try:
            until = parse_until(ctx, text)
        except BadTime:
            continue
        if until is not None:
            label = ctx.voice()("seat.until_offered", text=text.strip(), when=_format_local_time(ctx, until))
            completions.append((label, text.strip()))
    return completions


def _format_local_time(ctx: InteractionContext, instant: int) -> str:
    """An instant as a local date and time: completions show no Discord timestamps."""
    wall = datetime.fromtimestamp(instant, ctx.time_zone)
    return time_text.format_date_time(wall, ctx.voice())


# --- buttons -----------------------------------------------------------------------------------------------------


@on_component("x", "seat", defer="private")
async def on_seat(ctx: InteractionContext) -> None:
    await ctx.reply.show(seat_screen(ctx, await ctx.find_table()))


def seat_screen(ctx: InteractionContext, table: Table) -> Screen:
    """The deciders of the user's seat and the possible changes. ServiceError `paused_lobby`, `game_over`."""
    seat, say = ctx.require_seat(table), ctx.voice(table)
    if table.status == "lobby":
        raise ServiceError("paused_lobby", host=table.seat_name(table.host))
    if not table.is_open:
        raise ServiceError("game_over")
    lines = [say("seat.title", id=table.id, seat=seat.index), *_describe_seat_deciders(table, seat, say)]
    if seat.user_id != ctx.user_id:
        return Screen("\n".join(lines), rows=[[_back_button(table, say, "give_back")], [close_button(say)]])
    rows: list[Row] = []
    if len(lines) > 1:
        rows.append([_back_button(table, say)])
    if seat.standin is None:
        lines.append(say("seat.how_long"))
        rows.append([_stand_in_span_button(table, text, say) for text in (*OFFERED_SPANS, OPEN_END)])
    lines.append(say("seat.hand_over"))
    rows.append([Button(ids.action_custom_id(table.id, table.seq, "hand-over"), say("button.hand_over"), "red")])
    return Screen("\n".join(lines), rows=[*rows, [close_button(say)]])


def _describe_seat_deciders(table: Table, seat: Seat, say: Voice) -> list[str]:
    """The stand-in or machine of the seat, and its open offer."""
    until = "" if seat.standin_until is None else "_until"
    params = {"until": f"<t:{seat.standin_until}:f>", "name": say.seat(seat.index), "user": seat.standin or 0}
    lines = []
    if seat.machine is not None:
        lines.append(say(f"wait.machine{until}", **params))
    elif seat.standin is not None:
        lines.append(say(f"wait.standin{until}", **params))
    offer = seat_offer.find_offer_for_seat(table, seat.index)
    if offer is not None:
        key = "seat.asked" if offer.what == "standin" else "seat.offered"
        lines.append(say(key if offer.user_id is not None else "seat.offered_anybody", user=offer.user_id or 0))
    return lines


def _stand_in_span_button(table: Table, text: str, say: Voice) -> Button:
    return Button(ids.action_custom_id(table.id, table.seq, "away", text), say(f"seat.long.{text}"))


def _back_button(table: Table, say: Voice, key: str = "seat_back") -> Button:
    return Button(ids.action_custom_id(table.id, table.seq, "back"), say(f"button.{key}"), "blue")


@on_component("x", "away")
async def on_away(ctx: InteractionContext) -> None:
    """After the span: ask for the stand-in. ServiceError `stale`."""
    table, text = await ctx.find_table(), ctx.argument
    if text not in (*OFFERED_SPANS, OPEN_END):
        raise ServiceError("stale")
    say, seat = ctx.voice(table), seat_control.require_owned_seat(table, ctx.user_id)
    is_alone = seat_control.is_only_person(table, seat)
    rows: list[Row] = [People(ids.action_custom_id(table.id, table.seq, "friend", text), say("seat.choose_friend"))]
    if text != OPEN_END and not is_alone:
        machine_id = ids.action_custom_id(table.id, table.seq, "machine", text)
        rows.append([Button(machine_id, say("button.let_machine_play"))])
    rows.append([Button(ids.action_custom_id(table.id, table.seq, "seat"), say("button.back"))])
    question = say("seat.who_alone" if is_alone else "seat.who", long=say(f"seat.long.{text}"))
    await ctx.reply.show(Screen(question, rows=rows))


@on_component("x", "friend")
async def on_friend_chosen(ctx: InteractionContext) -> None:
    table, text = await ctx.find_table(), ctx.argument
    if not ctx.chosen_users or text not in (*OFFERED_SPANS, OPEN_END):
        raise ServiceError("stale")
    await _ask_stand_in(ctx, table, ctx.chosen_users[0], parse_until(ctx, None if text == OPEN_END else text))


@on_component("x", "machine")
async def on_machine_stands_in(ctx: InteractionContext) -> None:
    table, text = await ctx.find_table(), ctx.argument
    if text not in OFFERED_SPANS:
        raise ServiceError("stale")
    await _ask_stand_in(ctx, table, None, parse_until(ctx, text))


# --- answers and returns --------------------------------------------------------------------------------------------


@on_component("x", "take", defer="private")
async def on_take_seat(ctx: InteractionContext) -> None:
    """Become stand-in or owner of a seat, and show its screens."""
    table = await ctx.find_table()
    number = ctx.argument_number
    ctx.known_table = changed = await ctx.app.tables.seat_transfers.accept_offer(
        table.id, ctx.person, number, ctx.interaction_key
    )
    say, seat = ctx.voice(changed), ctx.require_seat(changed)
    result_key = "seat.took_over" if seat.user_id == ctx.user_id else "seat.stands_in"
    await ctx.reply.show(await add_own_screen(ctx, changed, say(result_key, seat=seat.index)))


@on_component("x", "no-thanks", defer="private")
async def on_seat_declined(ctx: InteractionContext) -> None:
    table = await ctx.find_table()
    number = ctx.argument_number
    ctx.known_table = changed = await ctx.app.tables.seat_transfers.decline_offer(
        table.id, ctx.user_id, number, ctx.interaction_key
    )
    await ctx.reply.show(Screen(ctx.voice(changed)("seat.declined")))


@on_component("x", "back", defer="private")
async def on_seat_back(ctx: InteractionContext) -> None:
    """`/game seat back`: the owner takes the seat back; a stand-in returns it."""
    table = await ctx.find_table()
    before = ctx.require_seat(table)
    ctx.known_table = changed = await ctx.app.tables.seat_transfers.return_seat(
        table.id, ctx.user_id, ctx.interaction_key
    )
    say = ctx.voice(changed)
    if seat_control.find_visible_seat(changed, ctx.user_id) is None:
        await ctx.reply.show(Screen(say("seat.gave_back", seat=before.index)))
        return
    had_offer = seat_offer.find_offer_for_seat(table, before.index) is not None
    key = "remind.back" if before.standin or before.machine else "seat.withdrawn" if had_offer else "seat.nobody"
    await ctx.reply.show(await add_own_screen(ctx, changed, say(key)))


async def add_own_screen(ctx: InteractionContext, table: Table, result: str) -> Screen:
    """The result above the user's picker, or above their hand if nothing is asked of them."""
    if ctx.require_seat(table).index in table.seats_to_move:
        my_move = await errors.find_my_move_screen(ctx, table) or Screen("")
        return replace(my_move, text=f"{result}\n\n{my_move.text}")
    hand_screen = await hand.hand_screen(ctx)
    buttons: Row = [
        Button(ids.table_custom_id(table.id, verb), ctx.voice(table)(f"button.{verb}")) for verb in ("catch", "board")
    ]
    return replace(hand_screen, text=f"{result}\n\n{hand_screen.text}", rows=[*hand_screen.rows, buttons])


def stand_in_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    return [
        CommandSpec(
            "standin",
            say("cmd.seat.standin"),
            run_standin,
            [CommandOption("by", "by", type="user"), CommandOption("until", "until", complete=complete_stand_in_end)],
            "seat",
        ),
        CommandSpec("back", say("cmd.seat.back"), on_seat_back, [], "seat"),
    ]
