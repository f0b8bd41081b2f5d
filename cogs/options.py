"""The options of a table: the private screen of the host, and `/game options`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs import ids, lobby, message
from cogs.commands import Opt, Spec
from cogs.handler import Act, on
from cogs.screen import Button, Choice, Row, Screen, Select, cut
from rules.core import BadOption, Choices, Kind, Option, registry
from service.errors import ServiceError
from service.model import Table
from words import Voice

if TYPE_CHECKING:
    from cogs.client import Longtable

PER_PAGE: Final = 4  # selects of rule options on one screen
NO_PRESET: Final = "-"
TIDY: Final = {"on": True, "off": False}


def may_change(act: Act, table: Table) -> bool:
    return table.status == "lobby" and (table.host == act.user_id or act.moderator)


def kind_of(table: Table) -> Kind:
    return registry.kinds()[table.kind]


def rule_options(kind: Kind, choices: Choices) -> list[Option]:
    """The options of the boxes that are on the table."""
    return [option for option in kind.options if option.module is None or option.module in choices.modules]


# --- screens -----------------------------------------------------------------------------------------------------


def screen(act: Act, table: Table) -> Screen:
    """Preset, expansions, seats; selects for who may change them, words for everybody else."""
    kind = kind_of(table)
    say = act.voice(table)
    lines = [say("options.title", id=table.id), *facts(table, kind, say)]
    rows: list[Row] = []
    below = ""
    if may_change(act, table):
        rows = [_preset(table, kind, say)]
        if kind.modules:
            rows.append(_modules(table, kind, say))
        rows.append(_seats(table, kind, say))
    elif table.status == "lobby":
        host = table.seat_of(table.host)
        below = say("options.read_only", host=say.seat(host.index) if host is not None else "")
    else:
        below = say("options.running")
    last = [Button(ids.lobby(table.id, "done"), say("button.done"))]
    if rule_options(kind, table.choices):
        last.insert(0, Button(ids.lobby(table.id, "rules", "0"), say("button.rules"), "blue"))
    return Screen("\n".join(lines), rows=[*rows, last], below=below)


def facts(table: Table, kind: Kind, say: Voice) -> list[str]:
    return [
        cut(message.described(kind, table.choices, say), 1500),
        say("options.line", name=say("options.seats"), value=say("options.seats_value", n=table.max_seats)),
        say("options.code", kind=kind.key, code=str(table.choices)),
    ]


def _preset(table: Table, kind: Kind, say: Voice) -> Select:
    now = preset_of(table, kind)
    choices = [
        Choice(
            name, say("options.line", name=say("options.preset"), value=message.preset_name(kind, name, say)),
            cut(message.described(kind, preset, say), 100), name == now,
        )
        for name, preset in kind.presets.items()
    ]
    if now is None:
        own = say("options.line", name=say("options.preset"), value=say("options.own"))
        choices.append(Choice(NO_PRESET, own, chosen=True))
    return Select(ids.lobby(table.id, "preset"), choices, say("options.preset"))


def preset_of(table: Table, kind: Kind) -> str | None:
    return next((name for name, preset in kind.presets.items() if kind.checked(preset) == table.choices), None)


def _modules(table: Table, kind: Kind, say: Voice) -> Select:
    choices = [
        Choice(module, message.module_name(kind, module, say), chosen=module in table.choices.modules)
        for module in kind.modules
    ]
    return Select(ids.lobby(table.id, "modules"), choices, say("options.modules"), 0, len(choices))


def _seats(table: Table, kind: Kind, say: Voice) -> Select:
    allowed = registry.game(kind.key, table.choices).seats
    choices = [
        Choice(
            str(n), say("options.line", name=say("options.seats"), value=say("options.seats_value", n=n)),
            chosen=n == table.max_seats,
        )
        for n in allowed if n >= max(2, len(table.seats))
    ]
    return Select(ids.lobby(table.id, "seats"), choices, say("options.seats"))


def rules_screen(act: Act, table: Table, page: int) -> Screen:
    """One select per rule option."""
    kind = kind_of(table)
    say = act.voice(table)
    options = rule_options(kind, table.choices)
    pages = max(1, -(-len(options) // PER_PAGE))
    page = min(max(page, 0), pages - 1)
    shown = options[page * PER_PAGE : (page + 1) * PER_PAGE]
    lines = [say("options.rules", id=table.id, page=page + 1, pages=pages)]
    lines += [option_line(kind, option, kind.value(table.choices, option.key), say) for option in shown]
    rows: list[Row] = []
    if may_change(act, table):
        rows = [_rule(table, kind, option, say) for option in shown]
    buttons = [Button(ids.lobby(table.id, "options-back"), say("button.back"))]
    if pages > 1:
        buttons.append(Button(ids.lobby(table.id, "rules", str((page + 1) % pages)), say("button.next"), "blue"))
    return Screen("\n".join(lines), rows=[*rows, buttons])


def option_line(kind: Kind, option: Option, value: str, say: Voice) -> str:
    name = message.option_name(kind, option.key, say)
    return say("options.line", name=name, value=message.value_name(kind, option.key, value, say))


def _rule(table: Table, kind: Kind, option: Option, say: Voice) -> Select:
    """The values of an option. A select has no caption once something is chosen, so every value names the option."""
    now = kind.value(table.choices, option.key)
    choices = [
        Choice(value, option_line(kind, option, value, say), chosen=value == now) for value in option.values
    ]
    return Select(ids.lobby(table.id, "rule", option.key), choices, message.option_name(kind, option.key, say))


# --- changing ----------------------------------------------------------------------------------------------------


async def change(act: Act, table: Table, name: str, value: str) -> Table:
    """Set one option; E55 says why it cannot be, and what could."""
    lobby.host_only(act, table)
    tables = act.bot.tables
    kind = kind_of(table)
    say = act.voice(table)
    if name == "seats":
        allowed = [str(n) for n in registry.game(kind.key, table.choices).seats if n >= len(table.seats)]
        if value not in allowed:
            raise bad(say("options.seats"), value, say("options.no_such"), allowed)
        return await tables.set_seats(table.id, act.user_id, int(value), moderator=act.moderator)
    try:
        choices = changed(kind, table.choices, name, value)
    except BadOption as error:
        raise bad(shown_name(kind, name, say), value, lobby.reason(error, say), values(kind, name)) from error
    return await tables.set_choices(table.id, act.user_id, choices, moderator=act.moderator)


def changed(kind: Kind, choices: Choices, name: str, value: str) -> Choices:
    """The choices with one thing changed. What belongs to boxes put away goes with them."""
    if name == "preset":
        if value not in kind.presets:
            raise BadOption("option.value", option=name, value=value, known=list(kind.presets))
        return kind.checked(kind.presets[value])
    if name == "expansions":
        modules = tuple(value.replace(",", " ").replace("+", " ").split())
        options = [(k, v) for k, v in choices.options if any(o.key == k for o in _available(kind, modules))]
        return kind.checked(replace(choices, modules=modules, options=tuple(options)))
    return kind.with_option(choices, name, value)


def _available(kind: Kind, modules: Sequence[str]) -> list[Option]:
    return [option for option in kind.options if option.module is None or option.module in modules]


def bad(name: str, value: str, why: str, possible: Sequence[str]) -> ServiceError:
    return ServiceError("option_bad", name=name, value=value, reason=why, list=list(possible)[:25])


def shown_name(kind: Kind, name: str, say: Voice) -> str:
    words = {"preset": "options.preset", "expansions": "options.modules", "seats": "options.seats"}
    return say(words[name]) if name in words else message.option_name(kind, name, say)


def values(kind: Kind, name: str) -> list[str]:
    if name == "preset":
        return list(kind.presets)
    if name == "expansions":
        return list(kind.modules)
    return next((list(option.values) for option in kind.options if option.key == name), [])


# --- presses -----------------------------------------------------------------------------------------------------


@on("l", "options", defer="private")
async def options_pressed(act: Act) -> None:
    table = await act.table(loaded=False)
    if table.status == "lobby" and not act.moderator:
        lobby.of_lobby(act, table)
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
    page = int(act.id.argument) if act.id.argument.isdigit() else 0
    await act.reply.show(rules_screen(act, await act.table(loaded=False), page))


async def _selected(act: Act, name: str, value: str) -> Table:
    table = await act.table(loaded=False)
    if table.status != "lobby":
        raise ServiceError("option_frozen")
    return await change(act, table, name, value)


@on("l", "preset")
async def preset_chosen(act: Act) -> None:
    if _value(act) != NO_PRESET:
        await act.reply.show(screen(act, await _selected(act, "preset", _value(act))))


@on("l", "modules")
async def modules_chosen(act: Act) -> None:
    await act.reply.show(screen(act, await _selected(act, "expansions", " ".join(act.values))))


@on("l", "seats")
async def seats_chosen(act: Act) -> None:
    await act.reply.show(screen(act, await _selected(act, "seats", _value(act))))


def _value(act: Act) -> str:
    if not act.values:
        raise ServiceError("stale")
    return act.values[0]


@on("l", "rule")
async def rule_chosen(act: Act) -> None:
    assert act.id is not None
    table = await _selected(act, act.id.argument, _value(act))
    keys = [option.key for option in rule_options(kind_of(table), table.choices)]
    page = keys.index(act.id.argument) // PER_PAGE if act.id.argument in keys else 0
    await act.reply.show(rules_screen(act, table, page))


# --- the command -------------------------------------------------------------------------------------------------


async def options(act: Act, name: str | None = None, value: str | None = None) -> None:
    table = await act.table(loaded=False) if name != "home" else await _homeless(act)
    if name == "home":
        await _move_home(act, table)
        return
    if name is None:
        await act.reply.show(screen(act, table))
        return
    kind = kind_of(table)
    say = act.voice(table)
    if name == "tidy":
        await _tidy(act, table, value)
        return
    names = ["preset", "expansions", "seats", *(option.key for option in rule_options(kind, table.choices))]
    if name not in names:
        raise bad(say("error.name.option"), name, say("options.no_such"), names)
    if value is None:
        await act.reply.show(screen(act, table) if name in names[:3] else rules_screen(act, table, _page(table, name)))
        return
    if table.status != "lobby":
        raise ServiceError("option_frozen")
    table = await change(act, table, name, value)
    shown = value if name in names[:3] else message.value_name(kind, name, value, say)
    await act.reply.show(Screen(say("options.set", name=shown_name(kind, name, say), value=shown)))


async def _tidy(act: Act, table: Table, value: str | None) -> None:
    """Delete or keep the former messages of a table; also while it is played."""
    say = act.voice(table)
    if value is not None and value.casefold() not in TIDY:
        raise bad(say("options.tidy"), value, say("options.no_such"), list(TIDY))
    if value is not None:
        tidy = TIDY[value.casefold()]
        table = await act.bot.tables.set_tidy(table.id, act.user_id, tidy, moderator=act.moderator)
    await act.reply.show(Screen(say("options.tidied_on" if act.bot.publisher.tidy(table) else "options.tidied_off")))


def _page(table: Table, name: str) -> int:
    keys = [option.key for option in rule_options(kind_of(table), table.choices)]
    return keys.index(name) // PER_PAGE


async def _homeless(act: Act) -> Table:
    """The table to be moved here: the host's only one that lost its channel."""
    mine = [t for t in act.bot.tables.of_user(act.user_id) if t.host == act.user_id and t.homeless]
    if len(mine) != 1:
        raise ServiceError("many_tables", list=[f"#{t.id}" for t in mine]) if mine else ServiceError("nothing_to_move")
    act.at = mine[0]
    return mine[0]


async def _move_home(act: Act, table: Table) -> None:
    lobby.check_rights(act, thread=False)
    there = act.bot.tables.at(act.home.channel_id)
    if there is not None and there.id != table.id:
        raise ServiceError("home_taken", game=there.kind, id=there.id, command=table.kind)
    await act.bot.tables.set_home(table.id, act.home)
    await act.bot.tables.mark_homeless(table.id, False)
    act.bot.publisher.touch(table.id, 0)
    await act.reply.show(Screen(act.voice(table)("options.moved", id=table.id)))


async def complete_name(act: Act, filled: Mapping[str, Any], typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    say = act.voice()
    found = []
    if table is not None:
        kind = kind_of(table)
        keys = ["preset", "expansions", "seats", *(option.key for option in rule_options(kind, table.choices))]
        found = [*((shown_name(kind, key, say), key) for key in keys), (say("options.tidy"), "tidy")]
    if any(t.homeless and t.host == act.user_id for t in act.bot.tables.of_user(act.user_id)):
        found.append((say("options.home"), "home"))
    return [(shown, key) for shown, key in found if typed.casefold() in shown.casefold() or typed.casefold() in key]


async def complete_value(act: Act, filled: Mapping[str, Any], typed: str) -> Sequence[tuple[str, str]]:
    table = _here(act)
    name = str(filled.get("name", ""))
    if name == "home":
        return [("here", "here")]
    if name == "tidy":
        return [(act.voice()(f"options.tidy_{value}"), value) for value in TIDY]
    if table is None:
        return []
    kind = kind_of(table)
    say = act.voice()
    if name == "seats":
        found = [(str(n), str(n)) for n in registry.game(kind.key, table.choices).seats]
    elif name == "preset":
        found = [(message.preset_name(kind, value, say), value) for value in kind.presets]
    elif name == "expansions":
        found = [(message.module_name(kind, value, say), value) for value in kind.modules]
    else:
        found = [(message.value_name(kind, name, value, say), value) for value in values(kind, name)]
    return [(shown, sent) for shown, sent in found if typed.casefold() in shown.casefold()]


def _here(act: Act) -> Table | None:
    channel = act.interaction.channel_id
    return None if channel is None else act.bot.tables.at(channel)


def specs(bot: Longtable) -> list[Spec]:
    say = bot.voice(None, "en")
    name, value = Opt("name", complete=complete_name), Opt("value", complete=complete_value)
    return [Spec("options", say("cmd.game.options"), options, [name, value])]
