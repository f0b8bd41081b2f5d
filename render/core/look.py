"""Who looks, and how: theme, language, direction, the seats with their colours and signs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
Say: TypeAlias = Callable[..., str]
Theme: TypeAlias = Literal["dark", "light"]
Tone: TypeAlias = Literal["choice", "open", "last", "danger"]  # open: others may choose it, as everybody sees


def rgb(text: str) -> Colour:
    """`#FFC93C` as numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix_colours(a: Colour, b: Colour, share: float) -> Colour:
    """A colour on the way from a to b."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


@dataclass(frozen=True, slots=True)
class SeatColour:
    """One of the colours a seat may have. Colour is never the only sign: each has a letter and a symbol too."""

    letter: str
    name: str  # a key below `pic.colour`
    fill: Colour
    ink: Colour  # of what is written on it
    symbol: Literal["disc", "triangle", "square", "diamond", "star", "cross", "moon", "heart"]
    outline: Colour  # of pieces


_DARK: Final = rgb("#181210")

# Found by search: any two are at least 18 apart (OKLab) for normal sight and for three kinds of colour blindness.
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
    """How a seat is shown: the name of who sits there and the letter of the colour."""

    name: str
    letter: str

    @property
    def colour(self) -> SeatColour:
        return SEAT_COLOURS[self.letter]


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is to look. `say` says a sentence of the catalogues in the reader's language."""

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
    """A place the picture points at, with the very token a player types or picks."""

    token: str
    place: str
    tone: Tone = "choice"
    note: str = ""  # what the place is, in words: for alt text and legend


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: the file, its description, its size in pixels."""

    png: bytes = field(repr=False)
    alt: str
    size: tuple[int, int]
