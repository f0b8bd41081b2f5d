"""Knowledge about the Witch: the character to bewitch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from rules.citadels.cards import CHARACTERS
from rules.citadels.characters.witch import Bewitch

from ..card_knowledge import CharacterPlay
from ..draft import NAME_BLUR, character_worth, guess_all_characters
from ..scores import scorer_for
from ..situation import Situation

LOWEST_RANK: Final = 2  # of the characters it can name


class Witch(CharacterPlay):
    turn_loss_by_power: ClassVar[Mapping[str, float]] = {"bewitch": 0.4}

    def worth_to_seat(self, r: Situation, seat: int) -> float:
        return 2.0

    def loss_if_foreseen(self, r: Situation, character: str) -> float:
        return 2.5 if CHARACTERS[character].rank >= LOWEST_RANK else 0.0


PLAY: Final = Witch()


@scorer_for(Bewitch)
def score_bewitch(r: Situation, move: Bewitch) -> float:
    """The character whose turn I want, if it is probably held: otherwise I get no turn."""
    if move.character in r.view.characters:  # that turn is mine anyway
        return 0.2 * character_worth(r, r.me, move.character)
    guesses = r.cached(guess_all_characters)
    probability_by_seat = {seat: guess.get(move.character, 0.0) for seat, guess in guesses.items()}
    is_held = min(1.0, sum(probability_by_seat.values()))
    harm = sum(probability * r.threats[seat] for seat, probability in probability_by_seat.items())
    turn_worth = 2.0 + max(0.0, character_worth(r, r.me, move.character))
    return (is_held * turn_worth + harm) * r.random_factor(NAME_BLUR)
