"""The options of a table: changing them by the host's screens and by `/game options`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cogs.act import errors
from cogs.act.commands import Filled, Opt, Spec
from cogs.act.context import Act
from cogs.act.router import on
from cogs.choose.spelling import both, complete_list, named, ranked, several
from cogs.games.app import App
from cogs.lobby import channel_move, running_options, seats
from cogs.lobby.option_screens import (
    HINTS,
    NO_PRESET,
    Page,
    hints_named,
    kind_of,
    listed,
    page_title,
    pages_of,
    possible,
    rule_options,
    rules_screen,
    screen,
)
from cogs.lobby.unknown_items import unread
from cogs.screen import Screen, naming, time_text
from cogs.screen.pages import number as page_number
from rules.core import BadOption, Choices, Kind, Option
from service.errors import ServiceError
from service.state.model import LATE, Table
from service.time.pace import parse
from words import Voice

NOTHING: Final[Mapping[str, str]] = {}
TIDY: Final = {"on": True, "off": False}
REFUSALS: Final = frozenset({"option_bad", "seats_refused"})  # after them something else can be chosen at once
LISTS: Final = frozenset(
    {"preset", "expansions", "seats", "pace", "late", "hints", "language"}
)  # what stands on the first screen


# --- changing ----------------------------------------------------------------------------------------------------


async def change(act: Act, table: Table, name: str, value: str) -> Table:
    """Set one option. The ServiceError says why it cannot be, and what could."""
    seats.host_only(act, table)
    tables = act.app.tables
    kind = kind_of(table)
    say = act.voice(table)
    if name == "seats":
        if not value.isascii() or not value.isdecimal() or len(value) > 3:
            raise bad(say("options.seats"), value, say("options.no_such"), list(map(str, kind.counts(table.choices))))
        return await tables.set_seats(table.id, act.user_id, int(value), moderator=act.moderator)
    if name == "pace":
        return await tables.set_pace(table.id, act.user_id, value, moderator=act.moderator)
    if name == "late":
        return await tables.set_late(table.id, act.user_id, value, moderator=act.moderator)
    if name == "language":
        language = running_options.language(value, say)
        return await tables.speaking.speak(table.id, act.user_id, language, moderator=act.moderator)
    if name == "hints":
        if value not in HINTS:
            raise bad(say("options.hints"), value, say("options.no_such"), HINTS)
        return await tables.coaching.allow(table.id, act.user_id, hints=value == "on", moderator=act.moderator)
    try:
        choices = changed(kind, table.choices, name, value)
    except BadOption as error:
        shown = shown_value(kind, table.choices, name, value, say)
        why, could = seats.reason(error, say), values(kind, table.choices, name, say)
        raise bad(shown_name(kind, table.choices, name, say), shown, why, could) from error
    return await tables.set_choices(table.id, act.user_id, choices, moderator=act.moderator)


def changed(kind: Kind, choices: Choices, name: str, value: str) -> Choices:
    """The choices with one thing changed. What belongs to boxes put away goes with them."""
    if name == "preset":
        if value not in kind.presets:
            raise BadOption("option.value", option=name, value=value, known=list(kind.presets))
        return kind.checked(kind.presets[value])
    if name == "expansions":
        modules = tuple(value.split())
        options = [(k, v) for k, v in choices.options if any(o.key == k for o in _available(kind, modules))]
        return kind.checked(replace(choices, modules=modules, options=tuple(options)))
    page = _page_named(kind, choices, name)
    if page is not None:
        chosen = {key: value for key, _, value in (item.partition("=") for item in value.split())}
        kept = {k: v for k, v in choices.options if all(option.key != k for option in page.options)}
        return kind.checked(replace(choices, options=tuple(sorted({**kept, **chosen}.items()))))
    return kind.with_option(choices, name, value)


def _available(kind: Kind, modules: Sequence[str]) -> list[Option]:
    return [option for option in kind.options if option.module is None or option.module in modules]


def _page_named(kind: Kind, choices: Choices, name: str) -> Page | None:
    """The page of that name whose options are chosen together."""
    return next((page for page in pages_of(kind, choices) if page.together and page.name == name), None)


def bad(name: str, value: str, why: str, could: Sequence[str]) -> ServiceError:
    return ServiceError("option_bad", name=name, value=value, reason=why, list=list(could)[:25])


# --- words -------------------------------------------------------------------------------------------------------


def names(kind: Kind, choices: Choices, say: Voice) -> dict[str, str]:
    """Everything that can be set in a lobby, with what it is called."""
    found = {"preset": say("options.preset")}
    found |= {"expansions": naming.modules_name(kind, say)} if kind.modules else {}
    found |= {name: say(f"options.{name}") for name in ("seats", "pace", "late", "hints")}
    pages = pages_of(kind, choices)
    for page in pages:
        found |= {page.name: page_title(kind, page, say)} if page.together else {}
    options = [option for page in pages for option in page.options]
    return found | {option.key: naming.option_name(kind, option.key, say) for option in options}


def shown_name(kind: Kind, choices: Choices, name: str, say: Voice) -> str:
    return names(kind, choices, say).get(name) or naming.option_name(kind, name, say)


def value_names(kind: Kind, choices: Choices, name: str, say: Voice) -> dict[str, Sequence[str]]:
    """The values of something that can be set, with what they are called, in full first."""
    if name == "preset":
        return {value: (naming.preset_name(kind, value, say),) for value in kind.presets}
    if name == "expansions":
        return {value: (naming.module_name(kind, value, say),) for value in kind.modules}
    if name == "seats":
        return {str(n): (str(n),) for n in kind.counts(choices)}
    if name == "pace":
        return {pace: (time_text.pace_named(pace, say),) for pace in time_text.OFFERED}
    if name == "late":
        return {policy: (time_text.late_named(policy, say),) for policy in LATE}
    if name == "hints":
        return {value: (hints_named(value, say), value) for value in HINTS}
    page = _page_named(kind, choices, name)
    if page is not None:
        return {item: (label, *_short(page, item)) for item, label in listed(kind, choices, page, say).items()}
    known = next((option.values for option in kind.options if option.key == name), ())
    return {value: (naming.value_name(kind, name, value, say),) for value in known}


def _short(page: Page, item: str) -> tuple[str, ...]:
    """Short spellings of an option that is set together with others: `keep both` of `without_keep=both`."""
    key, _, value = item.partition("=")
    short = key.removeprefix(f"{page.name}_")
    option = next(option for option in page.options if option.key == key)
    return (f"{short} {value}", f"{short}={value}", *((short,) if value == option.values[1] else ()))


def shown_value(kind: Kind, choices: Choices, name: str, value: str, say: Voice) -> str:
    known = value_names(kind, choices, name, say)
    if not value.strip():
        return say("options.none")
    if name == "pace":
        return time_text.pace_named(value, say)
    if name == "expansions" or _page_named(kind, choices, name) is not None:
        return say.join([next(iter(known.get(word, ())), word) for word in value.split()])
    return next(iter(known.get(value, ())), value)


def values(kind: Kind, choices: Choices, name: str, say: Voice) -> list[str]:
    """What something could be as things stand, as short as it can be typed."""
    option = next((option for option in rule_options(kind, choices) if option.key == name), None)
    if option is not None:
        return possible(kind, choices, option)
    known = value_names(kind, choices, name, say)
    if _page_named(kind, choices, name) is not None:
        return [names[-1] for names in known.values()]
    return list(known)


def read_name(kind: Kind, choices: Choices, text: str, say: Voice, more: Mapping[str, str] = NOTHING) -> str:
    """What is to be set, by its key, its name or the only beginning of one. `more`: what can be set besides."""
    known = {**names(kind, choices, say), "tidy": say("options.tidy"), **more}
    english = {**names(kind, choices, say.english), "tidy": say.english("options.tidy")}
    own = {key: (name,) for key, name in known.items()}
    found = named(text, both(own, {key: (name,) for key, name in english.items()}))
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=known[found[0]], b=known[found[1]])
    if not found:
        raise bad(say("error.name.option"), text, say("options.no_such"), list(known.values()))
    return found[0]


def read_value(kind: Kind, choices: Choices, name: str, text: str, say: Voice) -> str:
    """The value meant, as the rules spell it; several for what is chosen together."""
    known = both(value_names(kind, choices, name, say), value_names(kind, choices, name, say.english))
    if name == "expansions" or _page_named(kind, choices, name) is not None:
        if text.strip().casefold() in ("", "-", say("options.none").casefold()):
            return ""
        read = several(text, known)
        if read is None:
            raise unread(shown_name(kind, choices, name, say), text, known, values(kind, choices, name, say), say)
        return " ".join(read)
    if name == "pace":
        shown = {names[0].casefold(): pace for pace, names in known.items()}
        return shown.get(text.strip().casefold()) or str(parse(text))
    found = named(text, known)
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=known[found[0]][0], b=known[found[1]][0])
    return found[0] if found else text


# --- presses -----------------------------------------------------------------------------------------------------


@on("l", "options", defer="private")
async def options_pressed(act: Act) -> None:
    table = await act.table(loaded=False)
    if table.status == "lobby" and not act.moderator:
        seats.of_lobby(act, table)
    await act.reply.show(screen(act, table))


@on("l", "options-back")
async def back_pressed(act: Act) -> None:
    await act.reply.show(screen(act, await act.table(loaded=False)))


@on("l", "done")
async def done_pressed(act: Act) -> None:
    await act.reply.dismiss()


@on("l", "rules")
async def rules_pressed(act: Act) -> None:
    assert act.id is not None
    page = page_number(act.id.argument)
    await act.reply.show(rules_screen(act, await act.table(loaded=False), page))


async def _select(act: Act, name: str, value: str, *, rules: bool = False) -> None:
    """Change something and show the same screen again; a refusal stands above it."""
    table = await act.table(loaded=False)
    if table.status != "lobby":
        if name not in running_options.ASKED:
            raise ServiceError("option_frozen")
        await running_options.ask(act, await act.table(), name, value)
        return
    refused = ""
    try:
        table = await change(act, table, name, value)
    except ServiceError as error:
        if error.key not in REFUSALS:
            raise
        bad_option = error.key == "option_bad" and "list" in error.params  # what is possible stands on the screen
        told = act.voice(table)("options.refused", **error.params) if bad_option else ""
        refused = told or (await errors.explain(act, error)).text
    shown = rules_screen(act, table, _page(table, name), refused) if rules else screen(act, table, refused)
    await act.reply.show(shown)


@on("l", "preset")
async def preset_chosen(act: Act) -> None:
    if _value(act) != NO_PRESET:
        await _select(act, "preset", _value(act))


@on("l", "modules")
async def modules_chosen(act: Act) -> None:
    await _select(act, "expansions", " ".join(act.values))


@on("l", "seats")
async def seats_chosen(act: Act) -> None:
    await _select(act, "seats", _value(act))


@on("l", "pace")
async def pace_chosen(act: Act) -> None:
    await _select(act, "pace", _value(act))


@on("l", "late")
async def late_chosen(act: Act) -> None:
    await _select(act, "late", _value(act))


@on("l", "language")
async def language_chosen(act: Act) -> None:
    await _select(act, "language", _value(act))


@on("l", "hints")
async def hints_chosen(act: Act) -> None:
    await _select(act, "hints", _value(act))


def _value(act: Act) -> str:
    if not act.values:
        raise ServiceError("stale")
    return act.values[0]


@on("l", "rule")
async def rule_chosen(act: Act) -> None:
    assert act.id is not None
    await _select(act, act.id.argument, _value(act), rules=True)


@on("l", "together")
async def together_chosen(act: Act) -> None:
    assert act.id is not None
    await _select(act, act.id.argument, " ".join(act.values), rules=True)


# --- the command -------------------------------------------------------------------------------------------------


async def options(act: Act, name: str | None = None, value: str | None = None) -> None:
    if name == "home":
        await channel_move.bring(act, value)
        return
    table = await act.table(loaded=False)
    if name is None:
        await act.reply.show(screen(act, table))
        return
    kind = kind_of(table)
    say = act.voice(table)
    name = read_name(kind, table.choices, name, say, running_options.names(table, say))
    if name == "tidy":
        await _tidy(act, table, value)
        return
    if value is None:
        await act.reply.show(screen(act, table) if name in LISTS else rules_screen(act, table, _page(table, name)))
        return
    if table.status != "lobby":
        if name not in running_options.ASKED:
            raise ServiceError("option_frozen")
        table = await act.table()
        await running_options.ask(act, table, name, read_value(kind, table.choices, name, value, say))
        return
    if name == "language":
        table = await change(act, table, name, value)
        say = act.voice(table)
        told = say("options.set", name=say("options.language"), value=naming.language(table.language, say))
        await act.reply.show(Screen(told))
        return
    value = read_value(kind, table.choices, name, value, say)
    title = shown_name(kind, table.choices, name, say)
    table = await change(act, table, name, value)
    shown = shown_value(kind, table.choices, name, value, say)
    own = {"late": f"late.told_{table.late}", "hints": f"options.told_{'on' if table.hints else 'off'}"}
    told = say(own[name]) if name in own else say("options.set", name=title, value=shown)
    await act.reply.show(Screen(told))


async def _tidy(act: Act, table: Table, value: str | None) -> None:
    """Delete or keep the former messages of a table; also while it is played."""
    say = act.voice(table)
    if value is not None and value.casefold() not in TIDY:
        raise bad(say("options.tidy"), value, say("options.no_such"), list(TIDY))
    if value is not None:
        tidy = TIDY[value.casefold()]
        table = await act.app.tables.set_tidy(table.id, act.user_id, tidy, moderator=act.moderator)
    await act.reply.show(Screen(say("options.tidied_on" if table.tidies else "options.tidied_off")))


def _page(table: Table, name: str) -> int:
    """The number of the page on which an option stands."""
    pages = enumerate(pages_of(kind_of(table), table.choices))
    return next((at for at, page in pages if page.name == name or any(o.key == name for o in page.options)), 0)


async def complete_name(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    say = act.voice()
    known: dict[str, str] = {}
    if table is not None:
        known = {
            **names(kind_of(table), table.choices, say),
            "tidy": say("options.tidy"),
            **running_options.names(table, say),
        }
    if channel_move.movable(act):
        known["home"] = say("options.home")
    return [(known[key], key) for key in ranked(list(known), typed, lambda key: (known[key],))]


async def complete_value(act: Act, filled: Filled, typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    say = act.voice()
    name = str(filled.get("name", ""))
    if name == "home":
        return channel_move.completed(act)
    if table is None:
        return []
    kind = kind_of(table)
    try:
        name = read_name(kind, table.choices, name, say, running_options.names(table, say))
    except ServiceError:
        return []
    if name == "tidy":
        return [(say(f"options.tidy_{value}"), value) for value in TIDY]
    if name == "pace":
        return time_text.completed(typed, say)
    if name == "language":
        return [(called[0], code) for code, called in running_options.languages(say).items()]
    known = value_names(kind, table.choices, name, say)
    if name == "expansions" or _page_named(kind, table.choices, name) is not None:
        return complete_list(known, typed)
    return [(known[value][0], value) for value in ranked(list(known), typed, lambda value: known[value])]


def _here(act: Act) -> Table | None:
    channel = act.interaction.channel_id
    return None if channel is None else act.app.tables.at(channel)


def specs(app: App) -> list[Spec]:
    say = app.voice(None, app.describing)
    name, value = Opt("name", complete=complete_name), Opt("value", complete=complete_value)
    return [Spec("options", say("cmd.game.options"), options, [name, value])]
