"""Knowledge about the Bishop."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import CharacterPlay
from ..situation import Situation


class Bishop(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        leads = r.expected_points[seat] >= max(r.expected_points) - 1
        base = 0.0 if r.view.seats == 2 else 1.0  # with two players I may hold the dangerous character myself
        return base + (0.8 if leads else 0.2) * (1 if r.view.players[seat].city else 0)


PLAY: Final = Bishop()
