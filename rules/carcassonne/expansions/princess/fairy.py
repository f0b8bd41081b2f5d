"""The fairy: she keeps the dragon away, and gives points to those who stand on her tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.carcassonne.cells import CELLS, NAMES, position
from rules.carcassonne.scoring import called, give, spot
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.core import IllegalMove, Step

from .lair import lair, own_lair
from .moves import MoveFairy

TURN: Final = 1  # carcassonne.md 12.4: at the start of a turn
SCORED: Final = 3  # when the feature of a follower beside her is scored


def astride(s: CarcassonneState) -> dict[int, Sequence[int]]:
    """The nodes of figures that stand on several tiles -> these tiles."""
    found: dict[int, Sequence[int]] = {}
    for ask in s.hooks.astride:
        found |= ask(s)
    return found


def beside(s: CarcassonneState, figures: Iterable[Figure]) -> list[int]:
    """The seats of the followers among these that stand on the fairy's tile."""
    at, wide = lair(s).fairy, astride(s)
    cells, weights = s.board.cells, s.hooks.weights
    return sorted(
        {
            seat
            for kind, seat, node in figures
            if (cells[node] == at or (wide and at in wide.get(node, ()))) and kind in weights
        }
    )


def standing(s: CarcassonneState, seat: int) -> set[int]:
    """The tiles with own followers."""
    cells, weights, wide = s.board.cells, s.hooks.weights, astride(s)
    nodes = [node for kind, owner, node in s.figures if owner == seat and kind in weights]
    found = {cells[node] for node in nodes}
    if wide:
        found.update(at for node in nodes for at in wide.get(node, ()))
    return found


def targets(s: CarcassonneState, seat: int) -> list[int]:
    """The same but for the one where she is; row by row."""
    found = standing(s, seat)
    found.discard(lair(s).fairy)
    return sorted(found)


def fairy_moves(s: CarcassonneState, seat: int) -> list[MoveFairy]:
    return [_to(at) for at in targets(s, seat)]


@cache
def _to(at: int) -> MoveFairy:
    """The move, made once and shared by all lists of legal moves."""
    return MoveFairy(CELLS[at])


def check_fairy(s: CarcassonneState, seat: int, move: MoveFairy) -> None:
    """IllegalMove with the reason unless the fairy may go there."""
    at = position(move.cell)
    if at == lair(s).fairy and at >= 0:
        raise IllegalMove("carc.error.fairy_there", cell=str(move.cell))
    if at not in targets(s, seat):
        raise IllegalMove("carc.error.fairy_alone", cell=str(move.cell))


def move_fairy(ctx: Ctx, seat: int, move: MoveFairy) -> None:
    here = own_lair(ctx.s)
    old = NAMES[here.fairy] if here.fairy >= 0 else None
    graced = blessed(ctx.s)
    here.fairy = position(move.cell)
    left = [other for other in graced if other not in blessed(ctx.s)]
    if left:
        ctx.emit("carc.fairy.taken", seat=seat, cell=str(move.cell), old=old, left_seats=left)
    else:
        ctx.emit("carc.fairy.moved" if old else "carc.fairy.came", seat=seat, cell=str(move.cell), old=old)


def blessed(s: CarcassonneState) -> list[int]:
    """The seats to whom the fairy gives a point when their turns begin."""
    return beside(s, s.figures) if lair(s).fairy >= 0 else []


@dataclass(frozen=True, slots=True)
class FairyGift(Step[CarcassonneState]):
    """A point for the player whose turn begins, if a follower of theirs is with the fairy."""

    kind: ClassVar[str] = "carc.fairy"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        here = lair(s)
        if s.active in blessed(s):
            give(s, (s.active,), TURN, "fairy")
            ctx.emit(
                "carc.fairy.turn",
                seat=s.active,
                seats=[s.active],
                cell=NAMES[here.fairy],
                points=TURN,
                category="fairy",
                rule="fairy_turn",
                returned=[],
            )


def bonus(ctx: Ctx, root: int, figures: Sequence[Figure]) -> None:
    """Three points for each player who has a follower of this feature with the fairy, majority or not."""
    s = ctx.s
    here = lair(s)
    if here.fairy < 0:
        return
    seats = beside(s, figures)
    if seats:
        give(s, seats, SCORED, "fairy")
        ctx.emit(
            "carc.fairy.scored",
            seats=seats,
            cell=NAMES[here.fairy],
            points=SCORED,
            feature=called(s, root),
            spot=spot(s, s.board.head(root)),
            category="fairy",
            rule="fairy",
            returned=[],
        )
