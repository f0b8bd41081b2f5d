"""How much one message holds, and where on a screen something is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .values import Screen

COMPONENTS: Final = 40  # of one message, nested ones counted
TEXT: Final = 3900


def fit_components(screen: Screen) -> Screen:
    """Within Discord's number of components: the small print goes first."""
    if count_components(screen) > COMPONENTS and screen.below:
        text = f"{screen.text}\n{screen.below}"[:TEXT]
        screen = replace(screen, text=text, below="")
    assert count_components(screen) <= COMPONENTS, "too many buttons for one message"
    return screen


def count_components(screen: Screen) -> int:
    """How many components Discord counts: the container, texts, the gallery, rows and what stands in them."""
    n = 1 + bool(screen.text) + bool(screen.below) + any(f.pictured for f in screen.files)
    n += sum(1 for f in screen.files if not f.pictured)
    return n + sum(1 + (len(row) if isinstance(row, Sequence) else 1) for row in screen.rows)


def add_above_buttons(screen: Screen, said: str) -> Screen:
    """The screen with something said just above its buttons: that is what whoever has just pressed one looks at, as a
    picture may have pushed the beginning out of sight."""
    if screen.lead:
        return replace(screen, text="\n\n".join(filter(None, (screen.text[: TEXT - len(said)], said))))
    return fit_components(replace(screen, below="\n".join(filter(None, (said, screen.below)))))
