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
GUARD: Final = 128 * sum(ONE)  # the top bit of each byte
_WHOLE_BYTE: Final = 255


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
    return hand % _WHOLE_BYTE  # 256 is 1 modulo 255: the sum of the bytes, which stays below 255


def count_kind(hand: int, kind: int) -> int:
    """The number of cards of one kind."""
    return hand >> 8 * kind & 127


def covers_cost(hand: int, cost: int) -> bool:
    """Whether the hand contains all cards of the cost."""
    return (hand + GUARD - cost) & GUARD == GUARD


def lacking_cards(hand: int, cost: int) -> int:
    """The cards of a cost missing from the hand."""
    pairs = zip(kind_counts(hand), kind_counts(cost), strict=True)
    return pack_counts([max(0, needed - held) for held, needed in pairs])


def share_no_kind(first: int, second: int) -> bool:
    """Whether the two packed sets of cards have no kind in common."""
    return set(kinds_in(first)).isdisjoint(kinds_in(second))


def draw_kind(hand: int, chance: Chance) -> int:
    """The kind of a card drawn at random from a hand."""
    position = chance.below(count_cards(hand))
    for kind in range(8):
        position -= count_kind(hand, kind)
        if position < 0:
            return kind
    raise AssertionError("the hand is empty")


def card_choices(hand: int, count: int) -> tuple[int, ...]:
    """Every choice of that many cards of a hand, those with most cards of the first kinds first."""
    partial_choices = [(0, count)]  # (cards chosen, number still to choose)
    counts = kind_counts(hand)
    for kind, most in enumerate(counts):
        later_cards = sum(counts[kind + 1 :])
        partial_choices = [
            (cards + taken * ONE[kind], left - taken)
            for cards, left in partial_choices
            for taken in range(min(most, left), max(0, left - later_cards) - 1, -1)
        ]
    return tuple(cards for cards, _ in partial_choices)


def count_choices(least: Sequence[int], most: Sequence[int], n: int) -> int:
    """The number of ways to choose n cards with bounds per kind."""
    ways = [1, *[0] * n]  # number of cards -> ways to choose them among the kinds counted so far
    for low, high in zip(least, most, strict=True):
        ways = [sum(ways[max(0, size - high) : size - low + 1]) if size >= low else 0 for size in range(n + 1)]
    return ways[n]


def choices_within(least: Sequence[int], most: Sequence[int], count: int) -> tuple[int, ...]:
    """Every choice of that many cards with bounds per kind, those with most cards of the first kinds first."""
    fixed = pack_counts(least)
    return tuple(fixed + cards for cards in card_choices(pack_counts(most) - fixed, count - sum(least)))


def even_choice(least: Sequence[int], most: Sequence[int], count: int) -> int:
    """The choice of that many cards within the bounds that leaves the remaining cards of `most` most even."""

    def taken_if_kept(kept_per_kind: int) -> list[int]:
        return [max(low, high - kept_per_kind) for low, high in zip(least, most, strict=True)]

    kept_per_kind = 0
    taken, fewer = list(most), taken_if_kept(1)
    while sum(taken) > count and sum(fewer) >= count:
        kept_per_kind += 1
        taken, fewer = fewer, taken_if_kept(kept_per_kind + 1)
    for kind in reversed(range(len(taken))):  # some kinds keep one more card
        if fewer[kind] < taken[kind] and sum(taken) > count:
            taken[kind] -= 1
    return pack_counts(taken)


def few_choices(least: Sequence[int], most: Sequence[int], count: int) -> tuple[int, ...]:
    """A representative selection of the choices, the even one first. Every possible count of each kind occurs; so do
    the highest and lowest joint counts of each pair of kinds."""
    choices = [even_choice(least, most, count)]
    lows, highs = possible_counts(least, most, count)
    kinds = range(len(lows))
    for kind in kinds:
        for wanted in range(highs[kind], lows[kind] - 1, -1):
            choices.append(_choice_with(lows, highs, count, (kind, wanted)))
    for first in kinds:
        for second in kinds:
            if first != second and lows[first] < highs[first] and lows[second] < highs[second]:
                for ends in (lows, highs):
                    choices.append(_choice_with(lows, highs, count, (first, ends[first]), (second, ends[second])))
    return tuple(dict.fromkeys(choices))


def possible_counts(least: Sequence[int], most: Sequence[int], count: int) -> tuple[list[int], list[int]]:
    """The minimal and maximal count of each kind, if that many cards are chosen in all."""
    spare, room = count - sum(least), sum(most) - count
    highs = [min(high, low + spare) for low, high in zip(least, most, strict=True)]
    lows = [max(low, high - room) for low, high in zip(least, most, strict=True)]
    return lows, highs


def _choice_with(least: Sequence[int], most: Sequence[int], count: int, *fixed: tuple[int, int]) -> int:
    """The most even choice with the wanted counts; later counts yield to earlier ones."""
    lows, highs = list(least), list(most)
    for kind, wanted in fixed:
        nearest, furthest = possible_counts(lows, highs, count)
        lows[kind] = highs[kind] = min(max(wanted, nearest[kind]), furthest[kind])
    return even_choice(lows, highs, count)


def random_choice(hand: int, count: int, chance: Chance) -> int:
    """A random choice of that many cards of a hand."""
    taken = 0
    for _ in range(count):
        card = ONE[draw_kind(hand, chance)]
        taken += card
        hand -= card
    return taken
