"""The default lay: the placement of a tile that changes least."""

from __future__ import annotations

from collections.abc import Sequence

from .board import Board
from .cells import STEPS_OVER_EDGES, neighbour_positions, position_of_cell
from .moves import Place
from .scoring import feature_points
from .state import CarcassonneState
from .tiles import FIELD, TURNED


def quietest_lay(s: CarcassonneState, tile: int, lays: Sequence[Place]) -> Place:
    """The lay that gives the fewest points to anybody. Ties are broken by the fewest touched features with followers,
    then by the distance to the start tile, then by order."""
    touched = {
        lay: len(occupied_features_touched(s.board, position_of_cell(lay.cell), 4 * tile + lay.turn.quarters))
        for lay in lays
    }
    untouching = [lay for lay in lays if not touched[lay]]  # these give no points
    if untouching:
        return min(untouching, key=_distance_from_start)
    return min(lays, key=lambda lay: (_points_given(s, tile, lay), touched[lay], _distance_from_start(lay)))


def occupied_features_touched(board: Board, at: int, number: int) -> set[int]:
    """Roots of the occupied features a turned tile would extend, complete, or (fields) join."""
    of, held, laid = board.of, board.held, board.laid
    buildings = [board.buildings[there] for there in neighbour_positions(at) if there in board.buildings]
    touched = {node for node in buildings if held[of[node]]}
    fields: dict[int, set[int]] = {}
    turned = TURNED[number]
    for edge, aside in enumerate(STEPS_OVER_EDGES):
        there = at + aside
        if there not in laid:
            continue
        nodes = board.nodes_at(there)
        for segment, other_segment in zip(
            turned.seam_out[edge], board.turned_tile_at(there).seam_into[edge ^ 2], strict=False
        ):
            root = of[nodes[other_segment]]
            if not held[root]:
                continue
            if turned.kinds[segment] == FIELD:
                fields.setdefault(segment, set()).add(root)
            else:
                touched.add(root)
    return touched.union(*(roots for roots in fields.values() if len(roots) > 1))


def _points_given(s: CarcassonneState, tile: int, lay: Place) -> int:
    """The points the lay gives at once, summed over all scoring seats."""
    after = s.copy()
    completed = after.board.lay(position_of_cell(lay.cell), 4 * tile + lay.turn.quarters)
    return sum(feature_points(after, root) for root in completed if after.board.held[root])


def _distance_from_start(lay: Place) -> int:
    """The distance in steps from the start tile."""
    return abs(lay.cell.x) + abs(lay.cell.y)
