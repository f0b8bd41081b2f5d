"""The moves of the base game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import Move

from .places import Corner, Hex, Path, Victim


@dataclass(frozen=True, slots=True)
class Setup(Move):
    """Place a starting building and its road: `setup v23 e30`."""

    kind: ClassVar[str] = "setup"
    corner: Corner
    path: Path


@dataclass(frozen=True, slots=True)
class Roll(Move):
    """Roll the dice: `roll`."""

    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Discard cards: `discard brick,wool,wool`. Secret until all have chosen."""

    kind: ClassVar[str] = "discard"
    secret_fields: ClassVar[tuple[str, ...]] = ("kinds",)
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Robber(Move):
    """Move the robber and take a card: `robber h9 2`; `robber h9 -` if nobody can be robbed."""

    kind: ClassVar[str] = "robber"
    seat_fields: ClassVar[tuple[str, ...]] = ("victim",)
    hex: Hex
    victim: Victim


@dataclass(frozen=True, slots=True)
class Bank(Move):
    """Trade with the bank or a harbour, at the player's best rate: `bank brick ore`."""

    kind: ClassVar[str] = "bank"
    give: str
    take: str


@dataclass(frozen=True, slots=True)
class BuildRoad(Move):
    """Build a road: `build-road e30`."""

    kind: ClassVar[str] = "build-road"
    group: ClassVar[str | None] = "build"
    path: Path


@dataclass(frozen=True, slots=True)
class BuildSettlement(Move):
    """Build a settlement: `build-settlement v23`."""

    kind: ClassVar[str] = "build-settlement"
    group: ClassVar[str | None] = "build"
    corner: Corner


@dataclass(frozen=True, slots=True)
class BuildCity(Move):
    """Build a city: `build-city v23`."""

    kind: ClassVar[str] = "build-city"
    group: ClassVar[str | None] = "build"
    corner: Corner


@dataclass(frozen=True, slots=True)
class Offering(Move):
    """An offer to some or all of the others; its kind says how it is carried out."""

    group: ClassVar[str | None] = "trade"
    listed: ClassVar[bool] = False
    seat_fields: ClassVar[tuple[str, ...]] = ("whom",)
    give: tuple[str, ...]
    want: tuple[str, ...]
    whom: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TradeOffer(Offering):
    """Offer a trade and choose among the accepting players: `trade-offer brick,brick ore 1,2`."""

    kind: ClassVar[str] = "trade-offer"


@dataclass(frozen=True, slots=True)
class TradeFirst(Offering):
    """Offer a trade carried out with the first to accept: `trade-first brick,brick ore 1,2`."""

    kind: ClassVar[str] = "trade-first"


@dataclass(frozen=True, slots=True)
class TradeAccept(Move):
    """Accept an offer: `trade-accept 53`."""

    kind: ClassVar[str] = "trade-accept"
    group: ClassVar[str | None] = "trade"
    names_its_question: ClassVar[bool] = True
    offer: int


@dataclass(frozen=True, slots=True)
class TradeDecline(Move):
    """Decline an offer: `trade-decline 53`."""

    kind: ClassVar[str] = "trade-decline"
    group: ClassVar[str | None] = "trade"
    names_its_question: ClassVar[bool] = True
    offer: int


@dataclass(frozen=True, slots=True)
class TradeCounter(Move):
    """Make a counter-offer: `trade-counter 53 ore brick` (cards given, cards wanted)."""

    kind: ClassVar[str] = "trade-counter"
    group: ClassVar[str | None] = "trade"
    names_its_question: ClassVar[bool] = True
    listed: ClassVar[bool] = False
    offer: int
    give: tuple[str, ...]
    want: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeConfirm(Move):
    """Carry out the trade with a player who accepted or countered: `trade-confirm 53 2`."""

    kind: ClassVar[str] = "trade-confirm"
    group: ClassVar[str | None] = "trade"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    offer: int
    player: int


@dataclass(frozen=True, slots=True)
class TradeCancel(Move):
    """Withdraw one's offer: `trade-cancel 53`."""

    kind: ClassVar[str] = "trade-cancel"
    group: ClassVar[str | None] = "trade"
    offer: int


@dataclass(frozen=True, slots=True)
class End(Move):
    """End the turn: `end`."""

    kind: ClassVar[str] = "end"
    is_declining: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Decline an option; `step` names it, so that a late click cannot mean another: `pass build`."""

    kind: ClassVar[str] = "pass"
    is_declining: ClassVar[bool] = True
    covers: ClassVar[dict[str, str]] = {}  # step -> masked answer that declining must look like
    step: str

    def masked_line(self) -> str:
        return self.covers.get(self.step, "")


@dataclass(frozen=True, slots=True)
class FreeRoad(Move):
    """Place a road that costs nothing: `answer-road e30`."""

    kind: ClassVar[str] = "answer-road"
    group: ClassVar[str | None] = "answer"
    path: Path


ROLL: Final = Roll()
END: Final = End()
PASS_BUILD: Final = Pass("build")
PASS_ROAD: Final = Pass("road")
