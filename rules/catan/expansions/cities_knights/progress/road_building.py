"""Road Building: two free roads."""  # catan.md 10.4, 8.2 D24

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.free_roads import FreeRoads, can_lay_free_road
from rules.catan.state import CatanState, Ctx
from rules.core import Move

from ..realm import Realm
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardRoadBuilding(Move):
    """Build two roads for free: `card-road-building`."""

    kind: ClassVar[str] = "card-road-building"
    group: ClassVar[str | None] = "card"


ONLY: Final = CardRoadBuilding()


class RoadBuilding(Progress):
    """The roads are built one after the other; the second is optional."""

    key = "road-building"
    move = CardRoadBuilding

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        if can_lay_free_road(s, seat):
            moves.append(ONLY)

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        ctx.push(FreeRoads(seat))


CARD: Final = RoadBuilding()
