"""Luck of the dice: cards received, compared with the expectation on the board at the roll."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.fortune import Fortune, fortune_of_outcome

from .cards import kind_counts
from .production import cards_due
from .state import CatanState
from .view import SUMS

WAYS: Final = {number: 6 - abs(number - 7) for number in SUMS}  # out of 36 rolls


def fortune_of_roll(before: CatanState, dice: tuple[int, ...]) -> Mapping[int, Fortune]:
    """Seat -> fortune in cards. Cards the bank could not pay count as received: no luck of the dice."""
    cards = {number: [sum(kind_counts(hand)) for hand in cards_due(before, number)] for number in SUMS}
    rolled = cards[sum(dice[:2])]
    fortunes = {}
    for seat in range(before.seats):
        outcomes = [(float(cards[number][seat]), float(ways)) for number, ways in WAYS.items()]  # (value, weight)
        if any(value for value, _ in outcomes):
            fortunes[seat] = fortune_of_outcome(rolled[seat], outcomes)
    return fortunes
