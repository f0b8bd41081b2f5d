"""`/game settings`: what somebody wants on every server. Shown to its owner alone, on a private screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.act.commands import Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.spelling import both, named, ranked
from cogs.games.app import App
from cogs.screen import Button, Choice, Form, Input, Row, Screen, Select, ids, naming, time_text
from cogs.table import server_language, vacation
from cogs.table.standing_answers import answer_about, answer_name
from rules.core.registry import kinds
from service.errors import ServiceError
from service.state.personal_settings import HOURS, LANGUAGE, TABLES, TIPS, Setting, known
from service.time import zones
from service.time.people import QUIET, REST, UTC, ZONE
from service.time.refusals import BadTime
from service.time.vacation import AUTO
from words import Voice, catalogue

LONGEST: Final = 60  # characters of a time as it is typed


# --- words -------------------------------------------------------------------------------------------------------


def typed_names(act: Act, say: Voice) -> dict[str, Sequence[str]]:
    """What the settings may be called: in the reader's language and in English."""
    return both(names(act, say), names(act, say.english))


def names(act: Act, say: Voice) -> dict[str, Sequence[str]]:
    """The personal settings with what they are called; those of a game with its name."""
    found: dict[str, Sequence[str]] = {}
    for kind in kinds().values():
        game = act.app.game_name(kind.key, say.language)
        for key in kind.personal:
            name = answer_name(kind.family, key, say)
            found[key] = (say("settings.of_game", name=name, game=game), name)
    return {key: found.get(key) or (say(f"settings.name.{key}"),) for key in (*known(), server_language.SERVER)}


def about(key: str, say: Voice) -> str:
    family = next((kind.family for kind in kinds().values() if key in kind.personal), None)
    if family is not None:
        return answer_about(family, key, say)
    return say(f"settings.about.{key}") if say.has(f"settings.about.{key}") else ""


def value_name(act: Act, key: str, value: str, say: Voice) -> str:
    """What a value is called; hours are written as they are kept."""
    if key == ZONE:
        ahead = zones.ahead(zones.offset(value, act.app.clock.now())) if zones.known(value) else ""
        return say("settings.zone", place=zones.label(value), ahead=ahead)
    if key == LANGUAGE and value != TABLES:
        return naming.language(value, say)
    words = [word for word in (f"settings.{key}.{value}", f"settings.value.{value}") if say.has(word)]
    return say(words[0]) if words else time_text.weekdays(value, say)


def value_names(act: Act, one: Setting, say: Voice) -> dict[str, Sequence[str]]:
    return {value: (value_name(act, one.key, value, say),) for value in values(one)}


def typed_values(act: Act, one: Setting, say: Voice) -> dict[str, Sequence[str]]:
    return both(value_names(act, one, say), value_names(act, one, say.english))


def values(one: Setting) -> Sequence[str]:
    """What can be chosen of a setting; languages are those in which nothing is missing."""
    return (*one.values, *catalogue().whole) if one.key == LANGUAGE else one.values


def listed(one: Setting) -> bool:
    """Whether a setting has a list or a switch; one of a single value is nothing to choose."""
    return len(catalogue().whole) > 1 if one.key == LANGUAGE else not one.typed


# --- typed -------------------------------------------------------------------------------------------------------


async def settings(act: Act, name: str | None = None, value: str | None = None) -> None:
    """`/game settings`: all of them with buttons, or one changed."""
    if name is None:
        await act.reply.show(settings_screen(act))
        return
    say = act.voice()
    called = typed_names(act, say)
    key = _read(name, called, say("error.name.setting"), say)
    if key == server_language.SERVER and value is not None:
        now = await server_language.choose(act, _read(value, server_language.typed_values(say), called[key][0], say))
        say = act.voice()
        await act.reply.show(Screen(say("settings.set", name=server_language.name(say), value=now)))
        return
    if value is None:
        await act.reply.show(settings_screen(act, games=_in_games(key)))
        return
    one = known()[key]
    await change(
        act,
        {
            key: value
            if one.typed and key != LANGUAGE
            else _read(value, typed_values(act, one, say), called[key][0], say)
        },
    )
    say = act.voice()  # it may speak another language now
    now = value_name(act, key, act.app.tables.setting(act.user_id, key), say)
    await act.reply.show(Screen(say("settings.set", name=names(act, say)[key][0], value=now)))


def _read(text: str, called: Mapping[str, Sequence[str]], what: str, say: Voice) -> str:
    """The one thing that a text means. ServiceError where it means none or several."""
    found = named(text, called)
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=called[found[0]][0], b=called[found[1]][0])
    if not found:
        raise ServiceError(
            "option_bad", name=what, value=text, reason=say("options.no_such"), list=[one[0] for one in called.values()]
        )
    return found[0]


async def change(act: Act, chosen: Mapping[str, str]) -> None:
    """Choose values for whoever acts. Who wants tips again gets them from the first one on."""
    await act.app.tables.set_settings(act.user_id, chosen)
    if chosen.get(TIPS) == "on":
        act.app.tips.forget(act.user_id)


async def complete_name(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    called = typed_names(act, act.voice())
    offered = [key for key in called if key != server_language.SERVER or server_language.offered(act)]
    return [(called[key][0], key) for key in ranked(offered, typed, lambda key: called[key])]


async def complete_value(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    say = act.voice()
    found = named(str(filled.get("name", "")), typed_names(act, say))
    if len(found) != 1:
        return []
    if found[0] == server_language.SERVER:
        called = server_language.typed_values(say)
        return [(called[value][0], value) for value in ranked(list(called), typed, lambda value: called[value])]
    one = known()[found[0]]
    if one.key == ZONE:
        matches = zones.matching(typed, act.app.clock.now())
        return [(value_name(act, ZONE, match.name, say), match.name) for match in matches]
    called = typed_values(act, one, say)
    begun = [(called[value][0], value) for value in ranked(list(called), typed, lambda value: called[value])]
    return list(dict.fromkeys([*_readable(act, one, typed, say), *begun]))


def _readable(act: Act, one: Setting, typed: str, say: Voice) -> list[tuple[str, str]]:
    """What a text that is typed freely would be kept as, where it can be read already."""
    if not one.typed or one.key == LANGUAGE or not typed.strip():
        return []
    try:
        value = one.read(typed, act.app.clock.now())
    except BadTime:
        return []
    return [(value_name(act, one.key, value, say), value)]


# --- by buttons --------------------------------------------------------------------------------------------------


def _in_games(key: str) -> bool:
    """Whether a setting stands on the second screen: what is answered in the games, and tips."""
    return key == TIPS or any(key in kind.personal for kind in kinds().values())


def settings_screen(act: Act, *, games: bool = False) -> Screen:
    """The settings on two screens (`games`: the second): a switch has a button, several values a list, and hours share
    a window."""
    say, tables = act.voice(), act.app.tables
    lines: list[str] = [say("settings.title_games" if games else "settings.title")]
    rows: list[Row] = []
    for key, called in names(act, say).items():
        if _in_games(key) != games or not _shown(act, key):
            continue
        if key == server_language.SERVER:
            lines.append(server_language.line(act, say))
            rows.append(server_language.row(act, say))
            continue
        one, now = known()[key], tables.setting(act.user_id, key)
        told = {"name": called[0], "value": value_name(act, key, now, say), "about": about(key, say)}
        lines.append(say("settings.line" if told["about"] else "settings.plain", **told))
        if key == HOURS[0]:
            hours = Button(ids.form(0, 0, "hours") or "", say("settings.hours"), "blue")
            rows.append([hours, Button(ids.other(0, 0, "vacation"), say("button.vacation"), "blue")])
        if key == AUTO:
            lines.append(say("settings.vacation", state=vacation.state_line(act, say)))
        if listed(one):
            rows.append(_row(act, one, called[0], now, say))
    if tables.setting(act.user_id, ZONE) == UTC and _has_hours(act):
        lines.append(say("settings.no_zone"))
    way = Button(
        ids.other(0, 0, "settings-page", "" if games else "games"), say(f"settings.{'back' if games else 'games'}")
    )
    return Screen("\n".join(lines), rows=[*rows, [way, Button(ids.other(0, 0, "close"), say("button.close"))]])


def _shown(act: Act, key: str) -> bool:
    """Whether there is something to choose."""
    if key == server_language.SERVER:
        return server_language.offered(act)
    return key != LANGUAGE or listed(known()[key])


def _has_hours(act: Act) -> bool:
    return any(act.app.tables.setting(act.user_id, key) != "off" for key in (QUIET, REST))


def _row(act: Act, one: Setting, name: str, now: str, say: Voice) -> Row:
    if len(one.values) == 2 and one.key != LANGUAGE:
        other = next(value for value in one.values if value != now)
        return [Button(ids.other(0, 0, "setting", f"{one.key}={other}"), say(f"settings.turn_{other}", name=name))]
    choices = [
        Choice(value, say("settings.choice", name=name, value=called[0]), chosen=value == now)
        for value, called in value_names(act, one, say).items()
    ]
    return Select(ids.other(0, 0, "setting", one.key), choices, name)


@on("x", "settings", defer="private")
async def settings_pressed(act: Act) -> None:
    await act.reply.show(settings_screen(act))


@on("x", "settings-page")
async def page_pressed(act: Act) -> None:
    await act.reply.show(settings_screen(act, games=act.id is not None and act.id.argument == "games"))


@on("x", "setting")
async def setting_pressed(act: Act) -> None:
    key, _, value = (act.id.argument if act.id else "").partition("=")
    value = act.values[0] if act.values else value
    if key not in known() or not listed(known()[key]) or value not in values(known()[key]):
        raise ServiceError("stale")
    await change(act, {key: value})
    await act.reply.show(settings_screen(act, games=_in_games(key)))


@on("x", "server-language")
async def server_language_chosen(act: Act) -> None:
    await server_language.choose(act, act.values[0] if act.values else "")
    await act.reply.show(settings_screen(act))


@on("f", "hours", defer="form")
async def hours_pressed(act: Act) -> None:
    """The window of hours: as they are now, or as they were typed when that was refused."""
    form, say = str(act.id), act.voice()
    if act.fields:
        act.app.drafts.keep(act.user_id, form, act.fields)
        defaults = {key: known()[key].default for key in HOURS}
        await change(act, {key: act.fields.get(key, "").strip() or defaults[key] for key in HOURS})
        act.app.drafts.forget(act.user_id, form)
        await act.reply.show(settings_screen(act))
        return
    inputs = [_input(act, key, say) for key in HOURS]
    inputs = act.app.drafts.filled(act.user_id, form, inputs)
    await act.reply.form(Form(form, say("settings.hours_title"), inputs))


def _input(act: Act, key: str, say: Voice) -> Input:
    now = act.app.tables.setting(act.user_id, key)
    shown = "" if now == "off" else zones.label(now) if key == ZONE else now
    hint = say(f"settings.hint.{key}")
    return Input(key, say(f"settings.name.{key}"), hint, shown, required=False, longest=LONGEST)


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    options = [Opt("name", "setting", complete=complete_name), Opt("value", complete=complete_value)]
    return [Spec("settings", say("cmd.game.settings"), settings, options)]
