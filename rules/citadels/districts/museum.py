"""The Museum stores cards, which score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects
from rules.citadels.cards import sorted_cards
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove
from rules.citadels.state import Built, CitadelsState, Ctx
from rules.core import Move


@dataclass(frozen=True, slots=True)
class UseMuseum(DistrictMove):
    """Put a card under the Museum: `district-museum temple`."""

    kind: ClassVar[str] = "district-museum"
    secret_fields: ClassVar[tuple[str, ...]] = ("district",)
    district: str


class Museum(District):
    key = "museum"
    presets = ("classic",)
    moves = (UseMuseum,)

    def list_actions(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [UseMuseum(card) for card in dict.fromkeys(s.hands[seat])]

    def use_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, UseMuseum)
        s = ctx.s
        effects.remove_from_hand(s, seat, [move.district])
        city = s.cities[seat]
        place = next(index for index, built in enumerate(city) if built.key == self.key)
        museum = city[place]._replace(cards=sorted_cards((*city[place].cards, move.district)))
        s.cities[seat] = (*city[:place], museum, *city[place + 1 :])
        s.changed = ((seat, place),)
        ctx.emit("cit.museum.used", seat=seat)
        ctx.emit("cit.museum.used_own", to=[seat], district=move.district)

    def points_beside_cost(self, s: CitadelsState, owner: int, built: Built, purples: int) -> int:
        return len(built.cards)


RULE = Museum
