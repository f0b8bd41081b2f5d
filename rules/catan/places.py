"""Corners, paths and hexes: the tokens of Catan moves."""

from __future__ import annotations

from typing import ClassVar, Self

OUT = -1  # nobody, nowhere
BUCKET = 10  # numbers per group of a long list


class Place(int):
    """A numbered place of the board, numbered in reading order: `catan.md` 1.1."""

    letter: ClassVar[str]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `v23`. ValueError for anything else."""
        digits = text[1:]
        if text[:1] != cls.letter or not digits.isdecimal() or len(digits) > 3 or str(int(digits)) != digits:
            raise ValueError(f"{text!r} is no {cls.__name__.lower()}")
        return cls(digits)

    @classmethod
    def lenient(cls, text: str) -> str:
        """The full spelling of a number typed alone."""
        return f"{cls.letter}{text}"

    def __str__(self) -> str:
        return self.letter + int.__repr__(self)

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other accepted spellings: the number alone."""
        return (int.__repr__(self),)

    @property
    def bucket(self) -> str:
        """The group of the place in long lists."""
        first = int(self) // BUCKET * BUCKET
        return f"{first}-{first + BUCKET - 1}"


class Corner(Place):
    """The meeting point of three hexes: `v23`."""

    letter = "v"


class Path(Place):
    """The edge between two corners: `e30`."""

    letter = "e"
    ends: tuple[int, int] = (OUT, OUT)  # known if the path comes from a board

    @property
    def aliases(self) -> tuple[str, ...]:
        """The number alone, or the two corners."""
        first, second = self.ends
        plain = (int.__repr__(self),)
        return plain if first == OUT else (*plain, f"{first}-{second}", f"{second}-{first}")


class Hex(Place):
    """A land hex: `h9`."""

    letter = "h"


class Victim(int):
    """The seat of a player, or `-`: nobody."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2` or `-`. ValueError for anything else."""
        if text == "-":
            return cls(OUT)
        if len(text) != 1 or not text.isdecimal():
            raise ValueError(f"{text!r} is nobody's seat")
        return cls(text)

    def __str__(self) -> str:
        return "-" if self < 0 else int.__repr__(self)


NOBODY = Victim(OUT)
