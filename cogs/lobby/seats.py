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

CHANNEL_RIGHTS: Final = ("view_channel", "send_messages", "attach_files")
THREAD_RIGHTS: Final = ("view_channel", "send_messages_in_threads", "attach_files")
OPEN_THREAD_RIGHTS: Final = ("create_public_threads", "send_messages_in_threads")


async def require_lobby(ctx: InteractionContext) -> Table:
    """The lobby of the button or channel. ServiceError `no_table`, `already_started`."""
    table = await ctx.find_table(loaded=False)
    if table.status == "lobby":
        return table
    if table.status == "abandoned" and table.seq == 0:
        ctx.known_table = None
        raise ServiceError("no_table")
    raise ServiceError("already_started")


def require_lobby_seat(ctx: InteractionContext, table: Table) -> Seat:
    """The user's seat. ServiceError `lobby_not_seated`."""
    seat = table.seat_of(ctx.user_id)
    if seat is None:
        raise ServiceError("lobby_not_seated")
    return seat


# --- opening -----------------------------------------------------------------------------------------------------


def require_bot_rights(ctx: InteractionContext, opens_thread: bool) -> None:
    """ServiceError for the first permission that the bot lacks here."""
    permissions = ctx.interaction.app_permissions
    in_thread = isinstance(ctx.interaction.channel, discord.Thread)
    needed = [*(THREAD_RIGHTS if in_thread else CHANNEL_RIGHTS), *(OPEN_THREAD_RIGHTS if opens_thread else ())]
    for right in needed:
        if not getattr(permissions, right):
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
    if not ctx.is_moderator:
        require_lobby_seat(ctx, table)
    return await ctx.app.tables.machine_seats.add_machine(
        table.id, ctx.user_id, level or default_level(), moderator=ctx.is_moderator
    )


async def _start_game(ctx: InteractionContext) -> None:
    table = await require_lobby(ctx)
    if not ctx.is_moderator:
        require_lobby_seat(ctx, table)
    await ctx.app.tables.member_leaves.look_up_lobby_members(table.id)  # no game waits for users who left
    await ctx.app.tables.game_start.start_game(
        table.id, ctx.user_id, moderator=ctx.is_moderator, act=ctx.interaction_key
    )


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
    colour_text = naming.colour_name(seat.colour, ctx.voice()) if seat is not None else ""
    await ctx.reply.show(Screen(ctx.voice()("lobby.joined", id=table.id, colour=colour_text)))


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
    await ctx.app.tables.lobby.kick(table.id, ctx.user_id, seat.index, moderator=ctx.is_moderator)
    await ctx.reply.show(Screen(ctx.voice()("lobby.kicked", name=name)))


async def run_order(ctx: InteractionContext, players: str) -> None:
    table = await require_lobby(ctx)
    require_host(ctx, table)
    say = ctx.voice(table)
    if players.strip().casefold() == "random":
        await ctx.app.tables.lobby.set_order(table.id, ctx.user_id, "random", moderator=ctx.is_moderator)
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
    await ctx.app.tables.lobby.set_order(table.id, ctx.user_id, letters, moderator=ctx.is_moderator)
    colour_list = ", ".join(naming.colour_name(letter, say) for letter in letters)
    await ctx.reply.show(Screen(say("lobby.order_set", colours=colour_list)))


def require_host(ctx: InteractionContext, table: Table) -> None:
    if table.host == ctx.user_id or ctx.is_moderator:
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
    matching = [letter for letter, name in names.items() if name.startswith(wanted)] if wanted else []
    return matching[0] if len(matching) == 1 else None


def resolve_seat(table: Table, text: str, say: Voice) -> Seat:
    """The seat with that name, colour or number in the lobby. ServiceError `token_ambiguous`, `option_bad`."""
    wanted = text.strip().casefold().lstrip("@")
    if wanted.isdecimal() and (numbered := _find_seat_by_number(table, int(wanted))) is not None:
        return numbered
    named_exactly = [seat for seat in table.seats if seat.name.casefold() == wanted]
    letter = parse_colour(wanted, say)
    matching = named_exactly or [seat for seat in table.seats if seat.colour == letter]
    matching = matching or [seat for seat in table.seats if wanted and seat.name.casefold().startswith(wanted)]
    if len(matching) == 1:
        return matching[0]
    if len(matching) > 1:
        raise ServiceError("token_ambiguous", text=text, a=matching[0].name, b=matching[1].name)
    raise ServiceError(
        "option_bad", name=say("error.name.seat"), value=text, reason=say("options.nobody"), list=list(table.names)
    )


def _find_seat_by_number(table: Table, number: int) -> Seat | None:
    """The seat with that number in the lobby; a branch numbers the former seats."""
    if table.branch is None or table.status != "lobby":
        return table.seats[number - 1] if 1 <= number <= len(table.seats) else None
    colours = {position: place.colour for position, place in enumerate(table.branch.places, 1)}
    return next((seat for seat in table.seats if seat.colour == colours.get(number)), None)


async def complete_colour(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = ctx.table_here
    say = ctx.voice()
    completions = [(naming.colour_name(letter, say), letter) for letter in (free_colours(table) if table else COLOURS)]
    return [(name, letter) for name, letter in completions if typed.casefold() in name]


async def complete_seated_player(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    table = ctx.table_here
    say = ctx.voice()
    seats = table.seats if table is not None else ()
    completions = [(f"{seat.name} ({naming.colour_name(seat.colour, say)})", seat.colour) for seat in seats]
    return [(label, value) for label, value in completions if typed.casefold() in label.casefold()]


async def complete_order(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = ctx.table_here
    say = ctx.voice()
    letters = [seat.colour for seat in table.seats] if table is not None else []
    orders = permutations(letters) if len(letters) <= 4 else [tuple(letters)]
    completions = [("random", "random")]
    for order in filter(None, orders):
        completions.append((", ".join(naming.colour_name(letter, say) for letter in order), " ".join(order)))
    wanted = typed.casefold().replace(",", " ").split()

    def matches(label: str, value: str) -> bool:
        return all(word in label.casefold() or word in value.casefold().split() for word in wanted)

    return [(label, value) for label, value in completions if matches(label, value)]


# --- commands ----------------------------------------------------------------------------------------------------


def lobby_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    player_option = CommandOption("player", required=True, complete=complete_seated_player)
    level_option = CommandOption("level", choices=list_machine_levels(app.machine_effort))
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
        CommandSpec("machine", say("cmd.seat.machine"), run_machine, [level_option], group="seat"),
        CommandSpec("kick", say("cmd.seat.kick"), run_kick, [player_option], group="seat"),
        CommandSpec(
            "order",
            say("cmd.seat.order"),
            run_order,
            [CommandOption("players", required=True, complete=complete_order)],
            "seat",
        ),
    ]
