"""The lobby: its five buttons and the commands about seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import discord

from cogs.act import errors
from cogs.act.commands import Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.games.app import App
from cogs.lobby import machines
from cogs.post import discord_messages, message_layout
from cogs.screen import Screen, naming
from rules.core import BadOption
from service.errors import ServiceError
from service.state.machine_levels import levels, usual_level
from service.state.model import COLOURS, Seat, Table
from service.state.player_counts import free_colours
from words import Voice

HERE: Final = ("view_channel", "send_messages", "attach_files")
IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "attach_files")
FOR_THREAD: Final = ("create_public_threads", "send_messages_in_threads")


async def lobby(act: Act) -> Table:
    """The lobby meant; ServiceError if its game has started or is closed."""
    table = await act.table(loaded=False)
    if table.status == "lobby":
        return table
    if table.status == "abandoned" and table.seq == 0:
        act.at = None
        raise ServiceError("no_table")
    raise ServiceError("already_started")


def of_lobby(act: Act, table: Table) -> Seat:
    """The seat of whoever acts. ServiceError for strangers (moderators may act without one)."""
    seat = table.seat_of(act.user_id)
    if seat is None:
        raise ServiceError("lobby_not_seated")
    return seat


# --- opening -----------------------------------------------------------------------------------------------------


def check_rights(act: Act, thread: bool) -> None:
    """ServiceError naming the first right the bot lacks here."""
    has = act.interaction.app_permissions
    in_thread = isinstance(act.interaction.channel, discord.Thread)
    needed = [*(IN_THREAD if in_thread else HERE), *(FOR_THREAD if thread else ())]
    for right in needed:
        if not getattr(has, right):
            raise errors.no_right(act, right)


def reason(error: BadOption, say: Voice) -> str:
    """Why some options do not go together, as part of a sentence."""
    unknown = error.key.startswith("option.") or not say.has(error.key)
    return say("options.no_such") if unknown else say.phrase(error).rstrip(".")


# --- the five buttons --------------------------------------------------------------------------------------------


@on("l", "join")
async def join_pressed(act: Act) -> None:
    table = await lobby(act)
    await act.app.tables.join(table.id, act.person)


@on("l", "place")
async def place_chosen(act: Act) -> None:
    """A place of a table that begins in the middle of another game."""
    table = await lobby(act)
    if act.values:
        await act.app.tables.branches.take_place(table.id, act.person, act.values[0])


@on("l", "leave")
async def leave_pressed(act: Act) -> None:
    table = await lobby(act)
    of_lobby(act, table)
    await act.app.tables.leave(table.id, act.user_id)


@on("l", "machine")
async def machine_pressed(act: Act) -> None:
    await machines.show(act, await _add_machine(act, None))


@on("l", "start")
async def start_pressed(act: Act) -> None:
    await _start(act)


async def _add_machine(act: Act, level: str | None) -> Table:
    table = await lobby(act)
    if not act.moderator:
        of_lobby(act, table)
    return await act.app.tables.add_machine(table.id, act.user_id, level or usual_level(), moderator=act.moderator)


async def _start(act: Act) -> None:
    table = await lobby(act)
    if not act.moderator:
        of_lobby(act, table)
    await act.app.tables.leaving.look_at_lobby(table.id)  # a game that begins would wait for who has gone
    await act.app.tables.start(table.id, act.user_id, moderator=act.moderator, act=act.key)


# --- the same as commands ----------------------------------------------------------------------------------------


async def join(act: Act, colour: str | None = None) -> None:
    table = await lobby(act)
    letter = read_colour(colour, act.voice()) if colour else None
    if colour and letter is None:
        raise ServiceError(
            "option_bad",
            name=act.voice()("error.name.colour"),
            value=colour,
            reason=act.voice()("options.no_such"),
            list=[naming.colour(free, act.voice()) for free in free_colours(table)],
        )
    if table.branch is not None and letter is not None:
        table = await act.app.tables.branches.take_place(table.id, act.person, letter)
    else:
        table = await act.app.tables.join(table.id, act.person, letter)
    seat = table.seat_of(act.user_id)
    shown = naming.colour(seat.colour, act.voice()) if seat is not None else ""
    await act.reply.show(Screen(act.voice()("lobby.joined", id=table.id, colour=shown)))


async def leave(act: Act) -> None:
    table = await lobby(act)
    of_lobby(act, table)
    await act.app.tables.leave(table.id, act.user_id)
    await act.reply.show(Screen(act.voice()("lobby.left", id=table.id)))


async def start(act: Act) -> None:
    await _start(act)
    await act.reply.show(Screen(act.voice()("lobby.begun")))


async def machine(act: Act, level: str | None = None) -> None:
    await machines.show(act, await _add_machine(act, level))


async def invite(act: Act, user: discord.User) -> None:
    table = await lobby(act)
    host_only(act, table)
    if table.seat_of(user.id) is not None:
        raise ServiceError("invite_seated", name=naming.escaped(user.display_name))
    if user.bot:
        raise ServiceError("invite_bot")
    say = act.app.voice(table, table.language)
    game = act.app.game_name(table.kind, table.language)
    name = naming.escaped(act.person.name)
    text = say("ping.invite", who=message_layout.mention(user.id), name=name, game=game)
    await discord_messages.invite(act.app, table, user.id, text)
    await act.reply.show(Screen(act.voice()("lobby.invited", name=naming.escaped(user.display_name))))


async def kick(act: Act, player: str) -> None:
    table = await lobby(act)
    host_only(act, table)
    seat = find_seat(table, player, act.voice(table))
    name = act.voice(table).seat(seat.index)
    await act.app.tables.kick(table.id, act.user_id, seat.index, moderator=act.moderator)
    await act.reply.show(Screen(act.voice()("lobby.kicked", name=name)))


async def order(act: Act, players: str) -> None:
    table = await lobby(act)
    host_only(act, table)
    say = act.voice(table)
    if players.strip().casefold() == "random":
        await act.app.tables.set_order(table.id, act.user_id, "random", moderator=act.moderator)
        await act.reply.show(Screen(say("lobby.order_random")))
        return
    seats = [find_seat(table, word, say) for word in players.replace(",", " ").split()]
    letters = [seat.colour for seat in seats]
    if sorted(letters) != sorted(seat.colour for seat in table.seats):
        raise ServiceError(
            "option_bad",
            name=say("error.name.order"),
            value=players,
            reason=say("options.each_once"),
            list=[" ".join(seat.colour for seat in table.seats), "random"],
        )
    await act.app.tables.set_order(table.id, act.user_id, letters, moderator=act.moderator)
    shown = ", ".join(naming.colour(letter, say) for letter in letters)
    await act.reply.show(Screen(say("lobby.order_set", colours=shown)))


def host_only(act: Act, table: Table) -> None:
    if table.host == act.user_id or act.moderator:
        return
    of_lobby(act, table)
    raise ServiceError("lobby_not_host")


# --- reading what people write -----------------------------------------------------------------------------------


def read_colour(text: str, say: Voice) -> str | None:
    """The letter of a colour: the letter itself, or its name or the only beginning of one."""
    wanted = text.strip().casefold()
    if wanted.upper() in COLOURS and len(wanted) == 1:
        return wanted.upper()
    names = {letter: naming.colour(letter, say).casefold() for letter in COLOURS}
    found = [letter for letter, name in names.items() if name.startswith(wanted)] if wanted else []
    return found[0] if len(found) == 1 else None


def find_seat(table: Table, text: str, say: Voice) -> Seat:
    """A player by name, colour or seat number as shown in the lobby; ServiceError if it is nobody or several."""
    wanted = text.strip().casefold().lstrip("@")
    if wanted.isdecimal() and (numbered := _numbered(table, int(wanted))) is not None:
        return numbered
    same = [seat for seat in table.seats if seat.name.casefold() == wanted]
    letter = read_colour(wanted, say)
    found = same or [seat for seat in table.seats if seat.colour == letter]
    found = found or [seat for seat in table.seats if wanted and seat.name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=found[0].name, b=found[1].name)
    raise ServiceError(
        "option_bad", name=say("error.name.seat"), value=text, reason=say("options.nobody"), list=list(table.names)
    )


def _numbered(table: Table, number: int) -> Seat | None:
    """Who sits there, as the lobby counts: of a branch the places."""
    if table.branch is None or table.status != "lobby":
        return table.seats[number - 1] if 1 <= number <= len(table.seats) else None
    colours = {at: place.colour for at, place in enumerate(table.branch.places, 1)}
    return next((seat for seat in table.seats if seat.colour == colours.get(number)), None)


def _here(act: Act) -> Table | None:
    channel = act.interaction.channel_id
    return None if channel is None else act.app.tables.at(channel)


async def complete_colour(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    say = act.voice()
    named = [(naming.colour(letter, say), letter) for letter in (free_colours(table) if table else COLOURS)]
    return [(name, letter) for name, letter in named if typed.casefold() in name]


async def complete_player(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    say = act.voice()
    seats = table.seats if table is not None else ()
    named = [(f"{seat.name} ({naming.colour(seat.colour, say)})", seat.colour) for seat in seats]
    return [(shown, sent) for shown, sent in named if typed.casefold() in shown.casefold()]


async def complete_order(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    say = act.voice()
    letters = [seat.colour for seat in table.seats] if table is not None else []
    orders = permutations(letters) if len(letters) <= 4 else [tuple(letters)]
    named = [("random", "random")]
    named += [(", ".join(naming.colour(c, say) for c in one), " ".join(one)) for one in orders if one]
    wanted = typed.casefold().replace(",", " ").split()
    return [(s, v) for s, v in named if all(word in s.casefold() or word in v.casefold().split() for word in wanted)]


# --- commands ----------------------------------------------------------------------------------------------------


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    who = Opt("player", required=True, complete=complete_player)
    how_strong = Opt("level", choices=levels(app.effort))
    return [
        Spec("join", say("cmd.game.join"), join, [Opt("colour", complete=complete_colour)]),
        Spec("leave", say("cmd.game.leave"), leave),
        Spec("start", say("cmd.game.start"), start),
        Spec("invite", say("cmd.seat.invite"), invite, [Opt("user", type="user", required=True)], group="seat"),
        Spec("machine", say("cmd.seat.machine"), machine, [how_strong], group="seat"),
        Spec("kick", say("cmd.seat.kick"), kick, [who], group="seat"),
        Spec("order", say("cmd.seat.order"), order, [Opt("players", required=True, complete=complete_order)], "seat"),
    ]
