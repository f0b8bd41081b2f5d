"""The moves of the base game, without those of single cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import Move


class Power(Move):
    """A power of a character: `power-...`."""

    group: ClassVar[str | None] = "power"
    __slots__ = ()


class DistrictMove(Move):
    """An action of a district: `district-...`."""

    group: ClassVar[str | None] = "district"
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Pick(Move):
    """Keep a character: `pick king`."""

    kind: ClassVar[str] = "pick"
    secret_fields: ClassVar[tuple[str, ...]] = ("character",)
    character: str


@dataclass(frozen=True, slots=True)
class Throw(Move):
    """Put a character aside, face down: `throw thief`."""

    kind: ClassVar[str] = "throw"
    secret_fields: ClassVar[tuple[str, ...]] = ("character",)
    character: str


@dataclass(frozen=True, slots=True)
class Gold(Move):
    """Take 2 gold: `gold`."""

    kind: ClassVar[str] = "gold"


@dataclass(frozen=True, slots=True)
class Cards(Move):
    """Look at the top cards of the deck: `cards`."""

    kind: ClassVar[str] = "cards"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep some of the cards looked at: `keep castle,temple`."""

    kind: ClassVar[str] = "keep"
    secret_fields: ClassVar[tuple[str, ...]] = ("districts",)
    districts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Build(Move):
    """Build a district: `build trading_post`."""

    kind: ClassVar[str] = "build"
    district: str


@dataclass(frozen=True, slots=True)
class Income(Move):
    """Take the income of the character: `income`."""

    kind: ClassVar[str] = "income"


@dataclass(frozen=True, slots=True)
class End(Move):
    """End the turn: `end`."""

    kind: ClassVar[str] = "end"
    is_declining: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Decline an option; `step` names it, so that a late click cannot mean another: `pass graveyard`."""

    kind: ClassVar[str] = "pass"
    is_declining: ClassVar[bool] = True
    step: str


BASE: Final = (Pick, Throw, Gold, Cards, Keep, Build, Income, End, Pass)
GOLD: Final = Gold()
CARDS: Final = Cards()
INCOME: Final = Income()
END: Final = End()
