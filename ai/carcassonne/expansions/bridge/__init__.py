"""Bridges, Castles & Bazaars: pieces in the supply, castles on the board, and bazaars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.bridge.bridges import bridges_of
from rules.carcassonne.expansions.bridge.castles import NOT_SCORED, castle_surroundings, castles_of
from rules.carcassonne.scoring import feature_points
from rules.carcassonne.tiles import FIELD
from rules.core import Move

from ...extra import Extra
from . import bazaar

if TYPE_CHECKING:
    from ...extra import Decision, Outlook

BRIDGE_KEPT: Final = 1.2  # value of a bridge in the supply
CASTLE_KEPT: Final = 0.6
KEPT_TURNS: Final = 6  # turns before the end at which they begin to lose value
CASTLE_HOPE: Final = 5.0  # points of a feature that is begun beside the castle
HOPE_TURNS: Final = 5


class BridgesCastlesBazaars(Extra):
    weighed = (0.00, 0.00, 0.00, 1.17, 0.99)

    def add_piece_values(self, r: Outlook, values: list[float]) -> None:
        """A castle scores the next feature completed beside it."""
        s = r.s
        for seat, n in enumerate(bridges_of(s).left):
            values[seat] += BRIDGE_KEPT * n * r.odds.fade_near_end(KEPT_TURNS)
        castles = castles_of(s)
        for seat, n in enumerate(castles.left):
            values[seat] += CASTLE_KEPT * n * r.odds.fade_near_end(KEPT_TURNS)
        for castle in castles.built:
            is_new = castle.since == len(s.board.laid)
            if castle.points == NOT_SCORED and (r.odds.tiles_left or not is_new):
                values[castle.seat] += castle_hope(r, castle_surroundings(s, castle), may_score_now=not is_new)

    def decide_at_once(self, search: Decision, legal: Sequence[Move]) -> Move | None:
        return bazaar.choose_at_bazaar(search, legal) if isinstance(legal[0], bazaar.DEALS) else None


def castle_hope(r: Outlook, near: frozenset[int], may_score_now: bool) -> float:
    """The expected score of a castle."""
    s = r.s
    board = s.board
    completed = [root for root in s.completed if not near.isdisjoint(board.feature_positions(root))]
    if may_score_now and completed:
        return float(max(feature_points(s, root) for root in completed))
    best = CASTLE_HOPE * r.odds.fade_near_end(HOPE_TURNS)
    for cell in near:
        if cell in board.laid:
            for root in {board.of[node] for node in board.nodes_at(cell)}:
                if board.kinds[root] != FIELD and board.open[root]:
                    best = max(best, r.feature_worth(root)[0])
    return best


EXTRA: Final = BridgesCastlesBazaars()
