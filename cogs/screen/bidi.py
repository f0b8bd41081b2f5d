"""Right-to-left languages: wraps each line and label in a bidi isolate, as Discord lays text out left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.screen.values import Button, Choice, File, Form, Input, Link, People, Row, Screen, Select
from words.direction import isolate_single_line, isolate_text, text_direction

LABEL: Final = 80  # Discord's maximum characters: buttons, options, placeholders, titles.
OPTION: Final = 100
PLACEHOLDER: Final = 150
TITLE: Final = 45


def isolate_screen(screen: Screen, language: str, longest: int) -> Screen:
    """The screen with isolates. `longest`: maximum characters of a text; lines without room for isolates stay plain."""
    if text_direction(language) == "ltr":
        return screen
    return replace(
        screen,
        text=_isolate_screen_text(screen.text, language, longest),
        below=_isolate_screen_text(screen.below, language, longest),
        files=[_isolate_file(one, language) for one in screen.files],
        rows=[_isolate_row(row, language) for row in screen.rows],
    )


def isolate_form(form: Form, language: str) -> Form:
    if text_direction(language) == "ltr":
        return form
    inputs = [_isolate_input(one, language) for one in form.inputs]
    return replace(form, title=_isolate_label_text(form.title, language, TITLE), inputs=inputs)


def _isolate_screen_text(text: str, language: str, longest: int) -> str:
    whole = isolate_text(text, language)
    if len(whole) <= longest:
        return whole
    spare, found = longest - len(text), []
    for plain, said in zip(text.split("\n"), whole.split("\n"), strict=True):
        fits = len(said) - len(plain) <= spare
        spare -= len(said) - len(plain) if fits else 0
        found.append(said if fits else plain)
    return "\n".join(found)


def _isolate_label_text(text: str, language: str, longest: int) -> str:
    said = isolate_single_line(text, language)
    return said if len(said) <= longest else text


def _isolate_file(one: File, language: str) -> File:
    return replace(one, alt=isolate_single_line(one.alt, language))


def _isolate_row(row: Row, language: str) -> Row:
    if isinstance(row, People):
        return replace(row, placeholder=_isolate_label_text(row.placeholder, language, PLACEHOLDER))
    if isinstance(row, Select):
        choices = [_isolate_choice(one, language) for one in row.choices]
        return replace(row, choices=choices, placeholder=_isolate_label_text(row.placeholder, language, PLACEHOLDER))
    return _isolate_buttons(row, language)


def _isolate_buttons(row: Sequence[Button | Link], language: str) -> Sequence[Button | Link]:
    return [replace(one, label=_isolate_label_text(one.label, language, LABEL)) for one in row]


def _isolate_choice(one: Choice, language: str) -> Choice:
    said = _isolate_label_text(one.label, language, OPTION)
    return replace(one, label=said, description=_isolate_label_text(one.description, language, OPTION))


def _isolate_input(one: Input, language: str) -> Input:
    said = _isolate_label_text(one.label, language, TITLE)
    return replace(one, label=said, placeholder=_isolate_label_text(one.placeholder, language, OPTION))
