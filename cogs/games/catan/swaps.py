"""Likely swaps, computed from the player's own hand and shown to them only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from cogs.choose.picker import unique_items
from cogs.screen import MAX_OPTIONS
from rules.catan.cards import unpack_cards
from rules.catan.effects import CITY_COST, ROAD_COST, SETTLEMENT_COST
from rules.catan.moves import TradeCounter, TradeFirst, TradeOffer
from rules.catan.view import CatanView
from rules.core import Move

from .parts import CatanSeatView

FIRST: Final = TradeFirst.kind
ARROW: Final = re.compile(r"(?P<give>.+?)\s*(?:→|->|=>)\s*(?P<want>.+)")
KINDS: Final = {cls.kind: cls for cls in (TradeFirst, TradeOffer)}
GOALS: Final = tuple(Counter(unpack_cards(cost)) for cost in (SETTLEMENT_COST, CITY_COST, ROAD_COST))


def likely_swaps(seat_view: CatanSeatView, kind: str) -> list[tuple[Move, str]]:
    """Swaps of one card for another that some other player holds.

    First those that complete a building, then the most frequent card for the rarest.
    """
    view, hand = seat_view.view, Counter(seat_view.view.hand)
    receivers = tuple(seat for seat in range(view.seats) if seat != seat_view.seat)
    stocks = zip(view.cards, view.stock, view.bank, strict=True)
    held_by_others = {card for card, stock, in_bank in stocks if stock - in_bank - hand[card]}
    swaps = unique_items([*_completing_swaps(seat_view), *_levelling_swaps(seat_view)])
    possible = [(give, want) for give, want in swaps if want in held_by_others]
    moves = [KINDS[kind]((give,), (want,), receivers) for give, want in possible[:MAX_OPTIONS]]
    return [(move, seat_view.say("catan.button.swap", give=list(move.give), want=list(move.want))) for move in moves]


def parse_swap(view: CatanView, text: str) -> tuple[str, Mapping[str, str]] | None:
    """Parses «1 brick → 1 ore», also with `->`: an offer to all, or a counter-offer if invited."""
    match = ARROW.fullmatch(text.strip())
    if match is None:
        return None
    return (TradeCounter.kind if view.you in view.invited else FIRST), match.groupdict()


def _completing_swaps(seat_view: CatanSeatView) -> Iterator[tuple[str, str]]:
    """Swaps (card given, card received) for the last card that a building lacks."""
    hand = Counter(seat_view.view.hand)
    for goal in GOALS:
        missing, spare = goal - hand, hand - goal
        if missing.total() == 1:
            for give in sorted(spare, key=lambda card: (-spare[card], seat_view.view.cards.index(card))):
                yield give, next(iter(missing))


def _levelling_swaps(seat_view: CatanSeatView) -> Iterator[tuple[str, str]]:
    """All swaps (card given, card received), the most frequent card for the rarest first."""
    hand, cards = Counter(seat_view.view.hand), seat_view.view.cards
    pairs = [(give, want) for give in cards for want in cards if hand[give] and give != want]
    yield from sorted(pairs, key=lambda pair: (hand[pair[1]] - hand[pair[0]], hand[pair[1]]))
