"""Scores for the Alchemist, and its value in the hand."""

from __future__ import annotations

from typing import Final

from rules.catan.expansions.cities_knights.progress.alchemist import CardAlchemist

from ....hand import hand_worth_change
from ....scores import NEVER, scorer_for
from ....situation import A_CARD, Situation
from ..improvements import A_DRAW
from .held import KEPT

HELD: Final = 0.45


@scorer_for(CardAlchemist)
def score_alchemist(r: Situation, move: CardAlchemist) -> float:
    """The number that gives me most, relative to the others."""
    number = move.red + move.white
    if number == 7:
        return NEVER
    gains: dict[int, float] = r.memo(_roll_gain_cache)
    if number not in gains:
        gains[number] = _roll_gain(r, number)
    gates = sum(level + 1 >= move.red > 0 and level > 0 for level in r.mine.improvements)
    return gains[number] + A_DRAW / 6 * gates - 3 * KEPT


def _roll_gain_cache(r: Situation) -> dict[int, float]:
    return {}


def _roll_gain(r: Situation, number: int) -> float:
    mine = [0] * len(r.view.cards)
    others = 0.0
    for h, hex_ in enumerate(r.view.hexes):
        if hex_.token == number and h != r.robber:
            for corner in r.layout.corners_of[h]:
                building = r.buildings.get(corner)
                if building is not None:
                    kinds = r.yields(r.terrain[h], building.city)
                    if building.seat == r.me:
                        for kind in kinds:
                            mine[kind] += 1
                    else:
                        others += A_CARD * len(kinds) * r.threats[building.seat]
    return hand_worth_change(r, more=tuple(mine)) - others
