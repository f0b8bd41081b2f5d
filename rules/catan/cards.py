"""Hands and costs: counts per kind of card packed into one integer, eight bits per kind.

The top bit of each byte stays free, so that one subtraction tells whether a hand covers a cost. No hand can hold 128
cards of a kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rules.core import Chance

RESOURCES: Final = ("brick", "lumber", "wool", "grain", "ore")
COMMODITIES: Final = ("cloth", "coin", "paper")
CARDS: Final = (*RESOURCES, *COMMODITIES)  # canonical order
BRICK, LUMBER, WOOL, GRAIN, ORE, CLOTH, COIN, PAPER = range(8)
NUMBER: Final = {card: n for n, card in enumerate(CARDS)}

ONE: Final = tuple(1 << 8 * n for n in range(8))  # one card of each kind, packed
NONE: Final = 0
_EACH: Final = sum(ONE)
GUARD: Final = 128 * _EACH


def pack_cards(cards: Iterable[str]) -> int:
    """The packed cards; KeyError for a word that is no card."""
    return sum(ONE[NUMBER[card]] for card in cards)


def kind_counts(hand: int) -> tuple[int, ...]:
    """The counts of the eight kinds."""
    return tuple(hand.to_bytes(8, "little"))


def pack_counts(numbers: Sequence[int]) -> int:
    """Inverse of `kind_counts`; fewer than eight numbers are allowed."""
    return int.from_bytes(bytes(numbers), "little")


@lru_cache(maxsize=4096)
def unpack_cards(hand: int) -> tuple[str, ...]:
    """The cards by name, in canonical order."""
    return tuple(card for card, n in zip(CARDS, kind_counts(hand), strict=True) for _ in range(n))


def kinds_in(hand: int) -> tuple[int, ...]:
    """The indexes of the kinds present."""
    return tuple(kind for kind, n in enumerate(hand.to_bytes(8, "little")) if n)


def count_cards(hand: int) -> int:
    """The number of cards."""
    return hand % 255  # 256 is 1 modulo 255: the sum of the bytes, which stays below 255


def count_kind(hand: int, kind: int) -> int:
    """The number of cards of one kind."""
    return hand >> 8 * kind & 127


def covers_cost(hand: int, cost: int) -> bool:
    """Whether the hand contains all cards of the cost."""
    return (hand + GUARD - cost) & GUARD == GUARD


def lacking_cards(hand: int, cost: int) -> int:
    """The cards of a cost missing from the hand."""
    return pack_counts([max(0, c - h) for h, c in zip(kind_counts(hand), kind_counts(cost), strict=True)])


def share_no_kind(one: int, other: int) -> bool:
    """Whether the two have no kind in common."""
    return not any(a and b for a, b in zip(kind_counts(one), kind_counts(other), strict=True))


def draw_kind(hand: int, chance: Chance) -> int:
    """The kind of a card drawn at random from a hand."""
    at = chance.below(count_cards(hand))
    for kind in range(8):
        at -= count_kind(hand, kind)
        if at < 0:
            return kind
    raise AssertionError("the hand is empty")


def card_choices(hand: int, n: int) -> tuple[int, ...]:
    """Every choice of n cards of a hand, those with most cards of the first kinds first."""
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
    """The number of ways to choose n cards with bounds per kind."""
    found = [1, *[0] * n]
    for low, high in zip(least, most, strict=True):
        found = [sum(found[max(0, k - high) : k - low + 1]) if k >= low else 0 for k in range(n + 1)]
    return found[n]


def choices_within(least: Sequence[int], most: Sequence[int], n: int) -> tuple[int, ...]:
    """Every choice of n cards with bounds per kind, those with most cards of the first kinds first."""
    sure = pack_counts(least)
    return tuple(sure + cards for cards in card_choices(pack_counts(most) - sure, n - sum(least)))


def even_choice(least: Sequence[int], most: Sequence[int], n: int) -> int:
    """The choice of n cards within the bounds that leaves the remaining cards of `most` most even."""

    def above(level: int) -> list[int]:
        return [max(low, high - level) for low, high in zip(least, most, strict=True)]

    level, taken, fewer = 0, list(most), above(1)
    while sum(taken) > n and sum(fewer) >= n:
        level, taken, fewer = level + 1, fewer, above(level + 2)
    for kind in reversed(range(len(taken))):  # of those on the level with too many
        if fewer[kind] < taken[kind] and sum(taken) > n:
            taken[kind] -= 1
    return pack_counts(taken)


def few_choices(least: Sequence[int], most: Sequence[int], n: int) -> tuple[int, ...]:
    """A representative selection of the choices, the even one first. Every possible count of each kind occurs; so do
    the highest and lowest joint counts of each pair of kinds."""
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
    """The minimal and maximal count of each kind, if n cards are chosen in all."""
    spare, room = n - sum(least), sum(most) - n
    highs = [min(high, low + spare) for low, high in zip(least, most, strict=True)]
    lows = [max(low, high - room) for low, high in zip(least, most, strict=True)]
    return lows, highs


def _choice_with(least: Sequence[int], most: Sequence[int], n: int, *fixed: tuple[int, int]) -> int:
    """The most even choice with the wanted counts; later counts yield to earlier ones."""
    lows, highs = list(least), list(most)
    for kind, k in fixed:
        nearest, furthest = possible_counts(lows, highs, n)
        lows[kind] = highs[kind] = min(max(k, nearest[kind]), furthest[kind])
    return even_choice(lows, highs, n)


def random_choice(hand: int, n: int, chance: Chance) -> int:
    """A random choice of n cards of a hand."""
    taken = 0
    for _ in range(n):
        one = ONE[draw_kind(hand, chance)]
        taken += one
        hand -= one
    return taken
