"""`/<game> new`: opens a table, with the game's own options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import discord

from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.choose.spelling import complete_list, parse_name_list
from cogs.games import OpeningOption, face_for
from cogs.games.app import App
from cogs.lobby import option_screens
from cogs.lobby.seats import describe_option_conflict, require_bot_rights
from cogs.lobby.unknown_items import unknown_items_error
from cogs.post import discord_messages
from cogs.screen import Button, Screen, ids, naming, time_text
from rules.core import BadOption, Choices, GameType
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state import table_limits
from service.state.model import COLOURS, Table, TableChannel
from service.store import table_numbers
from service.time.pace import USUAL, parse_pace
from words import Voice


async def open_table(
    ctx: InteractionContext,
    kind: GameType,
    choices: Choices,
    seats: int | None,
    pace: str | None,
    where: str | None,
    *,
    asks: bool = False,
) -> None:
    """`/<game> new`. `asks`: show the options screen too. BadTime for the pace."""
    pace = str(parse_pace(USUAL if pace is None else pace))  # before a thread is created
    if asks and seats is not None:  # the full choices decide how many can play
        seats = max((n for n in kind.allowed_player_counts(choices) if n <= seats), default=seats)
    opening = await prepare_channel(ctx, kind.key, where)
    table = await ctx.app.tables.lobby.open_lobby(
        kind.key,
        choices,
        seats,
        opening.home,
        ctx.person,
        thread=opening.opens_thread_later,
        language=ctx.language,
        tidy=opening.tidies_messages,
        pace=pace,
        act=ctx.interaction_key,
    )
    ctx.known_table = table
    await opening.rename_thread(ctx, table)
    ctx.app.warm_up_renderer(kind.key)
    text = "\n".join([ctx.voice()("lobby.opened"), *opening.describe_notes(ctx.voice())])
    if asks:
        await ctx.reply.show(option_screens.options_screen(ctx, table, text))
        return
    row = [Button(ids.lobby_custom_id(table.id, "machine"), ctx.voice()("button.machine"))]
    await ctx.reply.show(Screen(text, rows=[row]))


@dataclass(frozen=True, slots=True)
class OpeningChannel:
    """The channel of a new table."""

    home: TableChannel
    opens_thread_later: bool  # its thread is created at the start of the game
    tidies_messages: bool
    new_thread: discord.Thread | None = None  # created for this table, named with its expected number
    expected_number: int = 0
    stays_in_thread: bool = False  # a thread was requested inside a thread: the table stays in that one

    def describe_notes(self, say: Voice) -> list[str]:
        """Notes for the user who opens the table."""
        return [say("lobby.thread_here")] if self.stays_in_thread else []

    async def rename_thread(self, ctx: InteractionContext, table: Table) -> None:
        """Rename the thread if the table got another number than expected."""
        if self.new_thread is not None and table.id != self.expected_number:
            with suppress(discord.HTTPException):
                await self.new_thread.edit(name=_next_thread_name(ctx, table.kind, table.id))


async def prepare_channel(ctx: InteractionContext, kind: str, where: str | None) -> OpeningChannel:
    """Here or in a thread, as requested by `where`; a new thread if the channel has a table. ServiceError `home_taken`,
    those of `table_limits`, and for a missing permission."""
    is_thread = isinstance(ctx.interaction.channel, discord.Thread)
    wants_thread = where == "thread" and not is_thread
    require_bot_rights(ctx, wants_thread)
    table_limits.check_may_open(
        ctx.app.tables.registry.open_tables_of(ctx.user_id), ctx.app.tables.registry.limits, ctx.user_id
    )
    table_here = ctx.table_here
    if table_here is None:
        stays_in_thread = where == "thread" and is_thread
        return OpeningChannel(
            ctx.current_channel,
            wants_thread,
            tidies_messages=not (is_thread or wants_thread),
            stays_in_thread=stays_in_thread,
        )
    if not wants_thread:
        raise ServiceError("home_taken", game=table_here.kind, id=table_here.id, command=kind)
    return await _open_own_thread(ctx, kind)


def _next_thread_name(ctx: InteractionContext, kind: str, number: int) -> str:
    return discord_messages.thread_name(f"{ctx.app.game_name(kind, 'en')} #{number}", ctx.person.name)


async def _open_own_thread(ctx: InteractionContext, kind: str) -> OpeningChannel:
    """A thread for a table whose channel is taken, named with the table's next number."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise ServiceError("home_taken", game=kind, id=ctx.table_here.id if ctx.table_here else 0, command=kind)
    number = await table_numbers.next_table_number(ctx.app.tables.registry)
    name = _next_thread_name(ctx, kind, number)
    thread = await channel.create_thread(
        name=name, type=discord.ChannelType.public_thread, auto_archive_duration=discord_messages.ARCHIVE_MINUTES
    )
    return OpeningChannel(
        TableChannel(ctx.interaction.guild_id, thread.id),
        opens_thread_later=False,
        tidies_messages=False,
        new_thread=thread,
        expected_number=number,
    )


def preset_with_expansions(
    ctx: InteractionContext, kind: GameType, preset: str | None, expansions: str | None
) -> Choices:
    choices = kind.presets[preset or next(iter(kind.presets))]
    say = ctx.voice()
    known = list_module_names(kind, say)
    modules = parse_name_list(expansions or "", known)
    if modules is None:
        raise unknown_items_error(naming.modules_heading(kind, say), expansions or "", known, list(kind.modules), say)
    try:
        return kind.with_module(choices, *modules) if modules else kind.normalize_choices(choices)
    except BadOption as error:
        raise ServiceError(
            "option_bad",
            name=naming.modules_heading(kind, say),
            value=" ".join(modules),
            reason=describe_option_conflict(error, say),
            list=list(kind.modules),
        ) from error


def list_module_names(kind: GameType, say: Voice) -> dict[str, Sequence[str]]:
    return {module: (naming.module_name(kind, module, say),) for module in kind.modules}


def parse_opening_options(kind: GameType, values: Mapping[str, Any]) -> tuple[Choices, bool]:
    """The choices from the options of the command, and whether the host wants to choose more."""
    options: dict[str, str] = {}
    modules: list[str] = []
    asks = False
    for opening in face_for(kind.key).opening_options:
        value = values.get(opening.name) or next(iter(opening.values))
        options |= opening.values[value]
        modules += opening.modules.get(value, ())
        asks = asks or value == opening.asks
    return kind.normalize_choices(Choices(tuple(modules), tuple(sorted(options.items())))), asks


def new_command(app: App, kind: GameType) -> CommandSpec:
    """`/<game> new` with the options of the game's face, else with preset and expansions."""
    say = app.voice(None, app.command_language)
    openings = face_for(kind.key).opening_options

    async def new(
        ctx: InteractionContext,
        seats: int | None = None,
        pace: str | None = None,
        where: str | None = None,
        **game_options: Any,
    ) -> None:
        if openings:
            choices, asks = parse_opening_options(kind, game_options)
            await open_table(ctx, kind, choices, seats, pace, where, asks=asks)
        else:
            choices = preset_with_expansions(ctx, kind, game_options.get("preset"), game_options.get("expansions"))
            await open_table(ctx, kind, choices, seats, pace, where)

    fewest, largest = _seat_range(kind.key)
    options = [
        *(_opening_options(kind, openings, say) if openings else _preset_options(kind, say)),
        CommandOption("seats", type="integer", minimum=fewest, maximum=largest),
        CommandOption("pace", complete=complete_pace_option),
        CommandOption("where", choices=("here", "thread")),
    ]
    return CommandSpec("new", say("cmd.top.new", game=app.game_name(kind.key, "en")), new, options)


async def complete_pace_option(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    """Paces that match the typed text."""
    return time_text.list_pace_completions(typed, ctx.voice())


@cache
def _seat_range(key: str) -> tuple[int, int]:
    """The fewest and most players over all presets of a game."""
    kind = game_types()[key]
    counts = [n for choices in kind.presets.values() for n in kind.allowed_player_counts(choices) if n <= len(COLOURS)]
    return min(counts), max(counts)


def _opening_options(kind: GameType, openings: Sequence[OpeningOption], say: Voice) -> list[CommandOption]:
    options = []
    for opening in openings:
        value_keys = {value: f"{kind.family}.new_value.{opening.name}.{value}" for value in opening.values}
        labels = {value: say(key) if say.has(key) else value for value, key in value_keys.items()}
        about_key = f"{kind.family}.new.{opening.name}"
        about = say(about_key) if say.has(about_key) else ""
        options.append(
            CommandOption(opening.name, choices=tuple(opening.values), choice_labels=labels, description=about)
        )
    return options


def _preset_options(kind: GameType, say: Voice) -> list[CommandOption]:
    async def complete(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
        say = ctx.voice()
        return complete_list(list_module_names(kind, say), typed)

    presets = {name: naming.preset_name(kind, name, say) for name in kind.presets}
    options = [CommandOption("preset", choices=tuple(presets), choice_labels=presets)]
    return [*options, CommandOption("expansions", complete=complete)] if kind.modules else options
