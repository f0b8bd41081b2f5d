"""What the player knows of single characters and districts.

Each may have a file of its own in `characters/` or `districts/`, which is called as its key, holds a `PLAY`, and judges
the moves that are its own; both folders are found by listing. One without a file is played by the answers here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rules.core import Move

if TYPE_CHECKING:
    from .situation import Situation


class CharacterPlay:
    """How a character is played."""

    gold: ClassVar[int] = 0  # that come to it with the action, beside what the action gives
    cards: ClassVar[int] = 0  # likewise
    harms: ClassVar[Mapping[str, float]] = {}  # power that takes a turn -> what that takes from the odds, as logarithm

    def want(self, r: Situation, seat: int) -> float:
        """What it is worth to a player beside its income, for all that I know of them."""
        return 1.0

    def loss(self, r: Situation, character: str) -> float:
        """What it costs me to be that character if somebody who plays this one foresees it."""
        return 0.0

    def invented(self, r: Situation, legal: Sequence[Move]) -> Sequence[Move]:
        """Moves of its turn worth thinking of that are not listed."""
        return ()


class DistrictPlay:
    """What a district does for its owner."""

    use: ClassVar[float] = 0.0  # over a whole game, in points; those it scores by itself are not in it
    wild: ClassVar[bool] = False  # counts for a colour that is missing
    each_card: ClassVar[float] = 0.0  # what any card is worth because it is in my hand
    gold_left: ClassVar[float] = 0.0  # what a gold is worth in points that is left over

    def scores(self, r: Situation) -> float | None:
        """What it would score in my city beside its cost and what it always scores; None: nothing of its own."""
        return None

    def adds(self, district: str) -> float:
        """What another district scores more because this one lies in the city."""
        return 0.0


ROLES: Final[dict[str, CharacterPlay]] = {}
USES: Final[dict[str, DistrictPlay]] = {}
ANYBODY: Final = CharacterPlay()
ANYTHING: Final = DistrictPlay()


def character_play(character: str) -> CharacterPlay:
    return ROLES.get(character, ANYBODY)


def district_play(district: str) -> DistrictPlay:
    return USES.get(district, ANYTHING)
