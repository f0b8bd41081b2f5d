"""Chooses the move that looks best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules.catan.view import OfferView
from rules.core import Chance, Move

from ..player import Imagine, Player
from . import building, cards, developments, expansions, holding, learnt, robber, second_look, setup, trading
from .scores import MAKERS, score
from .situation import Situation

# Importing them is what makes their scorers known.
SCORING: Final = (building, cards, developments, expansions, robber, setup, trading)
JUDGING: Final = (holding, learnt)  # and these what the judge goes by


class CatanPlayer(Player):
    """Greedy on what its seat sees, with a second look at the best. Its luck decides between what is nearly alike."""

    def choose(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move:
        if len(legal) == 1:
            return legal[0]
        situation = Situation(view, chance)
        maker = MAKERS.get(type(legal[0]))
        if maker is not None:
            return maker(situation)
        moves = (*legal, *trading.invented(situation))
        found = sorted(((score(situation, move), -n, move) for n, move in enumerate(moves)), reverse=True)
        scored = [(value, move) for value, _, move in found]
        return scored[0][1] if view.choices.modules else second_look.best(imagine, scored)

    def answer(self, view: Any, legal: Sequence[Move], imagine: Imagine, chance: Chance) -> Move | None:
        """One word to each offer."""
        offer: OfferView | None = view.offer
        if not legal or (offer is not None and trading.said(offer, view.you) is not None):
            return None
        return self.choose(view, legal, imagine, chance)


PLAYER: Final = CatanPlayer()
