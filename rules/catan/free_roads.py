"""Free roads from a card."""  # catan.md 2.9, 8.2 D24

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import ClassVar

from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from .building import ROADS, build_road, check_road, road_places
from .default_moves import best_road
from .event_places import places_for_events
from .moves import PASS_ROAD, FreeRoad, Pass
from .network import set_bits
from .state import CatanState, Ctx
from .steps import CatanStep

FREE_ROADS = {size: tuple(FreeRoad(move.path) for move in moves) for size, moves in ROADS.items()}


def can_lay_free_road(s: CatanState, seat: int) -> bool:
    """Whether the player has a road piece left and a path to put it on."""
    return bool(s.roads_left[seat] and road_places(s, seat))


def _list_free_roads(s: CatanState, seat: int) -> list[FreeRoad]:
    moves_by_path = FREE_ROADS[s.layout.size]
    return [moves_by_path[path] for path in set_bits(road_places(s, seat))]


@dataclass(frozen=True, slots=True)
class FreeRoads(CatanStep):
    """Place free roads one by one while pieces and places last; optional after the first one."""

    kind: ClassVar[str] = "catan.free_roads"
    seat: int
    left: int = 2
    first: bool = True

    def waiting(self, s: CatanState) -> Collection[int]:
        return ONLY_SEAT[self.seat] if self.left and can_lay_free_road(s, self.seat) else NOBODY

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.task.free_road", {"n": self.left})

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        moves: list[Move] = [*_list_free_roads(s, seat)]
        if not self.first:
            moves.append(PASS_ROAD)
        return moves

    def default_move(self, s: CatanState, seat: int) -> FreeRoad:
        """The road is placed, because declining would waste the card."""
        return best_road(s, seat, _list_free_roads(s, seat))

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.free_road", {"path": str(self.default_move(s, seat).path)})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, FreeRoad):
            check_road(s, seat, move.path)
        elif not isinstance(move, Pass):
            raise IllegalMove("catan.error.road_first")
        elif move != PASS_ROAD:
            raise IllegalMove("catan.error.pass_step", step=move.step)
        elif self.first:
            raise IllegalMove("catan.error.road_first")

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> FreeRoads:
        if not isinstance(move, FreeRoad):
            ctx.emit("catan.build.no_road", seat=seat)
            return FreeRoads(seat, left=0, first=False)
        ctx.emit("catan.build.free_road", seat=seat, **places_for_events(ctx.s, path=move.path))
        build_road(ctx, seat, move.path)
        return FreeRoads(seat, self.left - 1, first=False)
