"""Right-to-left languages: wraps each line and label in a bidi isolate, as Discord lays text out left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cogs.screen import values
from cogs.screen.values import Button, Choice, File, Form, Input, Link, People, Row, Screen, Select
from words.direction import isolate_single_line, isolate_text, text_direction


def isolate_screen(screen: Screen, language: str, longest: int) -> Screen:
    """The screen with isolates. `longest`: maximum characters of a text; lines without room for isolates stay plain."""
    if text_direction(language) == "ltr":
        return screen
    return replace(
        screen,
        text=_isolate_screen_text(screen.text, language, longest),
        below=_isolate_screen_text(screen.below, language, longest),
        files=[_isolate_file(file, language) for file in screen.files],
        rows=[_isolate_row(row, language) for row in screen.rows],
    )


def isolate_form(form: Form, language: str) -> Form:
    if text_direction(language) == "ltr":
        return form
    inputs = [_isolate_input(item, language) for item in form.inputs]
    return replace(form, title=_isolate_label_text(form.title, language, values.TITLE_LENGTH), inputs=inputs)


def _isolate_screen_text(text: str, language: str, longest: int) -> str:
    isolated = isolate_text(text, language)
    if len(isolated) <= longest:
        return isolated
    spare, lines = longest - len(text), []
    for plain, isolated_line in zip(text.split("\n"), isolated.split("\n"), strict=True):
        is_isolated = len(isolated_line) - len(plain) <= spare
        spare -= len(isolated_line) - len(plain) if is_isolated else 0
        lines.append(isolated_line if is_isolated else plain)
    return "\n".join(lines)


def _isolate_label_text(text: str, language: str, longest: int) -> str:
    isolated = isolate_single_line(text, language)
    return isolated if len(isolated) <= longest else text


def _isolate_file(file: File, language: str) -> File:
    return replace(file, alt=isolate_single_line(file.alt, language))


def _isolate_row(row: Row, language: str) -> Row:
    if not isinstance(row, (People, Select)):
        return _isolate_buttons(row, language)
    placeholder = _isolate_label_text(row.placeholder, language, values.PLACEHOLDER_LENGTH)
    if isinstance(row, Select):
        choices = [_isolate_choice(choice, language) for choice in row.choices]
        return replace(row, choices=choices, placeholder=placeholder)
    return replace(row, placeholder=placeholder)


def _isolate_buttons(row: Sequence[Button | Link], language: str) -> Sequence[Button | Link]:
    return [replace(button, label=_isolate_label_text(button.label, language, values.LABEL_LENGTH)) for button in row]


def _isolate_choice(choice: Choice, language: str) -> Choice:
    label = _isolate_label_text(choice.label, language, values.OPTION_LENGTH)
    return replace(
        choice, label=label, description=_isolate_label_text(choice.description, language, values.OPTION_LENGTH)
    )


def _isolate_input(item: Input, language: str) -> Input:
    label = _isolate_label_text(item.label, language, values.TITLE_LENGTH)
    return replace(item, label=label, placeholder=_isolate_label_text(item.placeholder, language, values.OPTION_LENGTH))
