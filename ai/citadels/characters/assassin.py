"""Knowledge about the Assassin: the character to murder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.citadels.cards import CHARACTERS
from rules.citadels.characters.assassin import Murder

from ..card_knowledge import CharacterPlay
from ..draft import NAME_BLUR, character_worth, end_danger, guess_all_characters
from ..scores import AT_ONCE, MOST_AT_ONCE, NEVER, scorer_for
from ..situation import Situation

LOWEST_RANK: Final = 2  # of the characters it can name


class Assassin(CharacterPlay):
    turn_loss_by_power: ClassVar[Mapping[str, float]] = {"murder": 0.5}

    def worth_to_seat(self, r: Situation, seat: int) -> float:
        base = 2.4 if r.view.seats == 2 else -0.1  # with two players it certainly hits the other one
        return base + 1.8 * end_danger(r, seat) + 0.08 * min(8, r.view.players[seat].gold)

    def loss_if_foreseen(self, r: Situation, character: str) -> float:
        return 3.0 if CHARACTERS[character].rank >= LOWEST_RANK else 0.0


PLAY: Final = Assassin()


@scorer_for(Murder)
def score_murder(r: Situation, move: Murder) -> float:
    """The value of the lost turn, by the probable holders."""
    guesses = r.cached(guess_all_characters)
    if move.character in r.view.characters or not guesses:
        return NEVER
    harm = sum(
        guess.get(move.character, 0.0) * r.threats[seat] * (1 + max(0.0, character_worth(r, seat, move.character)))
        for seat, guess in guesses.items()
    )
    return AT_ONCE + min(MOST_AT_ONCE, harm) * r.random_factor(NAME_BLUR)
