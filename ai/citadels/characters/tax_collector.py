"""Knowledge about the Tax Collector."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import CharacterPlay
from ..situation import Situation


class TaxCollector(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return -0.6 + 0.35 * sum(player.gold > 0 or player.hand > 0 for player in r.view.players)


PLAY: Final = TaxCollector()
