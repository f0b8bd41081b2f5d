"""Knowledge about the Thief: the character to rob."""

from __future__ import annotations

from typing import Final

from rules.citadels.cards import CHARACTERS
from rules.citadels.characters.thief import Rob

from ..card_knowledge import CharacterPlay
from ..draft import NAME_BLUR, guess_all_characters
from ..scores import AT_ONCE, MOST_AT_ONCE, NEVER, scorer_for
from ..situation import Situation

LOWEST_RANK: Final = 3  # of the characters it can name


class Thief(CharacterPlay):
    def worth_to_seat(self, r: Situation, seat: int) -> float:
        loot = sorted((r.view.players[other].gold for other in range(r.view.seats) if other != seat), reverse=True)
        return 0.4 + 0.22 * sum(loot[:2])

    def loss_if_foreseen(self, r: Situation, character: str) -> float:
        return 0.7 * r.gold if CHARACTERS[character].rank >= LOWEST_RANK else 0.0


PLAY: Final = Thief()


@scorer_for(Rob)
def score_rob(r: Situation, move: Rob) -> float:
    """The expected gold."""
    if move.character in r.view.characters:
        return NEVER
    loot = sum(
        probabilities.get(move.character, 0.0) * r.view.players[seat].gold
        for seat, probabilities in r.cached(guess_all_characters).items()
    )
    return AT_ONCE + min(MOST_AT_ONCE, loot) * r.random_factor(NAME_BLUR)
