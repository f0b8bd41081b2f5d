"""Changes the options of a table, by screens and by `/game options`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.act import errors
from cogs.act.commands import CommandOption, CommandSpec, FilledOptions, complete_spellings
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import complete_list
from cogs.games.app import App
from cogs.lobby import channel_move, running_options, seats
from cogs.lobby.option_screens import (
    HINT_VALUES,
    NO_PRESET_VALUE,
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

TIDY_VALUES: Final = {"on": True, "off": False}
REFUSALS: Final = frozenset({"option_bad", "seats_refused"})  # after these another value can be chosen at once
FIRST_SCREEN_OPTIONS: Final = frozenset(
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
            possible = [str(count) for count in kind.allowed_player_counts(table.choices)]
            raise bad_option_error(say("options.seats"), value, say("options.no_such"), possible)
        return await tables.lobby.set_seats(table.id, ctx.user_id, int(value), moderator=ctx.is_moderator)
    if name == "pace":
        return await tables.lobby.set_pace(table.id, ctx.user_id, value, moderator=ctx.is_moderator)
    if name == "late":
        return await tables.lobby.set_late(table.id, ctx.user_id, value, moderator=ctx.is_moderator)
    if name == "language":
        language = running_options.parse_language(value, say)
        return await tables.table_language.set_table_language(
            table.id, ctx.user_id, language, moderator=ctx.is_moderator
        )
    if name == "hints":
        if value not in HINT_VALUES:
            raise bad_option_error(say("options.hints"), value, say("options.no_such"), HINT_VALUES)
        return await tables.hints.set_hints_allowed(
            table.id, ctx.user_id, hints=value == "on", moderator=ctx.is_moderator
        )
    try:
        choices = with_option_changed(kind, table.choices, name, value)
    except BadOption as error:
        value_text = describe_option_value(kind, table.choices, name, value, say)
        title, reason = option_title(kind, table.choices, name, say), seats.describe_option_conflict(error, say)
        possible = list_typable_values(kind, table.choices, name, say)
        raise bad_option_error(title, value_text, reason, possible) from error
    return await tables.lobby.set_choices(table.id, ctx.user_id, choices, moderator=ctx.is_moderator)


# --- presses -----------------------------------------------------------------------------------------------------


@on_component("l", "options", defer="private")
async def on_options(ctx: InteractionContext) -> None:
    table = await ctx.find_table(loaded=False)
    if table.status == "lobby" and not ctx.is_moderator:
        seats.require_lobby_seat(ctx, table)
    await ctx.reply.show(options_screen(ctx, table))


@on_component("l", "options-back")
async def on_options_back(ctx: InteractionContext) -> None:
    await ctx.reply.show(options_screen(ctx, await ctx.find_table(loaded=False)))


@on_component("l", "done")
async def on_options_done(ctx: InteractionContext) -> None:
    await ctx.reply.dismiss()


@on_component("l", "rules")
async def on_rules(ctx: InteractionContext) -> None:
    page = page_number(ctx.argument)
    await ctx.reply.show(rules_screen(ctx, await ctx.find_table(loaded=False), page))


async def _apply_selection(ctx: InteractionContext, name: str, value: str, *, is_rule: bool = False) -> None:
    """Change an option and show the same screen again, with the refusal if there is one."""
    table = await ctx.find_table(loaded=False)
    if table.status != "lobby":
        if name not in running_options.VOTABLE_OPTIONS:
            raise ServiceError("option_frozen")
        await running_options.propose_option_vote(ctx, await ctx.find_table(), name, value)
        return
    refusal = ""
    try:
        table = await change_option(ctx, table, name, value)
    except ServiceError as error:
        if error.key not in REFUSALS:
            raise
        bad_option = error.key == "option_bad" and "list" in error.params  # the screen shows the possible values
        refusal_text = ctx.voice(table)("options.refused", **error.params) if bad_option else ""
        refusal = refusal_text or (await errors.refusal_screen(ctx, error)).text
    if is_rule:
        await ctx.reply.show(rules_screen(ctx, table, _find_option_page(table, name), refusal))
    else:
        await ctx.reply.show(options_screen(ctx, table, refusal))


@on_component("l", "preset")
async def on_preset_chosen(ctx: InteractionContext) -> None:
    if _selected_value(ctx) != NO_PRESET_VALUE:
        await _apply_selection(ctx, "preset", _selected_value(ctx))


@on_component("l", "modules")
async def on_modules_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, "expansions", " ".join(ctx.values))


@on_component("l", "seats")
@on_component("l", "pace")
@on_component("l", "late")
@on_component("l", "language")
@on_component("l", "hints")
async def on_option_chosen(ctx: InteractionContext) -> None:
    """A value of the option that the verb of the custom id names."""
    await _apply_selection(ctx, ctx.verb, _selected_value(ctx))


def _selected_value(ctx: InteractionContext) -> str:
    if not ctx.values:
        raise ServiceError("stale")
    return ctx.values[0]


@on_component("l", "rule")
async def on_rule_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, ctx.argument, _selected_value(ctx), is_rule=True)


@on_component("l", "together")
async def on_combined_chosen(ctx: InteractionContext) -> None:
    await _apply_selection(ctx, ctx.argument, " ".join(ctx.values), is_rule=True)


# --- the command -------------------------------------------------------------------------------------------------


async def run_options(ctx: InteractionContext, name: str | None = None, value: str | None = None) -> None:
    if name == "home":
        await channel_move.move_table_here(ctx, value)
        return
    table = await ctx.find_table(loaded=False)
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
        is_rule = name not in FIRST_SCREEN_OPTIONS
        page = _find_option_page(table, name)
        await ctx.reply.show(rules_screen(ctx, table, page) if is_rule else options_screen(ctx, table))
        return
    if table.status != "lobby":
        if name not in running_options.VOTABLE_OPTIONS:
            raise ServiceError("option_frozen")
        table = await ctx.find_table()
        value = parse_option_value(kind, table.choices, name, value, say)
        await running_options.propose_option_vote(ctx, table, name, value)
        return
    if name == "language":
        table = await change_option(ctx, table, name, value)
        say = ctx.voice(table)
        text = say("options.set", name=say("options.language"), value=naming.language_name(table.language, say))
        await ctx.reply.show(Screen(text))
        return
    value = parse_option_value(kind, table.choices, name, value, say)
    title = option_title(kind, table.choices, name, say)
    table = await change_option(ctx, table, name, value)
    value_text = describe_option_value(kind, table.choices, name, value, say)
    special_keys = {"late": f"late.told_{table.late}", "hints": f"options.told_{'on' if table.hints else 'off'}"}
    text = say(special_keys[name]) if name in special_keys else say("options.set", name=title, value=value_text)
    await ctx.reply.show(Screen(text))


async def _set_tidy(ctx: InteractionContext, table: Table, value: str | None) -> None:
    """Delete or keep former messages of a table, also during the game."""
    say = ctx.voice(table)
    if value is not None and value.casefold() not in TIDY_VALUES:
        raise bad_option_error(say("options.tidy"), value, say("options.no_such"), list(TIDY_VALUES))
    if value is not None:
        tidy = TIDY_VALUES[value.casefold()]
        table = await ctx.app.tables.lobby.set_tidy(table.id, ctx.user_id, tidy, moderator=ctx.is_moderator)
    await ctx.reply.show(Screen(say("options.tidied_on" if table.deletes_former_posts else "options.tidied_off")))


def _find_option_page(table: Table, name: str) -> int:
    """The number of the page that shows an option; 0 if none does."""
    pages = enumerate(option_pages(table_game_type(table), table.choices))
    return next((number for number, page in pages if page.name == name or any(o.key == name for o in page.options)), 0)


async def complete_option_name(ctx: InteractionContext, filled: FilledOptions, typed: str) -> Sequence[tuple[str, str]]:
    table = ctx.table_here
    say = ctx.voice()
    labels: dict[str, str] = {}
    if table is not None:
        labels = {
            **option_names(table_game_type(table), table.choices, say),
            "tidy": say("options.tidy"),
            **running_options.votable_option_names(table, say),
        }
    if channel_move.movable_tables(ctx):
        labels["home"] = say("options.home")
    return complete_spellings({key: (label,) for key, label in labels.items()}, typed)


async def complete_option_value(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    table, say = ctx.table_here, ctx.voice()
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
        return [(say(f"options.tidy_{value}"), value) for value in TIDY_VALUES]
    if name == "pace":
        return time_text.list_pace_completions(typed, say)
    if name == "language":
        return [(labels[0], code) for code, labels in running_options.list_full_languages(say).items()]
    value_names = option_value_names(kind, table.choices, name, say)
    if name == "expansions" or find_combined_page(kind, table.choices, name) is not None:
        return complete_list(value_names, typed)
    return complete_spellings(value_names, typed)


def option_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    name, value = (
        CommandOption("name", complete=complete_option_name),
        CommandOption("value", complete=complete_option_value),
    )
    return [CommandSpec("options", say("cmd.game.options"), run_options, [name, value])]
