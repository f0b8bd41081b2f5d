"""What a message shows, as plain values: the same for pickers, answers, lobby and table message. No discord here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

BUTTONS: Final = 25  # five rows of five
SELECT: Final = 25  # options of one select
SELECTS: Final = 5  # selects of one screen
LISTED: Final = SELECT * SELECTS
PICTURES: Final = (".png", ".webp", ".gif")  # names of files that Discord shows where they stand, moving ones, too

# The colours keep one meaning everywhere: green plays, blue leads on, grey looks or goes back, red ends something.
Tone = Literal["green", "blue", "grey", "red"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `id` is written by `cogs.screen.ids`."""

    id: str
    label: str
    tone: Tone = "grey"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a select."""

    value: str
    label: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select; it takes a whole row."""

    id: str
    choices: Sequence[Choice]
    placeholder: str = ""
    least: int = 1
    most: int = 1
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class People:
    """A list of everybody who is there, one of whom is chosen; it takes a whole row."""

    id: str
    placeholder: str = ""


Row = Sequence[Button | Link] | Select | People


@dataclass(frozen=True, slots=True)
class File:
    """Something attached. A picture (its name says what it is) is shown with its alt text, anything else as a file."""

    name: str
    data: bytes = field(repr=False)
    alt: str = ""

    @property
    def pictured(self) -> bool:
        return self.name.endswith(PICTURES)


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: text, pictures, rows. Private answers are drawn as Components V2, public messages as classic ones."""

    text: str
    files: Sequence[File] = ()
    rows: Sequence[Row] = ()
    below: str = ""  # small print between pictures and rows
    tone: Tone | None = None  # colour of the edge of a private answer
    lead: int = 0  # so many of the rows stand above the pictures of a private answer


@dataclass(frozen=True, slots=True)
class Input:
    """One line or area of a form."""

    key: str
    label: str
    placeholder: str = ""
    value: str = ""
    required: bool = True
    longest: int = 200
    area: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A modal window. Its `id` is written by `cogs.screen.ids`: what comes back is understood after a restart too."""

    id: str
    title: str
    inputs: Sequence[Input] = field(default_factory=tuple)


def rows_of(buttons: Sequence[Button | Link], width: int = 5) -> list[Row]:
    """Buttons in rows of five."""
    return [buttons[at : at + width] for at in range(0, len(buttons), width)]


def cut(text: str, longest: int) -> str:
    """At most so many characters, with an ellipsis where something is missing."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
