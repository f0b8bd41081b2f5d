"""Names and values of the options of a table: labels, spellings, parsing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cogs.act.commands import MAX_CHOICES
from cogs.choose.spelling import matching_keys, merge_english_names, parse_name_list
from cogs.lobby.option_screens import (
    HINT_VALUES,
    OptionScreenPage,
    hints_label,
    list_combined_values,
    option_pages,
    page_title,
    possible_values,
    rule_options,
)
from cogs.lobby.unknown_items import unknown_items_error
from cogs.screen import naming, time_text
from rules.core import BadOption, Choices, GameType
from service.errors import ServiceError
from service.state.model import LATE_POLICIES
from service.time.pace import parse_pace
from words import Voice

NO_OPTIONS: Final[Mapping[str, str]] = {}


def with_option_changed(kind: GameType, choices: Choices, name: str, value: str) -> Choices:
    """The choices with one change. Options of removed modules go too."""
    if name == "preset":
        if value not in kind.presets:
            raise BadOption("option.value", option=name, value=value, known=list(kind.presets))
        return kind.normalize_choices(kind.presets[value])
    if name == "expansions":
        modules = tuple(value.split())
        valid = {option.key for option in kind.options if option.module is None or option.module in modules}
        options = tuple((key, chosen) for key, chosen in choices.options if key in valid)
        return kind.normalize_choices(replace(choices, modules=modules, options=options))
    page = find_combined_page(kind, choices, name)
    if page is not None:
        on_page = {option.key for option in page.options}
        changed = {key: value for key, value in choices.options if key not in on_page}
        for item in value.split():
            key, _, chosen = item.partition("=")
            changed[key] = chosen
        return kind.normalize_choices(replace(choices, options=tuple(sorted(changed.items()))))
    return kind.with_option(choices, name, value)


def find_combined_page(kind: GameType, choices: Choices, name: str) -> OptionScreenPage | None:
    """The page of that name with one select for all its options; None if there is none."""
    return next((page for page in option_pages(kind, choices) if page.is_combined and page.name == name), None)


def bad_option_error(name: str, value: str, reason: str, possible: Sequence[str]) -> ServiceError:
    return ServiceError("option_bad", name=name, value=value, reason=reason, list=list(possible)[:MAX_CHOICES])


def option_names(kind: GameType, choices: Choices, say: Voice) -> dict[str, str]:
    """Key -> label of every option that can be set in a lobby."""
    names = {"preset": say("options.preset")}
    names |= {"expansions": naming.modules_heading(kind, say)} if kind.modules else {}
    names |= {name: say(f"options.{name}") for name in ("seats", "pace", "late", "hints")}
    pages = option_pages(kind, choices)
    for page in pages:
        names |= {page.name: page_title(kind, page, say)} if page.is_combined else {}
    options = [option for page in pages for option in page.options]
    return names | {option.key: naming.option_name(kind, option.key, say) for option in options}


def option_title(kind: GameType, choices: Choices, name: str, say: Voice) -> str:
    return option_names(kind, choices, say).get(name) or naming.option_name(kind, name, say)


def option_value_names(kind: GameType, choices: Choices, name: str, say: Voice) -> dict[str, Sequence[str]]:
    """Value -> spellings of an option's values, the full label first."""
    if name == "preset":
        return {value: (naming.preset_name(kind, value, say),) for value in kind.presets}
    if name == "expansions":
        return {value: (naming.module_name(kind, value, say),) for value in kind.modules}
    if name == "seats":
        return {str(n): (str(n),) for n in kind.allowed_player_counts(choices)}
    if name == "pace":
        return {pace: (time_text.describe_pace(pace, say),) for pace in time_text.OFFERED_PACES}
    if name == "late":
        return {policy: (time_text.describe_late_policy(policy, say),) for policy in LATE_POLICIES}
    if name == "hints":
        return {value: (hints_label(value, say), value) for value in HINT_VALUES}
    page = find_combined_page(kind, choices, name)
    if page is not None:
        return {
            item: (label, *_short_spellings(page, item))
            for item, label in list_combined_values(kind, choices, page, say).items()
        }
    values = next((option.values for option in kind.options if option.key == name), ())
    return {value: (naming.value_name(kind, name, value, say),) for value in values}


def _short_spellings(page: OptionScreenPage, item: str) -> tuple[str, ...]:
    """Short spellings of a combined option: `keep both` for `without_keep=both`."""
    key, _, value = item.partition("=")
    short_key = key.removeprefix(f"{page.name}_")
    option = next(option for option in page.options if option.key == key)
    return (f"{short_key} {value}", f"{short_key}={value}", *((short_key,) if value == option.values[1] else ()))


def describe_option_value(kind: GameType, choices: Choices, name: str, value: str, say: Voice) -> str:
    value_names = option_value_names(kind, choices, name, say)
    if not value.strip():
        return say("options.none")
    if name == "pace":
        return time_text.describe_pace(value, say)
    if name == "expansions" or find_combined_page(kind, choices, name) is not None:
        return say.join([next(iter(value_names.get(item, ())), item) for item in value.split()])
    return next(iter(value_names.get(value, ())), value)


def list_typable_values(kind: GameType, choices: Choices, name: str, say: Voice) -> list[str]:
    """The values that an option can have at present, in their shortest spelling."""
    option = next((option for option in rule_options(kind, choices) if option.key == name), None)
    if option is not None:
        return possible_values(kind, choices, option)
    value_names = option_value_names(kind, choices, name, say)
    if find_combined_page(kind, choices, name) is not None:
        return [names[-1] for names in value_names.values()]
    return list(value_names)


def parse_option_name(
    kind: GameType, choices: Choices, text: str, say: Voice, further_options: Mapping[str, str] = NO_OPTIONS
) -> str:
    """The option named by its key, its label or a unique beginning. ServiceError `token_ambiguous`, `option_bad`."""
    labels = {**option_names(kind, choices, say), "tidy": say("options.tidy"), **further_options}
    english_labels = {**option_names(kind, choices, say.english), "tidy": say.english("options.tidy")}
    spellings = {key: (name,) for key, name in labels.items()}
    english_spellings = {key: (name,) for key, name in english_labels.items()}
    matches = matching_keys(text, merge_english_names(spellings, english_spellings))
    if len(matches) > 1:
        raise ServiceError("token_ambiguous", text=text, a=labels[matches[0]], b=labels[matches[1]])
    if not matches:
        raise bad_option_error(say("error.name.option"), text, say("options.no_such"), list(labels.values()))
    return matches[0]


def parse_option_value(kind: GameType, choices: Choices, name: str, text: str, say: Voice) -> str:
    """The value as the rules spell it; several, separated by spaces, for expansions and combined options."""
    spellings = merge_english_names(
        option_value_names(kind, choices, name, say), option_value_names(kind, choices, name, say.english)
    )
    if name == "expansions" or find_combined_page(kind, choices, name) is not None:
        if text.strip().casefold() in ("", "-", say("options.none").casefold()):
            return ""
        values = parse_name_list(text, spellings)
        if values is None:
            title, possible = option_title(kind, choices, name, say), list_typable_values(kind, choices, name, say)
            raise unknown_items_error(title, text, spellings, possible, say)
        return " ".join(values)
    if name == "pace":
        offered_paces = {names[0].casefold(): pace for pace, names in spellings.items()}
        return offered_paces.get(text.strip().casefold()) or str(parse_pace(text))
    matches = matching_keys(text, spellings)
    if len(matches) > 1:
        raise ServiceError("token_ambiguous", text=text, a=spellings[matches[0]][0], b=spellings[matches[1]][0])
    return matches[0] if matches else text
