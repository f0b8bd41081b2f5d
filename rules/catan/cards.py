"""Hands and costs: how many cards of each kind, packed into one integer, eight bits a kind.

The upper bit of each eight stays free, so that one subtraction tells whether a hand covers a cost. Nobody ever holds
128 cards of a kind: there are not so many.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rules.core import Chance

RESOURCES: Final = ("brick", "lumber", "wool", "grain", "ore")
COMMODITIES: Final = ("cloth", "coin", "paper")
CARDS: Final = (*RESOURCES, *COMMODITIES)  # the order wherever one is needed
BRICK, LUMBER, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER = range(8)
NUMBER: Final = {card: n for n, card in enumerate(CARDS)}

ONE: Final = tuple(1 << 8 * n for n in range(8))  # one card of each kind
NONE: Final = 0
_EACH: Final = sum(ONE)
GUARD: Final = 128 * _EACH


def pack_cards(cards: Iterable[str]) -> int:
    """The cards as one number; KeyError for a word that is no card."""
    return sum(ONE[NUMBER[card]] for card in cards)


def kind_counts(hand: int) -> tuple[int, ...]:
    """How many of each of the eight kinds."""
    return tuple(hand.to_bytes(8, "little"))


def pack_counts(numbers: Sequence[int]) -> int:
    """The reverse of `counts`; fewer than eight numbers will do."""
    return int.from_bytes(bytes(numbers), "little")


@lru_cache(maxsize=4096)
def unpack_cards(hand: int) -> tuple[str, ...]:
    """The cards by name, in order."""
    return tuple(card for card, n in zip(CARDS, kind_counts(hand), strict=True) for _ in range(n))


def kinds_in(hand: int) -> tuple[int, ...]:
    """The numbers of the kinds that are there."""
    return tuple(kind for kind, n in enumerate(hand.to_bytes(8, "little")) if n)


def count_cards(hand: int) -> int:
    """How many cards."""
    return hand % 255  # 256 leaves 1: the sum of the eights, which stays below 255


def count_kind(hand: int, kind: int) -> int:
    """How many of one kind."""
    return hand >> 8 * kind & 127


def covers_cost(hand: int, cost: int) -> bool:
    """Are all those cards in the hand?"""
    return (hand + GUARD - cost) & GUARD == GUARD


def lacking_cards(hand: int, cost: int) -> int:
    """The cards of a cost that a hand has not."""
    return pack_counts([max(0, c - h) for h, c in zip(kind_counts(hand), kind_counts(cost), strict=True)])


def share_no_kind(one: int, other: int) -> bool:
    """Have the two no kind in common?"""
    return not any(a and b for a, b in zip(kind_counts(one), kind_counts(other), strict=True))


def draw_kind(hand: int, chance: Chance) -> int:
    """The kind of a card drawn blindly from a hand."""
    at = chance.below(count_cards(hand))
    for kind in range(8):
        at -= count_kind(hand, kind)
        if at < 0:
            return kind
    raise AssertionError("the hand is empty")


def card_choices(hand: int, n: int) -> tuple[int, ...]:
    """Every choice of n cards of a hand, those with many of the first kinds first."""
    found = [(0, n)]
    have = kind_counts(hand)
    for kind, most in enumerate(have):
        rest = sum(have[kind + 1 :])
        found = [
            (cards + k * ONE[kind], left - k)
            for cards, left in found
            for k in range(min(most, left), max(0, left - rest) - 1, -1)
        ]
    return tuple(cards for cards, _ in found)


def count_choices(least: Sequence[int], most: Sequence[int], n: int) -> int:
    """In how many ways n cards can be chosen, of each kind so many at least and at most."""
    found = [1, *[0] * n]
    for low, high in zip(least, most, strict=True):
        found = [sum(found[max(0, k - high) : k - low + 1]) if k >= low else 0 for k in range(n + 1)]
    return found[n]


def choices_within(least: Sequence[int], most: Sequence[int], n: int) -> tuple[int, ...]:
    """Every choice of n cards, of each kind so many at least and at most, those with many of the first kinds first."""
    sure = pack_counts(least)
    return tuple(sure + cards for cards in card_choices(pack_counts(most) - sure, n - sum(least)))


def even_choice(least: Sequence[int], most: Sequence[int], n: int) -> int:
    """One such choice that leaves as evenly as can be of what there are `most`."""

    def above(level: int) -> list[int]:
        return [max(low, high - level) for low, high in zip(least, most, strict=True)]

    level, taken, fewer = 0, list(most), above(1)
    while sum(taken) > n and sum(fewer) >= n:
        level, taken, fewer = level + 1, fewer, above(level + 2)
    for kind in reversed(range(len(taken))):  # of those on the level that has too many
        if fewer[kind] < taken[kind] and sum(taken) > n:
            taken[kind] -= 1
    return pack_counts(taken)


def few_choices(least: Sequence[int], most: Sequence[int], n: int) -> tuple[int, ...]:
    """A few of such choices, where there are too many: first the even one. Every number of cards of a kind that is
    possible is in one of them; of each two kinds as many as can be are, and as few."""
    found = [even_choice(least, most, n)]
    lows, highs = possible_counts(least, most, n)
    kinds = range(len(lows))
    for kind in kinds:
        for k in range(highs[kind], lows[kind] - 1, -1):
            found.append(_choice_with(lows, highs, n, (kind, k)))
    for one in kinds:
        for other in kinds:
            if one != other and lows[one] < highs[one] and lows[other] < highs[other]:
                for ends in (lows, highs):
                    found.append(_choice_with(lows, highs, n, (one, ends[one]), (other, ends[other])))
    return tuple(dict.fromkeys(found))


def possible_counts(least: Sequence[int], most: Sequence[int], n: int) -> tuple[list[int], list[int]]:
    """How many of each kind are possible, where n are chosen in all."""
    spare, room = n - sum(least), sum(most) - n
    highs = [min(high, low + spare) for low, high in zip(least, most, strict=True)]
    lows = [max(low, high - room) for low, high in zip(least, most, strict=True)]
    return lows, highs


def _choice_with(least: Sequence[int], most: Sequence[int], n: int, *fixed: tuple[int, int]) -> int:
    """The even choice with so many of these kinds; of a later one as near to that as the earlier ones allow."""
    lows, highs = list(least), list(most)
    for kind, k in fixed:
        nearest, furthest = possible_counts(lows, highs, n)
        lows[kind] = highs[kind] = min(max(k, nearest[kind]), furthest[kind])
    return even_choice(lows, highs, n)


def random_choice(hand: int, n: int, chance: Chance) -> int:
    """Some n cards of a hand, blindly."""
    taken = 0
    for _ in range(n):
        one = ONE[draw_kind(hand, chance)]
        taken += one
        hand -= one
    return taken
