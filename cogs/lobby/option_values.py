"""Names and values of the options of a table: labels, spellings, parsing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from cogs.choose.spelling import matching_keys, merge_english_names, parse_name_list
from cogs.lobby.option_screens import (
    HINTS,
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
from rules.core import BadOption, Choices, GameType, Option
from service.errors import ServiceError
from service.state.model import LATE_POLICIES
from service.time.pace import parse_pace
from words import Voice

NOTHING: Final[Mapping[str, str]] = {}


def with_option_changed(kind: GameType, choices: Choices, name: str, value: str) -> Choices:
    """The choices with one change. Options of removed modules go too."""
    if name == "preset":
        if value not in kind.presets:
            raise BadOption("option.value", option=name, value=value, known=list(kind.presets))
        return kind.checked(kind.presets[value])
    if name == "expansions":
        modules = tuple(value.split())
        options = [(k, v) for k, v in choices.options if any(o.key == k for o in _options_of_modules(kind, modules))]
        return kind.checked(replace(choices, modules=modules, options=tuple(options)))
    page = find_combined_page(kind, choices, name)
    if page is not None:
        chosen = {key: value for key, _, value in (item.partition("=") for item in value.split())}
        kept = {k: v for k, v in choices.options if all(option.key != k for option in page.options)}
        return kind.checked(replace(choices, options=tuple(sorted({**kept, **chosen}.items()))))
    return kind.with_option(choices, name, value)


def _options_of_modules(kind: GameType, modules: Sequence[str]) -> list[Option]:
    return [option for option in kind.options if option.module is None or option.module in modules]


def find_combined_page(kind: GameType, choices: Choices, name: str) -> OptionScreenPage | None:
    """The page of that name with one select for all its options; None if there is none."""
    return next((page for page in option_pages(kind, choices) if page.together and page.name == name), None)


def bad_option_error(name: str, value: str, why: str, could: Sequence[str]) -> ServiceError:
    return ServiceError("option_bad", name=name, value=value, reason=why, list=list(could)[:25])


def option_names(kind: GameType, choices: Choices, say: Voice) -> dict[str, str]:
    """Key -> label of every option that can be set in a lobby."""
    found = {"preset": say("options.preset")}
    found |= {"expansions": naming.modules_heading(kind, say)} if kind.modules else {}
    found |= {name: say(f"options.{name}") for name in ("seats", "pace", "late", "hints")}
    pages = option_pages(kind, choices)
    for page in pages:
        found |= {page.name: page_title(kind, page, say)} if page.together else {}
    options = [option for page in pages for option in page.options]
    return found | {option.key: naming.option_name(kind, option.key, say) for option in options}


def option_title(kind: GameType, choices: Choices, name: str, say: Voice) -> str:
    return option_names(kind, choices, say).get(name) or naming.option_name(kind, name, say)


def option_value_names(kind: GameType, choices: Choices, name: str, say: Voice) -> dict[str, Sequence[str]]:
    """Value -> spellings of an option's values, the full label first."""
    if name == "preset":
        return {value: (naming.preset_name(kind, value, say),) for value in kind.presets}
    if name == "expansions":
        return {value: (naming.module_name(kind, value, say),) for value in kind.modules}
    if name == "seats":
        return {str(n): (str(n),) for n in kind.counts(choices)}
    if name == "pace":
        return {pace: (time_text.describe_pace(pace, say),) for pace in time_text.OFFERED}
    if name == "late":
        return {policy: (time_text.describe_late_policy(policy, say),) for policy in LATE_POLICIES}
    if name == "hints":
        return {value: (hints_label(value, say), value) for value in HINTS}
    page = find_combined_page(kind, choices, name)
    if page is not None:
        return {
            item: (label, *_short_spellings(page, item))
            for item, label in list_combined_values(kind, choices, page, say).items()
        }
    known = next((option.values for option in kind.options if option.key == name), ())
    return {value: (naming.value_name(kind, name, value, say),) for value in known}


def _short_spellings(page: OptionScreenPage, item: str) -> tuple[str, ...]:
    """Short spellings of a combined option: `keep both` for `without_keep=both`."""
    key, _, value = item.partition("=")
    short = key.removeprefix(f"{page.name}_")
    option = next(option for option in page.options if option.key == key)
    return (f"{short} {value}", f"{short}={value}", *((short,) if value == option.values[1] else ()))


def describe_option_value(kind: GameType, choices: Choices, name: str, value: str, say: Voice) -> str:
    known = option_value_names(kind, choices, name, say)
    if not value.strip():
        return say("options.none")
    if name == "pace":
        return time_text.describe_pace(value, say)
    if name == "expansions" or find_combined_page(kind, choices, name) is not None:
        return say.join([next(iter(known.get(word, ())), word) for word in value.split()])
    return next(iter(known.get(value, ())), value)


def list_typable_values(kind: GameType, choices: Choices, name: str, say: Voice) -> list[str]:
    """The values that an option can have at present, in their shortest spelling."""
    option = next((option for option in rule_options(kind, choices) if option.key == name), None)
    if option is not None:
        return possible_values(kind, choices, option)
    known = option_value_names(kind, choices, name, say)
    if find_combined_page(kind, choices, name) is not None:
        return [names[-1] for names in known.values()]
    return list(known)


def parse_option_name(
    kind: GameType, choices: Choices, text: str, say: Voice, more: Mapping[str, str] = NOTHING
) -> str:
    """The option named by its key, its label or a unique beginning of it. `more`: further options. ServiceError
    `token_ambiguous`, `option_bad`."""
    known = {**option_names(kind, choices, say), "tidy": say("options.tidy"), **more}
    english = {**option_names(kind, choices, say.english), "tidy": say.english("options.tidy")}
    own = {key: (name,) for key, name in known.items()}
    found = matching_keys(text, merge_english_names(own, {key: (name,) for key, name in english.items()}))
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=known[found[0]], b=known[found[1]])
    if not found:
        raise bad_option_error(say("error.name.option"), text, say("options.no_such"), list(known.values()))
    return found[0]


def parse_option_value(kind: GameType, choices: Choices, name: str, text: str, say: Voice) -> str:
    """The value as the rules spell it; several, separated by spaces, for expansions and combined options."""
    known = merge_english_names(
        option_value_names(kind, choices, name, say), option_value_names(kind, choices, name, say.english)
    )
    if name == "expansions" or find_combined_page(kind, choices, name) is not None:
        if text.strip().casefold() in ("", "-", say("options.none").casefold()):
            return ""
        read = parse_name_list(text, known)
        if read is None:
            raise unknown_items_error(
                option_title(kind, choices, name, say), text, known, list_typable_values(kind, choices, name, say), say
            )
        return " ".join(read)
    if name == "pace":
        shown = {names[0].casefold(): pace for pace, names in known.items()}
        return shown.get(text.strip().casefold()) or str(parse_pace(text))
    found = matching_keys(text, known)
    if len(found) > 1:
        raise ServiceError("token_ambiguous", text=text, a=known[found[0]][0], b=known[found[1]][0])
    return found[0] if found else text
