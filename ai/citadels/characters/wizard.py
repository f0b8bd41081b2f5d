"""Knowledge about the Wizard: the hand to look at, and the card to take."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.characters.wizard import BuildTaken, Look, Take

from ..card_knowledge import CharacterPlay
from ..cards import build_worth, builds_planned_this_turn, cost_of, keep_worth, plan_builds
from ..scores import AFTER_BUILDING, BEFORE_BUILDING, MOST, scorer_for
from ..situation import Situation

LEAST_GOLD: Final = 2  # for building the card that is taken


class Wizard(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        cards = any(r.view.players[other].hand for other in range(r.view.seats) if other != seat)
        return (2.0 + 0.12 * min(8, r.view.players[seat].gold)) if cards else 0.6


PLAY: Final = Wizard()


@scorer_for(Look)
def score_look(r: Situation, move: Look) -> float:
    """After the action, so that the card can be built at once; after an own build that needs the gold."""
    gain = min(MOST, r.view.players[move.player].hand + r.threats[move.player])
    if not r.has_acted:
        return AFTER_BUILDING / 2
    planned = r.cached(builds_planned_this_turn)
    if planned and r.gold - cost_of(r, planned) < LEAST_GOLD:
        return AFTER_BUILDING + gain / 20
    return BEFORE_BUILDING + gain


@scorer_for(Take)
def score_wizard_take(r: Situation, move: Take) -> float:
    """A card I can build, or one its owner would miss."""
    built_now = build_worth(r, move.district) if r.price(move.district) <= r.gold and r.has_acted else 0.0
    return max(built_now, 2 * keep_worth(r, move.district)) + 0.1 * DISTRICTS[move.district].cost


@scorer_for(BuildTaken)
def score_build_taken(r: Situation, move: BuildTaken) -> float:
    """At once and beside the limit, unless the gold is needed for something better."""
    assert r.view.offer is not None
    (card,) = r.view.offer.cards
    gold = r.gold + r.income_left
    without_card, _ = plan_builds(r, gold, r.builds_left)
    beside_card, _ = plan_builds(r, gold - r.price(card), r.builds_left)
    return build_worth(r, card) + beside_card - without_card
