"""The Smithy turns two gold into three cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.citadels import effects
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Move

PRICE: Final = 2
CARDS: Final = 3


@dataclass(frozen=True, slots=True)
class UseSmithy(DistrictMove):
    """Pay 2 gold, draw 3 cards: `district-smithy`."""

    kind: ClassVar[str] = "district-smithy"


class Smithy(District):
    key = "smithy"
    moves = (UseSmithy,)

    def list_actions(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [UseSmithy()] if s.gold[seat] >= PRICE and s.deck else []

    def use_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        ctx.s.gold[seat] -= PRICE
        ctx.emit("cit.smithy.used", seat=seat, n=PRICE)
        effects.draw_cards(ctx, seat, CARDS)


RULE = Smithy
