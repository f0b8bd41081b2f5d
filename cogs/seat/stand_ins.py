"""A seat while its owner is away: a friend or a machine stands in, and gives it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Final

from cogs.act import errors
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import ChosenUser, InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.look import hand
from cogs.screen import Button, People, Row, Screen, ids, pages, time_text
from service.errors import ServiceError
from service.state import seat_control, seat_offer
from service.state.model import Person, Seat, Table
from service.time import user_hours
from service.time.return_time import parse_return_time
from service.time.time_errors import BadTime
from words import Voice

if TYPE_CHECKING:
    import discord

OFFERED: Final = ("1d", "3d", "1w", "2w")  # how long somebody may be away, as one types it
OPEN_END: Final = "open"  # until the owner says otherwise


def require_person(chosen: ChosenUser) -> Person:
    """Somebody who may be asked. ServiceError `seat_bot`."""
    if chosen.bot:
        raise ServiceError("seat_bot")
    return chosen.person


def parse_until(act: InteractionContext, text: str | None) -> int | None:
    """The instant that somebody typed, by the clock of their own time zone; None: nothing. BadTime."""
    if text is None or not text.strip():
        return None
    return parse_return_time(text, act.app.clock.now(), user_time_zone(act))


def user_time_zone(act: InteractionContext) -> tzinfo:
    """The time zone of whoever acts."""
    return user_hours.user_zone({user_hours.ZONE: act.app.tables.setting(act.user_id, user_hours.ZONE)})


# --- by command --------------------------------------------------------------------------------------------------


async def run_standin(
    act: InteractionContext, by: discord.User | discord.Member | None = None, until: str | None = None
) -> None:
    """`/game seat standin`: a friend is asked; without one a machine plays until then."""
    table = await act.table()
    if by is None and until is None:
        await act.reply.show(seat_screen(act, table))
        return
    await _ask_stand_in(act, table, None if by is None else ChosenUser.of(by), parse_until(act, until))


async def _ask_stand_in(act: InteractionContext, table: Table, friend: ChosenUser | None, until: int | None) -> None:
    person = None if friend is None else require_person(friend)
    act.at = new = await act.app.tables.seats.standin(table.id, act.user_id, person, until, act.key)
    say = act.voice(new)
    if person is None:
        text = say("seat.machine_plays", until=f"<t:{until}:f>")
    elif seat_control.require_seat_of(new, act.user_id).standin == person.user_id:
        text = say("seat.stands_in_already", user=person.user_id)
    else:
        text = say("seat.asked", user=person.user_id)
    await act.reply.show(Screen(text, rows=[[_back_button(new, say)]]))


async def complete_stand_in_end(
    act: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    """What is typed as the instant it means, in the zone of whoever types; of nothing, some spans."""
    found = []
    for text in [typed] if typed.strip() else OFFERED:
        try:
            at = parse_until(act, text)
        except BadTime:
            continue
        if at is not None:
            found.append(
                (act.voice()("seat.until_offered", text=text.strip(), when=_format_local_time(act, at)), text.strip())
            )
    return found


def _format_local_time(act: InteractionContext, at: int) -> str:
    """An instant as the calendar and the clock of whoever acts show it: completions hold no timestamps."""
    wall = datetime.fromtimestamp(at, user_time_zone(act))
    return time_text.format_date_time(wall, act.voice())


# --- by buttons --------------------------------------------------------------------------------------------------


@on_component("x", "seat", defer="private")
async def on_seat(act: InteractionContext) -> None:
    await act.reply.show(seat_screen(act, await act.table()))


def seat_screen(act: InteractionContext, table: Table) -> Screen:
    """Who decides for the seat of whoever acts, and what can be changed about that."""
    seat, say = act.seat(table), act.voice(table)
    if table.status == "lobby":
        raise ServiceError("paused_lobby", host=table.seat_name(table.host))
    if not table.open:
        raise ServiceError("game_over")
    lines = [say("seat.title", id=table.id, seat=seat.index), *_describe_seat_deciders(table, seat, say)]
    if seat.user_id != act.user_id:
        return Screen("\n".join(lines), rows=[[_back_button(table, say, "give_back")], seat_footer(say)])
    rows: list[Row] = []
    if len(lines) > 1:
        rows.append([_back_button(table, say)])
    if seat.standin is None:
        lines.append(say("seat.how_long"))
        rows.append([_stand_in_span_button(table, text, say) for text in (*OFFERED, OPEN_END)])
    lines.append(say("seat.hand_over"))
    rows.append([Button(ids.action_custom_id(table.id, table.seq, "hand-over"), say("button.hand_over"), "red")])
    return Screen("\n".join(lines), rows=[*rows, seat_footer(say)])


def _describe_seat_deciders(table: Table, seat: Seat, say: Voice) -> list[str]:
    """Who decides beside or in place of the owner, and who is asked to."""
    until = "" if seat.standin_until is None else "_until"
    told = {"until": f"<t:{seat.standin_until}:f>", "name": say.seat(seat.index), "user": seat.standin or 0}
    lines = []
    if seat.machine is not None:
        lines.append(say(f"wait.machine{until}", **told))
    elif seat.standin is not None:
        lines.append(say(f"wait.standin{until}", **told))
    ask = seat_offer.find_offer_for_seat(table, seat.index)
    if ask is not None:
        key = "seat.asked" if ask.what == "standin" else "seat.offered"
        lines.append(say(key if ask.user_id is not None else "seat.offered_anybody", user=ask.user_id or 0))
    return lines


def _stand_in_span_button(table: Table, text: str, say: Voice) -> Button:
    return Button(ids.action_custom_id(table.id, table.seq, "away", text), say(f"seat.long.{text}"))


def _back_button(table: Table, say: Voice, key: str = "seat_back") -> Button:
    return Button(ids.action_custom_id(table.id, table.seq, "back"), say(f"button.{key}"), "blue")


def seat_footer(say: Voice) -> Row:
    return [Button(ids.action_custom_id(0, 0, "close"), say("button.close"))]


@on_component("x", "away")
async def on_away(act: InteractionContext) -> None:
    """For so long: now who."""
    table, text = await act.table(), act.id.argument if act.id else ""
    if text not in (*OFFERED, OPEN_END):
        raise ServiceError("stale")
    say, alone = (
        act.voice(table),
        seat_control.is_only_person(table, seat_control.require_owned_seat(table, act.user_id)),
    )
    rows: list[Row] = [People(ids.action_custom_id(table.id, table.seq, "friend", text), say("seat.choose_friend"))]
    if text != OPEN_END and not alone:
        rows.append(
            [Button(ids.action_custom_id(table.id, table.seq, "machine", text), say("button.let_machine_play"))]
        )
    rows.append([Button(ids.action_custom_id(table.id, table.seq, "seat"), say("button.back"))])
    asked = say("seat.who_alone" if alone else "seat.who", long=say(f"seat.long.{text}"))
    await act.reply.show(Screen(asked, rows=rows))


@on_component("x", "friend")
async def on_friend_chosen(act: InteractionContext) -> None:
    table, text = await act.table(), act.id.argument if act.id else ""
    if not act.people or text not in (*OFFERED, OPEN_END):
        raise ServiceError("stale")
    await _ask_stand_in(act, table, act.people[0], parse_until(act, None if text == OPEN_END else text))


@on_component("x", "machine")
async def on_machine_stands_in(act: InteractionContext) -> None:
    table, text = await act.table(), act.id.argument if act.id else ""
    if text not in OFFERED:
        raise ServiceError("stale")
    await _ask_stand_in(act, table, None, parse_until(act, text))


# --- answering, coming back -----------------------------------------------------------------------------------------


@on_component("x", "take", defer="private")
async def on_take_seat(act: InteractionContext) -> None:
    """Somebody stands in, or takes a seat over: from now on they see it."""
    table = await act.table()
    number = pages.parse_number(act.id.argument if act.id else "")
    act.at = new = await act.app.tables.seats.take(table.id, act.person, number, act.key)
    say, seat = act.voice(new), act.seat(new)
    said = "seat.took_over" if seat.user_id == act.user_id else "seat.stands_in"
    await act.reply.show(await add_own_screen(act, new, say(said, seat=seat.index)))


@on_component("x", "no-thanks", defer="private")
async def on_seat_declined(act: InteractionContext) -> None:
    table = await act.table()
    number = pages.parse_number(act.id.argument if act.id else "")
    act.at = new = await act.app.tables.seats.decline(table.id, act.user_id, number, act.key)
    await act.reply.show(Screen(act.voice(new)("seat.declined")))


@on_component("x", "back", defer="private")
async def on_seat_back(act: InteractionContext) -> None:
    """The owner plays on and goes on at once; who stands in gives the seat back."""
    table = await act.table()
    before = act.seat(table)
    act.at = new = await act.app.tables.seats.back(table.id, act.user_id, act.key)
    say = act.voice(new)
    if seat_control.find_visible_seat(new, act.user_id) is None:
        await act.reply.show(Screen(say("seat.gave_back", seat=before.index)))
        return
    asked = seat_offer.find_offer_for_seat(table, before.index) is not None
    key = "remind.back" if before.standin or before.machine else "seat.withdrawn" if asked else "seat.nobody"
    await act.reply.show(await add_own_screen(act, new, say(key)))


async def run_back(act: InteractionContext) -> None:
    """`/game seat back`."""
    await on_seat_back(act)


async def add_own_screen(act: InteractionContext, table: Table, said: str) -> Screen:
    """What has changed; below it what they may do now, or what they hold while nothing is asked of them."""
    if act.seat(table).index in table.waiting:
        now = await errors.find_my_move_screen(act, table) or Screen("")
        return replace(now, text=f"{said}\n\n{now.text}")
    held = await hand.hand_screen(act)
    more: Row = [
        Button(ids.table_custom_id(table.id, verb), act.voice(table)(f"button.{verb}")) for verb in ("catch", "board")
    ]
    return replace(held, text=f"{said}\n\n{held.text}", rows=[*held.rows, more])


def stand_in_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.describing)
    return [
        CommandSpec(
            "standin",
            say("cmd.seat.standin"),
            run_standin,
            [CommandOption("by", "by", type="user"), CommandOption("until", "until", complete=complete_stand_in_end)],
            "seat",
        ),
        CommandSpec("back", say("cmd.seat.back"), run_back, [], "seat"),
    ]
