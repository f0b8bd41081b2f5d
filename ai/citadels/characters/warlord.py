"""The Warlord: what is destroyed."""

from __future__ import annotations

from typing import Final

from rules.citadels.characters.warlord import Destroy

from ..cities import card_of, harm, surcharge
from ..draft import danger
from ..plays import CharacterPlay
from ..scores import NEVER, scores
from ..situation import Situation, value


class Warlord(CharacterPlay):
    def want(self, r: Situation, seat: int) -> float:
        return 0.3 + 1.6 * danger(r, seat) + 0.04 * min(8, r.view.players[seat].gold)


PLAY: Final = Warlord()


@scores(Destroy)
def destroy(r: Situation, move: Destroy) -> float:
    """Cheap districts, and dear ones of who is nearly done; never my own."""
    if move.player == r.me:
        return NEVER
    card = card_of(r, move.player, move.district)
    price = value(card) - 1 + surcharge(r, move.player, card.district)
    gold = 0.9 if not r.view.last_round else max(0.05, r.gold_worth)
    return harm(r, move.player, card) - gold * price
