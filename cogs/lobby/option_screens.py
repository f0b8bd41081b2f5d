"""Private screens of a table's options: the general ones, then pages of rule options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cogs.act.context import InteractionContext
from cogs.games import face_for
from cogs.screen import Button, Choice, Row, Screen, Select, cut, ids, naming, time_text
from rules.core import BadOption, Choices, GameType, Option, registry
from service.state.model import LATE_POLICIES, Table
from service.state.player_counts import list_lobby_concerns
from service.state.seat_control import find_visible_seat
from words import Voice, catalogue

PER_PAGE: Final = 4  # selects on an unnamed page
EXPLAINED: Final = 6  # maximum options on a page with explanations
NAMED: Final = 4  # pages with buttons of their own
NO_PRESET: Final = "-"
HINTS: Final = ("on", "off")


@dataclass(frozen=True, slots=True)
class OptionScreenPage:
    """A page of rule options; `name` is empty for an unnamed one."""

    options: tuple[Option, ...]
    name: str = ""
    together: bool = False  # one select for all options that are not at their defaults


def may_change_options(ctx: InteractionContext, table: Table) -> bool:
    return table.status == "lobby" and (table.host == ctx.user_id or ctx.moderator)


def table_game_type(table: Table) -> GameType:
    return registry.game_types()[table.kind]


def rule_options(kind: GameType, choices: Choices) -> list[Option]:
    """The options of the modules in use."""
    return [option for option in kind.options if option.module is None or option.module in choices.modules]


def option_pages(kind: GameType, choices: Choices) -> list[OptionScreenPage]:
    """The pages of rule options, without those where nothing can change at present."""
    idle = face_for(kind.key).idle_options(choices)
    left = {option.key: option for option in rule_options(kind, choices) if option.key not in idle}
    pages = []
    for page in face_for(kind.key).pages:
        options = tuple(left.pop(key) for key in page.keys if key in left)
        if options and _any_option_applies(kind, choices, options):
            pages.append(OptionScreenPage(options, page.name, page.together))
    rest = list(left.values())
    pages += [OptionScreenPage(tuple(rest[at : at + PER_PAGE])) for at in range(0, len(rest), PER_PAGE)]
    return pages


def _any_option_applies(kind: GameType, choices: Choices, options: Sequence[Option]) -> bool:
    """Whether any option has, or could have, another value than its default, alone or combined."""
    defaults = kind.defaults(choices)
    if any(kind.value(choices, option.key) != defaults[option.key] for option in options):
        return True
    if any(len(possible_values(kind, choices, option)) > 1 for option in options):
        return True
    several: dict[str, str] = {}
    for option in options:
        several[option.key] = next(value for value in option.values if value != defaults[option.key])
        if try_options(kind, choices, several) is not None:
            return True
    return False


def try_options(kind: GameType, choices: Choices, changes: dict[str, str]) -> Choices | None:
    """The choices with these changes; None if they are not valid together."""
    options = tuple(sorted({**dict(choices.options), **changes}.items()))
    try:
        return kind.checked(replace(choices, options=options))
    except BadOption:
        return None


def possible_values(kind: GameType, choices: Choices, option: Option) -> list[str]:
    """The values that an option can have with the present choices."""
    return [value for value in option.values if try_options(kind, choices, {option.key: value}) is not None]


def page_title(kind: GameType, page: OptionScreenPage, say: Voice) -> str:
    key = f"{kind.family}.page.{page.name}"
    return say(key) if page.name and say.has(key) else page.name.replace("_", " ").capitalize()


# --- general options ---------------------------------------------------------------------------------------------


def options_screen(ctx: InteractionContext, table: Table, above: str = "") -> Screen:
    """Preset, expansions, seats and pace: with selects for users who may change them, else as text."""
    kind = table_game_type(table)
    say = ctx.voice(table)
    lines = [
        above,
        say("options.title", id=table.id),
        *list_option_facts(table, kind, say),
        *list_start_warnings(ctx, table),
    ]
    rows: list[Row] = []
    below = ""
    if may_change_options(ctx, table) and table.branch is not None:
        rows = [
            _pace_select(table, say),
            _late_select(table, say),
            _hints_select(table, say),
            *_language_selects(table, say),
        ]
        below = say("options.branch", of=table.branch.of)
    elif may_change_options(ctx, table):
        rows = [_preset_select(table, kind, say)]
        if kind.modules:
            rows.append(_modules_select(table, kind, say))
        rows += [
            _seats_select(table, kind, say),
            _pace_select(table, say),
            _late_select(table, say),
            _hints_select(table, say),
            *_language_selects(table, say),
        ]
    elif table.status == "lobby":
        host = table.seat_of(table.host)
        below = say("options.read_only", host=say.seat(host.index) if host is not None else "")
    elif table.open and (seat := find_visible_seat(table, ctx.user_id)) is not None and seat.human:
        rows = [_pace_select(table, say), _late_select(table, say), *_language_selects(table, say)]
        below = say("options.running_asks")
    else:
        below = say("options.running")
    last = [*_rule_page_buttons(table, kind, say), Button(ids.lobby_custom_id(table.id, "done"), say("button.done"))]
    return Screen("\n".join(line for line in lines if line), rows=[*rows, last], below=below)


def _rule_page_buttons(table: Table, kind: GameType, say: Voice) -> Iterator[Button]:
    """Buttons to the named pages, and to the first unnamed one."""
    pages = option_pages(kind, table.choices)
    for at, page in [(at, page) for at, page in enumerate(pages) if page.name][: NAMED - 1]:
        title = say("options.way", title=page_title(kind, page, say))
        yield Button(ids.lobby_custom_id(table.id, "rules", str(at)), title, "blue")
    other = next((at for at, page in enumerate(pages) if not page.name), None)
    if other is not None:
        yield Button(ids.lobby_custom_id(table.id, "rules", str(other)), say("button.rules"), "blue")


def list_option_facts(table: Table, kind: GameType, say: Voice) -> list[str]:
    return [
        cut(naming.describe_changed_options(kind, table.choices, say), 1500),
        say("options.line", name=say("options.seats"), value=say("options.seats_value", n=table.max_seats)),
        say("options.line", name=say("options.pace"), value=time_text.describe_pace(table.pace, say)),
        say("options.line", name=say("options.late"), value=time_text.describe_late_policy(table.late, say)),
        say("options.line", name=say("options.hints"), value=hints_label("on" if table.hints else "off", say)),
        say("options.code", kind=kind.key, code=str(table.choices), pace=table.pace, late=table.late),
    ]


def list_start_warnings(ctx: InteractionContext, table: Table) -> list[str]:
    """Warnings about unusual but valid choices, before the start."""
    if table.status != "lobby":
        return []
    say = ctx.voice(table)
    return [say("lobby.warning", text=say.phrase(phrase)) for phrase in list_lobby_concerns(table)]


def _preset_select(table: Table, kind: GameType, say: Voice) -> Select:
    now = find_preset(table, kind)
    choices = [
        Choice(
            name,
            cut(say("options.line", name=say("options.preset"), value=naming.preset_name(kind, name, say)), 100),
            cut(naming.describe_changed_options(kind, preset, say), 100),
            name == now,
        )
        for name, preset in kind.presets.items()
    ]
    if now is None:
        own = say("options.line", name=say("options.preset"), value=say("options.own"))
        choices.append(Choice(NO_PRESET, own, chosen=True))
    return Select(ids.lobby_custom_id(table.id, "preset"), choices, say("options.preset"))


def find_preset(table: Table, kind: GameType) -> str | None:
    return next((name for name, preset in kind.presets.items() if kind.checked(preset) == table.choices), None)


def _modules_select(table: Table, kind: GameType, say: Voice) -> Select:
    choices = [
        Choice(
            module,
            naming.module_name(kind, module, say),
            describe_option_item(kind, "module", module, say),
            module in table.choices.modules,
        )
        for module in kind.modules
    ]
    return Select(ids.lobby_custom_id(table.id, "modules"), choices, naming.modules_heading(kind, say), 0, len(choices))


def describe_option_item(kind: GameType, what: str, key: str, say: Voice) -> str:
    """The description of a module or an option in one line; empty if it has none."""
    sentence = f"{kind.family}.{what}_about.{key}"
    return cut(say(sentence), 100) if say.has(sentence) else ""


def _seats_select(table: Table, kind: GameType, say: Voice) -> Select:
    choices = [
        Choice(
            str(n),
            say("options.line", name=say("options.seats"), value=say("options.seats_value", n=n)),
            chosen=n == table.max_seats,
        )
        for n in kind.counts(table.choices)
        if n >= max(2, len(table.seats))
    ]
    return Select(ids.lobby_custom_id(table.id, "seats"), choices, say("options.seats"))


def _pace_select(table: Table, say: Voice) -> Select:
    """The offered paces, and the present one if it is not among them."""
    offered = (*time_text.OFFERED, *(() if table.pace in time_text.OFFERED else (table.pace,)))
    choices = [
        Choice(
            pace,
            cut(say("options.line", name=say("options.pace"), value=time_text.describe_pace(pace, say)), 100),
            cut(time_text.explain_pace(pace, say), 100),
            pace == table.pace,
        )
        for pace in offered
    ]
    return Select(ids.lobby_custom_id(table.id, "pace"), choices, say("options.pace"))


def _language_selects(table: Table, say: Voice) -> list[Select]:
    """A select of the offered languages; [] if there is only one."""
    offered = catalogue().offered
    choices = [
        Choice(
            code,
            cut(say("options.line", name=say("options.language"), value=naming.language_name(code, say)), 100),
            chosen=code == table.language,
        )
        for code in offered
    ]
    several = len(offered) > 1
    return [Select(ids.lobby_custom_id(table.id, "language"), choices, say("options.language"))] if several else []


def _late_select(table: Table, say: Voice) -> Select:
    choices = [
        Choice(
            late,
            cut(say("options.line", name=say("options.late"), value=time_text.describe_late_policy(late, say)), 100),
            cut(say(f"late.about_{late}"), 100),
            late == table.late,
        )
        for late in LATE_POLICIES
    ]
    return Select(ids.lobby_custom_id(table.id, "late"), choices, say("options.late"))


def _hints_select(table: Table, say: Voice) -> Select:
    choices = [
        Choice(
            value,
            say("options.line", name=say("options.hints"), value=hints_label(value, say)),
            say(f"options.about_{value}"),
            (value == "on") == table.hints,
        )
        for value in HINTS
    ]
    return Select(ids.lobby_custom_id(table.id, "hints"), choices, say("options.hints"))


def hints_label(value: str, say: Voice) -> str:
    return say(f"options.hints_{value}")


# --- rule options ------------------------------------------------------------------------------------------------


def rules_screen(ctx: InteractionContext, table: Table, number: int, above: str = "") -> Screen:
    """A page of rule options: a select for each, or one for all that are not at their defaults."""
    kind = table_game_type(table)
    say = ctx.voice(table)
    pages = option_pages(kind, table.choices)
    back = Button(ids.lobby_custom_id(table.id, "options-back"), say("button.back"))
    if not pages:
        return Screen(say("options.no_rules"), rows=[[back]])
    number = min(max(number, 0), len(pages) - 1)
    page = pages[number]
    lines = [above, _rules_heading(table, kind, page, number, len(pages), say)]
    changed = [option for option in page.options if kind.value(table.choices, option.key) != option.values[0]]
    if page.together and not changed:
        lines.append(say("options.line", name=page_title(kind, page, say), value=say("options.none")))
    for option in changed if page.together else page.options:
        lines.append(option_line(kind, option, kind.value(table.choices, option.key), say))
        key = f"{kind.family}.option_about.{option.key}"
        if len(page.options) <= EXPLAINED and say.has(key):
            lines.append(say("options.about", text=say(key)))
    lines += list_start_warnings(ctx, table)
    rows: list[Row] = []
    if may_change_options(ctx, table) and table.branch is None:
        rows = (
            [_combined_select(table, kind, page, say)]
            if page.together
            else [_rule_select(table, kind, option, say) for option in page.options]
        )
    buttons = [back]
    if len(pages) > 1:
        onward = ids.lobby_custom_id(table.id, "rules", str((number + 1) % len(pages)))
        buttons.append(Button(onward, say("button.next"), "blue"))
    return Screen("\n".join(line for line in lines if line), rows=[*rows, buttons])


def _rules_heading(table: Table, kind: GameType, page: OptionScreenPage, number: int, count: int, say: Voice) -> str:
    if page.name:
        return say("options.page", title=page_title(kind, page, say), id=table.id, page=number + 1, pages=count)
    return say("options.rules", id=table.id, page=number + 1, pages=count)


def option_line(kind: GameType, option: Option, value: str, say: Voice) -> str:
    name = naming.option_name(kind, option.key, say)
    return say("options.line", name=name, value=naming.value_name(kind, option.key, value, say))


def _rule_select(table: Table, kind: GameType, option: Option, say: Voice) -> Select:
    """The values of an option. A select shows no title once a value is chosen, so every value names the option."""
    now = kind.value(table.choices, option.key)
    choices = [
        Choice(value, cut(option_line(kind, option, value, say), 100), chosen=value == now) for value in option.values
    ]
    return Select(ids.lobby_custom_id(table.id, "rule", option.key), choices, naming.option_name(kind, option.key, say))


def _combined_select(table: Table, kind: GameType, page: OptionScreenPage, say: Voice) -> Select:
    """All options of a page in one select: chosen ones are not at their defaults."""
    choices = [
        Choice(item, label, chosen=kind.value(table.choices, item.partition("=")[0]) == item.partition("=")[2])
        for item, label in list_combined_values(kind, table.choices, page, say).items()
    ]
    return Select(
        ids.lobby_custom_id(table.id, "together", page.name), choices, page_title(kind, page, say), 0, len(choices)
    )


def list_combined_values(kind: GameType, choices: Choices, page: OptionScreenPage, say: Voice) -> dict[str, str]:
    """`option=value` -> label, for every value except the defaults."""
    defaults = kind.defaults(choices)
    found = {}
    for option in page.options:
        others = [value for value in option.values if value != defaults[option.key]]
        name = naming.option_name(kind, option.key, say)
        for value in others:
            found[f"{option.key}={value}"] = name if len(others) == 1 else option_line(kind, option, value, say)
    return found
