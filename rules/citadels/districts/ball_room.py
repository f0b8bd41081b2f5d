"""The Ball Room: called players thank its crowned owner or lose their turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.citadels import order
from rules.citadels.decisions import Ask
from rules.citadels.hooks import District
from rules.citadels.moves import Pass
from rules.citadels.round import Begin
from rules.citadels.state import OUT, CitadelsState, CitadelsStep, Ctx
from rules.core import Move, Option

PASS: Final = Pass("thanks")
AUTO: Final = "ball_room_auto"
THANK: Final = "thank"  # standing answer


@dataclass(frozen=True, slots=True)
class Thank(Move):
    """Thank the owner: `thank`."""

    kind: ClassVar[str] = "thank"


@dataclass(frozen=True, slots=True)
class GiveThanks(Ask):
    """Thank or stay silent; then the turn begins, or is lost."""

    kind: ClassVar[str] = "cit.ball_room"
    moment: ClassVar[int] = order.GREETING
    phrase_key: ClassVar[str] = "thank"
    owner: int = OUT
    character: str = ""
    thanked: bool = False

    def waiting(self, s: CitadelsState) -> Collection[int]:
        return () if s.thanks else Ask.waiting(self, s)

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Thank(), PASS]

    def standing_answer_moves(self, s: CitadelsState, seat: int) -> Mapping[str, Move]:
        return {THANK: Thank()}

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> GiveThanks:
        ctx.s.changed = ()
        return replace(self, done=True, thanked=isinstance(move, Thank))

    def run(self, ctx: Ctx) -> None:
        thanked = self.thanked or ctx.s.thanks
        key = "cit.ball_room.thanked" if thanked else "cit.ball_room.silent"
        ctx.emit(key, seat=self.seat, to_seat=self.owner, character=self.character)
        ctx.push(Begin(self.character, lost=not thanked))


class BallRoom(District):
    key = "ball_room"
    needs_spoken_words = True
    moves = (Thank,)
    options = (Option(AUTO, ("on", "off"), key),)

    def store_options(self, s: CitadelsState, chosen: Mapping[str, str]) -> None:
        s.thanks = chosen[AUTO] == "on"

    def standing_answer_keys(self, s: CitadelsState) -> Sequence[str]:
        return () if s.thanks else (THANK,)

    def question_on_call(self, s: CitadelsState, owner: int, holder: int, character: str) -> CitadelsStep | None:
        owes_thanks = s.crown == owner and owner != holder
        return GiveThanks(holder, owner=owner, character=character) if owes_thanks else None


RULE = BallRoom
