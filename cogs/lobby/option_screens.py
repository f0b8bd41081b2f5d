"""Private screens of a table's options: the general ones, then pages of rule options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from cogs.act.context import InteractionContext
from cogs.games import face_for
from cogs.screen import OPTION_LENGTH, Button, Choice, Row, Screen, Select, ids, naming, time_text, truncate_text
from rules.core import BadOption, Choices, GameType, Option, registry
from service.state.model import LATE_POLICIES, Table
from service.state.player_counts import list_lobby_concerns
from service.state.seat_control import find_visible_seat
from words import Voice, catalogue

OPTIONS_PER_PAGE: Final = 4  # selects on an unnamed page
EXPLAINED_OPTIONS: Final = 6  # maximum options on a page with explanations
NAMED_PAGE_BUTTONS: Final = 4  # pages with buttons of their own
NO_PRESET_VALUE: Final = "-"
HINT_VALUES: Final = ("on", "off")


@dataclass(frozen=True, slots=True)
class OptionScreenPage:
    """A page of rule options; `name` is empty for an unnamed one."""

    options: tuple[Option, ...]
    name: str = ""
    is_combined: bool = False  # one select for all options that are not at their defaults


def may_change_options(ctx: InteractionContext, table: Table) -> bool:
    return table.status == "lobby" and (table.host == ctx.user_id or ctx.is_moderator)


def table_game_type(table: Table) -> GameType:
    return registry.game_types()[table.kind]


def rule_options(kind: GameType, choices: Choices) -> list[Option]:
    """The options of the modules in use."""
    return [option for option in kind.options if option.module is None or option.module in choices.modules]


def option_pages(kind: GameType, choices: Choices) -> list[OptionScreenPage]:
    """The pages of rule options, without those where nothing can change at present."""
    hidden = face_for(kind.key).options_without_effect(choices)
    remaining = {option.key: option for option in rule_options(kind, choices) if option.key not in hidden}
    pages = []
    for page in face_for(kind.key).option_pages:
        options = tuple(remaining.pop(key) for key in page.keys if key in remaining)
        if options and _any_option_applies(kind, choices, options):
            pages.append(OptionScreenPage(options, page.name, page.together))
    unnamed = list(remaining.values())
    starts = range(0, len(unnamed), OPTIONS_PER_PAGE)
    pages += [OptionScreenPage(tuple(unnamed[start : start + OPTIONS_PER_PAGE])) for start in starts]
    return pages


def _any_option_applies(kind: GameType, choices: Choices, options: Sequence[Option]) -> bool:
    """Whether any option has, or could have, another value than its default, alone or combined."""
    defaults = kind.option_defaults(choices)
    if any(kind.option_value(choices, option.key) != defaults[option.key] for option in options):
        return True
    if any(len(possible_values(kind, choices, option)) > 1 for option in options):
        return True
    combined: dict[str, str] = {}
    for option in options:
        combined[option.key] = next(value for value in option.values if value != defaults[option.key])
        if try_options(kind, choices, combined) is not None:
            return True
    return False


def try_options(kind: GameType, choices: Choices, changes: dict[str, str]) -> Choices | None:
    """The choices with these changes; None if they are not valid together."""
    options = tuple(sorted({**dict(choices.options), **changes}.items()))
    try:
        return kind.normalize_choices(replace(choices, options=options))
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
    pace, late, languages = _pace_select(table, say), _late_select(table, say), _language_selects(table, say)
    general_selects: list[Row] = [pace, late, _hints_select(table, say), *languages]
    rows: list[Row] = []
    below = ""
    if may_change_options(ctx, table) and table.branch is not None:
        rows = general_selects
        below = say("options.branch", of=table.branch.of)
    elif may_change_options(ctx, table):
        rows = [_preset_select(table, kind, say)]
        if kind.modules:
            rows.append(_modules_select(table, kind, say))
        rows += [_seats_select(table, kind, say), *general_selects]
    elif table.status == "lobby":
        host = table.seat_of(table.host)
        below = say("options.read_only", host=say.seat(host.index) if host is not None else "")
    elif table.is_open and (seat := find_visible_seat(table, ctx.user_id)) is not None and seat.is_human:
        rows = [pace, late, *languages]
        below = say("options.running_asks")
    else:
        below = say("options.running")
    buttons = [*_rule_page_buttons(table, kind, say), Button(ids.lobby_custom_id(table.id, "done"), say("button.done"))]
    return Screen("\n".join(line for line in lines if line), rows=[*rows, buttons], below=below)


def _rule_page_buttons(table: Table, kind: GameType, say: Voice) -> Iterator[Button]:
    """Buttons to the named pages, and to the first unnamed one."""
    pages = option_pages(kind, table.choices)
    for index, page in [(index, page) for index, page in enumerate(pages) if page.name][: NAMED_PAGE_BUTTONS - 1]:
        title = say("options.way", title=page_title(kind, page, say))
        yield Button(ids.lobby_custom_id(table.id, "rules", str(index)), title, "blue")
    first_unnamed = next((index for index, page in enumerate(pages) if not page.name), None)
    if first_unnamed is not None:
        yield Button(ids.lobby_custom_id(table.id, "rules", str(first_unnamed)), say("button.rules"), "blue")


def list_option_facts(table: Table, kind: GameType, say: Voice) -> list[str]:
    return [
        truncate_text(naming.describe_changed_options(kind, table.choices, say), 1500),
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


def _option_choice(option: str, value: str, label: str, say: Voice, chosen: bool, about: str = "") -> Choice:
    """A value of a general option. A select shows no title once a value is chosen, so every value names the option."""
    line = say("options.line", name=say(f"options.{option}"), value=label)
    return Choice(value, truncate_text(line, OPTION_LENGTH), truncate_text(about, OPTION_LENGTH), chosen)


def _preset_select(table: Table, kind: GameType, say: Voice) -> Select:
    current, choices = find_preset(table, kind), []
    for name, preset in kind.presets.items():
        about = naming.describe_changed_options(kind, preset, say)
        choices.append(_option_choice("preset", name, naming.preset_name(kind, name, say), say, name == current, about))
    if current is None:
        choices.append(_option_choice("preset", NO_PRESET_VALUE, say("options.own"), say, chosen=True))
    return Select(ids.lobby_custom_id(table.id, "preset"), choices, say("options.preset"))


def find_preset(table: Table, kind: GameType) -> str | None:
    return next(
        (name for name, preset in kind.presets.items() if kind.normalize_choices(preset) == table.choices), None
    )


def _modules_select(table: Table, kind: GameType, say: Voice) -> Select:
    choices = []
    for module in kind.modules:
        about_key = f"{kind.family}.module_about.{module}"
        about = truncate_text(say(about_key), OPTION_LENGTH) if say.has(about_key) else ""
        name = naming.module_name(kind, module, say)
        choices.append(Choice(module, name, about, module in table.choices.modules))
    return Select(ids.lobby_custom_id(table.id, "modules"), choices, naming.modules_heading(kind, say), 0, len(choices))


def _seats_select(table: Table, kind: GameType, say: Voice) -> Select:
    possible = [n for n in kind.allowed_player_counts(table.choices) if n >= max(2, len(table.seats))]
    labels = {n: say("options.seats_value", n=n) for n in possible}
    choices = [_option_choice("seats", str(n), labels[n], say, n == table.max_seats) for n in possible]
    return Select(ids.lobby_custom_id(table.id, "seats"), choices, say("options.seats"))


def _pace_select(table: Table, say: Voice) -> Select:
    """The offered paces, and the present one if it is not among them."""
    choices = []
    for pace in dict.fromkeys([*time_text.OFFERED_PACES, table.pace]):
        label, about = time_text.describe_pace(pace, say), time_text.explain_pace(pace, say)
        choices.append(_option_choice("pace", pace, label, say, pace == table.pace, about))
    return Select(ids.lobby_custom_id(table.id, "pace"), choices, say("options.pace"))


def _language_selects(table: Table, say: Voice) -> list[Select]:
    """A select of the offered languages; [] if there is only one."""
    offered = catalogue().offered_languages
    if len(offered) < 2:
        return []
    labels = {code: naming.language_name(code, say) for code in offered}
    choices = [_option_choice("language", code, labels[code], say, code == table.language) for code in offered]
    return [Select(ids.lobby_custom_id(table.id, "language"), choices, say("options.language"))]


def _late_select(table: Table, say: Voice) -> Select:
    choices = []
    for policy in LATE_POLICIES:
        label, about = time_text.describe_late_policy(policy, say), say(f"late.about_{policy}")
        choices.append(_option_choice("late", policy, label, say, policy == table.late, about))
    return Select(ids.lobby_custom_id(table.id, "late"), choices, say("options.late"))


def _hints_select(table: Table, say: Voice) -> Select:
    choices = []
    for value in HINT_VALUES:
        is_current, about = (value == "on") == table.hints, say(f"options.about_{value}")
        choices.append(_option_choice("hints", value, hints_label(value, say), say, is_current, about))
    return Select(ids.lobby_custom_id(table.id, "hints"), choices, say("options.hints"))


def hints_label(value: str, say: Voice) -> str:
    return say(f"options.hints_{value}")


# --- rule options ------------------------------------------------------------------------------------------------


def rules_screen(ctx: InteractionContext, table: Table, page_index: int, above: str = "") -> Screen:
    """A page of rule options: a select for each, or one for all that are not at their defaults."""
    kind = table_game_type(table)
    say = ctx.voice(table)
    pages = option_pages(kind, table.choices)
    back = Button(ids.lobby_custom_id(table.id, "options-back"), say("button.back"))
    if not pages:
        return Screen(say("options.no_rules"), rows=[[back]])
    page_index = min(max(page_index, 0), len(pages) - 1)
    page = pages[page_index]
    lines = [above, _rules_heading(table, kind, page, page_index + 1, len(pages), say)]
    changed = [option for option in page.options if kind.option_value(table.choices, option.key) != option.values[0]]
    if page.is_combined and not changed:
        lines.append(say("options.line", name=page_title(kind, page, say), value=say("options.none")))
    for option in changed if page.is_combined else page.options:
        lines.append(option_line(kind, option, kind.option_value(table.choices, option.key), say))
        key = f"{kind.family}.option_about.{option.key}"
        if len(page.options) <= EXPLAINED_OPTIONS and say.has(key):
            lines.append(say("options.about", text=say(key)))
    lines += list_start_warnings(ctx, table)
    rows: list[Row] = []
    if may_change_options(ctx, table) and table.branch is None:
        rows = (
            [_combined_select(table, kind, page, say)]
            if page.is_combined
            else [_rule_select(table, kind, option, say) for option in page.options]
        )
    buttons = [back]
    if len(pages) > 1:
        next_id = ids.lobby_custom_id(table.id, "rules", str((page_index + 1) % len(pages)))
        buttons.append(Button(next_id, say("button.next"), "blue"))
    return Screen("\n".join(line for line in lines if line), rows=[*rows, buttons])


def _rules_heading(table: Table, kind: GameType, page: OptionScreenPage, number: int, count: int, say: Voice) -> str:
    if page.name:
        return say("options.page", title=page_title(kind, page, say), id=table.id, page=number, pages=count)
    return say("options.rules", id=table.id, page=number, pages=count)


def option_line(kind: GameType, option: Option, value: str, say: Voice) -> str:
    name = naming.option_name(kind, option.key, say)
    return say("options.line", name=name, value=naming.value_name(kind, option.key, value, say))


def _rule_select(table: Table, kind: GameType, option: Option, say: Voice) -> Select:
    current = kind.option_value(table.choices, option.key)
    choices = [
        Choice(value, truncate_text(option_line(kind, option, value, say), OPTION_LENGTH), is_chosen=value == current)
        for value in option.values
    ]
    return Select(ids.lobby_custom_id(table.id, "rule", option.key), choices, naming.option_name(kind, option.key, say))


def _combined_select(table: Table, kind: GameType, page: OptionScreenPage, say: Voice) -> Select:
    """All options of a page in one select: chosen ones are not at their defaults."""
    choices = [
        Choice(
            item, label, is_chosen=kind.option_value(table.choices, item.partition("=")[0]) == item.partition("=")[2]
        )
        for item, label in list_combined_values(kind, table.choices, page, say).items()
    ]
    return Select(
        ids.lobby_custom_id(table.id, "together", page.name), choices, page_title(kind, page, say), 0, len(choices)
    )


def list_combined_values(kind: GameType, choices: Choices, page: OptionScreenPage, say: Voice) -> dict[str, str]:
    """`option=value` -> label, for every value except the defaults."""
    defaults = kind.option_defaults(choices)
    labels = {}
    for option in page.options:
        alternatives = [value for value in option.values if value != defaults[option.key]]
        name = naming.option_name(kind, option.key, say)
        for value in alternatives:
            labels[f"{option.key}={value}"] = name if len(alternatives) == 1 else option_line(kind, option, value, say)
    return labels
