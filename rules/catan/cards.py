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


def pack(cards: Iterable[str]) -> int:
    """The cards as one number; KeyError for a word that is no card."""
    return sum(ONE[NUMBER[card]] for card in cards)


def counts(hand: int) -> tuple[int, ...]:
    """How many of each of the eight kinds."""
    return tuple(hand.to_bytes(8, "little"))


def packed(numbers: Sequence[int]) -> int:
    """The reverse of `counts`; fewer than eight numbers will do."""
    return int.from_bytes(bytes(numbers), "little")


@lru_cache(maxsize=4096)
def unpack(hand: int) -> tuple[str, ...]:
    """The cards by name, in order."""
    return tuple(card for card, n in zip(CARDS, counts(hand), strict=True) for _ in range(n))


def kinds_in(hand: int) -> tuple[int, ...]:
    """The numbers of the kinds that are there."""
    return tuple(kind for kind, n in enumerate(hand.to_bytes(8, "little")) if n)


def size(hand: int) -> int:
    """How many cards."""
    return hand % 255  # 256 leaves 1: the sum of the eights, which stays below 255


def count(hand: int, kind: int) -> int:
    """How many of one kind."""
    return hand >> 8 * kind & 127


def covers(hand: int, cost: int) -> bool:
    """Are all those cards in the hand?"""
    return (hand + GUARD - cost) & GUARD == GUARD


def lacking(hand: int, cost: int) -> int:
    """The cards of a cost that a hand has not."""
    return packed([max(0, c - h) for h, c in zip(counts(hand), counts(cost), strict=True)])


def disjoint(one: int, other: int) -> bool:
    """Have the two no kind in common?"""
    return not any(a and b for a, b in zip(counts(one), counts(other), strict=True))


def drawn(hand: int, chance: Chance) -> int:
    """The kind of a card drawn blindly from a hand."""
    at = chance.below(size(hand))
    for kind in range(8):
        at -= count(hand, kind)
        if at < 0:
            return kind
    raise AssertionError("the hand is empty")


def choices(hand: int, n: int) -> tuple[int, ...]:
    """Every choice of n cards of a hand, those with many of the first kinds first."""
    found = [(0, n)]
    have = counts(hand)
    for kind, most in enumerate(have):
        rest = sum(have[kind + 1 :])
        found = [
            (cards + k * ONE[kind], left - k)
            for cards, left in found
            for k in range(min(most, left), max(0, left - rest) - 1, -1)
        ]
    return tuple(cards for cards, _ in found)


def sample(hand: int, n: int, chance: Chance) -> int:
    """Some n cards of a hand, blindly."""
    taken = 0
    for _ in range(n):
        one = ONE[drawn(hand, chance)]
        taken += one
        hand -= one
    return taken
