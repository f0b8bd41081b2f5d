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
    tracks_with_draw = sum(level + 1 >= move.red > 0 and level > 0 for level in r.mine.improvements)
    return r.cached_by(_roll_gain, number) + A_DRAW / 6 * tracks_with_draw - 3 * KEPT


def _roll_gain(r: Situation, number: int) -> float:
    """The value of the cards I get for that number, less that of the others' cards."""
    mine = [0] * len(r.view.cards)
    others = 0.0
    for hex_, hex_view in enumerate(r.view.hexes):
        if hex_view.token == number and hex_ != r.robber:
            for corner in r.layout.corners_of[hex_]:
                building = r.buildings.get(corner)
                if building is not None:
                    kinds = r.board.yields(r.terrain[hex_], building.city)
                    if building.seat == r.me:
                        for kind in kinds:
                            mine[kind] += 1
                    else:
                        others += A_CARD * len(kinds) * r.threats[building.seat]
    return hand_worth_change(r, more=tuple(mine)) - others
