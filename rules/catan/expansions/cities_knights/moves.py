"""The moves of Cities & Knights, except those that play progress cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.catan.cards import COMMODITIES, RESOURCES
from rules.catan.layout import largest_layout
from rules.catan.moves import Pass
from rules.catan.places import Corner
from rules.core import Move, mask_move

from .realm import TRACKS


@dataclass(frozen=True, slots=True)
class Improve(Move):
    """Buy the next level of a track: `improve science`."""

    kind: ClassVar[str] = "improve"
    track: str


@dataclass(frozen=True, slots=True)
class BuildWall(Move):
    """Build a city wall: `build-wall v23`."""

    kind: ClassVar[str] = "build-wall"
    group: ClassVar[str | None] = "build"
    corner: Corner


@dataclass(frozen=True, slots=True)
class Recruit(Move):
    """Place a basic knight: `knight-recruit v23`."""

    kind: ClassVar[str] = "knight-recruit"
    group: ClassVar[str | None] = "knight"
    corner: Corner


@dataclass(frozen=True, slots=True)
class Activate(Move):
    """Activate a knight: `knight-activate v23`."""

    kind: ClassVar[str] = "knight-activate"
    group: ClassVar[str | None] = "knight"
    corner: Corner


@dataclass(frozen=True, slots=True)
class Promote(Move):
    """Promote a knight: `knight-promote v23`."""

    kind: ClassVar[str] = "knight-promote"
    group: ClassVar[str | None] = "knight"
    corner: Corner


@dataclass(frozen=True, slots=True)
class MoveKnight(Move):
    """Move a knight, or displace a weaker one: `knight-move v23 v24`."""

    kind: ClassVar[str] = "knight-move"
    group: ClassVar[str | None] = "knight"
    corner: Corner
    to: Corner


@dataclass(frozen=True, slots=True)
class Chase(Move):
    """Chase the robber away with a knight: `knight-chase v23`."""

    kind: ClassVar[str] = "knight-chase"
    group: ClassVar[str | None] = "knight"
    corner: Corner


@dataclass(frozen=True, slots=True)
class AnswerKnights(Move):
    """Choose the knights that fight the barbarians: `answer-knights v23,v30`; `answer-knights -` for none."""

    kind: ClassVar[str] = "answer-knights"
    group: ClassVar[str | None] = "answer"
    knights: tuple[Corner, ...]


@dataclass(frozen=True, slots=True)
class AnswerCity(Move):
    """Choose the city to lose: `answer-city v23`. Secret until all have chosen."""

    kind: ClassVar[str] = "answer-city"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("corner",)
    corner: Corner


@dataclass(frozen=True, slots=True)
class AnswerDeck(Move):
    """Choose the deck to draw from: `answer-deck politics`."""

    kind: ClassVar[str] = "answer-deck"
    group: ClassVar[str | None] = "answer"
    track: str


@dataclass(frozen=True, slots=True)
class AnswerReturn(Move):
    """Return a progress card: `answer-return crane`."""

    kind: ClassVar[str] = "answer-return"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("progress",)
    progress: str


@dataclass(frozen=True, slots=True)
class AnswerAqueduct(Move):
    """Take a resource: `answer-aqueduct ore`. Secret until all have chosen."""

    kind: ClassVar[str] = "answer-aqueduct"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    card: str


@dataclass(frozen=True, slots=True)
class AnswerRelocate(Move):
    """Choose the new corner of a displaced knight: `answer-relocate v24`."""

    kind: ClassVar[str] = "answer-relocate"
    group: ClassVar[str | None] = "answer"
    corner: Corner


@dataclass(frozen=True, slots=True)
class AnswerMetropolis(Move):
    """Choose the city that becomes a metropolis: `answer-metropolis v23`."""

    kind: ClassVar[str] = "answer-metropolis"
    group: ClassVar[str | None] = "answer"
    corner: Corner


@dataclass(frozen=True, slots=True)
class AnswerDesert(Move):
    """Choose the knight that deserts: `answer-desert v23`."""

    kind: ClassVar[str] = "answer-desert"
    group: ClassVar[str | None] = "answer"
    corner: Corner


@dataclass(frozen=True, slots=True)
class AnswerKnight(Move):
    """Place a gained knight: `answer-knight v23`."""

    kind: ClassVar[str] = "answer-knight"
    group: ClassVar[str | None] = "answer"
    corner: Corner


@dataclass(frozen=True, slots=True)
class AnswerGive(Move):
    """Give the cards asked for: `answer-give brick,coin`."""

    kind: ClassVar[str] = "answer-give"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("kinds",)
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerHarbour(Move):
    """Offer a resource to a player: `answer-harbour 2 brick`."""

    kind: ClassVar[str] = "answer-harbour"
    group: ClassVar[str | None] = "answer"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int
    card: str


@dataclass(frozen=True, slots=True)
class AnswerCommodity(Move):
    """Choose the commodity to give: `answer-commodity cloth`."""

    kind: ClassVar[str] = "answer-commodity"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("card",)
    card: str


@dataclass(frozen=True, slots=True)
class AnswerTake(Move):
    """Take cards from the hand on view: `answer-take ore,coin`."""

    kind: ClassVar[str] = "answer-take"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("kinds",)
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerSpy(Move):
    """Take a progress card from the hand on view: `answer-spy crane`."""

    kind: ClassVar[str] = "answer-spy"
    group: ClassVar[str | None] = "answer"
    secret_fields: ClassVar[tuple[str, ...]] = ("progress",)
    progress: str


ANSWERS: Final[tuple[type[Move], ...]] = (
    AnswerKnights,
    AnswerCity,
    AnswerDeck,
    AnswerReturn,
    AnswerAqueduct,
    AnswerRelocate,
    AnswerMetropolis,
    AnswerDesert,
    AnswerKnight,
    AnswerGive,
    AnswerHarbour,
    AnswerCommodity,
    AnswerTake,
    AnswerSpy,
)

# Every move once.
CORNERS: Final = largest_layout().corners
IMPROVE: Final = tuple(map(Improve, TRACKS))
WALL: Final = tuple(map(BuildWall, CORNERS))
RECRUIT: Final = tuple(map(Recruit, CORNERS))
ACTIVATE: Final = tuple(map(Activate, CORNERS))
PROMOTE: Final = tuple(map(Promote, CORNERS))
CHASE: Final = tuple(map(Chase, CORNERS))
DECK: Final = tuple(map(AnswerDeck, TRACKS))
AQUEDUCT: Final = tuple(map(AnswerAqueduct, RESOURCES))
COMMODITY: Final = tuple(map(AnswerCommodity, COMMODITIES))
PASS_AQUEDUCT: Final = Pass("aqueduct")
Pass.covers["aqueduct"] = mask_move(AQUEDUCT[0])  # taking nothing must look like taking a resource
PASS_KNIGHT: Final = Pass("knight")
PASS_HARBOUR: Final = Pass("harbour")
PASS_TAKE: Final = Pass("take")
PASS_RELOCATE: Final = Pass("relocate")


@cache
def knight_move(corner: int, to: int) -> MoveKnight:
    """The move of a knight from corner to corner."""
    return MoveKnight(CORNERS[corner], CORNERS[to])
