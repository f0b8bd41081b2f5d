"""Buttons of the lobby, and the commands about seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final

import discord

from cogs.act import errors
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.games.app import App
from cogs.lobby import machines
from cogs.post import discord_messages, message_layout
from cogs.screen import Screen, naming
from rules.core import BadOption
from service.errors import ServiceError
from service.state.machine_levels import default_level, list_machine_levels
from service.state.model import COLOURS, Seat, Table
from service.state.player_counts import free_colours
from words import Voice

HERE: Final = ("view_channel", "send_messages", "attach_files")
IN_THREAD: Final = ("view_channel", "send_messages_in_threads", "attach_files")
FOR_THREAD: Final = ("create_public_threads", "send_messages_in_threads")


async def require_lobby(ctx: InteractionContext) -> Table:
    """The lobby meant. ServiceError `no_table`, `already_started`."""
    table = await ctx.table(loaded=False)
    if table.status == "lobby":
        return table
    if table.status == "abandoned" and table.seq == 0:
        ctx.at = None
        raise ServiceError("no_table")
    raise ServiceError("already_started")


def require_lobby_seat(ctx: InteractionContext, table: Table) -> Seat:
    """The user's seat. ServiceError `lobby_not_seated`."""
    seat = table.seat_of(ctx.user_id)
    if seat is None:
        raise ServiceError("lobby_not_seated")
    return seat


# --- opening -----------------------------------------------------------------------------------------------------


def check_rights(ctx: InteractionContext, thread: bool) -> None:
    """ServiceError for the first permission that the bot lacks here."""
    has = ctx.interaction.app_permissions
    in_thread = isinstance(ctx.interaction.channel, discord.Thread)
    needed = [*(IN_THREAD if in_thread else HERE), *(FOR_THREAD if thread else ())]
    for right in needed:
        if not getattr(has, right):
            raise errors.missing_right_error(ctx, right)


def describe_option_conflict(error: BadOption, say: Voice) -> str:
    """The reason why options exclude each other, as part of a sentence."""
    unknown = error.key.startswith("option.") or not say.has(error.key)
    return say("options.no_such") if unknown else say.phrase(error).rstrip(".")


# --- buttons -----------------------------------------------------------------------------------------------------


@on_component("l", "join")
async def on_join(ctx: InteractionContext) -> None:
    table = await require_lobby(ctx)
    await ctx.app.tables.lobby.join(table.id, ctx.person)


@on_component("l", "place")
async def on_place_chosen(ctx: InteractionContext) -> None:
    """Take a seat of a table that branches off another game."""
    table = await require_lobby(ctx)
    if ctx.values:
        await ctx.app.tables.branches.take_place(table.id, ctx.person, ctx.values[0])


@on_component("l", "leave")
async def on_leave(ctx: InteractionContext) -> None:
    table = await require_lobby(ctx)
    require_lobby_seat(ctx, table)
    await ctx.app.tables.lobby.leave(table.id, ctx.user_id)


@on_component("l", "machine")
async def on_add_machine(ctx: InteractionContext) -> None:
    await machines.show_new_machine(ctx, await _add_machine(ctx, None))


@on_component("l", "start")
async def on_start(ctx: InteractionContext) -> None:
    await _start_game(ctx)


async def _add_machine(ctx: InteractionContext, level: str | None) -> Table:
    table = await require_lobby(ctx)
    if not ctx.moderator:
        require_lobby_seat(ctx, table)
    return await ctx.app.tables.machine_seats.add(
        table.id, ctx.user_id, level or default_level(), moderator=ctx.moderator
    )


async def _start_game(ctx: InteractionContext) -> None:
    table = await require_lobby(ctx)
    if not ctx.moderator:
        require_lobby_seat(ctx, table)
    await ctx.app.tables.member_leaves.look_at_lobby(table.id)  # no game waits for users who left
    await ctx.app.tables.game_start.start(table.id, ctx.user_id, moderator=ctx.moderator, act=ctx.key)


# --- commands ----------------------------------------------------------------------------------------------------


async def run_join(ctx: InteractionContext, colour: str | None = None) -> None:
    table = await require_lobby(ctx)
    letter = parse_colour(colour, ctx.voice()) if colour else None
    if colour and letter is None:
        raise ServiceError(
            "option_bad",
            name=ctx.voice()("error.name.colour"),
            value=colour,
            reason=ctx.voice()("options.no_such"),
            list=[naming.colour_name(free, ctx.voice()) for free in free_colours(table)],
        )
    if table.branch is not None and letter is not None:
        table = await ctx.app.tables.branches.take_place(table.id, ctx.person, letter)
    else:
        table = await ctx.app.tables.lobby.join(table.id, ctx.person, letter)
    seat = table.seat_of(ctx.user_id)
    shown = naming.colour_name(seat.colour, ctx.voice()) if seat is not None else ""
    await ctx.reply.show(Screen(ctx.voice()("lobby.joined", id=table.id, colour=shown)))


async def run_leave(ctx: InteractionContext) -> None:
    table = await require_lobby(ctx)
    require_lobby_seat(ctx, table)
    await ctx.app.tables.lobby.leave(table.id, ctx.user_id)
    await ctx.reply.show(Screen(ctx.voice()("lobby.left", id=table.id)))


async def run_start(ctx: InteractionContext) -> None:
    await _start_game(ctx)
    await ctx.reply.show(Screen(ctx.voice()("lobby.begun")))


async def run_machine(ctx: InteractionContext, level: str | None = None) -> None:
    await machines.show_new_machine(ctx, await _add_machine(ctx, level))


async def run_invite(ctx: InteractionContext, user: discord.User) -> None:
    table = await require_lobby(ctx)
    require_host(ctx, table)
    if table.seat_of(user.id) is not None:
        raise ServiceError("invite_seated", name=naming.escape_markdown(user.display_name))
    if user.bot:
        raise ServiceError("invite_bot")
    say = ctx.app.voice(table, table.language)
    game = ctx.app.game_name(table.kind, table.language)
    name = naming.escape_markdown(ctx.person.name)
    text = say("ping.invite", who=message_layout.mention(user.id), name=name, game=game)
    await discord_messages.send_invitation(ctx.app, table, user.id, text)
    await ctx.reply.show(Screen(ctx.voice()("lobby.invited", name=naming.escape_markdown(user.display_name))))


async def run_kick(ctx: InteractionContext, player: str) -> None:
    table = await require_lobby(ctx)
    require_host(ctx, table)
    seat = resolve_seat(table, player, ctx.voice(table))
    name = ctx.voice(table).seat(seat.index)
    await ctx.app.tables.lobby.kick(table.id, ctx.user_id, seat.index, moderator=ctx.moderator)
    await ctx.reply.show(Screen(ctx.voice()("lobby.kicked", name=name)))


async def run_order(ctx: InteractionContext, players: str) -> None:
    table = await require_lobby(ctx)
    require_host(ctx, table)
    say = ctx.voice(table)
    if players.strip().casefold() == "random":
        await ctx.app.tables.lobby.set_order(table.id, ctx.user_id, "random", moderator=ctx.moderator)
        await ctx.reply.show(Screen(say("lobby.order_random")))
        return
    seats = [resolve_seat(table, word, say) for word in players.replace(",", " ").split()]
    letters = [seat.colour for seat in seats]
    if sorted(letters) != sorted(seat.colour for seat in table.seats):
        raise ServiceError(
            "option_bad",
            name=say("error.name.order"),
            value=players,
            reason=say("options.each_once"),
            list=[" ".join(seat.colour for seat in table.seats), "random"],
        )
    await ctx.app.tables.lobby.set_order(table.id, ctx.user_id, letters, moderator=ctx.moderator)
    shown = ", ".join(naming.colour_name(letter, say) for letter in letters)
    await ctx.reply.show(Screen(say("lobby.order_set", colours=shown)))


def require_host(ctx: InteractionContext, table: Table) -> None:
    if table.host == ctx.user_id or ctx.moderator:
        return
    require_lobby_seat(ctx, table)
    raise ServiceError("lobby_not_host")


# --- parsing -----------------------------------------------------------------------------------------------------


def parse_colour(text: str, say: Voice) -> str | None:
    """The letter of a colour, given as a letter, a name or a unique beginning of one; else None."""
    wanted = text.strip().casefold()
    if wanted.upper() in COLOURS and len(wanted) == 1:
        return wanted.upper()
    names = {letter: naming.colour_name(letter, say).casefold() for letter in COLOURS}
    found = [letter for letter, name in names.items() if name.startswith(wanted)] if wanted else []
    return found[0] if len(found) == 1 else None


def resolve_seat(table: Table, text: str, say: Voice) -> Seat:
    """The seat with that name, colour or number in the lobby. ServiceError `token_ambiguous`, `option_bad`."""
    wanted = text.strip().casefold().lstrip("@")
    if wanted.isdecimal() and (numbered := _find_seat_by_number(table, int(wanted))) is not None:
        return numbered
    same = [seat for seat in table.seats if seat.name.casefold() == wanted]
    letter = parse_colour(wanted, say)
    found = same or [seat for seat in table.seats if seat.colour == letter]
    found = found or [seat for seat in table.seats if wanted and seat.name.casefold().startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=found[0].name, b=found[1].name)
    raise ServiceError(
        "option_bad", name=say("error.name.seat"), value=text, reason=say("options.nobody"), list=list(table.names)
    )


def _find_seat_by_number(table: Table, number: int) -> Seat | None:
    """The seat with that number in the lobby; a branch numbers the former seats."""
    if table.branch is None or table.status != "lobby":
        return table.seats[number - 1] if 1 <= number <= len(table.seats) else None
    colours = {at: place.colour for at, place in enumerate(table.branch.places, 1)}
    return next((seat for seat in table.seats if seat.colour == colours.get(number)), None)


def _find_lobby_here(ctx: InteractionContext) -> Table | None:
    channel = ctx.interaction.channel_id
    return None if channel is None else ctx.app.tables.registry.at(channel)


async def complete_colour(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = _find_lobby_here(ctx)
    say = ctx.voice()
    named = [(naming.colour_name(letter, say), letter) for letter in (free_colours(table) if table else COLOURS)]
    return [(name, letter) for name, letter in named if typed.casefold() in name]


async def complete_seated_player(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    table = _find_lobby_here(ctx)
    say = ctx.voice()
    seats = table.seats if table is not None else ()
    named = [(f"{seat.name} ({naming.colour_name(seat.colour, say)})", seat.colour) for seat in seats]
    return [(shown, sent) for shown, sent in named if typed.casefold() in shown.casefold()]


async def complete_order(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = _find_lobby_here(ctx)
    say = ctx.voice()
    letters = [seat.colour for seat in table.seats] if table is not None else []
    orders = permutations(letters) if len(letters) <= 4 else [tuple(letters)]
    named = [("random", "random")]
    named += [(", ".join(naming.colour_name(c, say) for c in one), " ".join(one)) for one in orders if one]
    wanted = typed.casefold().replace(",", " ").split()
    return [(s, v) for s, v in named if all(word in s.casefold() or word in v.casefold().split() for word in wanted)]


# --- commands ----------------------------------------------------------------------------------------------------


def lobby_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.describing)
    who = CommandOption("player", required=True, complete=complete_seated_player)
    how_strong = CommandOption("level", choices=list_machine_levels(app.effort))
    return [
        CommandSpec("join", say("cmd.game.join"), run_join, [CommandOption("colour", complete=complete_colour)]),
        CommandSpec("leave", say("cmd.game.leave"), run_leave),
        CommandSpec("start", say("cmd.game.start"), run_start),
        CommandSpec(
            "invite",
            say("cmd.seat.invite"),
            run_invite,
            [CommandOption("user", type="user", required=True)],
            group="seat",
        ),
        CommandSpec("machine", say("cmd.seat.machine"), run_machine, [how_strong], group="seat"),
        CommandSpec("kick", say("cmd.seat.kick"), run_kick, [who], group="seat"),
        CommandSpec(
            "order",
            say("cmd.seat.order"),
            run_order,
            [CommandOption("players", required=True, complete=complete_order)],
            "seat",
        ),
    ]
