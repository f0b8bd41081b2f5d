"""The Diplomat: remove an open road."""  # catan.md 10.6, 8.2 D17

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from rules.catan.building import ROADS
from rules.catan.event_places import places_for_events
from rules.catan.free_roads import FreeRoads
from rules.catan.network import lift_road, set_bits
from rules.catan.places import OUT, Path
from rules.catan.state import CatanState, Ctx
from rules.core import IllegalMove, Move

from ..realm import Realm
from .card import Progress


@dataclass(frozen=True, slots=True)
class CardDiplomat(Move):
    """Remove an open road: `card-diplomat e30`."""

    kind: ClassVar[str] = "card-diplomat"
    group: ClassVar[str | None] = "card"
    path: Path


MOVES: Final = {size: tuple(CardDiplomat(move.path) for move in moves) for size, moves in ROADS.items()}


def is_open_road(s: CatanState, path: int) -> bool:
    """Whether the road has an end without another piece of its owner."""
    owner = s.roads[path]
    for corner in s.layout.path_ends[path]:
        owners_here = [s.roads[other] for other, _ in s.layout.paths_and_neighbours[corner] if other != path]
        if owner not in (s.held[corner], *owners_here):
            return True
    return False


class Diplomat(Progress):
    """The road returns to its owner. One's own may be rebuilt anywhere, even in the same place."""  # catan.md R31

    key = "diplomat"
    move = CardDiplomat

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        moves_by_path = MOVES[s.layout.size]
        moves += [moves_by_path[path] for path in set_bits(s.paths_taken) if is_open_road(s, path)]

    def check(self, s: CatanState, realm: Realm, seat: int, move: Move) -> None:
        assert isinstance(move, CardDiplomat)
        if not 0 <= move.path < len(s.roads):
            raise IllegalMove("catan.error.no_place", place=str(move.path))
        if s.roads[move.path] == OUT:
            raise IllegalMove("catan.error.no_road", path=str(move.path))
        if not is_open_road(s, move.path):
            raise IllegalMove("catan.error.road_closed", path=str(move.path))

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardDiplomat)
        s = ctx.s
        owner = s.roads[move.path]
        s.changed = (str(move.path),)
        ctx.emit("catan.play.road_removed", seat=seat, **places_for_events(s, path=move.path), from_seat=owner)
        lift_road(ctx, move.path)
        if owner == seat:
            ctx.push(FreeRoads(seat, left=1, first=False))


CARD: Final = Diplomat()
