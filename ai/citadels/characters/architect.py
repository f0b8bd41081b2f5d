"""Knowledge about the Architect."""

from __future__ import annotations

from typing import Final

from ..card_knowledge import CharacterPlay
from ..draft import extra_builds_worth
from ..situation import Situation


class Architect(CharacterPlay):
    extra_cards = 2

    def worth_to_seat(self, r: Situation, seat: int) -> float:
        needs_cards = r.view.players[seat].hand <= 1
        return 2.0 + min(3.5, 0.35 * extra_builds_worth(r, seat, builds=3)) + (0.8 if needs_cards else 0.0)


PLAY: Final = Architect()
