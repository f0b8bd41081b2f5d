"""The starting buildings."""  # catan.md 2.1

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.core import IllegalMove, Move, Phrase

from . import effects
from .building import build_road, check_distance
from .cards import ONE
from .default_moves import best_start
from .effects import card_names
from .event_places import places_for_events
from .layout import DESERT, Layout, load_layouts
from .moves import Setup
from .network import set_bits
from .places import Corner, Path
from .state import CITY, CatanState, Ctx
from .steps import Ask, CatanStep


def _list_setups(board: Layout, corner: Corner) -> tuple[Setup, ...]:
    """The starting buildings on that corner, one for each adjacent road."""
    return tuple(Setup(corner, board.paths[path]) for path, _ in board.paths_and_neighbours[corner])


# Board -> corner -> its starting buildings.
_SETUPS: Final = {
    board.size: [_list_setups(board, corner) for corner in board.corners] for board in load_layouts().values()
}


@dataclass(frozen=True, slots=True)
class GameBegins(CatanStep):
    """After the board is laid out: in turn order, then backwards, each player places a building and a road."""

    kind: ClassVar[str] = "catan.begin"

    def carry_out_step(self, ctx: Ctx) -> None:
        s = ctx.s
        ctx.emit("catan.game.begun", seat=s.active, n=s.hooks.goal)
        order = s.seats_from_active()
        first = [Place(seat) for seat in order]
        second = [Place(seat, round=2) for seat in reversed(order)]
        s.agenda += s.hooks.turn_steps
        ctx.push(*first, *second)


def first_cards(s: CatanState, corner: int) -> int:
    """One resource for each hex around the second building, whatever its level."""
    return sum(ONE[s.terrain[hex_]] for hex_ in s.layout.hexes_at[corner] if s.terrain[hex_] != DESERT)


@dataclass(frozen=True, slots=True)
class Place(Ask):
    """One player places a building and an adjacent road; the second building gives the first cards."""

    kind: ClassVar[str] = "catan.place"
    round: int = 1

    def task(self, s: CatanState, seat: int) -> Phrase:
        if s.hooks.second_building_level == CITY:
            return Phrase("catan.task.place_settlement" if self.round == 1 else "catan.task.place_city")
        return Phrase("catan.task.place_first" if self.round == 1 else "catan.task.place_second")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        all_corners = (1 << len(s.held)) - 1
        moves: list[Move] = []
        for corner in set_bits(all_corners & ~(s.corners_too_near | s.corners_occupied)):
            moves += [move for move in _SETUPS[s.layout.size][corner] if not s.paths_taken >> move.path & 1]
        return moves

    def default_move(self, s: CatanState, seat: int) -> Setup:
        return best_start(s, [move for move in self.legal(s, seat) if isinstance(move, Setup)])

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        move = self.default_move(s, seat)
        return Phrase("catan.fallback.place", {"corner": str(move.corner), "path": str(move.path)})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, Setup):
            raise IllegalMove("catan.error.place_first")
        check_distance(s, move.corner)
        if not 0 <= move.path < len(s.roads) or move.corner not in s.layout.path_ends[move.path]:
            raise IllegalMove("catan.error.road_apart", path=str(move.path), corner=str(move.corner))
        if s.paths_taken >> move.path & 1:
            raise IllegalMove("catan.error.path_taken", path=str(move.path), seat=s.roads[move.path])

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Setup)
        s = ctx.s
        corner, path = Corner(move.corner), Path(move.path)
        effects.put_settlement(ctx, self.seat, corner)
        is_city = self.round == 2 and s.hooks.second_building_level == CITY
        if is_city:
            effects.put_city(ctx, self.seat, corner)
        key = "catan.setup.city" if is_city else "catan.setup.settlement"
        ctx.emit(key, seat=self.seat, **places_for_events(s, corner=corner, path=path))
        build_road(ctx, self.seat, path)
        if self.round == 2:
            cards = first_cards(s, corner)
            effects.receive_cards(s, self.seat, cards)
            if cards:
                ctx.emit("catan.setup.cards", seat=self.seat, cards=card_names(cards))
