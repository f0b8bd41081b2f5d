"""`/game settings`: personal settings, valid on all servers, on private screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.act.commands import CommandOption, CommandSpec, FilledOptions, complete_spellings
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import matching_keys, merge_english_names
from cogs.games.app import App
from cogs.screen import Button, Choice, Form, Input, Row, Screen, Select, close_button, ids, naming, time_text
from cogs.table import server_language, vacation
from cogs.table.standing_answers import standing_answer_about, standing_answer_name
from rules.core.registry import game_types
from service.errors import ServiceError
from service.state.personal_settings import HOURS, LANGUAGE, TABLES, TIPS, Setting, list_settings
from service.time import zones
from service.time.time_errors import BadTime
from service.time.user_hours import QUIET, REST, UTC, ZONE
from service.time.vacation import AUTO
from words import Voice, catalogue

INPUT_LENGTH: Final = 60  # characters of a typed time


# --- labels ------------------------------------------------------------------------------------------------------


def typed_setting_names(ctx: InteractionContext, say: Voice) -> dict[str, Sequence[str]]:
    """Key -> spellings, in the user's language and in English."""
    return merge_english_names(setting_names(ctx, say), setting_names(ctx, say.english))


def setting_names(ctx: InteractionContext, say: Voice) -> dict[str, Sequence[str]]:
    """Key -> labels of the personal settings, with the name of their game."""
    game_settings: dict[str, Sequence[str]] = {}
    for kind in game_types().values():
        game = ctx.app.game_name(kind.key, say.language)
        for key in kind.answers_for_all_tables:
            name = standing_answer_name(kind.family, key, say)
            game_settings[key] = (say("settings.of_game", name=name, game=game), name)
    keys = (*list_settings(), server_language.SERVER)
    return {key: game_settings.get(key) or (say(f"settings.name.{key}"),) for key in keys}


def describe_setting(key: str, say: Voice) -> str:
    family = next((kind.family for kind in game_types().values() if key in kind.answers_for_all_tables), None)
    if family is not None:
        return standing_answer_about(family, key, say)
    return say(f"settings.about.{key}") if say.has(f"settings.about.{key}") else ""


def setting_value_name(ctx: InteractionContext, key: str, value: str, say: Voice) -> str:
    """The label of a value; hours as they are stored."""
    if key == ZONE:
        offset = (
            zones.format_utc_offset(zones.utc_offset(value, ctx.app.clock.now())) if zones.is_zone_name(value) else ""
        )
        return say("settings.zone", place=zones.format_zone(value), ahead=offset)
    if key == LANGUAGE and value != TABLES:
        return naming.language_name(value, say)
    label_keys = [word for word in (f"settings.{key}.{value}", f"settings.value.{value}") if say.has(word)]
    return say(label_keys[0]) if label_keys else time_text.translate_weekdays(value, say)


def setting_value_names(ctx: InteractionContext, setting: Setting, say: Voice) -> dict[str, Sequence[str]]:
    return {value: (setting_value_name(ctx, setting.key, value, say),) for value in setting_values(setting)}


def typed_setting_values(ctx: InteractionContext, setting: Setting, say: Voice) -> dict[str, Sequence[str]]:
    return merge_english_names(setting_value_names(ctx, setting, say), setting_value_names(ctx, setting, say.english))


def setting_values(setting: Setting) -> Sequence[str]:
    """The values of a setting; of the language setting, all complete translations."""
    return (*setting.values, *catalogue().offered_languages) if setting.key == LANGUAGE else setting.values


def has_choices(setting: Setting) -> bool:
    """Whether a setting has several values to choose from."""
    return len(catalogue().offered_languages) > 1 if setting.key == LANGUAGE else not setting.is_typed


# --- the command -------------------------------------------------------------------------------------------------


@on_component("x", "settings", defer="private")
async def run_settings(ctx: InteractionContext, name: str | None = None, value: str | None = None) -> None:
    """`/game settings`: show all with buttons, or change one."""
    if name is None:
        await ctx.reply.show(settings_screen(ctx))
        return
    say = ctx.voice()
    spellings = typed_setting_names(ctx, say)
    key = _parse_known_name(name, spellings, say("error.name.setting"), say)
    if key == server_language.SERVER and value is not None:
        new_value = await server_language.set_server_language(
            ctx, _parse_known_name(value, server_language.typed_server_languages(say), spellings[key][0], say)
        )
        say = ctx.voice()
        title = server_language.server_language_title(say)
        await ctx.reply.show(Screen(say("settings.set", name=title, value=new_value)))
        return
    if value is None:
        await ctx.reply.show(settings_screen(ctx, game_settings=_is_game_setting(key)))
        return
    setting = list_settings()[key]
    await change_settings(
        ctx,
        {
            key: value
            if setting.is_typed and key != LANGUAGE
            else _parse_known_name(value, typed_setting_values(ctx, setting, say), spellings[key][0], say)
        },
    )
    say = ctx.voice()  # the language may have changed
    new_value = setting_value_name(ctx, key, ctx.app.tables.preferences.effective_setting(ctx.user_id, key), say)
    await ctx.reply.show(Screen(say("settings.set", name=setting_names(ctx, say)[key][0], value=new_value)))


def _parse_known_name(text: str, spellings: Mapping[str, Sequence[str]], title: str, say: Voice) -> str:
    """The key that the text names. ServiceError `token_ambiguous`, `option_bad`."""
    matches = matching_keys(text, spellings)
    if len(matches) > 1:
        raise ServiceError("token_ambiguous", text=text, a=spellings[matches[0]][0], b=spellings[matches[1]][0])
    if not matches:
        listed = [names[0] for names in spellings.values()]
        raise ServiceError("option_bad", name=title, value=text, reason=say("options.no_such"), list=listed)
    return matches[0]


async def change_settings(ctx: InteractionContext, chosen: Mapping[str, str]) -> None:
    """Change settings of the user. Switching tips on starts them over."""
    await ctx.app.tables.preferences.set_settings(ctx.user_id, chosen)
    if chosen.get(TIPS) == "on":
        ctx.app.tips_shown.forget(ctx.user_id)


async def complete_setting_name(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    spellings = typed_setting_names(ctx, ctx.voice())
    if not server_language.can_set_server_language(ctx):
        spellings.pop(server_language.SERVER, None)
    return complete_spellings(spellings, typed)


async def complete_setting_value(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    say = ctx.voice()
    found = matching_keys(str(filled.get("name", "")), typed_setting_names(ctx, say))
    if len(found) != 1:
        return []
    if found[0] == server_language.SERVER:
        spellings = server_language.typed_server_languages(say)
        return complete_spellings(spellings, typed)
    setting = list_settings()[found[0]]
    if setting.key == ZONE:
        matches = zones.match_zones(typed, ctx.app.clock.now())
        return [(setting_value_name(ctx, ZONE, match.name, say), match.name) for match in matches]
    listed = complete_spellings(typed_setting_values(ctx, setting, say), typed)
    return list(dict.fromkeys([*_complete_free_text(ctx, setting, typed, say), *listed]))


def _complete_free_text(ctx: InteractionContext, setting: Setting, typed: str, say: Voice) -> list[tuple[str, str]]:
    """The parsed form of a freely typed value, if it can be read."""
    if not setting.is_typed or setting.key == LANGUAGE or not typed.strip():
        return []
    try:
        value = setting.parse_value(typed, ctx.app.clock.now())
    except BadTime:
        return []
    return [(setting_value_name(ctx, setting.key, value, say), value)]


# --- buttons -----------------------------------------------------------------------------------------------------


def _is_game_setting(key: str) -> bool:
    """Whether a setting is on the second screen: answers in games, and tips."""
    return key == TIPS or any(key in kind.answers_for_all_tables for kind in game_types().values())


def settings_screen(ctx: InteractionContext, *, game_settings: bool = False) -> Screen:
    """The settings on two screens, of which one holds the answers in games and the tips."""
    say, tables = ctx.voice(), ctx.app.tables
    lines: list[str] = [say("settings.title_games" if game_settings else "settings.title")]
    rows: list[Row] = []
    for key, labels in setting_names(ctx, say).items():
        if _is_game_setting(key) != game_settings or not _is_setting_shown(ctx, key):
            continue
        if key == server_language.SERVER:
            lines.append(server_language.describe_server_language(ctx, say))
            rows.append(server_language.server_language_select(ctx, say))
            continue
        setting, value = list_settings()[key], tables.preferences.effective_setting(ctx.user_id, key)
        about, value_name = describe_setting(key, say), setting_value_name(ctx, key, value, say)
        line_key = "settings.line" if about else "settings.plain"
        lines.append(say(line_key, name=labels[0], value=value_name, about=about))
        if key == HOURS[0]:
            hours = Button(ids.form_custom_id(0, 0, "hours") or "", say("settings.hours"), "blue")
            rows.append([hours, Button(ids.action_custom_id(0, 0, "vacation"), say("button.vacation"), "blue")])
        if key == AUTO:
            lines.append(say("settings.vacation", state=vacation.describe_vacation_state(ctx, say)))
        if has_choices(setting):
            rows.append(_setting_row(ctx, setting, labels[0], value, say))
    if tables.preferences.effective_setting(ctx.user_id, ZONE) == UTC and _has_hours(ctx):
        lines.append(say("settings.no_zone"))
    other_screen = Button(
        ids.action_custom_id(0, 0, "settings-page", "" if game_settings else "games"),
        say(f"settings.{'back' if game_settings else 'games'}"),
    )
    return Screen("\n".join(lines), rows=[*rows, [other_screen, close_button(say)]])


def _is_setting_shown(ctx: InteractionContext, key: str) -> bool:
    """Whether there is a choice."""
    if key == server_language.SERVER:
        return server_language.can_set_server_language(ctx)
    return key != LANGUAGE or has_choices(list_settings()[key])


def _has_hours(ctx: InteractionContext) -> bool:
    return any(ctx.app.tables.preferences.effective_setting(ctx.user_id, key) != "off" for key in (QUIET, REST))


def _setting_row(ctx: InteractionContext, setting: Setting, name: str, current: str, say: Voice) -> Row:
    if len(setting.values) == 2 and setting.key != LANGUAGE:
        other_value = next(value for value in setting.values if value != current)
        return [
            Button(
                ids.action_custom_id(0, 0, "setting", f"{setting.key}={other_value}"),
                say(f"settings.turn_{other_value}", name=name),
            )
        ]
    choices = [
        Choice(value, say("settings.choice", name=name, value=labels[0]), is_chosen=value == current)
        for value, labels in setting_value_names(ctx, setting, say).items()
    ]
    return Select(ids.action_custom_id(0, 0, "setting", setting.key), choices, name)


@on_component("x", "settings-page")
async def on_settings_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(settings_screen(ctx, game_settings=ctx.argument == "games"))


@on_component("x", "setting")
async def on_setting(ctx: InteractionContext) -> None:
    key, _, value = ctx.argument.partition("=")
    value = ctx.values[0] if ctx.values else value
    if (
        key not in list_settings()
        or not has_choices(list_settings()[key])
        or value not in setting_values(list_settings()[key])
    ):
        raise ServiceError("stale")
    await change_settings(ctx, {key: value})
    await ctx.reply.show(settings_screen(ctx, game_settings=_is_game_setting(key)))


@on_component("x", "server-language")
async def on_server_language(ctx: InteractionContext) -> None:
    await server_language.set_server_language(ctx, ctx.first_value)
    await ctx.reply.show(settings_screen(ctx))


@on_component("f", "hours", defer="form")
async def on_hours(ctx: InteractionContext) -> None:
    """The form for hours, with the present values, or the typed ones after a refusal."""
    form, say = str(ctx.id), ctx.voice()
    if ctx.form_values:
        ctx.app.form_drafts.keep(ctx.user_id, form, ctx.form_values)
        defaults = {key: list_settings()[key].default for key in HOURS}
        await change_settings(ctx, {key: ctx.form_values.get(key, "").strip() or defaults[key] for key in HOURS})
        ctx.app.form_drafts.forget(ctx.user_id, form)
        await ctx.reply.show(settings_screen(ctx))
        return
    inputs = [_hours_input(ctx, key, say) for key in HOURS]
    inputs = ctx.app.form_drafts.fill_inputs(ctx.user_id, form, inputs)
    await ctx.reply.open_form(Form(form, say("settings.hours_title"), inputs))


def _hours_input(ctx: InteractionContext, key: str, say: Voice) -> Input:
    value = ctx.app.tables.preferences.effective_setting(ctx.user_id, key)
    shown = "" if value == "off" else zones.format_zone(value) if key == ZONE else value
    hint = say(f"settings.hint.{key}")
    return Input(key, say(f"settings.name.{key}"), hint, shown, required=False, max_length=INPUT_LENGTH)


def settings_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.command_language)
    options = [
        CommandOption("name", "setting", complete=complete_setting_name),
        CommandOption("value", complete=complete_setting_value),
    ]
    return [CommandSpec("settings", say("cmd.game.settings"), run_settings, options)]
