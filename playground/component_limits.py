"""Discord's limits for components of messages and modals: kinds, nesting, counts, lengths, custom ids."""

from __future__ import annotations

from typing import Any

from playground import components as parts
from playground.components import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    GALLERY,
    LABEL,
    RADIOS,
    ROW,
    SECTION,
    SELECT,
    SELECTS,
    SEPARATOR,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
    UPLOAD,
)
from playground.errors import Problem
from playground.model import Json

ROWS = 5
ROW_BUTTONS = 5
V2_PARTS = 40
V2_TEXT = 4000
CUSTOM_ID = 100
BUTTON_LABEL = 80
BUTTON_LINK = 512
OPTIONS = 25
OPTION_TEXT = 100
PLACEHOLDER = 150
ALT_TEXT = 1024
SECTION_TEXTS = 3
GALLERY_ITEMS = 10
MODAL_ROWS = 5
LABEL_TEXT = 45
LABEL_DESCRIPTION = 100
INPUT_PLACEHOLDER = 100
INPUT_TEXT = 4000
RADIO_OPTIONS = (2, 10)
CHECKBOX_OPTIONS = (1, 10)

TOP_V2 = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
IN_LABEL = (TEXT_INPUT, *SELECTS, UPLOAD, RADIOS, CHECKBOXES, CHECKBOX)


def check_text(where: str, text: Any, most: int, least: int = 0) -> list[Problem]:
    if text is None:
        text = ""
    if not isinstance(text, str):
        return [Problem(where, "STRING_TYPE_CONVERT", "Could not interpret value as string.")]
    if not least <= len(text) <= most:
        return [Problem(where, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")]
    return []


def _wrong_kind(where: str, allowed: tuple[int, ...]) -> Problem:
    return Problem(f"{where}.type", "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {allowed}.')


def check_message_components(components: list[Json], *, v2: bool, files: list[str]) -> list[Problem]:
    """The problems of all components of one message."""
    found: list[Problem] = []
    top = TOP_V2 if v2 else (ROW,)
    if not v2 and len(components) > ROWS:
        found.append(Problem("components", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length."))
    for i, component in enumerate(components):
        if component.get("type") not in top:
            found.append(_wrong_kind(f"components.{i}", top))
    everything = list(parts.walk_components(components))
    if v2 and len(everything) > V2_PARTS:
        words = f"{len(everything)} components where {V2_PARTS} are allowed, nested ones counted."
        found.append(Problem("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words))
    text = sum(len(str(c.get("content") or "")) for _, c in everything if c.get("type") == TEXT)
    if text > V2_TEXT:
        words = f"{text} characters of text where {V2_TEXT} are allowed."
        found.append(Problem("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words))
    for where, component in everything:
        found += _check_component(where, component, files)
    return found + _check_unique_ids(everything)


def _check_unique_ids(everything: list[tuple[str, Json]]) -> list[Problem]:
    found = []
    names: set[str] = set()
    numbers: set[int] = set()
    for where, component in everything:
        name = component.get("custom_id")
        if name is not None and name in names:
            words = "Component custom id cannot be duplicated"
            found.append(Problem(f"{where}.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", words))
        elif name is not None:
            names.add(name)
        number = component.get("id")
        if number and number in numbers:
            found.append(Problem(f"{where}.id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"))
        elif number:
            numbers.add(number)
    return found


def _check_component(where: str, component: Json, files: list[str]) -> list[Problem]:
    """The problems of one component and of its direct children."""
    kind = component.get("type")
    match kind:
        case 1:
            return _check_row(where, component)
        case 2:
            return _check_button(where, component)
        case 3 | 5 | 6 | 7 | 8:
            return _check_select(where, component)
        case 4:
            return _check_text_input(where, component)
        case 9:
            return _check_section(where, component)
        case 10:
            return check_text(f"{where}.content", component.get("content"), V2_TEXT, 1)
        case 11 | 12 | 13:
            return _check_media(where, component, files)
        case 14:
            return []
        case 17:
            return _check_container(where, component)
        case 18:
            return _check_label(where, component)
        case 21 | 22:
            return _check_choice_group(where, component)
        case 19 | 23:
            return check_text(f"{where}.custom_id", component.get("custom_id"), CUSTOM_ID, 1)
    return [Problem(f"{where}.type", "UNION_TYPE_CHOICES", f"There is no component of type {kind}.")]


def _check_row(where: str, row: Json) -> list[Problem]:
    inside = row.get("components") or []
    kinds = [c.get("type") for c in inside]
    if kinds and all(k == BUTTON for k in kinds) and len(kinds) <= ROW_BUTTONS:
        return []
    if len(kinds) == 1 and (kinds[0] in SELECTS or kinds[0] == TEXT_INPUT):
        return []
    words = f"A row holds 1 to {ROW_BUTTONS} buttons or exactly one select."
    return [Problem(f"{where}.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words)]


def _check_button(where: str, button: Json) -> list[Problem]:
    found = check_text(f"{where}.label", button.get("label"), BUTTON_LABEL)
    style = button.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        found.append(Problem(f"{where}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}."))
    if not button.get("label") and not button.get("emoji") and style != 6:
        words = "A button needs a label or an emoji."
        found.append(Problem(where, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", words))
    if style == 5:
        found += check_text(f"{where}.url", button.get("url"), BUTTON_LINK, 1)
        if "custom_id" in button:
            words = "A link has no custom id."
            found.append(Problem(where, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", words))
    elif style != 6:
        found += check_text(f"{where}.custom_id", button.get("custom_id"), CUSTOM_ID, 1)
        if button.get("url"):
            words = "Only a link has an address."
            found.append(Problem(where, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", words))
    return found


def _check_select(where: str, select: Json) -> list[Problem]:
    found = check_text(f"{where}.custom_id", select.get("custom_id"), CUSTOM_ID, 1)
    found += check_text(f"{where}.placeholder", select.get("placeholder"), PLACEHOLDER)
    least, most = select.get("min_values"), select.get("max_values")
    least, most = (1 if least is None else least), (1 if most is None else most)
    top = OPTIONS
    if select.get("type") == SELECT:
        options = select.get("options") or []
        found += _check_select_options(where, options, (1, OPTIONS))
        top = len(options)
        chosen = sum(bool(o.get("default")) for o in options)
        if chosen > most:
            words = "More options are chosen from the start than may be."
            found.append(Problem(f"{where}.options", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words))
    if not 0 <= least <= most or most < 1 or most > top:
        words = f"min {least} and max {most} do not fit {top} options."
        found.append(Problem(f"{where}.max_values", "SELECT_COMPONENT_INVALID_VALUES_RANGE", words))
    return found


def _check_select_options(where: str, options: list[Json], bounds: tuple[int, int]) -> list[Problem]:
    found = []
    if not bounds[0] <= len(options) <= bounds[1]:
        words = f"Must be between {bounds[0]} and {bounds[1]} in length."
        found.append(Problem(f"{where}.options", "BASE_TYPE_BAD_LENGTH", words))
    seen = set()
    for i, option in enumerate(options):
        place = f"{where}.options.{i}"
        found += check_text(f"{place}.label", option.get("label"), OPTION_TEXT, 1)
        found += check_text(f"{place}.value", option.get("value"), OPTION_TEXT, 1)
        found += check_text(f"{place}.description", option.get("description"), OPTION_TEXT)
        if option.get("value") in seen:
            words = "The specified option value is already used"
            found.append(Problem(f"{place}.value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words))
        seen.add(option.get("value"))
    return found


def _check_choice_group(where: str, group: Json) -> list[Problem]:
    found = check_text(f"{where}.custom_id", group.get("custom_id"), CUSTOM_ID, 1)
    bounds = RADIO_OPTIONS if group.get("type") == RADIOS else CHECKBOX_OPTIONS
    return found + _check_select_options(where, group.get("options") or [], bounds)


def _check_text_input(where: str, field: Json) -> list[Problem]:
    found = check_text(f"{where}.custom_id", field.get("custom_id"), CUSTOM_ID, 1)
    found += check_text(f"{where}.label", field.get("label"), LABEL_TEXT)
    found += check_text(f"{where}.placeholder", field.get("placeholder"), INPUT_PLACEHOLDER)
    found += check_text(f"{where}.value", field.get("value"), INPUT_TEXT)
    least, most = field.get("min_length"), field.get("max_length")
    least, most = (0 if least is None else least), (INPUT_TEXT if most is None else most)
    if not 0 <= least <= INPUT_TEXT or not 1 <= most <= INPUT_TEXT or least > most:
        words = f"min {least} and max {most} do not fit."
        found.append(Problem(f"{where}.max_length", "NUMBER_TYPE_MAX", words))
    if field.get("value") and len(field["value"]) > most:
        found.append(Problem(f"{where}.value", "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."))
    return found


def _check_section(where: str, section: Json) -> list[Problem]:
    found = []
    inside = section.get("components") or []
    if not 1 <= len(inside) <= SECTION_TEXTS:
        words = f"Must be between 1 and {SECTION_TEXTS} in length."
        found.append(Problem(f"{where}.components", "BASE_TYPE_BAD_LENGTH", words))
    for i, child in enumerate(inside):
        if child.get("type") != TEXT:
            found.append(_wrong_kind(f"{where}.components.{i}", (TEXT,)))
    accessory = section.get("accessory") or {}
    if accessory.get("type") not in (BUTTON, THUMBNAIL):
        found.append(_wrong_kind(f"{where}.accessory", (BUTTON, THUMBNAIL)))
    return found


def _check_media(where: str, component: Json, files: list[str]) -> list[Problem]:
    found = []
    items = parts.media_items(component)
    if component.get("type") == GALLERY and not 1 <= len(items) <= GALLERY_ITEMS:
        words = f"Must be between 1 and {GALLERY_ITEMS} in length."
        found.append(Problem(f"{where}.items", "BASE_TYPE_BAD_LENGTH", words))
    for i, (description, item) in enumerate(items):
        place = f"{where}.items.{i}"
        found += check_text(f"{place}.description", description, ALT_TEXT)
        url = str(item.get("url", ""))
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in files:
                words = f"{url} is not among the files sent or kept."
                code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
                found.append(Problem(f"{place}.media.url", code, words))
        elif component.get("type") == FILE or not url.startswith(("http://", "https://")):
            found.append(Problem(f"{place}.media.url", "URL_TYPE_INVALID_SCHEME", "Not an address that can be shown."))
    return found


def _check_container(where: str, container: Json) -> list[Problem]:
    found = []
    inside = container.get("components") or []
    if not inside:
        found.append(Problem(f"{where}.components", "BASE_TYPE_BAD_LENGTH", "A container cannot be empty."))
    for i, child in enumerate(inside):
        if child.get("type") not in IN_CONTAINER:
            found.append(_wrong_kind(f"{where}.components.{i}", IN_CONTAINER))
    colour = container.get("accent_color")
    if colour is not None and not 0 <= colour <= 0xFFFFFF:
        found.append(Problem(f"{where}.accent_color", "NUMBER_TYPE_MAX", "Not a colour."))
    return found


def _check_label(where: str, label: Json) -> list[Problem]:
    found = check_text(f"{where}.label", label.get("label"), LABEL_TEXT, 1)
    found += check_text(f"{where}.description", label.get("description"), LABEL_DESCRIPTION)
    if (label.get("component") or {}).get("type") not in IN_LABEL:
        found.append(_wrong_kind(f"{where}.component", IN_LABEL))
    return found


def check_modal_components(components: list[Json]) -> list[Problem]:
    """The problems of all components of one modal."""
    found = []
    if not 1 <= len(components) <= MODAL_ROWS:
        found.append(Problem("components", "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MODAL_ROWS} in length."))
    for i, component in enumerate(components):
        where = f"components.{i}"
        if component.get("type") not in (ROW, TEXT, LABEL):
            found.append(_wrong_kind(where, (ROW, TEXT, LABEL)))
        for n, child in enumerate(component.get("components") or []):
            if child.get("type") != TEXT_INPUT:
                found.append(_wrong_kind(f"{where}.components.{n}", (TEXT_INPUT,)))
            found += check_text(f"{where}.components.{n}.label", child.get("label"), LABEL_TEXT, 1)
    everything = list(parts.walk_components(components))
    for where, component in everything:
        found += _check_component(where, component, [])
    return found + _check_unique_ids(everything)
