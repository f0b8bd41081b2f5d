"""Looks: theme, language, direction, and the seats with their colours and symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Say: TypeAlias = Callable[..., str]
Theme: TypeAlias = Literal["dark", "light"]
Tone: TypeAlias = Literal["choice", "open", "last", "danger"]  # open: a public choice of other seats


def rgb(text: str) -> Colour:
    """`#FFC93C` as a tuple."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix_colours(first: Colour, second: Colour, share: float) -> Colour:
    """The colour at `share` of the way from a to b."""
    return (
        round(first[0] + (second[0] - first[0]) * share),
        round(first[1] + (second[1] - first[1]) * share),
        round(first[2] + (second[2] - first[2]) * share),
    )


def compute_lightness(colour: Colour) -> float:
    """How light a colour looks, from 0 to 255."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


@dataclass(frozen=True, slots=True)
class SeatColour:
    """A colour of a seat. Each has a letter and a symbol too, because colour alone must not identify a seat."""

    letter: str
    name: str  # key below `pic.colour`
    fill: Colour
    ink: Colour  # of text on it
    symbol: Literal["disc", "triangle", "square", "diamond", "star", "cross", "moon", "heart"]
    outline: Colour  # of pieces


_DARK: Final = rgb("#181210")

# Found by search: all pairs differ by at least 18 (OKLab) for normal sight and three kinds of colour blindness.
SEAT_COLOURS: Final = {
    c.letter: c
    for c in (
        SeatColour("R", "red", rgb("#DE2A2A"), rgb("#FFFFFF"), "disc", _DARK),
        SeatColour("B", "blue", rgb("#1B4A9A"), rgb("#FFFFFF"), "triangle", _DARK),
        SeatColour("Y", "yellow", rgb("#F7B916"), rgb("#3A2A00"), "square", _DARK),
        SeatColour("K", "black", rgb("#0F030D"), rgb("#FFFFFF"), "diamond", rgb("#F8F4EA")),
        SeatColour("W", "white", rgb("#FAF8F2"), rgb("#2A2A2A"), "star", _DARK),
        SeatColour("T", "turquoise", rgb("#3FBBD0"), rgb("#06323A"), "cross", _DARK),
        SeatColour("V", "violet", rgb("#995BFE"), rgb("#FFFFFF"), "moon", _DARK),
        SeatColour("N", "brown", rgb("#512403"), rgb("#FFFFFF"), "heart", rgb("#F8F4EA")),
    )
}

GOLD: Final = rgb("#FFC93C")
GOLD_INK: Final = rgb("#281C00")
LAST: Final = rgb("#FFFFFF")
DANGER: Final = rgb("#E0322C")


@dataclass(frozen=True, slots=True)
class Shades:
    """The colours of a theme."""

    ground: Colour
    panel: Colour
    line: Colour
    ink: Colour
    soft: Colour
    accent: Colour


THEMES: Final[dict[Theme, Shades]] = {
    "dark": Shades(*map(rgb, ("#1E2429", "#2B333A", "#3C4750", "#F4EFE4", "#AEB8BF", "#FFC93C"))),
    "light": Shades(*map(rgb, ("#EDE3CC", "#F8F1DF", "#CDBF9F", "#2E261C", "#75684F", "#B4540A"))),
}


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat in pictures: name and colour letter."""

    name: str
    letter: str

    @property
    def colour(self) -> SeatColour:
        return SEAT_COLOURS[self.letter]


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture looks. `say` formats a sentence in the reader's language."""

    seats: tuple[SeatLook, ...]
    say: Say = field(compare=False)
    theme: Theme = "dark"
    language: str = "en"
    direction: Literal["ltr", "rtl"] = "ltr"

    @property
    def shades(self) -> Shades:
        return THEMES[self.theme]

    @property
    def mirrored(self) -> bool:
        return self.direction == "rtl"


@dataclass(frozen=True, slots=True)
class Mark:
    """A place that a picture points at, with the token that a player types or picks."""

    token: str
    place: str
    tone: Tone = "choice"
    note: str = ""  # describes the place, for alternative text and legend


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: the file, its alternative text, its size in pixels."""

    png: bytes = field(repr=False)
    alt: str
    size: tuple[int, int]
