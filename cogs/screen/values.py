"""Screens as plain values, independent of Discord: for pickers, answers, lobby and table messages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

MAX_BUTTONS: Final = 25  # five rows of five
MAX_OPTIONS: Final = 25  # options of one select
MAX_SELECTS: Final = 5  # selects of one screen
MAX_LISTED: Final = MAX_OPTIONS * MAX_SELECTS
# Discord's limits in characters: buttons, options of selects, their placeholders, titles of forms.
LABEL_LENGTH: Final = 80
OPTION_LENGTH: Final = 100
PLACEHOLDER_LENGTH: Final = 150
TITLE_LENGTH: Final = 45
PICTURES: Final = (".png", ".webp", ".gif")  # shown as images by Discord, also animated

# Green plays, blue leads on, grey looks or goes back, red ends something.
Tone = Literal["green", "blue", "grey", "red"]


@dataclass(frozen=True, slots=True)
class Button:
    """`id` is made by `cogs.screen.ids`."""

    id: str
    label: str
    tone: Tone = "grey"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens a URL."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select."""

    value: str
    label: str
    description: str = ""
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select; takes a whole row."""

    id: str
    choices: Sequence[Choice]
    placeholder: str = ""
    least: int = 1
    most: int = 1
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class People:
    """A user select for one user; takes a whole row."""

    id: str
    placeholder: str = ""


Row = Sequence[Button | Link] | Select | People


@dataclass(frozen=True, slots=True)
class File:
    """An attachment. Images (by file extension) are shown with their alt text, others as files."""

    name: str
    data: bytes = field(repr=False)
    alt: str = ""

    @property
    def is_picture(self) -> bool:
        return self.name.endswith(PICTURES)


@dataclass(frozen=True, slots=True)
class Screen:
    """A message. Private answers are sent as Components V2, public messages as classic ones."""

    text: str
    files: Sequence[File] = ()
    rows: Sequence[Row] = ()
    below: str = ""  # small print between images and rows
    tone: Tone | None = None  # accent colour of a private answer
    rows_above_pictures: int = 0  # number of rows above the images of a private answer


@dataclass(frozen=True, slots=True)
class Input:
    """A text input of a form."""

    key: str
    label: str
    placeholder: str = ""
    value: str = ""
    required: bool = True
    max_length: int = 200
    is_multiline: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A modal. `id` is made by `cogs.screen.ids`, so that submissions work after a restart."""

    id: str
    title: str
    inputs: Sequence[Input] = field(default_factory=tuple)


def split_into_rows(buttons: Sequence[Button | Link], width: int = 5) -> list[Row]:
    """Buttons in rows of `width`."""
    return [buttons[start : start + width] for start in range(0, len(buttons), width)]


def truncate_text(text: str, longest: int) -> str:
    """The text in at most `longest` characters, shortened with an ellipsis."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
