"""A view as a player reads it: own city and hand, threats, and probable holders of characters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

from rules.citadels.cards import COLOURS, DISTRICTS, PURPLE
from rules.citadels.hooks import ROLES, RULES
from rules.citadels.view import CitadelsView, CityCard, Seat
from rules.core import Chance

from ..cache import ValueCache
from .card_knowledge import DistrictPlay, district_play

LAST: Final = 1  # missing districts of the fullest city at which the end is near
BLUR_STEPS: Final = 1000  # between the mean of a random factor and its limits
NEARLY_FULL: Final = 2  # missing districts at which a city counts as nearly full
A_DISTRICT: Final = 2.0  # points beside its own, for the progress of the city
MEANS: Final = 0.4  # points per gold or card in hand
USEFUL_GOLD: Final = 8
USEFUL_CARDS: Final = 5


class Situation(ValueCache):
    """A view of one seat and derived values, computed on demand; used for one decision."""

    def __init__(self, view: CitadelsView, chance: Chance) -> None:
        assert view.you is not None
        self.view = view
        self.chance = chance
        self.me = view.you
        self.mine: Seat = view.players[self.me]
        self.city = [card.district for card in self.mine.city]
        self.gold = self.mine.gold
        self.hand = view.hand
        self.others = [seat for seat in range(view.seats) if seat != self.me]
        super().__init__()

    # --- myself

    @cached_property
    def is_my_turn(self) -> bool:
        """Whether it is my turn, or my half of a turn."""
        return self.view.turn is not None and self.view.turn.seat == self.me

    @cached_property
    def has_acted(self) -> bool:
        return self.is_my_turn and self.view.turn is not None and self.view.turn.acted

    @cached_property
    def income_left(self) -> int:
        """The gold I can still take in this turn beside the action."""
        return self.view.turn.income_left if self.is_my_turn and self.view.turn is not None else 0

    @cached_property
    def builds_left(self) -> int:
        """The number of districts I may still build in this turn."""
        return self.view.turn.builds_left if self.is_my_turn and self.view.turn is not None else 1

    @cached_property
    def acting_character(self) -> str:
        """The character I act as; empty: none."""
        return self.view.turn.character if self.is_my_turn and self.view.turn is not None else ""

    @cached_property
    def may_build_duplicates(self) -> bool:
        """Whether I may build duplicates in this turn."""
        return bool(self.acting_character) and ROLES[self.acting_character].may_build_copies

    @cached_property
    def missing_colours(self) -> frozenset[str]:
        """The colours my city lacks."""
        return frozenset(COLOURS) - {DISTRICTS[key].colour for key in self.city}

    def price(self, district: str) -> int:
        return DISTRICTS[district].cost - sum(RULES[key].building_discount(district) for key in self.city)

    def may_build_by_name(self, district: str) -> bool:
        """Whether my city allows the district, as far as names go."""
        count = self.city.count(district)
        return not count or any(RULES[key].allows_copy(count) for key in self.city)

    # --- effects in my city

    @cached_property
    def has_wild_colour(self) -> bool:
        """Whether one of my districts counts as a missing colour."""
        return any(district_play(key).is_any_colour for key in self.city)

    @cached_property
    def value_per_hand_card(self) -> float:
        """The extra value of any card in my hand."""
        return max((district_play(key).value_per_hand_card for key in self.city), default=0.0)

    @cached_property
    def point_adders(self) -> list[Callable[[str], float]]:
        """Effects that raise the points of other districts."""
        return [
            district_play(key).points_added_to
            for key in self.city
            if type(district_play(key)).points_added_to is not DistrictPlay.points_added_to
        ]

    def points_added_to(self, district: str) -> float:
        """The extra points of a district because of my other ones."""
        return max((adds(district) for adds in self.point_adders), default=0.0)

    # --- the race

    @cached_property
    def rounds_left(self) -> int:
        """The approximate number of further rounds."""
        if self.view.last_round:
            return 0
        return max(LAST, self.view.target - max(len(seat.city) for seat in self.view.players))

    @cached_property
    def gold_worth(self) -> float:
        """The value in points of a gold left at the end."""
        usual = 0.05 if self.view.last_round else 0.5
        return max((district_play(key).value_per_gold_left for key in self.city), default=0.0) or usual

    @cached_property
    def expected_points(self) -> tuple[float, ...]:
        """Player -> points, including expected ones from present means."""
        found = []
        for score, seat in zip(self.view.scores, self.view.players, strict=True):
            means = min(seat.gold, USEFUL_GOLD) + min(seat.hand, USEFUL_CARDS)
            found.append(score + A_DISTRICT * len(seat.city) + (0.0 if self.view.last_round else MEANS) * means)
        return tuple(found)

    @cached_property
    def threats(self) -> Mapping[int, float]:
        """Player -> value to me of a point they lose. The leader of the others counts most."""
        most = max(self.expected_points[seat] for seat in self.others) or 1.0
        found = {}
        for seat in self.others:
            share = max(0.0, self.expected_points[seat] / most)
            nearly_full = len(self.view.players[seat].city) >= self.view.target - NEARLY_FULL
            found[seat] = 0.8 * share**3 * (1.4 if nearly_full else 1.0)
        return found

    @cached_property
    def lead_if_scored_now(self) -> float:
        """My lead over the best of the others, if the cities were scored now."""
        return self.view.scores[self.me] - max(self.view.scores[seat] for seat in self.others)

    @cached_property
    def is_leading(self) -> bool:
        """Whether others would most like to hit me."""
        return self.expected_points[self.me] >= max(self.expected_points[seat] for seat in self.others)

    # --- chance

    def random_factor(self, spread: float) -> float:
        """A random factor near 1."""
        return 1 + spread * (self.chance.below(2 * BLUR_STEPS + 1) / BLUR_STEPS - 1)


def count_income_districts(city: Iterable[CityCard], character: str) -> int:
    """The number of districts that pay the income of that character."""
    colour = ROLES[character].colour
    if colour is None:
        return 0
    return sum(
        DISTRICTS[card.district].colour == colour or RULES[card.district].counts_for_every_income for card in city
    )


def dearest_value(city: Iterable[CityCard]) -> int:
    """The highest value in a city; 0 for an empty one."""
    return max((district_value(card) for card in city), default=0)


def district_value(card: CityCard) -> int:
    """The value of a district in a city."""
    return DISTRICTS[card.district].cost + card.beautified


def count_purples(districts: Iterable[str]) -> int:
    return sum(DISTRICTS[key].colour == PURPLE for key in districts)
