"""Screens in a language that runs from the right: each line and label in an isolate, as Discord begins at the left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cogs.screen.values import Button, Choice, File, Form, Input, Link, People, Row, Screen, Select
from words.direction import direction, label, lines

LABEL: Final = 80  # characters of a button
OPTION: Final = 100
PLACEHOLDER: Final = 150
TITLE: Final = 45


def faced(screen: Screen, language: str, longest: int) -> Screen:
    """The screen as it is sent. `longest`: of its text; lines for whose isolates there is no room stand without."""
    if direction(language) == "ltr":
        return screen
    return replace(
        screen,
        text=_lines(screen.text, language, longest),
        below=_lines(screen.below, language, longest),
        files=[_file(one, language) for one in screen.files],
        rows=[_row(row, language) for row in screen.rows],
    )


def faced_form(form: Form, language: str) -> Form:
    if direction(language) == "ltr":
        return form
    inputs = [_input(one, language) for one in form.inputs]
    return replace(form, title=_label(form.title, language, TITLE), inputs=inputs)


def _lines(text: str, language: str, longest: int) -> str:
    whole = lines(text, language)
    if len(whole) <= longest:
        return whole
    spare, found = longest - len(text), []
    for plain, said in zip(text.split("\n"), whole.split("\n"), strict=True):
        fits = len(said) - len(plain) <= spare
        spare -= len(said) - len(plain) if fits else 0
        found.append(said if fits else plain)
    return "\n".join(found)


def _label(text: str, language: str, longest: int) -> str:
    said = label(text, language)
    return said if len(said) <= longest else text


def _file(one: File, language: str) -> File:
    return replace(one, alt=label(one.alt, language))


def _row(row: Row, language: str) -> Row:
    if isinstance(row, People):
        return replace(row, placeholder=_label(row.placeholder, language, PLACEHOLDER))
    if isinstance(row, Select):
        choices = [_choice(one, language) for one in row.choices]
        return replace(row, choices=choices, placeholder=_label(row.placeholder, language, PLACEHOLDER))
    return _buttons(row, language)


def _buttons(row: Sequence[Button | Link], language: str) -> Sequence[Button | Link]:
    return [replace(one, label=_label(one.label, language, LABEL)) for one in row]


def _choice(one: Choice, language: str) -> Choice:
    said = _label(one.label, language, OPTION)
    return replace(one, label=said, description=_label(one.description, language, OPTION))


def _input(one: Input, language: str) -> Input:
    said = _label(one.label, language, TITLE)
    return replace(one, label=said, placeholder=_label(one.placeholder, language, OPTION))
