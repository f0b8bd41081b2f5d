"""Knowledge about single characters and districts, as hooks with defaults.

Each card may have a file named after its key in `characters/` or `districts/`, which defines a `PLAY` and scores its
own moves; both folders are found by listing. Cards without a file use the defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rules.core import Move

if TYPE_CHECKING:
    from .situation import Situation


class CharacterPlay:
    """Knowledge about a character."""

    extra_gold: ClassVar[int] = 0  # extra gold after the action
    extra_cards: ClassVar[int] = 0  # extra cards after the action
    turn_loss_by_power: ClassVar[Mapping[str, float]] = {}  # power that takes a turn -> loss in log odds

    def worth_to_seat(self, r: Situation, seat: int) -> float:
        """The value of this character to a player, beside its income, as far as I know."""
        return 1.0

    def loss_if_foreseen(self, r: Situation, character: str) -> float:
        """What I lose as `character` if whoever holds this one foresees my choice."""
        return 0.0

    def unlisted_moves(self, r: Situation, legal: Sequence[Move]) -> Sequence[Move]:
        """Unlisted moves of its turn to consider."""
        return ()


class DistrictPlay:
    """Knowledge about a district. `effect_value`: of its effect over a whole game, in points, without its own score;
    `is_any_colour`: whether it counts as a missing colour."""

    value_per_hand_card: ClassVar[float] = 0.0  # extra value of any card in my hand
    value_per_gold_left: ClassVar[float] = 0.0  # value in points of a gold left at the end

    def __init__(self, effect_value: float = 0.0, is_any_colour: bool = False) -> None:
        self.effect_value = effect_value
        self.is_any_colour = is_any_colour

    def points_of_effect(self, r: Situation) -> float | None:
        """Its points in my city beside its cost and fixed points; None: none."""
        return None

    def points_added_to(self, district: str) -> float:
        """Extra points of another district because of this one."""
        return 0.0


ROLES: Final[dict[str, CharacterPlay]] = {}
USES: Final[dict[str, DistrictPlay]] = {}
ANYBODY: Final = CharacterPlay()
ANYTHING: Final = DistrictPlay()


def character_play(character: str) -> CharacterPlay:
    return ROLES.get(character, ANYBODY)


def district_play(district: str) -> DistrictPlay:
    return USES.get(district, ANYTHING)
