"""The Assassin murders a character, who loses the turn."""  # citadels.md 7.1

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.state import CitadelsState, Ctx, NamedCharacter
from rules.core import Move


@dataclass(frozen=True, slots=True)
class Murder(Power):
    """Name a character: `power-murder king`."""

    kind: ClassVar[str] = "power-murder"
    character: str


class Assassin(Character):
    key = "assassin"
    murders = True
    moves = (Murder,)

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Murder(character) for character in s.cast if character != self.key]

    def list_plannable_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return self.list_powers(s, seat)

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, Murder)
        ctx.s.named["murder"] = NamedCharacter(move.character, seat)
        ctx.emit("cit.power.murder", seat=seat, character=move.character)

    def has_murdered(self, s: CitadelsState, character: str) -> bool:
        return s.is_named("murder", character)


RULE = Assassin
