"""Common measures of all pictures of Citadels: width, frames, names of cards."""

from __future__ import annotations

from typing import Final

from render.core.look import DANGER, GOLD, LAST, Look
from render.core.sentences import word_of_key
from rules.citadels.cards import CHARACTERS

WIDE: Final = 1200
EDGE, GAP = 10, 8
CALLS_HIGH: Final = 100  # height of the row of characters
FOOT_HIGH: Final = 40  # height of the line below the panels
TONES: Final = {"choice": GOLD, "last": LAST, "danger": DANGER}


def card_name(look: Look, key: str) -> str:
    """A card's name in the reader's language."""
    return word_of_key(look.say, f"cit.{'character' if key in CHARACTERS else 'district'}.{key}")
