"""Knowledge about the Navigator: gold or cards."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.navigator import Navigate

from ..card_knowledge import CharacterPlay
from ..cards import ACTION_GOLD, NEW_CARD, buildable_cards
from ..draft import building_potential
from ..scores import scorer_for
from ..situation import Situation

NAVIGATED: Final = 4  # gold or cards


class Navigator(CharacterPlay):
    extra_gold = NAVIGATED

    def worth_to_seat(self, r: Situation, seat: int) -> float:
        """Gold or cards instead of building: best without buildable cards."""
        potential = building_potential(r, seat, r.view.players[seat].gold + ACTION_GOLD, builds=1)
        return 3.2 - min(3.0, 0.3 * potential) - (2.0 if r.view.last_round else 0.0)


PLAY: Final = Navigator()


@scorer_for(Navigate)
def score_navigate(r: Situation, move: Navigate) -> float:
    if move.what == "gold":
        gold_missing = max((r.price(card) for card in buildable_cards(r)), default=0) - r.gold
        return NAVIGATED * r.gold_worth + max(0, min(NAVIGATED, gold_missing)) * 0.6
    useful_cards = min(NAVIGATED, r.view.deck) * (0.2 if r.view.last_round else 1.0)
    return useful_cards * max(0.3, NEW_CARD - 0.35 * len(buildable_cards(r)))
