"""The default lay: the placement of a tile that changes least."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board
from .cells import ASIDE, neighbour_positions, position_of_cell
from .moves import Place
from .scoring import feature_points
from .state import CarcassonneState
from .tiles import FIELD, TURNED


def quietest_lay(s: CarcassonneState, tile: int, lays: Sequence[Place]) -> Place:
    """The lay that gives the fewest points to anybody. Ties are broken by the fewest touched features with followers,
    then by the distance to the start tile, then by order."""
    found = [
        (len(occupied_features_touched(s.board, position_of_cell(lay.cell), 4 * tile + lay.turn // 90)), lay)
        for lay in lays
    ]
    apart = [pair for pair in found if not pair[0]]
    if apart:
        return min(apart, key=lambda pair: _distance_from_start(pair[1]))[1]
    return min(found, key=lambda pair: (_points_given(s, tile, pair[1]), pair[0], _distance_from_start(pair[1])))[1]


def occupied_features_touched(board: Board, at: int, number: int) -> set[int]:
    """Roots of the occupied features a turned tile would extend, complete, or (fields) join."""
    of, held, laid = board.of, board.held, board.laid
    found = {
        node for there in neighbour_positions(at) if (node := board.buildings.get(there, -1)) >= 0 and held[of[node]]
    }
    fields: dict[int, set[int]] = {}
    turned = TURNED[number]
    for edge, aside in enumerate(ASIDE):
        there = at + aside
        if there not in laid:
            continue
        nodes = board.nodes(there)
        for mine, theirs in zip(turned.out[edge], board.turned(there).into[edge ^ 2], strict=False):
            root = of[nodes[theirs]]
            if not held[root]:
                continue
            if turned.kinds[mine] == FIELD:
                fields.setdefault(mine, set()).add(root)
            else:
                found.add(root)
    return found.union(*(roots for roots in fields.values() if len(roots) > 1))


def _points_given(s: CarcassonneState, tile: int, lay: Place) -> int:
    """The points the lay gives at once, summed over all scoring seats."""
    after = s.copy()
    completed = after.board.lay(position_of_cell(lay.cell), 4 * tile + lay.turn // 90)
    return sum(feature_points(after, root) for root in completed if after.board.held[root])


def _distance_from_start(lay: Place) -> int:
    """The distance in steps from the start tile."""
    return abs(lay.cell.x) + abs(lay.cell.y)
