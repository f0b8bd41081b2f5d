"""Knowledge about the Emperor: the crown and its price."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.emperor import GOLD, Crown, Pay

from ..card_knowledge import CharacterPlay
from ..cards import STALE, keep_worth
from ..scores import scorer_for
from ..situation import Situation


class Emperor(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return 1.5 + (0.3 if r.view.crown != seat else 0.0)


PLAY: Final = Emperor()


@scorer_for(Crown)
def score_crown(r: Situation, move: Crown) -> float:
    """A harmless player who can pay, seated so that I choose soon after them."""
    other = r.view.players[move.player]
    pays = 0.5 if other.gold or other.hand else 0.0
    return pays - r.threats[move.player] - 0.12 * ((r.me - move.player) % r.view.seats)


@scorer_for(Pay)
def score_emperor_payment(r: Situation, move: Pay) -> float:
    if move == GOLD:
        return -1.6 * r.gold_worth if r.gold < 4 else -r.gold_worth
    return -(STALE if r.hand.count(move.what) > 1 else keep_worth(r, move.what))
