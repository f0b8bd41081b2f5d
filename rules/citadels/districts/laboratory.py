"""The Laboratory turns a card into a gold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Move


@dataclass(frozen=True, slots=True)
class UseLaboratory(DistrictMove):
    """Put a card under the deck for 1 gold: `district-laboratory temple`."""

    kind: ClassVar[str] = "district-laboratory"
    secret_fields: ClassVar[tuple[str, ...]] = ("district",)
    district: str


class Laboratory(District):
    key = "laboratory"
    moves = (UseLaboratory,)

    def list_actions(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [UseLaboratory(card) for card in dict.fromkeys(s.hands[seat])]

    def use_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, UseLaboratory)
        s = ctx.s
        effects.remove_from_hand(s, seat, [move.district])
        effects.put_under_deck(s, [move.district])
        s.gold[seat] += 1
        ctx.emit("cit.laboratory.used", seat=seat)
        ctx.emit("cit.laboratory.used_own", to=[seat], district=move.district)


RULE = Laboratory
