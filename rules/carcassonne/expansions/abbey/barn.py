"""The barn, placed on a corner where four fields meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.carcassonne.cells import ASIDE, NAMES
from rules.carcassonne.expansion import APART, FigureKind
from rules.carcassonne.farming import cities_for_events, city_sum, field_share, score_field
from rules.carcassonne.scoring import (
    feature_for_events,
    give_points,
    leaving_figures,
    majority_seats,
    return_figures,
    seat_strengths,
    spot_token,
)
from rules.carcassonne.state import CarcassonneState, Ctx
from rules.carcassonne.tiles import FIELD, TURNED
from rules.carcassonne.turn import last_turn
from rules.core import IllegalMove, Move, Phrase, Step

from .moves import BARNS, CORNERS, PutBarn
from .state import Barn, Estate, estate_of, writable_estate

BARN: Final = FigureKind("barn", 1, frozenset(), role=APART)

# carcassonne.md 9.4: points per complete city, for
BUILT: Final = 3  # the farmers of a field when a barn is put
MERGED: Final = 1  # the farmers of a field joined to one with a barn
OWNED: Final = 4  # the owner of a barn, at the end


@cache
def corner_segments(number: int) -> tuple[int, ...]:
    """The field segment that fills each corner of a turned tile; -1: not entirely field."""
    turned = TURNED[number]
    found = [-1] * 4
    for i, segment in enumerate(turned.tile.segments):
        halves = {(half + 2 * turned.quarters) % 8 for half in segment.halves}
        for corner in range(4):
            if halves >= {2 * corner + 1, (2 * corner + 2) % 8}:
                found[corner] = i
    return tuple(found)


# Corner -> steps to the other three tiles at it, each with its own corner there; the tile itself comes last,
# because it is rarely the one that fails.
MEETING: Final = tuple(
    ((one + other, (corner + 2) % 4), (one, (corner + 1) % 4), (other, (corner + 3) % 4), (0, corner))
    for corner, one, other in ((corner, ASIDE[corner], ASIDE[(corner + 1) % 4]) for corner in range(4))
)


def all_field(s: CarcassonneState, at: int, corner: int) -> bool:
    """Whether four tiles meet at this corner, with field on each."""  # carcassonne.md 13.3
    laid = s.board.laid
    for step, seen in MEETING[corner]:
        there = at + step
        if there not in laid or corner_segments(laid[there][0])[seen] < 0:
            return False
    return True


def corner_field_node(s: CarcassonneState, at: int, corner: int) -> int:
    """The field node in a corner of a tile."""
    number, first = s.board.laid[at]
    return first + corner_segments(number)[corner]


def barn_fields(s: CarcassonneState) -> set[int]:
    """The roots of the fields with barns."""
    of = s.board.of
    return {of[barn.node] for barn in estate_of(s).barns}


def has_barn(s: CarcassonneState, seat: int) -> bool:
    """Whether the barn of the seat is still in its supply."""
    return all(barn.seat != seat for barn in estate_of(s).barns)


def barn_moves(s: CarcassonneState, seat: int) -> Sequence[Move]:
    """The corners of the tile just laid where the seat may put its barn."""
    if not has_barn(s, seat):
        return ()
    found = [
        (move, s.board.of[corner_field_node(s, s.just, corner)])
        for corner, move in enumerate(BARNS)
        if all_field(s, s.just, corner)
    ]
    if not found:
        return ()
    taken = barn_fields(s)
    return [move for move, root in found if root not in taken]


def check_barn(s: CarcassonneState, seat: int, move: PutBarn) -> None:
    """IllegalMove with the reason if the barn may not be put there."""
    if s.just < 0:
        return
    if move.corner not in CORNERS:
        raise IllegalMove("carc.error.barn_corner", corner=move.corner)
    corner = CORNERS.index(move.corner)
    if not has_barn(s, seat):
        raise IllegalMove("carc.error.no_figure", figure=BARN.key)
    if not all_field(s, s.just, corner):
        raise IllegalMove("carc.error.barn_meets", corner=move.corner, cell=NAMES[s.just])
    raise IllegalMove("carc.error.barn_taken", corner=move.corner, cell=NAMES[s.just])


def build_barn(ctx: Ctx, seat: int, move: PutBarn) -> None:
    """Put the barn."""
    s = ctx.s
    here = writable_estate(s)
    corner = CORNERS.index(move.corner)
    node = corner_field_node(s, s.just, corner)
    here.barns = (*here.barns, Barn(seat, s.just, corner, node))
    here.built = True
    change_supply(s, seat, -1)
    ctx.emit(
        "carc.barn.built", seat=seat, figure=BARN.key, cell=NAMES[s.just], corner=move.corner, spot=spot_token(s, node)
    )


def change_supply(s: CarcassonneState, seat: int, by: int) -> None:
    kinds = s.hooks.figures
    s.supply[seat * len(kinds) + kinds.index(BARN)] += by


def new_field(s: CarcassonneState) -> int:
    """The field that got its barn in this part, -1: none."""
    here = estate_of(s)
    return s.board.of[here.barns[-1].node] if here.built else -1


def barn_fields_to_score(s: CarcassonneState) -> list[int]:
    """The fields scored for barns in this part."""
    if not estate_of(s).barns:
        return []
    board = s.board
    new = new_field(s)
    return [root for root in sorted(barn_fields(s), key=board.head) if root == new or board.held[root]]


def forecast_barns(s: CarcassonneState) -> Iterator[Phrase]:
    """The expected scores of the barn fields of this part."""
    new = new_field(s)
    for root in barn_fields_to_score(s):
        for seat in majority_seats(seat_strengths(s, root)):
            points = field_share(s, root, BUILT if root == new else MERGED, seat)
            cell = NAMES[s.board.cells[s.board.head(root)]]
            yield Phrase("carc.preview.barn", {"cell": cell, "points": points, "seat": seat})


@dataclass(frozen=True, slots=True)
class BarnFields(Step[CarcassonneState]):
    """Score the farmers of a new barn field and return them."""  # carcassonne.md 7.4, 13.3

    kind: ClassVar[str] = "carc.barn.fields"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        here = estate_of(s)
        if here.barns:
            new = new_field(s)
            for root in barn_fields_to_score(s):
                send_farmers_home(ctx, root, BUILT if root == new else MERGED)
            writable_estate(s).built = False


@dataclass(frozen=True, slots=True)
class LastFarmers(Step[CarcassonneState]):
    """Score farmers who joined a barn field after the last turn."""  # carcassonne.md 16.5

    kind: ClassVar[str] = "carc.barn.last"

    def run(self, ctx: Ctx) -> None:
        for root in barn_fields_to_score(ctx.s):
            send_farmers_home(ctx, root, MERGED)


def send_farmers_home(ctx: Ctx, root: int, worth: int) -> None:
    """Score the farmers of one field for its cities and return them with their pigs."""
    s = ctx.s
    if not s.board.held[root]:
        return
    key, rule = ("carc.barn.farmers", "barn_built") if worth == BUILT else ("carc.barn.merged", "barn_merged")
    s.changed = (*s.changed, *(at for at in s.board.tiles_of(root) if at not in s.changed))
    returned = leaving_figures(s, root)
    if not city_sum(s, root, worth):
        ctx.emit("carc.barn.nothing", **(feature_for_events(s, root) | {"seats": []}), points=0, returned=returned)
    score_field(ctx, root, worth, key, rule, returned)
    return_figures(s, {root})


@dataclass(frozen=True, slots=True)
class FinalBarns(Step[CarcassonneState]):
    """Score the barns at the end of the game."""  # carcassonne.md 13.3

    kind: ClassVar[str] = "carc.barn.final"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        board = s.board
        for root in sorted(barn_fields(s), key=board.head):
            seats = sorted({barn.seat for barn in estate_of(s).barns if board.of[barn.node] == root})
            points = city_sum(s, root, OWNED)
            if points:
                told = (
                    feature_for_events(s, root)
                    | cities_for_events(s, root)
                    | {"seats": seats, "category": "barns", "rule": "barn"}
                )
                give_points(s, seats, points, "barns")
                ctx.emit("carc.barn.scored", **told, points=points, each=OWNED, returned=[])


def audit_barns(s: CarcassonneState, here: Estate) -> None:
    """AssertionError unless all barns stand on legal corners."""
    assert len({barn.seat for barn in here.barns}) == len(here.barns), "two barns of one seat"
    if s.just < 0 and not last_turn(s):  # before a tile is laid
        assert not any(s.board.held[root] for root in barn_fields(s)), "a farmer beside a barn"
    for barn in here.barns:
        assert s.board.kinds[barn.node] == FIELD
        assert all_field(s, barn.at, barn.corner), "a barn that is not on four fields"
        one, other = ASIDE[barn.corner], ASIDE[(barn.corner + 1) % 4]
        tiles = [barn.at, barn.at + one, barn.at + one + other, barn.at + other]
        nodes = [corner_field_node(s, at, (barn.corner + i) % 4) for i, at in enumerate(tiles)]
        assert len({s.board.of[node] for node in nodes}) == 1, "a barn on several fields"
