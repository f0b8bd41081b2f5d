"""What is answered to questions of several cards, or of none."""

from __future__ import annotations

from typing import Final

from rules.catan.cards import NUMBER
from rules.catan.expansions.cities_knights.moves import AnswerAqueduct, AnswerDeck, AnswerGive, AnswerReturn
from rules.catan.expansions.cities_knights.together import Together

from ...cards import give_up, given_up
from ...hand import change, one
from ...scores import makes, scores
from ...settling import CERTAIN, DRAWN
from ...situation import Situation
from .progress.held import worth_held

CERTAIN.append(Together)
DRAWN.append(AnswerDeck)

DECKS: Final = {"science": 0.4, "trade": 0.42, "politics": 0.35}


@scores(AnswerDeck)
def deck(r: Situation, move: AnswerDeck) -> float:
    return DECKS[move.track]


@scores(AnswerReturn)
def give_back(r: Situation, move: AnswerReturn) -> float:
    return -worth_held(move.progress)


@scores(AnswerAqueduct)
def aqueduct(r: Situation, move: AnswerAqueduct) -> float:
    return change(r, more=one(r, move.card)) + 0.01 * r.needed[NUMBER[move.card]]


@scores(AnswerGive)
def given(r: Situation, move: AnswerGive) -> float:
    return give_up(r, move.kinds)


@makes(AnswerGive)
def gift(r: Situation) -> AnswerGive:
    return AnswerGive(given_up(r))
