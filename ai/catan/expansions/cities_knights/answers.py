"""Scores for answers to questions of several cards, or of none."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import NUMBER
from rules.catan.expansions.cities_knights.moves import AnswerAqueduct, AnswerDeck, AnswerGive, AnswerReturn
from rules.catan.expansions.cities_knights.simultaneous import SimultaneousDecision

from ...cards import cards_to_give_up, score_given_up
from ...forced_outcomes import CERTAIN_STEPS, DRAWING_MOVES
from ...hand import cards_of_kind, hand_worth_change
from ...scores import maker_for, scorer_for
from ...situation import Situation
from .progress.held import worth_held

CERTAIN_STEPS.append(SimultaneousDecision)
DRAWING_MOVES.append(AnswerDeck)

DECK_VALUES: Final = {"science": 0.4, "trade": 0.42, "politics": 0.35}  # of an unknown card


@scorer_for(AnswerDeck)
def score_deck_choice(r: Situation, move: AnswerDeck) -> float:
    return DECK_VALUES[move.track]


@scorer_for(AnswerReturn)
def score_returned_card(r: Situation, move: AnswerReturn) -> float:
    return -worth_held(move.progress)


@scorer_for(AnswerAqueduct)
def score_aqueduct(r: Situation, move: AnswerAqueduct) -> float:
    return hand_worth_change(r, more=cards_of_kind(r, move.card)) + 0.01 * r.wanted_production[NUMBER[move.card]]


@scorer_for(AnswerGive)
def score_given_cards(r: Situation, move: AnswerGive) -> float:
    return score_given_up(r, move.kinds)


@maker_for(AnswerGive)
def best_given_cards(r: Situation) -> AnswerGive:
    return AnswerGive(cards_to_give_up(r))
