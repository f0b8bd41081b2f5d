"""The Hospital lets a murdered character take the action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import order
from rules.citadels.decisions import Ask, list_action_moves, take_action
from rules.citadels.hooks import ROLES, District
from rules.citadels.moves import Cards, Gold, Pass
from rules.citadels.round import silence_character
from rules.citadels.state import CitadelsState, CitadelsStep, Ctx
from rules.core import IllegalMove, Move

PASS: Final = Pass("hospital")


@dataclass(frozen=True, slots=True)
class AskToRecoverInHospital(Ask):
    """Out of turn: asked whenever the owner could be the murdered character; only then can they accept."""

    kind: ClassVar[str] = "cit.hospital"
    moment: ClassVar[int] = order.SILENCE
    phrase_key: ClassVar[str] = "hospital"
    character: str = ""

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*list_action_moves(s), PASS] if s.holder_of(self.character) == seat else [PASS]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return PASS  # whether they are murdered or not

    def check(self, s: CitadelsState, seat: int, move: Move) -> None:
        if isinstance(move, (Gold, Cards)) and s.holder_of(self.character) != seat:
            raise IllegalMove("cit.error.not_called")
        Ask.check(self, s, seat, move)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        if isinstance(move, Pass):
            silence_character(ctx, self.character)
            return
        s.shown = (*s.shown, self.character)
        ctx.emit("cit.hospital.used", reveals=True, seat=self.seat, character=self.character)
        choice = take_action(ctx, self.seat, move)
        if choice is not None:
            ctx.push(choice)


class Hospital(District):
    key = "hospital"

    def is_of_little_use(self, cast: Sequence[str], target: int) -> bool:
        return bool(cast) and not any(ROLES[character].murders for character in cast)

    def question_on_murder(self, s: CitadelsState, owner: int, character: str) -> CitadelsStep | None:
        """Asked if the owner could hold that character according to public information."""
        may_hold_it = s.count_unrevealed(owner) and character not in s.face_up
        return AskToRecoverInHospital(owner, character=character) if may_hold_it else None


RULE = Hospital
