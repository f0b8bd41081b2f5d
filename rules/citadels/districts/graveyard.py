"""The Graveyard buys districts the Warlord destroys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import effects
from rules.citadels.decisions import Ask
from rules.citadels.hooks import Character, District
from rules.citadels.moves import DistrictMove, Pass
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Move

PRICE: Final = 1
PASS: Final = Pass("graveyard")


@dataclass(frozen=True, slots=True)
class UseGraveyard(DistrictMove):
    """Pay 1 gold and take the destroyed district: `district-graveyard`."""

    kind: ClassVar[str] = "district-graveyard"


@dataclass(frozen=True, slots=True)
class AskToBuyDestroyed(Ask):
    """Out of turn: ask its owner whether to buy the card."""

    kind: ClassVar[str] = "cit.graveyard"
    phrase_key: ClassVar[str] = "graveyard"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [UseGraveyard(), PASS]

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        card, s.ruin = s.ruin, ""
        if isinstance(move, UseGraveyard):
            s.gold[self.seat] -= PRICE
            effects.add_to_hand(s, self.seat, [card])
            ctx.emit("cit.graveyard.used", seat=self.seat, district=card, n=PRICE)
        else:
            effects.put_under_deck(s, [card])
            ctx.emit("cit.graveyard.passed", seat=self.seat, district=card)


class Graveyard(District):
    key = "graveyard"
    moves = (UseGraveyard,)

    def is_excluded_by(self, character: Character) -> bool:
        return character.exchanges_districts  # citadels.md V6: a character that exchanges destroys nothing

    def on_any_destroyed(self, ctx: Ctx, owner: int, by: int) -> bool:
        if owner == by or ctx.s.gold[owner] < PRICE:
            return False
        ctx.push(AskToBuyDestroyed(owner))
        return True


RULE = Graveyard
