"""`/game settings`: personal settings, valid on all servers, on private screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.act.commands import CommandOption, CommandSpec, FilledOptions
from cogs.act.context import InteractionContext
from cogs.act.router import on_component
from cogs.choose.spelling import matching_keys, merge_english_names, rank_matches
from cogs.games.app import App
from cogs.screen import Button, Choice, Form, Input, Row, Screen, Select, ids, naming, time_text
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

LONGEST: Final = 60  # characters of a typed time


# --- labels ------------------------------------------------------------------------------------------------------


def typed_setting_names(ctx: InteractionContext, say: Voice) -> dict[str, Sequence[str]]:
    """Key -> spellings, in the user's language and in English."""
    return merge_english_names(setting_names(ctx, say), setting_names(ctx, say.english))


def setting_names(ctx: InteractionContext, say: Voice) -> dict[str, Sequence[str]]:
    """Key -> labels of the personal settings, with the name of their game."""
    found: dict[str, Sequence[str]] = {}
    for kind in game_types().values():
        game = ctx.app.game_name(kind.key, say.language)
        for key in kind.personal:
            name = standing_answer_name(kind.family, key, say)
            found[key] = (say("settings.of_game", name=name, game=game), name)
    return {key: found.get(key) or (say(f"settings.name.{key}"),) for key in (*list_settings(), server_language.SERVER)}


def describe_setting(key: str, say: Voice) -> str:
    family = next((kind.family for kind in game_types().values() if key in kind.personal), None)
    if family is not None:
        return standing_answer_about(family, key, say)
    return say(f"settings.about.{key}") if say.has(f"settings.about.{key}") else ""


def setting_value_name(ctx: InteractionContext, key: str, value: str, say: Voice) -> str:
    """The label of a value; hours as they are stored."""
    if key == ZONE:
        ahead = (
            zones.format_utc_offset(zones.utc_offset(value, ctx.app.clock.now())) if zones.is_zone_name(value) else ""
        )
        return say("settings.zone", place=zones.format_zone(value), ahead=ahead)
    if key == LANGUAGE and value != TABLES:
        return naming.language_name(value, say)
    words = [word for word in (f"settings.{key}.{value}", f"settings.value.{value}") if say.has(word)]
    return say(words[0]) if words else time_text.translate_weekdays(value, say)


def setting_value_names(ctx: InteractionContext, one: Setting, say: Voice) -> dict[str, Sequence[str]]:
    return {value: (setting_value_name(ctx, one.key, value, say),) for value in setting_values(one)}


def typed_setting_values(ctx: InteractionContext, one: Setting, say: Voice) -> dict[str, Sequence[str]]:
    return merge_english_names(setting_value_names(ctx, one, say), setting_value_names(ctx, one, say.english))


def setting_values(one: Setting) -> Sequence[str]:
    """The values of a setting; of the language setting, all complete translations."""
    return (*one.values, *catalogue().offered) if one.key == LANGUAGE else one.values


def has_choices(one: Setting) -> bool:
    """Whether a setting has several values to choose from."""
    return len(catalogue().offered) > 1 if one.key == LANGUAGE else not one.typed


# --- the command -------------------------------------------------------------------------------------------------


async def run_settings(ctx: InteractionContext, name: str | None = None, value: str | None = None) -> None:
    """`/game settings`: show all with buttons, or change one."""
    if name is None:
        await ctx.reply.show(settings_screen(ctx))
        return
    say = ctx.voice()
    called = typed_setting_names(ctx, say)
    key = _parse_known_name(name, called, say("error.name.setting"), say)
    if key == server_language.SERVER and value is not None:
        now = await server_language.set_server_language(
            ctx, _parse_known_name(value, server_language.typed_server_languages(say), called[key][0], say)
        )
        say = ctx.voice()
        await ctx.reply.show(Screen(say("settings.set", name=server_language.server_language_title(say), value=now)))
        return
    if value is None:
        await ctx.reply.show(settings_screen(ctx, games=_is_game_setting(key)))
        return
    one = list_settings()[key]
    await change_settings(
        ctx,
        {
            key: value
            if one.typed and key != LANGUAGE
            else _parse_known_name(value, typed_setting_values(ctx, one, say), called[key][0], say)
        },
    )
    say = ctx.voice()  # the language may have changed
    now = setting_value_name(ctx, key, ctx.app.tables.preferences.setting(ctx.user_id, key), say)
    await ctx.reply.show(Screen(say("settings.set", name=setting_names(ctx, say)[key][0], value=now)))


def _parse_known_name(text: str, called: Mapping[str, Sequence[str]], what: str, say: Voice) -> str:
    """The key that the text names. ServiceError `token_ambiguous`, `option_bad`."""
    found = matching_keys(text, called)
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=called[found[0]][0], b=called[found[1]][0])
    if not found:
        raise ServiceError(
            "option_bad", name=what, value=text, reason=say("options.no_such"), list=[one[0] for one in called.values()]
        )
    return found[0]


async def change_settings(ctx: InteractionContext, chosen: Mapping[str, str]) -> None:
    """Change settings of the user. Switching tips on starts them over."""
    await ctx.app.tables.preferences.set_settings(ctx.user_id, chosen)
    if chosen.get(TIPS) == "on":
        ctx.app.tips.forget(ctx.user_id)


async def complete_setting_name(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    called = typed_setting_names(ctx, ctx.voice())
    offered = [key for key in called if key != server_language.SERVER or server_language.can_set_server_language(ctx)]
    return [(called[key][0], key) for key in rank_matches(offered, typed, lambda key: called[key])]


async def complete_setting_value(
    ctx: InteractionContext, filled: FilledOptions, typed: str
) -> Sequence[tuple[str, str]]:
    say = ctx.voice()
    found = matching_keys(str(filled.get("name", "")), typed_setting_names(ctx, say))
    if len(found) != 1:
        return []
    if found[0] == server_language.SERVER:
        called = server_language.typed_server_languages(say)
        return [(called[value][0], value) for value in rank_matches(list(called), typed, lambda value: called[value])]
    one = list_settings()[found[0]]
    if one.key == ZONE:
        matches = zones.match_zones(typed, ctx.app.clock.now())
        return [(setting_value_name(ctx, ZONE, match.name, say), match.name) for match in matches]
    called = typed_setting_values(ctx, one, say)
    begun = [(called[value][0], value) for value in rank_matches(list(called), typed, lambda value: called[value])]
    return list(dict.fromkeys([*_complete_free_text(ctx, one, typed, say), *begun]))


def _complete_free_text(ctx: InteractionContext, one: Setting, typed: str, say: Voice) -> list[tuple[str, str]]:
    """The parsed form of a freely typed value, if it can be read."""
    if not one.typed or one.key == LANGUAGE or not typed.strip():
        return []
    try:
        value = one.read(typed, ctx.app.clock.now())
    except BadTime:
        return []
    return [(setting_value_name(ctx, one.key, value, say), value)]


# --- buttons -----------------------------------------------------------------------------------------------------


def _is_game_setting(key: str) -> bool:
    """Whether a setting is on the second screen: answers in games, and tips."""
    return key == TIPS or any(key in kind.personal for kind in game_types().values())


def settings_screen(ctx: InteractionContext, *, games: bool = False) -> Screen:
    """The settings on two screens (`games`: the second): switches as buttons, choices as selects, hours as a form."""
    say, tables = ctx.voice(), ctx.app.tables
    lines: list[str] = [say("settings.title_games" if games else "settings.title")]
    rows: list[Row] = []
    for key, called in setting_names(ctx, say).items():
        if _is_game_setting(key) != games or not _is_setting_shown(ctx, key):
            continue
        if key == server_language.SERVER:
            lines.append(server_language.describe_server_language(ctx, say))
            rows.append(server_language.server_language_select(ctx, say))
            continue
        one, now = list_settings()[key], tables.preferences.setting(ctx.user_id, key)
        told = {"name": called[0], "value": setting_value_name(ctx, key, now, say), "about": describe_setting(key, say)}
        lines.append(say("settings.line" if told["about"] else "settings.plain", **told))
        if key == HOURS[0]:
            hours = Button(ids.form_custom_id(0, 0, "hours") or "", say("settings.hours"), "blue")
            rows.append([hours, Button(ids.action_custom_id(0, 0, "vacation"), say("button.vacation"), "blue")])
        if key == AUTO:
            lines.append(say("settings.vacation", state=vacation.describe_vacation_state(ctx, say)))
        if has_choices(one):
            rows.append(_setting_row(ctx, one, called[0], now, say))
    if tables.preferences.setting(ctx.user_id, ZONE) == UTC and _has_hours(ctx):
        lines.append(say("settings.no_zone"))
    way = Button(
        ids.action_custom_id(0, 0, "settings-page", "" if games else "games"),
        say(f"settings.{'back' if games else 'games'}"),
    )
    return Screen(
        "\n".join(lines), rows=[*rows, [way, Button(ids.action_custom_id(0, 0, "close"), say("button.close"))]]
    )


def _is_setting_shown(ctx: InteractionContext, key: str) -> bool:
    """Whether there is a choice."""
    if key == server_language.SERVER:
        return server_language.can_set_server_language(ctx)
    return key != LANGUAGE or has_choices(list_settings()[key])


def _has_hours(ctx: InteractionContext) -> bool:
    return any(ctx.app.tables.preferences.setting(ctx.user_id, key) != "off" for key in (QUIET, REST))


def _setting_row(ctx: InteractionContext, one: Setting, name: str, now: str, say: Voice) -> Row:
    if len(one.values) == 2 and one.key != LANGUAGE:
        other = next(value for value in one.values if value != now)
        return [
            Button(
                ids.action_custom_id(0, 0, "setting", f"{one.key}={other}"), say(f"settings.turn_{other}", name=name)
            )
        ]
    choices = [
        Choice(value, say("settings.choice", name=name, value=called[0]), chosen=value == now)
        for value, called in setting_value_names(ctx, one, say).items()
    ]
    return Select(ids.action_custom_id(0, 0, "setting", one.key), choices, name)


@on_component("x", "settings", defer="private")
async def on_settings(ctx: InteractionContext) -> None:
    await ctx.reply.show(settings_screen(ctx))


@on_component("x", "settings-page")
async def on_settings_page(ctx: InteractionContext) -> None:
    await ctx.reply.show(settings_screen(ctx, games=ctx.id is not None and ctx.id.argument == "games"))


@on_component("x", "setting")
async def on_setting(ctx: InteractionContext) -> None:
    key, _, value = (ctx.id.argument if ctx.id else "").partition("=")
    value = ctx.values[0] if ctx.values else value
    if (
        key not in list_settings()
        or not has_choices(list_settings()[key])
        or value not in setting_values(list_settings()[key])
    ):
        raise ServiceError("stale")
    await change_settings(ctx, {key: value})
    await ctx.reply.show(settings_screen(ctx, games=_is_game_setting(key)))


@on_component("x", "server-language")
async def on_server_language(ctx: InteractionContext) -> None:
    await server_language.set_server_language(ctx, ctx.values[0] if ctx.values else "")
    await ctx.reply.show(settings_screen(ctx))


@on_component("f", "hours", defer="form")
async def on_hours(ctx: InteractionContext) -> None:
    """The form for hours, with the present values, or the typed ones after a refusal."""
    form, say = str(ctx.id), ctx.voice()
    if ctx.fields:
        ctx.app.drafts.keep(ctx.user_id, form, ctx.fields)
        defaults = {key: list_settings()[key].default for key in HOURS}
        await change_settings(ctx, {key: ctx.fields.get(key, "").strip() or defaults[key] for key in HOURS})
        ctx.app.drafts.forget(ctx.user_id, form)
        await ctx.reply.show(settings_screen(ctx))
        return
    inputs = [_hours_input(ctx, key, say) for key in HOURS]
    inputs = ctx.app.drafts.filled(ctx.user_id, form, inputs)
    await ctx.reply.form(Form(form, say("settings.hours_title"), inputs))


def _hours_input(ctx: InteractionContext, key: str, say: Voice) -> Input:
    now = ctx.app.tables.preferences.setting(ctx.user_id, key)
    shown = "" if now == "off" else zones.format_zone(now) if key == ZONE else now
    hint = say(f"settings.hint.{key}")
    return Input(key, say(f"settings.name.{key}"), hint, shown, required=False, longest=LONGEST)


def settings_commands(app: App) -> list[CommandSpec]:
    say = app.voice(None, app.describing)
    options = [
        CommandOption("name", "setting", complete=complete_setting_name),
        CommandOption("value", complete=complete_setting_value),
    ]
    return [CommandSpec("settings", say("cmd.game.settings"), run_settings, options)]
