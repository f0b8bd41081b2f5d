"""Bridges, Castles & Bazaars: pieces in the supply, castles on the board, and bazaars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.bridge.bridges import bridges_of
from rules.carcassonne.expansions.bridge.castles import OPEN, castle_surroundings, castles_of
from rules.carcassonne.scoring import feature_points
from rules.carcassonne.tiles import FIELD
from rules.core import Move

from ...extra import Extra
from . import bazaar

if TYPE_CHECKING:
    from ...extra import Decision, Outlook

BRIDGE_KEPT: Final = 1.2
CASTLE_KEPT: Final = 0.6
CASTLE_HOPE: Final = 5.0


class BridgesCastlesBazaars(Extra):
    weighed = (0.00, 0.00, 0.00, 1.17, 0.99)

    def add(self, r: Outlook, found: list[float]) -> None:
        """A castle scores the next feature completed beside it."""
        s = r.s
        for seat, n in enumerate(bridges_of(s).left):
            found[seat] += BRIDGE_KEPT * n * r.odds.fade(6)
        here = castles_of(s)
        for seat, n in enumerate(here.left):
            found[seat] += CASTLE_KEPT * n * r.odds.fade(6)
        for each in here.built:
            if each.points != OPEN or (each.since == len(s.board.laid) and not r.odds.left):
                continue
            found[each.seat] += castle_hope(r, castle_surroundings(s, each), each.since != len(s.board.laid))

    def decides(self, search: Decision, legal: Sequence[Move]) -> Move | None:
        return bazaar.choose_at_bazaar(search, legal) if isinstance(legal[0], bazaar.DEALS) else None


def castle_hope(r: Outlook, near: frozenset[int], ready: bool) -> float:
    """The expected score of a castle."""
    s = r.s
    board = s.board
    gives = [feature_points(s, root) for root in s.completed if ready and not near.isdisjoint(board.tiles_of(root))]
    if gives:
        return float(max(gives))
    best = CASTLE_HOPE * r.odds.fade(5)
    for at in near:
        if at in board.laid:
            for root in {board.of[node] for node in board.nodes(at)}:
                if board.kinds[root] != FIELD and board.open[root]:
                    best = max(best, r.worth(root)[0])
    return best


EXTRA: Final = BridgesCastlesBazaars()
