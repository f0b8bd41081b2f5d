"""Scores of the action, the income, and passing."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.effects import KEEP
from rules.citadels.hooks import ROLES, RULES
from rules.citadels.moves import Cards, End, Gold, Income, Pass

from .card_knowledge import character_play
from .cards import ENOUGH, TAKEN, buildable_cards, builds_planned_this_turn, plan_builds
from .scores import ACTION, AFTER_BUILDING, BEFORE_BUILDING, MOST, scorer_for
from .situation import Situation

SURE: Final = 1.0  # factor for gold, which is certain
CARD_WORTH: Final = (3.6, 1.8, 1.0, 0.55)  # value of a new card, by the number of good ones in hand


def after_action(r: Situation) -> tuple[int, int, int]:
    """(gold, cards, builds) the character gets beside the action."""
    return character_play(r.role).gold, character_play(r.role).cards, r.builds


@scorer_for(Gold)
def score_gold(r: Situation, move: Gold) -> float:
    """The district the 2 gold allow at once, and their later value."""
    if not r.acting:
        return ACTION + SURE + r.gold_worth * TAKEN
    more, _, builds = after_action(r)
    have = r.gold + r.income + more
    gain = plan_builds(r, have + TAKEN, builds)[0] - plan_builds(r, have, builds)[0]
    short = any(r.price(card) > have for card in buildable_cards(r))  # saved for a district
    later = 0.8 if short else r.gold_worth
    return ACTION + min(MOST, SURE + gain / 2 + later * (TAKEN if not r.view.last_round else r.gold_worth))


@scorer_for(Cards)
def score_cards(r: Situation, move: Cards) -> float:
    """New cards; more valuable with fewer good ones in hand."""
    if not r.view.deck:
        return 0.0
    more, coming, builds = after_action(r)
    kept = KEEP + sum(RULES[key].extra_keep for key in r.city)
    looked = 1 + sum(RULES[key].extra_look for key in r.city) / 4
    have = r.gold + r.income + more
    if r.view.last_round:
        helps = r.acting and builds and not plan_builds(r, have, builds)[1] and have >= 1
        return ACTION + (2.0 if helps else 0.1)
    good = len(buildable_cards(r)) + coming
    after = len(plan_builds(r, have, builds)[1]) if r.acting else 0
    good = max(0, good - after)
    worth = CARD_WORTH[min(good, ENOUGH)]
    second = CARD_WORTH[min(good + 1, ENOUGH)] if kept > 1 else 0.0
    return ACTION + min(MOST, looked * (worth + second))


@scorer_for(Income)
def score_income(r: Situation, move: Income) -> float:
    """Before building if it is needed for that, else after it, because a new district may count."""
    if not r.acted:
        return AFTER_BUILDING
    wanted = r.memo(builds_planned_this_turn)
    colour = ROLES[r.role].colour
    grows = any(DISTRICTS[card].colour == colour or RULES[card].any_income for card in wanted)
    dry = plan_builds(r, r.gold, r.builds)[1] != wanted
    return AFTER_BUILDING if grows and not dry else BEFORE_BUILDING


@scorer_for(End, Pass)
def score_end_or_pass(r: Situation, move: End | Pass) -> float:
    return 0.0
