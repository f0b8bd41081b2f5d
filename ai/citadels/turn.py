"""Scores of the action, the income, and passing."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.effects import KEEP
from rules.citadels.hooks import ROLES, RULES
from rules.citadels.moves import Cards, End, Gold, Income, Pass

from .card_knowledge import character_play
from .cards import ACTION_GOLD, ENOUGH_CARDS, buildable_cards, builds_planned_this_turn, plan_builds
from .scores import ACTION, AFTER_BUILDING, BEFORE_BUILDING, MOST, scorer_for
from .situation import Situation

SURE: Final = 1.0  # bonus for gold, which is certain
SAVED_GOLD: Final = 0.8  # value of a gold towards a district that is still too expensive
LAST_CARD: Final = 2.0  # value of a card in the last round that may be built at once
USELESS_CARD: Final = 0.1
CARD_WORTH: Final = (3.6, 1.8, 1.0, 0.55)  # value of a new card, by the number of good ones in hand


def gold_without_action(r: Situation) -> int:
    """My gold with the income and what the character gets beside the action."""
    return r.gold + r.income_left + character_play(r.acting_character).extra_gold


@scorer_for(Gold)
def score_gold(r: Situation, move: Gold) -> float:
    """The district the 2 gold allow at once, and their later value."""
    if not r.is_my_turn:
        return ACTION + SURE + r.gold_worth * ACTION_GOLD
    gold = gold_without_action(r)
    gain = plan_builds(r, gold + ACTION_GOLD, r.builds_left)[0] - plan_builds(r, gold, r.builds_left)[0]
    is_saved = any(r.price(card) > gold for card in buildable_cards(r))
    later_worth = SAVED_GOLD if is_saved else r.gold_worth
    return ACTION + min(MOST, SURE + gain / 2 + later_worth * (r.gold_worth if r.view.last_round else ACTION_GOLD))


@scorer_for(Cards)
def score_cards(r: Situation, move: Cards) -> float:
    """New cards; more valuable with fewer good ones in hand."""
    if not r.view.deck:
        return 0.0
    _, planned = plan_builds(r, gold_without_action(r), r.builds_left)
    if r.view.last_round:
        may_be_built = r.is_my_turn and r.builds_left and not planned and gold_without_action(r) >= 1
        return ACTION + (LAST_CARD if may_be_built else USELESS_CARD)
    left_after_building = (
        len(buildable_cards(r)) + character_play(r.acting_character).extra_cards - (len(planned) if r.is_my_turn else 0)
    )
    good_cards = max(0, left_after_building)
    first = CARD_WORTH[min(good_cards, ENOUGH_CARDS)]
    keeps_second = KEEP + sum(RULES[key].extra_keep for key in r.city) > 1
    second = CARD_WORTH[min(good_cards + 1, ENOUGH_CARDS)] if keeps_second else 0.0
    choice = 1 + sum(RULES[key].extra_look for key in r.city) / 4  # factor for choosing among more cards
    return ACTION + min(MOST, choice * (first + second))


@scorer_for(Income)
def score_income(r: Situation, move: Income) -> float:
    """Before building if it is needed for that, else after it, because a new district may count."""
    if not r.has_acted:
        return AFTER_BUILDING
    planned = r.cached(builds_planned_this_turn)
    colour = ROLES[r.acting_character].colour
    grows = any(DISTRICTS[card].colour == colour or RULES[card].counts_for_every_income for card in planned)
    is_needed = plan_builds(r, r.gold, r.builds_left)[1] != planned
    return AFTER_BUILDING if grows and not is_needed else BEFORE_BUILDING


@scorer_for(End, Pass)
def score_end_or_pass(r: Situation, move: End | Pass) -> float:
    return 0.0
