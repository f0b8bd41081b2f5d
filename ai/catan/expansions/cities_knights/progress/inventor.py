"""Scores for the Inventor, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.inventor import CardInventor

from ....scores import scorer_for
from ....situation import Situation
from .held import KEPT

HELD: Final = 0.3


@scorer_for(CardInventor)
def score_inventor(r: Situation, move: CardInventor) -> float:
    """Better numbers for me, worse ones for leading players."""
    worths: list[float] = r.cached(_dot_gain_by_hex)
    dots = r.dots
    return r.dot_value * (worths[move.hex] - worths[move.hex2]) * (dots[move.hex2] - dots[move.hex]) - 2 * KEPT


def _dot_gain_by_hex(r: Situation) -> list[float]:
    """Hex -> value of a dot there for me, less that for the others."""
    found = []
    for hex_, corners in enumerate(r.layout.corners_of):
        value = 0.0
        for corner in corners:
            building = r.buildings.get(corner)
            if building is not None:
                for kind in r.board.yields(r.terrain[hex_], building.city):
                    value += r.wanted_production[kind] if building.seat == r.me else -0.6 * r.threats[building.seat]
        found.append(value)
    return found
