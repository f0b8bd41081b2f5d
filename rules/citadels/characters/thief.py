"""The Thief takes all gold of the player who reveals the named character."""  # citadels.md 7.2

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects
from rules.citadels.hooks import ROLES, Character
from rules.citadels.moves import Power
from rules.citadels.round import find_successor, is_murdered
from rules.citadels.state import OUT, CitadelsState, Ctx, NamedCharacter
from rules.core import Move


@dataclass(frozen=True, slots=True)
class Rob(Power):
    """Name a character: `power-rob merchant`."""

    kind: ClassVar[str] = "power-rob"
    character: str


class Thief(Character):
    key = "thief"
    moves = (Rob,)

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """Not the Thief, not rank 1, and no character named by another power that affects turns."""
        for character in s.cast:
            is_affected = is_murdered(s, character) or find_successor(s, character) != OUT
            if character != self.key and ROLES[character].rank > 1 and not is_affected:
                yield Rob(character)

    def list_plannable_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return self.list_powers(s, seat)

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, Rob)
        ctx.s.named["rob"] = NamedCharacter(move.character, seat)
        ctx.emit("cit.power.rob", seat=seat, character=move.character)

    def on_character_revealed(self, ctx: Ctx, holder: int, character: str) -> None:
        s = ctx.s
        named = s.named.get("rob")
        if named is not None and named.character == character and named.seat != holder:
            n = s.gold[holder]
            effects.give_gold(s, holder, named.seat, n)
            ctx.emit("cit.power.robbed", seat=named.seat, from_seat=holder, n=n)


RULE = Thief
