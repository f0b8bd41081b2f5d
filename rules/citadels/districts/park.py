"""The Park gives cards to an owner without cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import effects, order
from rules.citadels.decisions import Ask
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove, Pass
from rules.citadels.state import CitadelsState, CitadelsStep, Ctx
from rules.core import Move, Phrase

CARDS: Final = 2
PASS: Final = Pass("park")


@dataclass(frozen=True, slots=True)
class UsePark(DistrictMove):
    """Draw 2 cards: `district-park`."""

    kind: ClassVar[str] = "district-park"


@dataclass(frozen=True, slots=True)
class AskToDrawInPark(Ask):
    """Ask the owner whether to draw cards."""

    kind: ClassVar[str] = "cit.park"
    moment: ClassVar[int] = order.FAREWELL
    phrase_key: ClassVar[str] = "park"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [UsePark(), PASS]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return UsePark()

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase("cit.fallback.park", {"n": CARDS})

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        if isinstance(move, UsePark):
            ctx.emit("cit.park.used", seat=self.seat)
            effects.draw_cards(ctx, self.seat, CARDS)
        else:
            ctx.emit("cit.park.passed", seat=self.seat)


class Park(District):
    key = "park"
    moves = (UsePark,)

    def question_after_turn(self, s: CitadelsState, owner: int) -> CitadelsStep | None:
        return AskToDrawInPark(owner) if s.deck and not s.hands[owner] else None


RULE = Park
