"""Which cards the sensible player of Catan keeps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ai.catan.hand import hand_worth, least_missed_cards, subtract_cards
from ai.catan.situation import Situation
from rules.catan.cards import CARDS
from rules.core import Chance
from tests.rules.catan.table import Table

Hand = tuple[int, ...]


def parted(hand: Hand, n: int) -> Iterator[Hand]:
    """Every way to give n cards of a hand away."""
    if not hand:
        if not n:
            yield ()
        return
    for gone in range(min(hand[0], n) + 1):
        for rest in parted(hand[1:], n - gone):
            yield (gone, *rest)


def seen(held: str) -> Situation:
    table = Table().settlement(0, 23, 12).road(0, "23-29").settlement(1, 45).hand(0, held).before_roll()
    return Situation(table.view(0), Chance(bytes(32)))


def test_no_other_cards_would_be_missed_less() -> None:
    """Taken away card by card, four of a kind stayed, which the bank changes into one of anything, at the cost of what
    that one was to pay for."""
    luck = Random(3)
    for _ in range(40):
        held = [luck.randrange(5) for _ in range(5)]
        if sum(held) < 8:
            continue
        r = seen(", ".join(f"{n} {card}" for n, card in zip(held, CARDS, strict=False) if n))
        n = sum(held) // 2
        gone = least_missed_cards(r, n)
        assert len(gone) == n
        left = hand_worth(r, subtract_cards(r.hand, r.count_kinds(gone)))
        assert left >= max(hand_worth(r, subtract_cards(r.hand, other)) for other in parted(r.hand, n)) - 0.02
