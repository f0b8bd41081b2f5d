"""The Witch takes over the turn of a character after its holder's action."""  # citadels.md 7.9

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import order
from rules.citadels.decisions import Ask, HalfTurn
from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.state import OUT, CitadelsState, CitadelsStep, Ctx, NamedCharacter
from rules.citadels.turn import TurnOver
from rules.core import Move, Phrase


@dataclass(frozen=True, slots=True)
class Bewitch(Power):
    """Name a character: `power-bewitch architect`."""

    kind: ClassVar[str] = "power-bewitch"
    character: str


@dataclass(frozen=True, slots=True)
class NameVictim(Ask):
    """After the action the Witch must name a character."""

    kind: ClassVar[str] = "cit.witch"
    moment: ClassVar[int] = order.NAMING
    phrase_key: ClassVar[str] = "bewitch"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Bewitch(character) for character in s.cast if character != Witch.key]

    def default_move(self, s: CitadelsState, seat: int) -> Bewitch:
        """A face-up character, so that nobody loses a turn; otherwise the first in calling order."""
        return Bewitch(next(iter(s.face_up or (character for character in s.cast if character != Witch.key))))

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase("cit.fallback.bewitch", {"character": self.default_move(s, seat).character})

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Bewitch)
        ctx.s.named["bewitch"] = NamedCharacter(move.character, self.seat)
        ctx.emit("cit.power.bewitch", seat=self.seat, character=move.character)


class Witch(Character):
    key = "witch"
    build_limit = 0
    moves = (Bewitch,)

    def turn_steps(self, seat: int) -> Sequence[CitadelsStep] | None:
        return HalfTurn(seat), NameVictim(seat), TurnOver()

    def list_plannable_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Bewitch(character) for character in s.cast if character != self.key]

    def successor_as(self, s: CitadelsState, character: str) -> int:
        return s.named["bewitch"].seat if s.is_named("bewitch", character) else OUT


RULE = Witch
