"""The fairy: she keeps the dragon away and gives points to followers on her tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.carcassonne.cells import CELLS, NAMES, position_of_cell
from rules.carcassonne.scoring import feature_name, give_points, spot_token
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.core import IllegalMove, Step

from .lair import lair_of, writable_lair
from .moves import MoveFairy

POINTS_AT_TURN_START: Final = 1  # carcassonne.md 12.4: at the start of a turn
POINTS_PER_SCORED_FEATURE: Final = 3  # when the feature of a follower beside her is scored


def tiles_of_wide_figures(s: CarcassonneState) -> dict[int, Sequence[int]]:
    """Node of a figure on several tiles -> these tiles."""
    tiles: dict[int, Sequence[int]] = {}
    for ask in s.hooks.tiles_of_wide_figures:
        tiles |= ask(s)
    return tiles


def seats_beside_fairy(s: CarcassonneState, figures: Iterable[Figure]) -> list[int]:
    """The seats of those of the figures that stand on the fairy's tile."""
    at, tiles_of_wide = lair_of(s).fairy, tiles_of_wide_figures(s)
    cells, weights = s.board.cells, s.hooks.follower_weights
    return sorted(
        {
            seat
            for kind, seat, node in figures
            if kind in weights and (cells[node] == at or at in tiles_of_wide.get(node, ()))
        }
    )


def tiles_with_followers(s: CarcassonneState, seat: int) -> set[int]:
    """The tiles with followers of the seat."""
    cells, weights, tiles_of_wide = s.board.cells, s.hooks.follower_weights, tiles_of_wide_figures(s)
    nodes = [node for kind, owner, node in s.figures if owner == seat and kind in weights]
    tiles = {cells[node] for node in nodes}
    for node in nodes:
        tiles.update(tiles_of_wide.get(node, ()))
    return tiles


def fairy_targets(s: CarcassonneState, seat: int) -> list[int]:
    """The tiles the fairy may move to, row by row."""
    targets = tiles_with_followers(s, seat)
    targets.discard(lair_of(s).fairy)
    return sorted(targets)


def fairy_moves(s: CarcassonneState, seat: int) -> list[MoveFairy]:
    return [_fairy_move(at) for at in fairy_targets(s, seat)]


@cache
def _fairy_move(at: int) -> MoveFairy:
    """The move, created once and shared by all lists of legal moves."""
    return MoveFairy(CELLS[at])


def check_fairy(s: CarcassonneState, seat: int, move: MoveFairy) -> None:
    """IllegalMove with the reason unless the fairy may go there."""
    at = position_of_cell(move.cell)
    if at == lair_of(s).fairy and at >= 0:
        raise IllegalMove("carc.error.fairy_there", cell=str(move.cell))
    if at not in fairy_targets(s, seat):
        raise IllegalMove("carc.error.fairy_alone", cell=str(move.cell))


def move_fairy(ctx: Ctx, seat: int, move: MoveFairy) -> None:
    """Move the fairy; the event names the seats that lose her company."""
    lair = writable_lair(ctx.s)
    old_cell = NAMES[lair.fairy] if lair.fairy >= 0 else None
    blessed_before = seats_blessed_by_fairy(ctx.s)
    lair.fairy = position_of_cell(move.cell)
    no_longer_blessed = [other for other in blessed_before if other not in seats_blessed_by_fairy(ctx.s)]
    if no_longer_blessed:
        ctx.emit("carc.fairy.taken", seat=seat, cell=str(move.cell), old=old_cell, left_seats=no_longer_blessed)
    else:
        ctx.emit("carc.fairy.moved" if old_cell else "carc.fairy.came", seat=seat, cell=str(move.cell), old=old_cell)


def seats_blessed_by_fairy(s: CarcassonneState) -> list[int]:
    """The seats that get a point from the fairy at the start of their turns."""
    return seats_beside_fairy(s, s.figures) if lair_of(s).fairy >= 0 else []


@dataclass(frozen=True, slots=True)
class FairyGift(Step[CarcassonneState]):
    """A point for the player whose turn begins, if one of their followers is with the fairy."""

    kind: ClassVar[str] = "carc.fairy"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        lair = lair_of(s)
        if s.active in seats_blessed_by_fairy(s):
            give_points(s, (s.active,), POINTS_AT_TURN_START, "fairy")
            ctx.emit(
                "carc.fairy.turn",
                seat=s.active,
                seats=[s.active],
                cell=NAMES[lair.fairy],
                points=POINTS_AT_TURN_START,
                category="fairy",
                rule="fairy_turn",
                returned=[],
            )


def give_fairy_bonus(ctx: Ctx, root: int, figures: Sequence[Figure]) -> None:
    """Three points for each player with a follower of this feature beside the fairy, majority or not."""
    s = ctx.s
    lair = lair_of(s)
    if lair.fairy < 0:
        return  # not on the board yet
    seats = seats_beside_fairy(s, figures)
    if seats:
        give_points(s, seats, POINTS_PER_SCORED_FEATURE, "fairy")
        ctx.emit(
            "carc.fairy.scored",
            seats=seats,
            cell=NAMES[lair.fairy],
            points=POINTS_PER_SCORED_FEATURE,
            feature=feature_name(s, root),
            spot=spot_token(s, s.board.first_node(root)),
            category="fairy",
            rule="fairy",
            returned=[],
        )
