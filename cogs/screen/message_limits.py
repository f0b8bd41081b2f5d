"""Limits of one message, and placement of notices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .values import Screen

MAX_COMPONENTS: Final = 40  # Discord's limit per message, including nested ones
TEXT_LENGTH: Final = 3900


def fit_components(screen: Screen) -> Screen:
    """Move the small print into the text if the screen exceeds Discord's number of components."""
    if count_components(screen) > MAX_COMPONENTS and screen.below:
        text = f"{screen.text}\n{screen.below}"[:TEXT_LENGTH]
        screen = replace(screen, text=text, below="")
    assert count_components(screen) <= MAX_COMPONENTS, "too many buttons for one message"
    return screen


def count_components(screen: Screen) -> int:
    """The number of components as Discord counts them: container, texts, gallery, files, rows and their items."""
    count = 1 + bool(screen.text) + bool(screen.below) + any(file.is_picture for file in screen.files)
    count += sum(1 for file in screen.files if not file.is_picture)
    return count + sum(1 + (len(row) if isinstance(row, Sequence) else 1) for row in screen.rows)


def add_above_buttons(screen: Screen, notice: str) -> Screen:
    """The screen with a notice just above its buttons, where users look after a press."""
    if screen.rows_above_pictures:
        return replace(screen, text="\n\n".join(filter(None, (screen.text[: TEXT_LENGTH - len(notice)], notice))))
    return fit_components(replace(screen, below="\n".join(filter(None, (notice, screen.below)))))
