"""The abbey: a tile each player holds, for a hole in the landscape."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from rules.carcassonne.cells import CELLS, STEPS_OVER_EDGES, position_of_cell
from rules.carcassonne.laying import lay_tile
from rules.carcassonne.state import LAID, CarcassonneState, Ctx
from rules.carcassonne.tiles import TILES
from rules.carcassonne.turn import AGAIN, FIGURE
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase, Step

from .moves import PASS_ABBEY, LayAbbey
from .state import estate_of, writable_estate

ABBEY_TILE: Final = next(tile.number for tile in TILES if tile.supply == "player" and tile.building == "abbey")
TURNED_ABBEY: Final = 4 * ABBEY_TILE  # its number among TURNED; all turns look the same


def is_abbey_hole(s: CarcassonneState, at: int) -> bool:
    """Whether an empty cell lies between four tiles, whatever their edges show."""  # carcassonne.md 13.1
    laid = s.board.laid
    return at not in laid and all(at + aside in laid for aside in STEPS_OVER_EDGES)


def abbey_refusal(s: CarcassonneState, at: int) -> str:
    """The reason of a module against an abbey in a hole; empty: none."""
    for ask in s.hooks.lay_refusal[ABBEY_TILE]:
        reason = ask(s, at, TURNED_ABBEY)
        if reason:
            return reason
    return ""


def list_abbey_holes(s: CarcassonneState) -> list[int]:
    """The positions where an abbey may be laid, row by row."""
    laid = s.board.laid
    north, east, south, west = STEPS_OVER_EDGES
    holes = [
        at
        for at in s.board.frontier
        if at + north in laid and at + south in laid and at + east in laid and at + west in laid
    ]
    return sorted(at for at in holes if not abbey_refusal(s, at))


def may_lay_abbey(s: CarcassonneState, seat: int) -> bool:
    """Whether the seat has an abbey and a hole for it."""
    return seat in estate_of(s).abbeys and bool(list_abbey_holes(s))


@dataclass(frozen=True, slots=True)
class AbbeyTime(Step[CarcassonneState]):
    """Before drawing: the active player may lay their abbey instead."""  # carcassonne.md 5 no. 2

    kind: ClassVar[str] = "carc.abbey.time"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        if may_lay_abbey(s, s.active) and not any(ask(s) for ask in s.hooks.has_tile_for_part):
            ctx.push(ASK_ABBEY)


@dataclass(frozen=True, slots=True)
class AskAbbey(Step[CarcassonneState]):
    """The active player lays their abbey or continues without."""

    kind: ClassVar[str] = "carc.abbey"
    final: bool = False  # whether it is after the last turn
    answer: str = ""  # "laid" or "kept"; empty: not answered

    def waiting(self, s: CarcassonneState) -> Collection[int]:
        return NOBODY if self.answer else ONLY_SEAT[s.active]

    def task(self, s: CarcassonneState, seat: int) -> Phrase:
        return Phrase("carc.task.last_abbey" if self.final else "carc.task.abbey")

    def legal(self, s: CarcassonneState, seat: int) -> Sequence[Move]:
        return [*(LayAbbey(CELLS[at]) for at in list_abbey_holes(s)), PASS_ABBEY]

    def check(self, s: CarcassonneState, seat: int, move: Move) -> None:
        if isinstance(move, LayAbbey):
            at = position_of_cell(move.cell)
            if not is_abbey_hole(s, at):
                raise IllegalMove("carc.error.no_hole", cell=str(move.cell))
            reason = abbey_refusal(s, at)
            if reason:
                raise IllegalMove(reason, cell=str(move.cell))
        elif move != PASS_ABBEY:
            raise IllegalMove("move.illegal", move=str(move))

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> AskAbbey:
        if not isinstance(move, LayAbbey):
            ctx.emit("carc.abbey.kept" if self.final else "carc.abbey.passed", seat=seat)
            return replace(self, answer="kept")
        estate = writable_estate(ctx.s)
        estate.abbeys = tuple(other for other in estate.abbeys if other != seat)
        lay_tile(ctx, position_of_cell(move.cell), TURNED_ABBEY, "carc.abbey.laid")
        if not self.final:
            ctx.s.hand = LAID
        return replace(self, answer="laid")

    def run(self, ctx: Ctx) -> None:
        if self.final and self.answer == "laid":
            ctx.push(*ctx.s.hooks.steps_between_ranks(FIGURE, AGAIN))


@dataclass(frozen=True, slots=True)
class LastAbbeys(Step[CarcassonneState]):
    """After the last turn: every player with an abbey may lay it."""  # carcassonne.md 13.2

    kind: ClassVar[str] = "carc.abbey.last"
    left: tuple[int, ...] | None = None  # seats still to ask; None: all, the layer of the last tile last

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        left = self.left
        if left is None:
            left = tuple((estate_of(s).last + 1 + i) % s.seats for i in range(s.seats))
        for i, seat in enumerate(left):
            if may_lay_abbey(s, seat):
                s.active = seat
                ctx.push(AskAbbey(final=True), LastAbbeys(left[i + 1 :]))
                return


ASK_ABBEY: Final = AskAbbey()
