"""Cult: duels between shrines and monasteries; the loser scores nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.carcassonne.expansions.cult.duels import find_challengers, is_shrine

from ..extra import Extra

if TYPE_CHECKING:
    from ..extra import Outlook

DUEL_TURNS: Final = 4  # turns left from which a duel is decided


class Duels(Extra):
    def chance_not_lost(self, r: Outlook, root: int) -> float:
        s = r.s
        board = s.board
        cell = board.cells[root]
        shrine = is_shrine(s, cell)
        share = 1.0
        for other in find_challengers(s, cell, shrine):
            rival = board.buildings[other]
            if board.open[rival] and board.held[rival] and board.held[rival] != board.held[root]:
                own_missing, rival_missing = board.open[root], board.open[rival]
                wins_duel = (rival_missing + 0.5) / (own_missing + rival_missing + 1.0)
                decided = r.odds.fade_near_end(DUEL_TURNS)  # probability that either is completed
                share *= wins_duel * decided + 1.0 - decided
        return share


EXTRA: Final = Duels()
