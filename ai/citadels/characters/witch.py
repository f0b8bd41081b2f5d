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

AFTER: Final = 2  # lowest useful rank


class Witch(CharacterPlay):
    harms: ClassVar[Mapping[str, float]] = {"bewitch": 0.4}

    def want(self, r: Situation, seat: int) -> float:
        return 2.0

    def loss(self, r: Situation, character: str) -> float:
        return 2.5 if CHARACTERS[character].rank >= AFTER else 0.0


PLAY: Final = Witch()


@scorer_for(Bewitch)
def score_bewitch(r: Situation, move: Bewitch) -> float:
    """The character whose turn I want, if it is probably held: otherwise I get no turn."""
    if move.character in r.view.characters:  # that turn is mine anyway
        return 0.2 * character_worth(r, r.me, move.character)
    found = r.memo(guess_all_characters)
    held = min(1.0, sum(likely.get(move.character, 0.0) for likely in found.values()))
    harm = sum(likely.get(move.character, 0.0) * r.threats[seat] for seat, likely in found.items())
    return (held * (2.0 + max(0.0, character_worth(r, r.me, move.character))) + harm) * r.blur(NAME_BLUR)
