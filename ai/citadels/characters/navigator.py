"""Knowledge about the Navigator: gold or cards."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.navigator import Navigate

from ..card_knowledge import CharacterPlay
from ..cards import NEW_CARD, buildable_cards
from ..draft import building_potential
from ..scores import scorer_for
from ..situation import Situation


class Navigator(CharacterPlay):
    gold = 4

    def want(self, r: Situation, seat: int) -> float:
        """Gold or cards instead of building: best without buildable cards."""
        now = building_potential(r, seat, r.view.players[seat].gold + 2, 1)
        return 3.2 - min(3.0, 0.3 * now) - (2.0 if r.view.last_round else 0.0)


PLAY: Final = Navigator()


@scorer_for(Navigate)
def score_navigate(r: Situation, move: Navigate) -> float:
    if move.what == "gold":
        short = max((r.price(card) for card in buildable_cards(r)), default=0) - r.gold
        return 4 * r.gold_worth + max(0, min(4, short)) * 0.6
    new = min(4, r.view.deck) * (0.2 if r.view.last_round else 1.0)
    return new * max(0.3, NEW_CARD - 0.35 * len(buildable_cards(r)))
