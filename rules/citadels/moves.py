"""The moves of the base game. Those of a character or a district stand in its own file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import Move, encode, field_names, write

HIDDEN: Final = "?"
OPEN: Final = ("gold",)  # what may be read where a card would be hidden


class CitadelsMove(Move):
    """A move of Citadels. `secret` names the fields that others may not read (citadels.md 10)."""

    secret: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()


class Power(CitadelsMove):
    """A power of a character: `power-...`."""

    group: ClassVar[str | None] = "power"
    __slots__ = ()


class DistrictMove(CitadelsMove):
    """What a district lets its owner do: `district-...`."""

    group: ClassVar[str | None] = "district"
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pick(CitadelsMove):
    """Keep a character: `pick king`."""

    kind: ClassVar[str] = "pick"
    secret: ClassVar[tuple[str, ...]] = ("character",)
    character: str


@dataclass(frozen=True, slots=True)
class Throw(CitadelsMove):
    """Put a character aside, face down: `throw thief`."""

    kind: ClassVar[str] = "throw"
    secret: ClassVar[tuple[str, ...]] = ("character",)
    character: str


@dataclass(frozen=True, slots=True)
class Gold(CitadelsMove):
    """Take 2 gold: `gold`."""

    kind: ClassVar[str] = "gold"


@dataclass(frozen=True, slots=True)
class Cards(CitadelsMove):
    """Look at the top cards of the deck: `cards`."""

    kind: ClassVar[str] = "cards"


@dataclass(frozen=True, slots=True)
class Keep(CitadelsMove):
    """Keep some of the cards looked at: `keep castle,temple`."""

    kind: ClassVar[str] = "keep"
    secret: ClassVar[tuple[str, ...]] = ("districts",)
    districts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Build(CitadelsMove):
    """Build a district: `build trading_post`."""

    kind: ClassVar[str] = "build"
    district: str


@dataclass(frozen=True, slots=True)
class Income(CitadelsMove):
    """Take the gold the character gets: `income`."""

    kind: ClassVar[str] = "income"


@dataclass(frozen=True, slots=True)
class End(CitadelsMove):
    """End the turn: `end`."""

    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Pass(CitadelsMove):
    """Let an option go by; `step` says which, so that a late click cannot mean another: `pass graveyard`."""

    kind: ClassVar[str] = "pass"
    step: str


BASE: Final = (Pick, Throw, Gold, Cards, Keep, Build, Income, End, Pass)
GOLD: Final = Gold()
CARDS: Final = Cards()
INCOME: Final = Income()
END: Final = End()


def masked(move: Move) -> str:
    """The move as those read it who may not know its cards: `keep ?,?`; how many there are stays visible."""
    secret: tuple[str, ...] = getattr(move, "secret", ())
    if not secret:
        return encode(move)
    words = [move.kind]
    for name in field_names(type(move)):
        value = getattr(move, name)
        if name in secret and value not in OPEN:
            value = (HIDDEN,) * len(value) if isinstance(value, tuple) else HIDDEN
        words.append(write(value))
    return " ".join(words)
