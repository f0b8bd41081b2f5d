"""Knowledge about the Artist: districts to beautify."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import DISTRICTS
from rules.citadels.characters.artist import Beautify

from ..card_knowledge import CharacterPlay
from ..cards import buildable_cards, builds_planned_this_turn
from ..scores import AFTER_BUILDING, NEVER, scorer_for
from ..situation import Situation


class Artist(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        gold = min(2, r.view.players[seat].gold)
        return -0.5 + (0.9 if r.view.last_round else 0.5) * gold


PLAY: Final = Artist()


@scorer_for(Beautify)
def score_beautify(r: Situation, move: Beautify) -> float:
    """With gold not needed for building; expensive districts, which are rarely destroyed."""
    if not r.has_acted:
        return AFTER_BUILDING / 2
    if r.cached(builds_planned_this_turn):
        return NEVER
    gain = len(move.districts) * (1 - r.gold_worth)
    if r.view.last_round or r.gold - len(move.districts) >= 1 or not buildable_cards(r):
        return AFTER_BUILDING + gain + 0.01 * sum(DISTRICTS[key].cost for key in move.districts)
    return NEVER
