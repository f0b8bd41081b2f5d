"""Common rules of the rivers: the order of their tiles, and the legal courses."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from rules.core.saving import Slice

from .cells import ORIGIN, STEPS_OVER_EDGES
from .expansion import Expansion, Setup
from .state import CarcassonneState, Ctx
from .tiles import NEED_BITS, NEED_MASK, NEEDS, TILES, TURNED, Tile

RIVER = NEEDS["W"]  # requirement of a river edge for the tile beyond it
LEFT, STRAIGHT, RIGHT = -1, 0, 1
SPRING_ENTRY = -1  # instead of the edge over which the river enters


class Mouth(NamedTuple):
    """An open end of the river."""

    at: int  # the empty position it faces
    flow: int  # its direction, as the number of an edge
    bend: int  # turn of the last tile: LEFT, STRAIGHT or RIGHT


class Course(Slice):
    """The open ends of the river."""

    kind: ClassVar[str] = "river"
    mouths: tuple[Mouth, ...]
    __slots__ = ("mouths",)

    def __init__(self, mouths: tuple[Mouth, ...]) -> None:
        self.mouths = mouths

    def copy(self) -> Course:
        return Course(self.mouths)


def river_course(s: CarcassonneState) -> Course:
    return s.module_state(Course)


def writable_course(s: CarcassonneState) -> Course:
    """The course, unshared for modification."""
    return s.writable_module_state(Course)


def mouths_opened_by_tile(at: int, number: int, entry: int) -> list[Mouth]:
    """The ends a river tile opens if the river enters over the edge `entry` (SPRING_ENTRY: it begins here)."""
    mouths = []
    for river in TURNED[number].rivers:
        for edge in river:
            if edge != entry:
                quarters_turned = 0 if entry == SPRING_ENTRY else (edge - entry - 2) % 4
                mouths.append(
                    Mouth(at + STEPS_OVER_EDGES[edge], edge, (STRAIGHT, RIGHT, STRAIGHT, LEFT)[quarters_turned])
                )
    return mouths


class River(Expansion):
    """Common to both rivers; in play once."""

    key = "river"
    order = 5

    def add_opening_tiles(self, setup: Setup) -> None:
        # carcassonne.md 4.2, 4.4, 14.1, 14.2: one spring, the fork first, one lake last, all before normal tiles.
        tiles = [tile for tile in setup.tiles if TILES[tile].rivers]
        by_role: dict[str, list[int]] = {}
        for tile in tiles:
            by_role.setdefault(TILES[tile].role, []).extend([tile] * setup.take_all_pieces(tile))
        setup.opening = [(ORIGIN, 4 * by_role["spring"][-1])]
        lake = max(by_role["lake"], key=lambda tile: (len(TILES[tile].symbols), tile))
        setup.piles += [pile for pile in (by_role.get("fork", []), by_role[""], [lake]) if pile]

    def create_module_state(self, s: CarcassonneState) -> None:
        at, number = next((at, number) for at, (number, _) in s.board.laid.items() if TURNED[number].rivers)
        s.ext["river"] = Course(tuple(mouths_opened_by_tile(at, number, SPRING_ENTRY)))

    def may_refuse_tile(self, tile: Tile) -> bool:
        return bool(tile.rivers)

    def lay_refusal(self, s: CarcassonneState, at: int, number: int) -> str:
        # carcassonne.md 14.3. Mismatching edges are refused elsewhere.
        turned = TURNED[number]
        mouths = river_course(s).mouths
        entered = [mouth for mouth in mouths if mouth.at == at]
        if not entered:
            return "carc.error.river_continue"
        entry = entered[0].flow ^ 2
        if turned.need >> NEED_BITS * entry & NEED_MASK != RIVER:
            return ""
        laid = s.board.laid
        for mouth in mouths_opened_by_tile(at, number, entry):
            if mouth.bend and mouth.bend == entered[0].bend:
                return "carc.error.river_turn"
            if mouth.at in laid:
                beyond = TURNED[laid[mouth.at][0]]
                meets = beyond.need >> NEED_BITS * (mouth.flow ^ 2) & NEED_MASK == RIVER
                return "carc.error.river_meet" if meets else "carc.error.river_stuck"
            if any(other.at == mouth.at for other in mouths):
                return "carc.error.river_meet"
        return ""

    def on_tile_laid(self, ctx: Ctx, at: int, number: int) -> None:
        if TURNED[number].rivers:
            course = writable_course(ctx.s)
            entry = next(mouth.flow ^ 2 for mouth in course.mouths if mouth.at == at)
            rest = [mouth for mouth in course.mouths if mouth.at != at]
            course.mouths = (*rest, *mouths_opened_by_tile(at, number, entry))
