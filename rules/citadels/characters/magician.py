"""The Magician swaps hands with a player, or cards with the deck."""  # citadels.md 7.3

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from math import prod
from typing import ClassVar, Final

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Chance, IllegalMove, Known, Move
from rules.core.list_limits import MOST_LISTED_MOVES

LISTED: Final = 6  # maximal hand size for listing every set of cards


@dataclass(frozen=True, slots=True)
class Swap(Power):
    """Swap hands with a player: `power-swap 2`."""

    kind: ClassVar[str] = "power-swap"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


@dataclass(frozen=True, slots=True)
class Redraw(Power):
    """Put cards under the deck and draw as many: `power-redraw keep,market`."""

    kind: ClassVar[str] = "power-redraw"
    listed: ClassVar[bool] = False
    secret_fields: ClassVar[tuple[str, ...]] = ("districts",)
    districts: tuple[str, ...]


@lru_cache(maxsize=4096)
def redraw_moves(hand: tuple[str, ...]) -> tuple[Redraw, ...]:
    """Every set of cards of a small hand; of a large one the single cards and the whole hand."""
    cards = sorted(hand)
    sizes = range(1, len(cards) + 1) if len(cards) <= LISTED else (1, len(cards))
    sets = chain.from_iterable(combinations(cards, size) for size in sizes)
    return tuple(map(Redraw, dict.fromkeys(sets)))


class Magician(Character):
    key = "magician"
    moves = (Swap, Redraw)

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*(Swap(other) for other in range(s.seats) if other != seat), *redraw_moves(s.hands[seat])]

    def partly_listed_kinds(self, s: CitadelsState, seat: int) -> Collection[str]:
        return (Redraw.kind,) if len(s.hands[seat]) > LISTED else ()

    def list_matching_moves(self, s: CitadelsState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Every possible count of each card, in addition to the known ones; every set, if there are few."""
        hand, known_counts = Counter(s.hands[seat]), known.get("districts", {})
        if kind != Redraw.kind or not set(known_counts) <= set(hand):
            return []
        ranges: dict[str, range] = {}  # card -> its possible counts
        for card, held in sorted(hand.items()):
            low, high = known_counts.get(card, (0, held))
            ranges[card] = range(low, min(high, held) + 1)
        if prod(map(len, ranges.values())) <= MOST_LISTED_MOVES:
            choices = [dict(zip(ranges, counts, strict=True)) for counts in product(*ranges.values())]
        else:
            fewest = {card: counts[0] for card, counts in ranges.items()}
            most = {card: counts[-1] for card, counts in ranges.items()}
            choices = [fewest, most, *({**fewest, card: n} for card, counts in ranges.items() for n in counts)]
        sets = [tuple(Counter(choice).elements()) for choice in choices]
        return [Redraw(chosen) for chosen in dict.fromkeys(sets) if chosen]

    def check_unlisted_power(self, s: CitadelsState, seat: int, move: Move) -> bool:
        if not isinstance(move, Redraw):
            return False
        remaining = list(s.hands[seat])
        for card in move.districts:
            if card not in remaining:
                raise IllegalMove("cit.error.not_in_hand")
            remaining.remove(card)
        if not move.districts or move.districts != tuple(sorted(move.districts)):
            raise IllegalMove("move.illegal", move=str(move))
        return True

    def sample_unlisted_moves(self, s: CitadelsState, seat: int, chance: Chance) -> Iterable[Move]:
        chosen = tuple(sorted(card for card in s.hands[seat] if chance.below(2)))
        listed = redraw_moves(s.hands[seat])
        return [Redraw(chosen)] if chosen and Redraw(chosen) not in listed else []

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        if isinstance(move, Swap):
            other = move.player
            own_hand, other_hand = s.hands[seat], s.hands[other]
            s.hands[seat], s.hands[other] = other_hand, own_hand
            ctx.emit("cit.power.swap", seat=seat, to_seat=other, n=len(own_hand), m=len(other_hand))
            for receiver, hand in ((seat, other_hand), (other, own_hand)):
                if hand:
                    ctx.emit("cit.power.swap_own", to=[receiver], districts=list(hand))
        elif isinstance(move, Redraw):
            effects.remove_from_hand(s, seat, move.districts)
            effects.put_under_deck(s, move.districts)
            ctx.emit("cit.power.redraw", seat=seat, n=len(move.districts))
            effects.draw_cards(ctx, seat, len(move.districts))


RULE = Magician
