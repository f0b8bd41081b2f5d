"""Castles: small cities that score features completed around them."""  # carcassonne.md 15.3

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from rules.carcassonne.cells import NAMES, STEPS_OVER_EDGES
from rules.carcassonne.scoring import (
    counted_positions,
    counted_tiles,
    feature_for_events,
    feature_name,
    feature_points,
    give_bonus_points,
    give_points,
    leaving_figures,
    return_figures,
    seat_strengths,
    spot_token,
)
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import CITY, TURNED
from rules.core import Phrase
from rules.core.saving import Slice

NOT_SCORED = -1  # points of a castle that has not scored yet


class Castle(NamedTuple):
    """A castle."""

    seat: int  # its owner
    node: int  # of its city, with the lord
    since: int  # number of tiles on the board when it was built
    points: int = NOT_SCORED  # points it scored
    scored: int = 0  # number of tiles on the board when it scored
    round: int = 0  # scoring round after that tile


class Castles(Slice):
    """Castles on the board and in the supplies."""

    kind: ClassVar[str] = "bridge.castles"
    left: tuple[int, ...]  # of each seat
    built: tuple[Castle, ...]
    fresh: tuple[int, ...]  # roots of the features completed by the tile of this part, while castles score
    __slots__ = ("built", "fresh", "left")

    def __init__(self, left: tuple[int, ...], built: tuple[Castle, ...] = (), fresh: tuple[int, ...] = ()) -> None:
        self.left = left
        self.built = built
        self.fresh = fresh

    def copy(self) -> Castles:
        return Castles(self.left, self.built, self.fresh)


def castles_of(s: CarcassonneState) -> Castles:
    return s.module_state(Castles)


def writable_castles(s: CarcassonneState) -> Castles:
    """The state of the castles, unshared for modification."""
    return s.writable_module_state(Castles)


def castle_at(s: CarcassonneState, root: int) -> Castle | None:
    """The castle on a city, None if the city is none."""
    of = s.board.of
    return next((castle for castle in castles_of(s).built if of[castle.node] == root), None)


def castle_of_lord(s: CarcassonneState, figure: Figure) -> Castle | None:
    """The castle of a lord figure."""
    return next(
        (castle for castle in castles_of(s).built if castle.node == figure.node and castle.points == NOT_SCORED), None
    )


def castle_tiles_by_lord(s: CarcassonneState) -> dict[int, list[int]]:
    """Node of a lord -> the two tiles of the castle."""
    built = castles_of(s).built
    if not built:
        return {}
    board = s.board
    return {
        castle.node: board.feature_positions(board.of[castle.node]) for castle in built if castle.points == NOT_SCORED
    }


def is_small_city(s: CarcassonneState, root: int) -> bool:
    """Whether it is a complete city of exactly two half-circles."""
    board = s.board
    if board.kinds[root] != CITY or board.open[root]:
        return False
    nodes = list(board.feature_nodes(root))
    return len(nodes) == 2 and all(is_city_cap(s, node) for node in nodes)


def is_city_cap(s: CarcassonneState, node: int) -> bool:
    """Whether this segment of a city is a half-circle on one edge."""
    number, first = s.board.laid[s.board.cells[node]]
    return TURNED[number].tile.segments[node - first].cap


def list_convertible_cities(s: CarcassonneState) -> list[tuple[int, int]]:
    """(seat, root) of small cities this tile completed, clockwise from the active player."""
    board = s.board
    left = castles_of(s).left
    cities = []
    for root in s.completed:
        if board.count_followers(root) == 1 and is_small_city(s, root):
            (seat,) = board.occupying_seats(root)
            if left[seat]:
                cities.append((seat, root))
    return sorted(cities, key=lambda pair: ((pair[0] - s.active) % s.seats, board.first_node(pair[1])))


def build_castle(ctx: Ctx, seat: int, root: int) -> None:
    """Turn a complete small city into a castle; it is not scored as a city."""
    s = ctx.s
    castles = writable_castles(s)
    (lord,) = (
        figure for figure in s.figures if s.board.of[figure.node] == root and figure.kind in s.hooks.follower_weights
    )
    s.completed = tuple(other for other in s.completed if other != root)
    params = castle_for_events(s, root)  # as a city
    castles.left = tuple(n - (other == seat) for other, n in enumerate(castles.left))
    castles.built = (*castles.built, Castle(seat, lord.node, len(s.board.laid)))
    s.mark_changed(s.board.feature_positions(root))
    ctx.emit("carc.castle.built", seat=seat, figure=lord.kind, left=castles.left[seat], **params)


def castle_for_events(s: CarcassonneState, root: int) -> dict[str, Any]:
    """A castle, or a city about to become one, as event parameters."""
    board = s.board
    first = board.first_node(root)
    return {
        "cell": NAMES[board.cells[first]],
        "spot": spot_token(s, first),
        "tiles": [NAMES[at] for at in board.feature_positions(root)],
    }


def castle_surroundings(s: CarcassonneState, castle: Castle) -> frozenset[int]:
    """The two cells of a castle and the two on each of its long sides."""
    north, east, south, west = STEPS_OVER_EDGES
    first, second = s.board.feature_positions(s.board.of[castle.node])
    long_sides = (east, west) if abs(first - second) == south else (north, south)
    return frozenset(at + step for at in (first, second) for step in (0, *long_sides))


def castle_candidates(s: CarcassonneState, castle: Castle, round_: int) -> list[int]:
    """Roots the castle may score in this round: features completed by the tile, then castles just scored."""
    board = s.board
    castles = castles_of(s)
    if round_ == 1:
        candidates = list(castles.fresh)
    else:
        candidates = [board.of[scored.node] for scored in castles.built if has_scored(s, scored, round_ - 1)]
    near = castle_surroundings(s, castle)
    return [root for root in candidates if not near.isdisjoint(board.feature_positions(root))]


def has_scored(s: CarcassonneState, castle: Castle, round_: int) -> bool:
    """Whether the castle scored in this round after the tile just laid."""
    return castle.points != NOT_SCORED and (castle.scored, castle.round) == (len(s.board.laid), round_)


def castles_in_turn(s: CarcassonneState) -> list[int]:
    """Numbers of the castles that may score after this tile, clockwise from the active player."""
    built, tiles_laid = castles_of(s).built, len(s.board.laid)
    numbers = [i for i, castle in enumerate(built) if castle.points == NOT_SCORED and castle.since != tiles_laid]
    return sorted(numbers, key=lambda i: (built[i].seat - s.active) % s.seats)


def forecast_castles(s: CarcassonneState) -> Iterator[Phrase]:
    """Expected castle scores from features completed in this part."""
    board = s.board
    for number in castles_in_turn(s):
        castle = castles_of(s).built[number]
        root = board.of[castle.node]
        near = castle_surroundings(s, castle)
        candidates = [other for other in s.completed if not near.isdisjoint(board.feature_positions(other))]
        if candidates and seat_strengths(s, root)[castle.seat]:
            values = [feature_points(s, other) for other in candidates]
            params = {"cell": NAMES[board.cells[board.first_node(root)]], "seat": castle.seat, "points": max(values)}
            yield Phrase("carc.preview.castle" if len(candidates) == 1 else "carc.preview.castle_choice", params)


def castle_points(s: CarcassonneState, source: int) -> int:
    """The points of a castle for a feature, or for another castle that just scored."""
    scored_castle = castle_at(s, source)
    return feature_points(s, source) if scored_castle is None else scored_castle.points


def score_castle(ctx: Ctx, number: int, source: int, round_: int) -> None:
    """Score a castle for a feature or for another castle. `source`: the root of either."""
    s = ctx.s
    board = s.board
    castles = castles_of(s)
    castle = castles.built[number]
    root = board.of[castle.node]
    points = castle_points(s, source)
    params = feature_for_events(s, root)
    params |= {
        "seat": castle.seat,
        "category": "castles",
        "rule": "castle",
        "complete": True,
        "source": feature_name(s, source),
        "source_spot": spot_token(s, board.first_node(source)),
        "source_cell": NAMES[board.cells[board.first_node(source)]],
        "source_tiles": [NAMES[at] for at in counted_positions(s, source)],
        "source_n": counted_tiles(s, source),
        "worth": points,
        "round": round_,
    }
    points_given = points if params["seats"] else 0
    scored = castle._replace(points=points, scored=len(board.laid), round=round_)
    give_points(s, params["seats"], points_given, "castles")
    key = "carc.castle.scored" if points_given else "carc.castle.scored_nothing"
    ctx.emit(key, **params, points=points_given, returned=leaving_figures(s, root))
    give_bonus_points(ctx, root)
    writable_castles(s).built = (*castles.built[:number], scored, *castles.built[number + 1 :])
    s.mark_changed(board.feature_positions(root))
    return_figures(s, {root})


def audit_castles(s: CarcassonneState, each: int) -> None:
    """AssertionError unless all castles and their lords are accounted for. `each`: the number per player."""
    castles, board = castles_of(s), s.board
    standing = {(figure.seat, figure.node) for figure in s.figures if figure.kind in s.hooks.follower_weights}
    for seat, left in enumerate(castles.left):
        assert left >= 0, "a castle that was not there"
        assert left + sum(castle.seat == seat for castle in castles.built) == each, "a castle lost or won"
    for castle in castles.built:
        root = board.of[castle.node]
        assert is_small_city(s, root), "a castle that is no small city"
        lord = (castle.seat, castle.node) in standing
        assert board.count_followers(root) == lord, "somebody else in a castle"
        assert lord == (castle.points == NOT_SCORED) or not s.agenda, "a lord without a castle, or the other way round"
        assert root not in s.completed, "a castle that is scored as a city"
