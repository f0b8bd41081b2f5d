"""Castles: small cities that score features completed around them."""  # carcassonne.md 15.3

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from rules.carcassonne.board import SEAT_BITS, SEAT_MASK
from rules.carcassonne.cells import ASIDE, NAMES
from rules.carcassonne.scoring import (
    counted_positions,
    counted_tiles,
    feature_for_events,
    feature_name,
    feature_points,
    give_points,
    leaving_figures,
    return_figures,
    seat_strengths,
    spot_token,
    tell_bonus,
)
from rules.carcassonne.state import CarcassonneState, Ctx, Figure
from rules.carcassonne.tiles import CITY, TURNED
from rules.core import Phrase
from rules.core.saving import Slice

OPEN = -1


class Castle(NamedTuple):
    """A castle."""

    seat: int  # its owner
    node: int  # of its city, with the lord
    since: int  # number of tiles on the board when it was built
    points: int = OPEN  # points it scored
    scored: int = 0  # number of tiles on the board when it scored
    round: int = 0  # scoring round after that tile


class Castles(Slice):
    """Castles on the board and in the supplies."""

    kind: ClassVar[str] = "bridge.castles"
    left: tuple[int, ...]  # of each seat
    built: tuple[Castle, ...]
    fresh: tuple[int, ...]  # features completed by the tile of this part, while castles score
    __slots__ = ("built", "fresh", "left")

    def __init__(self, left: tuple[int, ...], built: tuple[Castle, ...] = (), fresh: tuple[int, ...] = ()) -> None:
        self.left = left
        self.built = built
        self.fresh = fresh

    def copy(self) -> Castles:
        return Castles(self.left, self.built, self.fresh)

    def __eq__(self, other: object) -> bool:
        mine = (self.left, self.built, self.fresh)
        return isinstance(other, Castles) and mine == (other.left, other.built, other.fresh)


def castles_of(s: CarcassonneState) -> Castles:
    found = s.ext[Castles.kind]
    assert isinstance(found, Castles)
    return found


def writable_castles(s: CarcassonneState) -> Castles:
    """The state of the castles, unshared for modification."""
    found = s.own(Castles.kind)
    assert isinstance(found, Castles)
    return found


def castle_at(s: CarcassonneState, root: int) -> Castle | None:
    """The castle on a city, None if the city is none."""
    of = s.board.of
    return next((castle for castle in castles_of(s).built if of[castle.node] == root), None)


def castle_of_lord(s: CarcassonneState, figure: Figure) -> Castle | None:
    """The castle of a lord figure."""
    return next(
        (castle for castle in castles_of(s).built if castle.node == figure.node and castle.points == OPEN), None
    )


def castle_tiles_by_lord(s: CarcassonneState) -> dict[int, list[int]]:
    """Node of a lord -> the two tiles of the castle."""
    built = castles_of(s).built
    if not built:
        return {}
    board = s.board
    return {c.node: board.tiles_of(board.of[c.node]) for c in built if c.points == OPEN}


def is_small_city(s: CarcassonneState, root: int) -> bool:
    """Whether it is a complete city of exactly two half-circles."""
    board = s.board
    if board.kinds[root] != CITY or board.open[root]:
        return False
    nodes = list(board.members(root))
    return len(nodes) == 2 and all(is_city_cap(s, node) for node in nodes)


def is_city_cap(s: CarcassonneState, node: int) -> bool:
    number, first = s.board.laid[s.board.cells[node]]
    return TURNED[number].tile.segments[node - first].cap


def list_convertible_cities(s: CarcassonneState) -> list[tuple[int, int]]:
    """(seat, root) of small cities this tile completed, clockwise from the active player."""
    board = s.board
    left = castles_of(s).left
    found = []
    for root in s.completed:
        if board.followers(root) == 1 and is_small_city(s, root):
            seat = next(seat for seat in range(s.seats) if board.held[root] >> SEAT_BITS * seat & SEAT_MASK)
            if left[seat]:
                found.append((seat, root))
    return sorted(found, key=lambda pair: ((pair[0] - s.active) % s.seats, board.head(pair[1])))


def build_castle(ctx: Ctx, seat: int, root: int) -> None:
    s = ctx.s
    mine = writable_castles(s)
    (lord,) = (f for f in s.figures if s.board.of[f.node] == root and f.kind in s.hooks.weights)
    s.completed = tuple(other for other in s.completed if other != root)
    told = castle_for_events(s, root)  # as a city
    mine.left = tuple(n - (other == seat) for other, n in enumerate(mine.left))
    mine.built = (*mine.built, Castle(seat, lord.node, len(s.board.laid)))
    s.changed = (*s.changed, *(at for at in s.board.tiles_of(root) if at not in s.changed))
    ctx.emit("carc.castle.built", seat=seat, figure=lord.kind, left=mine.left[seat], **told)


def castle_for_events(s: CarcassonneState, root: int) -> dict[str, Any]:
    """A castle, or a city about to become one, as event parameters."""
    board = s.board
    first = board.head(root)
    return {
        "cell": NAMES[board.cells[first]],
        "spot": spot_token(s, first),
        "tiles": [NAMES[at] for at in board.tiles_of(root)],
    }


def castle_surroundings(s: CarcassonneState, castle: Castle) -> frozenset[int]:
    """The two cells of a castle and the two on each of its long sides."""
    one, other = s.board.tiles_of(s.board.of[castle.node])
    beside = (ASIDE[1], ASIDE[3]) if abs(one - other) == ASIDE[2] else (ASIDE[0], ASIDE[2])
    return frozenset(at + step for at in (one, other) for step in (0, *beside))


def castle_candidates(s: CarcassonneState, castle: Castle, round_: int) -> list[int]:
    """Roots the castle may score in this round: features completed by the tile, then castles just scored."""
    board = s.board
    here = castles_of(s)
    now = len(board.laid)
    if round_ == 1:
        found = list(here.fresh)
    else:
        last = round_ - 1
        found = [board.of[c.node] for c in here.built if c.points != OPEN and (c.scored, c.round) == (now, last)]
    near = castle_surroundings(s, castle)
    return [root for root in found if not near.isdisjoint(board.tiles_of(root))]


def castles_in_turn(s: CarcassonneState) -> list[int]:
    """Numbers of the castles that may score after this tile, clockwise from the active player."""
    now = len(s.board.laid)
    found = [i for i, castle in enumerate(castles_of(s).built) if castle.points == OPEN and castle.since != now]
    return sorted(found, key=lambda i: (castles_of(s).built[i].seat - s.active) % s.seats)


def forecast_castles(s: CarcassonneState) -> Iterator[Phrase]:
    """Expected castle scores from features completed in this part."""
    board = s.board
    for number in castles_in_turn(s):
        castle = castles_of(s).built[number]
        root = board.of[castle.node]
        near = castle_surroundings(s, castle)
        found = [other for other in s.completed if not near.isdisjoint(board.tiles_of(other))]
        if found and seat_strengths(s, root)[castle.seat]:
            worth = [feature_points(s, other) for other in found]
            told = {"cell": NAMES[board.cells[board.head(root)]], "seat": castle.seat, "points": max(worth)}
            yield Phrase("carc.preview.castle" if len(found) == 1 else "carc.preview.castle_choice", told)


def castle_points(s: CarcassonneState, source: int) -> int:
    """The points of a castle for a feature, or for another castle that just scored."""
    other = castle_at(s, source)
    return feature_points(s, source) if other is None else other.points


def score_castle(ctx: Ctx, number: int, source: int, round_: int) -> None:
    """Score a castle for a feature or for another castle."""
    s = ctx.s
    board = s.board
    here = castles_of(s)
    castle = here.built[number]
    root = board.of[castle.node]
    points = castle_points(s, source)
    told = feature_for_events(s, root)
    told |= {
        "seat": castle.seat,
        "category": "castles",
        "rule": "castle",
        "complete": True,
        "source": feature_name(s, source),
        "source_spot": spot_token(s, board.head(source)),
        "source_cell": NAMES[board.cells[board.head(source)]],
        "source_tiles": [NAMES[at] for at in counted_positions(s, source)],
        "source_n": counted_tiles(s, source),
        "worth": points,
        "round": round_,
    }
    given = points if told["seats"] else 0
    scored = castle._replace(points=points, scored=len(board.laid), round=round_)
    give_points(s, told["seats"], given, "castles")
    key = "carc.castle.scored" if given else "carc.castle.scored_nothing"
    ctx.emit(key, **told, points=given, returned=leaving_figures(s, root))
    tell_bonus(ctx, root)
    writable_castles(s).built = (*here.built[:number], scored, *here.built[number + 1 :])
    s.changed = (*s.changed, *(at for at in board.tiles_of(root) if at not in s.changed))
    return_figures(s, {root})


def audit_castles(s: CarcassonneState, each: int) -> None:
    here, board = castles_of(s), s.board
    standing = {(figure.seat, figure.node) for figure in s.figures if figure.kind in s.hooks.weights}
    for seat, left in enumerate(here.left):
        assert left >= 0, "a castle that was not there"
        assert left + sum(castle.seat == seat for castle in here.built) == each, "a castle lost or won"
    for castle in here.built:
        root = board.of[castle.node]
        assert is_small_city(s, root), "a castle that is no small city"
        lord = (castle.seat, castle.node) in standing
        assert board.followers(root) == lord, "somebody else in a castle"
        assert lord == (castle.points == OPEN) or not s.agenda, "a lord without a castle, or the other way round"
        assert root not in s.completed, "a castle that is scored as a city"
