"""The barn, placed on a corner where four fields meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from rules.carcassonne.cells import NAMES, STEPS_OVER_EDGES
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
from rules.carcassonne.turn import is_last_turn
from rules.core import IllegalMove, Move, Phrase, Step

from .moves import BARNS, CORNERS, PutBarn
from .state import Barn, Estate, estate_of, writable_estate

BARN: Final = FigureKind("barn", 1, frozenset(), role=APART)

# carcassonne.md 9.4: points per complete city, for
POINTS_WHEN_BARN_BUILT: Final = 3  # the farmers of a field when a barn is put
POINTS_WHEN_FIELDS_JOIN: Final = 1  # the farmers of a field joined to one with a barn
POINTS_FOR_BARN_OWNER: Final = 4  # the owner of a barn, at the end


@cache
def corner_segments(number: int) -> tuple[int, ...]:
    """The field segment that fills each corner of a turned tile; -1: not entirely field."""
    turned = TURNED[number]
    segments = [-1] * 4
    for i, segment in enumerate(turned.tile.segments):
        halves = {(half + 2 * turned.quarters) % 8 for half in segment.halves}
        for corner in range(4):
            if halves >= {2 * corner + 1, (2 * corner + 2) % 8}:
                segments[corner] = i
    return tuple(segments)


# Corner -> steps to the other three tiles at it, each with its own corner there; the tile itself comes last,
# because it is rarely the one that fails.
def _tiles_meeting(corner: int) -> tuple[tuple[int, int], ...]:
    """Steps to the four tiles at a corner of a tile, each with its own corner there."""
    before, after = STEPS_OVER_EDGES[corner], STEPS_OVER_EDGES[(corner + 1) % 4]
    return (before + after, (corner + 2) % 4), (before, (corner + 1) % 4), (after, (corner + 3) % 4), (0, corner)


MEETING: Final = tuple(map(_tiles_meeting, range(4)))


def do_four_fields_meet(s: CarcassonneState, at: int, corner: int) -> bool:
    """Whether four tiles meet at this corner, with field on each."""  # carcassonne.md 13.3
    laid = s.board.laid
    for step, corner_there in MEETING[corner]:
        there = at + step
        if there not in laid or corner_segments(laid[there][0])[corner_there] < 0:
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
    candidates = [
        (move, s.board.of[corner_field_node(s, s.just, corner)])
        for corner, move in enumerate(BARNS)
        if do_four_fields_meet(s, s.just, corner)
    ]
    if not candidates:
        return ()
    taken = barn_fields(s)
    return [move for move, root in candidates if root not in taken]


def check_barn(s: CarcassonneState, seat: int, move: PutBarn) -> None:
    """IllegalMove with the reason if the barn may not be put there."""
    if s.just < 0:
        return
    if move.corner not in CORNERS:
        raise IllegalMove("carc.error.barn_corner", corner=move.corner)
    corner = CORNERS.index(move.corner)
    if not has_barn(s, seat):
        raise IllegalMove("carc.error.no_figure", figure=BARN.key)
    if not do_four_fields_meet(s, s.just, corner):
        raise IllegalMove("carc.error.barn_meets", corner=move.corner, cell=NAMES[s.just])
    raise IllegalMove("carc.error.barn_taken", corner=move.corner, cell=NAMES[s.just])


def build_barn(ctx: Ctx, seat: int, move: PutBarn) -> None:
    """Put the barn."""
    s = ctx.s
    estate = writable_estate(s)
    corner = CORNERS.index(move.corner)
    node = corner_field_node(s, s.just, corner)
    estate.barns = (*estate.barns, Barn(seat, s.just, corner, node))
    estate.built = True
    s.supply[seat * len(s.hooks.figures) + s.hooks.supply_rows[BARN.key]] -= 1
    spot = spot_token(s, node)
    ctx.emit("carc.barn.built", seat=seat, figure=BARN.key, cell=NAMES[s.just], corner=move.corner, spot=spot)


def field_of_new_barn(s: CarcassonneState) -> int:
    """The field that got its barn in this part, -1: none."""
    estate = estate_of(s)
    return s.board.of[estate.barns[-1].node] if estate.built else -1


def barn_fields_to_score(s: CarcassonneState) -> list[int]:
    """The fields scored for barns in this part."""
    if not estate_of(s).barns:
        return []
    board = s.board
    new = field_of_new_barn(s)
    return [root for root in sorted(barn_fields(s), key=board.first_node) if root == new or board.held[root]]


def forecast_barns(s: CarcassonneState) -> Iterator[Phrase]:
    """The expected scores of the barn fields of this part."""
    new = field_of_new_barn(s)
    for root in barn_fields_to_score(s):
        for seat in majority_seats(seat_strengths(s, root)):
            points = field_share(s, root, POINTS_WHEN_BARN_BUILT if root == new else POINTS_WHEN_FIELDS_JOIN, seat)
            cell = NAMES[s.board.cells[s.board.first_node(root)]]
            yield Phrase("carc.preview.barn", {"cell": cell, "points": points, "seat": seat})


@dataclass(frozen=True, slots=True)
class BarnFields(Step[CarcassonneState]):
    """Score the farmers of a new barn field and return them."""  # carcassonne.md 7.4, 13.3

    kind: ClassVar[str] = "carc.barn.fields"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        estate = estate_of(s)
        if estate.barns:
            new = field_of_new_barn(s)
            for root in barn_fields_to_score(s):
                send_farmers_home(ctx, root, POINTS_WHEN_BARN_BUILT if root == new else POINTS_WHEN_FIELDS_JOIN)
            writable_estate(s).built = False


@dataclass(frozen=True, slots=True)
class LastFarmers(Step[CarcassonneState]):
    """Score farmers who joined a barn field after the last turn."""  # carcassonne.md 16.5

    kind: ClassVar[str] = "carc.barn.last"

    def run(self, ctx: Ctx) -> None:
        for root in barn_fields_to_score(ctx.s):
            send_farmers_home(ctx, root, POINTS_WHEN_FIELDS_JOIN)


def send_farmers_home(ctx: Ctx, root: int, points_per_city: int) -> None:
    """Score the farmers of one field for its cities and return them with their pigs."""
    s = ctx.s
    if not s.board.held[root]:
        return
    s.mark_changed(s.board.feature_positions(root))
    returned = leaving_figures(s, root)
    if not city_sum(s, root, points_per_city):
        params = feature_for_events(s, root) | {"seats": []}
        ctx.emit("carc.barn.nothing", **params, points=0, returned=returned)
    if points_per_city == POINTS_WHEN_BARN_BUILT:
        score_field(ctx, root, POINTS_WHEN_BARN_BUILT, "carc.barn.farmers", "barn_built", returned)
    else:
        score_field(ctx, root, points_per_city, "carc.barn.merged", "barn_merged", returned)
    return_figures(s, {root})


@dataclass(frozen=True, slots=True)
class FinalBarns(Step[CarcassonneState]):
    """Score the barns at the end of the game."""  # carcassonne.md 13.3

    kind: ClassVar[str] = "carc.barn.final"

    def run(self, ctx: Ctx) -> None:
        s = ctx.s
        board = s.board
        for root in sorted(barn_fields(s), key=board.first_node):
            seats = sorted({barn.seat for barn in estate_of(s).barns if board.of[barn.node] == root})
            points = city_sum(s, root, POINTS_FOR_BARN_OWNER)
            if points:
                params = feature_for_events(s, root) | cities_for_events(s, root)
                params |= {"seats": seats, "category": "barns", "rule": "barn"}
                give_points(s, seats, points, "barns")
                ctx.emit("carc.barn.scored", **params, points=points, each=POINTS_FOR_BARN_OWNER, returned=[])


def audit_barns(s: CarcassonneState, estate: Estate) -> None:
    """AssertionError unless all barns stand on legal corners."""
    assert len({barn.seat for barn in estate.barns}) == len(estate.barns), "two barns of one seat"
    if s.just < 0 and not is_last_turn(s):  # before a tile is laid
        assert not any(s.board.held[root] for root in barn_fields(s)), "a farmer beside a barn"
    for barn in estate.barns:
        assert s.board.kinds[barn.node] == FIELD
        assert do_four_fields_meet(s, barn.at, barn.corner), "a barn that is not on four fields"
        nodes = [corner_field_node(s, barn.at + step, corner) for step, corner in MEETING[barn.corner]]
        assert len({s.board.of[node] for node in nodes}) == 1, "a barn on several fields"
