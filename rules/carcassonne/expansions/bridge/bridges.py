"""Bridges: roads built over tiles."""  # carcassonne.md 15.2

from __future__ import annotations

from functools import cache
from typing import ClassVar, Final, NamedTuple

from rules.carcassonne.cells import CELLS, NAMES, STEPS_OVER_EDGES, TURNS, position_of_cell
from rules.carcassonne.laying import SIDES, fits_anywhere, lay_tile
from rules.carcassonne.state import NO_TILE, CarcassonneState, Ctx
from rules.carcassonne.tiles import EDGE_NAMES, NEEDS, TILES, TURNED, distinct_turns, needs_of_edges, requirements_met
from rules.carcassonne.turn import Draw, is_extra_tile
from rules.core import IllegalMove
from rules.core.saving import Slice

from .moves import AXES, DECLINE, Bridge, BridgeBuild, BridgeDecline, BridgePlace

FIELD_EDGE: Final = "F"
TILE_ITSELF: Final = -1


class Built(NamedTuple):
    """A bridge on the board."""

    at: int  # the position of the tile under it
    axis: int  # the edge where it begins: 0 or 1
    seat: int  # its builder


class Bridges(Slice):
    """Bridges on the board and in the supplies."""

    kind: ClassVar[str] = "bridge.bridges"
    left: tuple[int, ...]  # of each seat
    built: tuple[Built, ...]
    last: int  # number of tiles on the board when the last one was built
    __slots__ = ("built", "last", "left")

    def __init__(self, left: tuple[int, ...], built: tuple[Built, ...] = (), last: int = 0) -> None:
        self.left = left
        self.built = built
        self.last = last

    def copy(self) -> Bridges:
        return Bridges(self.left, self.built, self.last)


def bridges_of(s: CarcassonneState) -> Bridges:
    return s.module_state(Bridges)


def writable_bridges(s: CarcassonneState) -> Bridges:
    """The state of the bridges, unshared for modification."""
    return s.writable_module_state(Bridges)


class Crossing(NamedTuple):
    """A turn of a tile with which it fits using one bridge."""

    turn: int  # quarter turns
    host: int  # the edge towards the tile under the bridge, or ITSELF
    axis: int
    empty: tuple[int, ...] = ()  # steps from the tile to cells at the bridge's end that must be empty


@cache
def crossings_by_need(tile: int) -> dict[int, tuple[Crossing, ...]]:
    """Requirement of the neighbours -> ways the tile fits with one bridge but not without."""
    crossings: dict[int, tuple[Crossing, ...]] = {}
    field, road = NEEDS["F"], NEEDS["R"]
    for turned in distinct_turns(TILES[tile]):
        needs = needs_of_edges(turned)
        # Over the tile itself, connecting roads of its neighbours.
        for axis in bridgeable_axes(turned.number):
            ends = (axis, axis + 2)
            with_bridge = [road if edge in ends else need for edge, need in enumerate(needs)]
            _enter_crossing(crossings, with_bridge, ends, Crossing(turned.quarters, TILE_ITSELF, axis))
        # Over a neighbour, connecting a road of the tile.
        for edge in (0, 1, 2, 3):
            if needs[edge] == road:
                with_bridge = [field if other == edge else need for other, need in enumerate(needs)]
                # The far end: a field there would meet a field, so the cell must be empty.
                far_end = (2 * STEPS_OVER_EDGES[edge],)
                _enter_crossing(crossings, with_bridge, (edge,), Crossing(turned.quarters, edge, edge & 1, far_end))
    return crossings


def _enter_crossing(
    crossings: dict[int, tuple[Crossing, ...]], needs: list[int], ends: tuple[int, ...], way: Crossing
) -> None:
    """Enter a crossing under all requirements that these needs meet, with at least one neighbour at these ends."""
    for edges, requirement in requirements_met(needs).items():
        if any(edges >> end & 1 for end in ends):
            if (
                way.host == TILE_ITSELF
            ):  # an end at a laid tile must meet a road there; an abbey requires and shows none
                way = way._replace(empty=tuple(STEPS_OVER_EDGES[end] for end in ends if not edges >> end & 1))
            crossings[requirement] = (*crossings.get(requirement, ()), way)


def may_build_bridge(s: CarcassonneState) -> bool:
    """Whether the active player may build a bridge in this part of the turn."""
    return bridges_of(s).left[s.active] > 0


def legal_bridge_places(s: CarcassonneState, tile: int) -> list[BridgePlace]:
    """Every lay of the tile with a necessary bridge, row by row."""
    if not may_build_bridge(s):
        return []
    frontier = s.board.frontier
    ways = crossings_by_need(tile)
    refuses = s.hooks.lay_refusal[tile]
    cells = sorted(at for at, need in frontier.items() if need in ways)
    return [
        _bridge_place_move(at, way)
        for at in cells
        for way in ways[frontier[at]]
        if can_bridge_stand(s, at, way) and not any(ask(s, at, 4 * tile + way.turn) for ask in refuses)
    ]


@cache
def _bridge_place_move(at: int, way: Crossing) -> BridgePlace:
    """The move, created once and shared by all lists of legal moves."""
    host = at if way.host == TILE_ITSELF else at + STEPS_OVER_EDGES[way.host]
    return BridgePlace(CELLS[at], TURNS[way.turn], Bridge(CELLS[host], AXES[way.axis]))


def can_bridge_stand(s: CarcassonneState, at: int, way: Crossing) -> bool:
    """Whether the surroundings of the host tile allow the bridge."""
    board = s.board
    if any(at + step in board.laid for step in way.empty):
        return False
    if way.host == TILE_ITSELF:
        return True
    host = at + STEPS_OVER_EDGES[way.host]
    return host not in board.bridges and TURNED[board.laid[host][0]].edges[way.host] == FIELD_EDGE


def list_bridge_lays(s: CarcassonneState, tile: int) -> list[BridgePlace | BridgeDecline]:
    """The lays of a tile with a bridge; if it fits only with one, also putting it aside."""  # carcassonne.md 5.2
    moves: list[BridgePlace | BridgeDecline] = [*legal_bridge_places(s, tile)]
    if moves and not fits_anywhere(s, tile):
        moves.append(DECLINE)
    return moves


def legal_bridge_builds(s: CarcassonneState) -> list[BridgeBuild]:
    """The bridges that may be built now, on the tile just laid and on its neighbours."""
    laid = s.board.laid
    if not may_build_bridge(s) or bridges_of(s).last == len(laid):
        return []
    near = [s.just, *(s.just + aside for aside in STEPS_OVER_EDGES)]
    return [
        _bridge_build_move(host, axis)
        for host in near
        if host in laid and host not in s.board.bridges
        for axis in bridgeable_axes(laid[host][0])
        if host + STEPS_OVER_EDGES[axis] not in laid and host + STEPS_OVER_EDGES[axis + 2] not in laid
    ]


@cache
def bridgeable_axes(number: int) -> tuple[int, ...]:
    """The axes along which a bridge over this turned tile begins and ends on field."""
    edges = TURNED[number].edges
    return tuple(axis for axis in (0, 1) if edges[axis] == edges[axis + 2] == FIELD_EDGE)


@cache
def _bridge_build_move(host: int, axis: int) -> BridgeBuild:
    return BridgeBuild(Bridge(CELLS[host], AXES[axis]))


def record_bridge(ctx: Ctx, at: int, axis: int) -> None:
    """Record a bridge built by the active player."""
    s = ctx.s
    bridges = writable_bridges(s)
    bridges.left = tuple(n - (seat == s.active) for seat, n in enumerate(bridges.left))
    bridges.built = (*bridges.built, Built(at, axis, s.active))
    bridges.last = len(s.board.laid)
    s.mark_changed([at])
    ctx.emit("carc.bridge.built", seat=s.active, cell=NAMES[at], axis=AXES[axis], left=bridges.left[s.active])
    _, node = s.board.bridges[at]
    for notice in s.hooks.on_feature_extended:
        notice(ctx, s.board.of[node])


def place_with_bridge(ctx: Ctx, move: BridgePlace) -> None:
    """Lay the tile together with its bridge."""
    s = ctx.s
    at, host = position_of_cell(move.cell), position_of_cell(move.bridge.cell)
    axis = AXES.index(move.bridge.axis)
    number = 4 * s.hand + move.turn.quarters
    s.hand = NO_TILE
    if host == at:
        lay_tile(ctx, at, number, axis=axis)
    else:
        s.board.add_bridge(host, axis)
        lay_tile(ctx, at, number)
    record_bridge(ctx, host, axis)


def build_bridge(ctx: Ctx, move: BridgeBuild) -> None:
    at, axis = position_of_cell(move.bridge.cell), AXES.index(move.bridge.axis)
    ctx.s.board.add_bridge(at, axis)
    record_bridge(ctx, at, axis)


def put_tile_aside(ctx: Ctx) -> None:
    """Put the tile in hand aside and draw another, unless it was laid in addition to the regular one."""
    s = ctx.s
    tile, s.hand = s.hand, NO_TILE
    s.aside = (*s.aside, tile)
    ctx.emit("carc.bridge.declined", seat=s.active, tile=TILES[tile].id)
    if not is_extra_tile(s, tile):
        ctx.push(Draw())
        for notice in s.hooks.on_tile_put_aside:
            notice(ctx, tile)


def check_bridge_place(s: CarcassonneState, move: BridgePlace) -> None:
    """IllegalMove with the reason if the tile cannot be laid with this bridge."""
    at, host = position_of_cell(move.cell), position_of_cell(move.bridge.cell)
    if not may_build_bridge(s):
        raise IllegalMove("carc.error.bridge_none")
    if at not in s.board.frontier:
        key = "carc.error.cell_taken" if at in s.board.laid else "carc.error.cell_alone"
        raise IllegalMove(key, cell=str(move.cell))
    if host != at and host - at not in STEPS_OVER_EDGES:
        raise IllegalMove("carc.error.bridge_far", bridge=str(move.bridge), cell=str(move.cell))
    others = [str(other) for other in legal_bridge_places(s, s.hand) if other.cell == move.cell]
    if others:
        raise IllegalMove("carc.error.bridge_other", cell=str(move.cell), other=others)
    raise IllegalMove("carc.error.bridge_useless", cell=str(move.cell))


def check_bridge_build(s: CarcassonneState, move: BridgeBuild) -> None:
    """IllegalMove with the reason if this bridge cannot be built."""
    board = s.board
    at, axis = position_of_cell(move.bridge.cell), AXES.index(move.bridge.axis)
    if not may_build_bridge(s):
        raise IllegalMove("carc.error.bridge_none")
    if bridges_of(s).last == len(board.laid):
        raise IllegalMove("carc.error.bridge_one")
    if at not in board.laid or (at != s.just and at - s.just not in STEPS_OVER_EDGES):
        raise IllegalMove("carc.error.bridge_far", bridge=str(move.bridge), cell=NAMES[s.just])
    if at in board.bridges:
        raise IllegalMove("carc.error.bridge_twice", cell=NAMES[at])
    edges = TURNED[board.laid[at][0]].edges
    for edge in (axis, axis + 2):
        if edges[edge] != FIELD_EDGE:
            raise IllegalMove("carc.error.bridge_edge", cell=NAMES[at], side=SIDES[edge], mine=EDGE_NAMES[edges[edge]])
        if at + STEPS_OVER_EDGES[edge] in board.laid:
            raise IllegalMove("carc.error.bridge_end", cell=NAMES[at], side=SIDES[edge])


def audit_bridges(s: CarcassonneState, each: int) -> None:
    """AssertionError unless all bridges are accounted for. `each`: the number per player."""
    bridges, board = bridges_of(s), s.board
    for seat, left in enumerate(bridges.left):
        assert left >= 0, "a bridge that was not there"
        assert left + sum(built.seat == seat for built in bridges.built) == each, "a bridge lost or won"
    axes = {at: axis for at, (axis, _) in board.bridges.items()}
    assert {bridge.at: bridge.axis for bridge in bridges.built} == axes, "other bridges"
    for at, axis, _ in bridges.built:
        edges = TURNED[board.laid[at][0]].edges
        assert edges[axis] == edges[axis + 2] == FIELD_EDGE, "a bridge that begins on no field"
