"""The normal player: the move with the highest score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.moves import Setup
from rules.catan.view import OfferView
from rules.core import Chance, Move

from ..player import Imagine, Player
from . import (
    building,
    cards,
    development_features,
    developments,
    expansions,
    first_places,
    learnt,
    robber,
    setup,
    trading,
)
from .policy import made_or_winning_move
from .scores import score_move
from .situation import Situation

# Imported to register the scorers.
SCORING: Final = (building, cards, developments, expansions, robber, setup, trading)
JUDGING: Final = (development_features, learnt)  # and the judge's features and weights


class CatanPlayer(Player):
    """Greedy on the view of its seat. Its chance decides between nearly equal places."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        situation = Situation(view, chance)
        move = made_or_winning_move(situation, legal)
        if move is not None:
            return move
        if isinstance(legal[0], Setup) and not view.choices.modules:
            places = [move for move in legal if isinstance(move, Setup)]
            return first_places.choose_first_place(
                imagine, sorted(places, key=lambda move: -score_move(situation, move))
            )
        return max((*legal, *trading.invented_offers(situation)), key=lambda move: score_move(situation, move))

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        """At most one answer to each offer."""
        offer: OfferView | None = view.offer
        if not legal or (offer is not None and trading.answer_of_seat(offer, view.you) is not None):
            return None
        return self.choose(view, legal, imagine, chance)


PLAYER: Final = CatanPlayer()
