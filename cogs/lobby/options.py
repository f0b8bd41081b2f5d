"""Changes the options of a table, by screens and by `/game options`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.act import errors
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import complete_list, rank_matches
from cogs.games.app import App
from cogs.lobby import channel_move, running_options, seats
from cogs.lobby.option_screens import (
    HINTS,
    NO_PRESET,
    option_pages,
    options_screen,
    rules_screen,
    table_game_type,
)
from cogs.lobby.option_values import (
    bad_option_error,
    describe_option_value,
    find_combined_page,
    list_typable_values,
    option_names,
    option_title,
    option_value_names,
    parse_option_name,
    parse_option_value,
    with_option_changed,
)
from cogs.screen import Screen, naming, time_text
from cogs.screen.pages import parse_number as page_number
from rules.core import BadOption
from service.errors import ServiceError
from service.state.model import Table

TIDY: Final = {"on": True, "off": False}
REFUSALS: Final = frozenset({"option_bad", "seats_refused"})  # after these another value can be chosen at once
LISTS: Final = frozenset(
    {"preset", "expansions", "seats", "pace", "late", "hints", "language"}
)  # options of the first screen


# --- changing ----------------------------------------------------------------------------------------------------


async def change_option(ctx: InteractionContext, table: Table, name: str, value: str) -> Table:
    """Set one option. ServiceError with the reason and the possible values."""
    seats.require_host(ctx, table)
    tables = ctx.app.tables
    kind = table_game_type(table)
    say = ctx.voice(table)
    if name == "seats":
        if not value.isascii() or not value.isdecimal() or len(value) > 3:
            raise bad_option_error(
                say("options.seats"), value, say("options.no_such"), list(map(str, kind.counts(table.choices)))
            )
        return await tables.lobby.set_seats(table.id, ctx.user_id, int(value), moderator=ctx.moderator)
    if name == "pace":
        return await tables.lobby.set_pace(table.id, ctx.user_id, value, moderator=ctx.moderator)
    if name == "late":
        return await tables.lobby.set_late(table.id, ctx.user_id, value, moderator=ctx.moderator)
    if name == "language":
        language = running_options.parse_language(value, say)
        return await tables.table_language.speak(table.id, ctx.user_id, language, moderator=ctx.moderator)
    if name == "hints":
        if value not in HINTS:
            raise bad_option_error(say("options.hints"), value, say("options.no_such"), HINTS)
        return await tables.hints.allow(table.id, ctx.user_id, hints=value == "on", moderator=ctx.moderator)
    try:
        choices = with_option_changed(kind, table.choices, name, value)
    except BadOption as error:
        shown = describe_option_value(kind, table.choices, name, value, say)
        why, could = seats.describe_option_conflict(error, say), list_typable_values(kind, table.choices, name, say)
        raise bad_option_error(option_title(kind, table.choices, name, say), shown, why, could) from error
    return await tables.lobby.set_choices(table.id, ctx.user_id, choices, moderator=ctx.moderator)


# --- presses -----------------------------------------------------------------------------------------------------


@on_component("l", "options", defer="private")
async def on_options(ctx: InteractionContext) -> None:
    table = await ctx.table(loaded=False)
    if table.status == "lobby" and not ctx.moderator:
        seats.require_lobby_seat(ctx, table)
    await ctx.reply.show(options_screen(ctx, table))


@on_component("l", "options-back")
async def on_options_back(ctx: InteractionContext) -> None:
    await ctx.reply.show(options_screen(ctx, await ctx.table(loaded=False)))


@on_component("l", "done")
async def on_options_done(ctx: InteractionContext) -> None:
    await ctx.reply.dismiss()


@on_component("l", "rules")
async def on_rules(ctx: InteractionContext) -> None:
    assert ctx.id is not None
    page = page_number(ctx.id.argument)
    await ctx.reply.show(rules_screen(ctx, await ctx.table(loaded=False), page))


async def _apply_selection(ctx: InteractionContext, name: str, value: str, *, rules: bool = False) -> None:
    """Change an option and show the same screen again, with the refusal if there is one."""
    table = await ctx.table(loaded=False)
    if table.status != "lobby":
        if name not in running_options.ASKED:
            raise ServiceError("option_frozen")
        await running_options.propose_option_vote(ctx, await ctx.table(), name, value)
        return
    refused = ""
    try:
        table = await change_option(ctx, table, name, value)
    except ServiceError as error:
        if error.key not in REFUSALS:
            raise
        bad_option = error.key == "option_bad" and "list" in error.params  # the screen shows the possible values
        told = ctx.voice(table)("options.refused", **error.params) if bad_option else ""
        refused = told or (await errors.refusal_screen(ctx, error)).text
    shown = (
        rules_screen(ctx, table, _find_option_page(table, name), refused)
        if rules
        else options_screen(ctx, table, refused)
    )
    await ctx.reply.show(shown)


@on_component("l", "preset")
async def on_preset_chosen(ctx: InteractionContext) -> None:
    if _selected_value(ctx) != NO_PRESET:
        await _apply_selection(ctx, "preset", _selected_value(ctx))


@on_component("l", "modules")
async def on_modules_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "expansions", " ".join(ctx.values))


@on_component("l", "seats")
async def on_seats_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "seats", _selected_value(ctx))


@on_component("l", "pace")
async def on_pace_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "pace", _selected_value(ctx))


@on_component("l", "late")
async def on_late_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "late", _selected_value(ctx))


@on_component("l", "language")
async def on_language_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "language", _selected_value(ctx))


@on_component("l", "hints")
async def on_hints_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "hints", _selected_value(ctx))


def _selected_value(ctx: InteractionContext) -> str:
    if not ctx.values:
        raise ServiceError("stale")
    return ctx.values[0]


@on_component("l", "rule")
async def on_rule_chosen(ctx: InteractionContext) -> None:
    assert ctx.id is not None
    await _apply_selection(ctx, ctx.id.argument, _selected_value(ctx), rules=True)


@on_component("l", "together")
async def on_combined_chosen(ctx: InteractionContext) -> None:
    assert ctx.id is not None
    await _apply_selection(ctx, ctx.id.argument, " ".join(ctx.values), rules=True)


# --- the command -------------------------------------------------------------------------------------------------


async def run_options(ctx: InteractionContext, name: str | None = None, value: str | None = None) -> None:
    if name == "home":
        await channel_move.move_table_here(ctx, value)
        return
    table = await ctx.table(loaded=False)
    if name is None:
        await ctx.reply.show(options_screen(ctx, table))
        return
    kind = table_game_type(table)
    say = ctx.voice(table)
    name = parse_option_name(kind, table.choices, name, say, running_options.votable_option_names(table, say))
    if name == "tidy":
        await _set_tidy(ctx, table, value)
        return
    if value is None:
        await ctx.reply.show(
            options_screen(ctx, table) if name in LISTS else rules_screen(ctx, table, _find_option_page(table, name))
        )
        return
    if table.status != "lobby":
        if name not in running_options.ASKED:
            raise ServiceError("option_frozen")
        table = await ctx.table()
        await running_options.propose_option_vote(
            ctx, table, name, parse_option_value(kind, table.choices, name, value, say)
        )
        return
    if name == "language":
        table = await change_option(ctx, table, name, value)
        say = ctx.voice(table)
        told = say("options.set", name=say("options.language"), value=naming.language_name(table.language, say))
        await ctx.reply.show(Screen(told))
        return
    value = parse_option_value(kind, table.choices, name, value, say)
    title = option_title(kind, table.choices, name, say)
    table = await change_option(ctx, table, name, value)
    shown = describe_option_value(kind, table.choices, name, value, say)
    own = {"late": f"late.told_{table.late}", "hints": f"options.told_{'on' if table.hints else 'off'}"}
    told = say(own[name]) if name in own else say("options.set", name=title, value=shown)
    await ctx.reply.show(Screen(told))


async def _set_tidy(ctx: InteractionContext, table: Table, value: str | None) -> None:
    """Delete or keep former messages of a table, also during the game."""
    say = ctx.voice(table)
    if value is not None and value.casefold() not in TIDY:
        raise bad_option_error(say("options.tidy"), value, say("options.no_such"), list(TIDY))
    if value is not None:
        tidy = TIDY[value.casefold()]
        table = await ctx.app.tables.lobby.set_tidy(table.id, ctx.user_id, tidy, moderator=ctx.moderator)
    await ctx.reply.show(Screen(say("options.tidied_on" if table.tidies else "options.tidied_off")))


def _find_option_page(table: Table, name: str) -> int:
    """The number of the page that shows an option; 0 if none does."""
    pages = enumerate(option_pages(table_game_type(table), table.choices))
    return next((at for at, page in pages if page.name == name or any(o.key == name for o in page.options)), 0)


async def complete_option_name(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = _find_table_here(ctx)
    say = ctx.voice()
    known: dict[str, str] = {}
    if table is not None:
        known = {
            **option_names(table_game_type(table), table.choices, say),
            "tidy": say("options.tidy"),
            **running_options.votable_option_names(table, say),
        }
    if channel_move.movable_tables(ctx):
        known["home"] = say("options.home")
    return [(known[key], key) for key in rank_matches(list(known), typed, lambda key: (known[key],))]


async def complete_option_value(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    table = _find_table_here(ctx)
    say = ctx.voice()
    name = str(filled.get("name", ""))
    if name == "home":
        return channel_move.complete_table_to_move(ctx)
    if table is None:
        return []
    kind = table_game_type(table)
    try:
        name = parse_option_name(kind, table.choices, name, say, running_options.votable_option_names(table, say))
    except ServiceError:
        return []
    if name == "tidy":
        return [(say(f"options.tidy_{value}"), value) for value in TIDY]
    if name == "pace":
        return time_text.list_pace_completions(typed, say)
    if name == "language":
        return [(called[0], code) for code, called in running_options.list_full_languages(say).items()]
    known = option_value_names(kind, table.choices, name, say)
    if name == "expansions" or find_combined_page(kind, table.choices, name) is not None:
        return complete_list(known, typed)
    return [(known[value][0], value) for value in rank_matches(list(known), typed, lambda value: known[value])]


def _find_table_here(ctx: InteractionContext) -> Table | None:
    channel = ctx.interaction.channel_id
    return None if channel is None else ctx.app.tables.registry.at(channel)


def option_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.describing)
    name, value = (
        CommandOption("name", complete=complete_option_name),
        CommandOption("value", complete=complete_option_value),
    )
    return [CommandSpec("options", say("cmd.game.options"), run_options, [name, value])]
