"""Cult: duels between shrines and monasteries; the loser scores nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.cult.duels import find_challengers, is_shrine

from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook


class Duels(Extra):
    def share(self, r: Outlook, root: int) -> float:
        s = r.s
        board = s.board
        at = board.cells[root]
        shrine = is_shrine(s, at)
        share = 1.0
        for other in find_challengers(s, at, shrine):
            rival = board.buildings[other]
            if board.open[rival] and board.held[rival] and board.held[rival] != board.held[root]:
                mine, theirs = board.open[root], board.open[rival]
                share *= (theirs + 0.5) / (mine + theirs + 1.0) * r.odds.fade(4) + 1.0 - r.odds.fade(4)
        return share


EXTRA: Final = Duels()
