"""The Armory destroys itself and another district."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects
from rules.citadels.hooks import District
from rules.citadels.moves import DistrictMove
from rules.citadels.state import CitadelsState, Ctx, district_place, district_tokens
from rules.core import Move


@dataclass(frozen=True, slots=True)
class UseArmory(DistrictMove):
    """Destroy the Armory and a district of another city: `district-armory 2 keep`."""

    kind: ClassVar[str] = "district-armory"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int
    district: str


class Armory(District):
    key = "armory"
    presets = ("dark_city",)
    moves = (UseArmory,)

    def list_actions(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        """Any district of another player may be destroyed, protected ones too."""
        for owner, city in enumerate(s.cities):
            if owner != seat:
                yield from (UseArmory(owner, token) for token in dict.fromkeys(district_tokens(city)))

    def use_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, UseArmory)
        s = ctx.s
        place = district_place(s.cities[move.player], move.district)
        ctx.emit("cit.armory.used", seat=seat, from_seat=move.player, district=s.cities[move.player][place].key)
        armory_place = next(place for place, built in enumerate(s.cities[seat]) if built.key == self.key)
        effects.destroy_district(ctx, seat, armory_place)
        effects.destroy_district(ctx, move.player, place)


RULE = Armory
