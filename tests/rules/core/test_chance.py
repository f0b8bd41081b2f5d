"""The keyed luck."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.core import Chance

KEY = bytes(range(32))


def test_the_same_key_draws_the_same_numbers() -> None:
    one, two = Chance(KEY), Chance(KEY)
    assert [one.below(6) for _ in range(50)] == [two.below(6) for _ in range(50)]
    assert one.used == 50


def test_the_stream_never_changes() -> None:
    # Running games and published keys hang on it.
    chance = Chance(KEY)
    assert [chance.below(100) for _ in range(8)] == [48, 79, 74, 38, 65, 91, 70, 24]
    assert chance.below(1 << 63) == 6123170321860612659


class Scripted(Chance):
    """Luck whose words are known: for each attempt at a number one."""

    __slots__ = ()

    def _word(self, attempt: int) -> int:
        return ((1 << 64) - 1, (1 << 64) - 2)[attempt]


def test_words_that_would_favour_some_numbers_are_rejected() -> None:
    # 2^64 = 3 * 6148914691236517205 + 1: the highest word would make 0 likelier than 1 and 2.
    assert Scripted(KEY).below(3) == ((1 << 64) - 2) % 3 == 2
    assert Scripted(KEY).below(2) == 1  # nothing is left over, nothing is rejected


def test_going_on_from_a_saved_place() -> None:
    whole = Chance(KEY)
    numbers = [whole.below(100) for _ in range(20)]
    rest = Chance(KEY, used=12)
    assert [rest.below(100) for _ in range(8)] == numbers[12:]


def test_another_key_draws_other_numbers() -> None:
    assert [Chance(KEY).below(1 << 30)] != [Chance(bytes(32)).below(1 << 30)]


def test_forced_numbers_come_first_and_count() -> None:
    free = Chance(KEY)
    third = [free.below(6) for _ in range(3)][2]
    chance = Chance(KEY, forced=(5, 0))
    assert [chance.below(6) for _ in range(3)] == [5, 0, third]
    assert chance.drawn == [5, 0, third]


@pytest.mark.parametrize("number", [6, -1])
def test_a_forced_number_must_be_possible(number: int) -> None:
    with pytest.raises(ValueError, match="not below 6"):
        Chance(KEY, forced=(number,)).below(6)


def test_numbers_are_even() -> None:
    chance = Chance(KEY)
    seen = Counter(chance.below(6) for _ in range(12_000))
    assert set(seen) == set(range(6))
    assert all(1_800 < n < 2_200 for n in seen.values())  # 2,000 each; 5 sigma are 204


def test_shuffle_keeps_the_cards_and_every_order_comes() -> None:
    chance = Chance(KEY)
    orders = Counter()
    for _ in range(2_400):
        cards = [1, 2, 3, 4]
        chance.shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert all(50 < n < 160 for n in orders.values())  # 100 each
