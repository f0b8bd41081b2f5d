"""The Magician swaps hands with a player, or cards with the deck."""  # citadels.md 7.3

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import prod
from typing import ClassVar, Final

from rules.citadels import effects
from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.state import CitadelsState, Ctx
from rules.core import Chance, IllegalMove, Known, Move
from rules.core.list_limits import MOST

LISTED: Final = 6  # maximal hand size for listing every set of cards


@dataclass(frozen=True, slots=True)
class Swap(Power):
    """Swap hands with a player: `power-swap 2`."""

    kind: ClassVar[str] = "power-swap"
    players: ClassVar[tuple[str, ...]] = ("player",)
    player: int


@dataclass(frozen=True, slots=True)
class Redraw(Power):
    """Put cards under the deck and draw as many: `power-redraw keep,market`."""

    kind: ClassVar[str] = "power-redraw"
    listed: ClassVar[bool] = False
    secret: ClassVar[tuple[str, ...]] = ("districts",)
    districts: tuple[str, ...]


@lru_cache(maxsize=4096)
def redraw_moves(hand: tuple[str, ...]) -> tuple[Redraw, ...]:
    """Every set of cards of a small hand; of a large one the single cards and the whole hand."""
    cards = sorted(hand)
    sizes = range(1, len(cards) + 1) if len(cards) <= LISTED else (1, len(cards))
    return tuple(Redraw(chosen) for chosen in dict.fromkeys(c for n in sizes for c in combinations(cards, n)))


class Magician(Character):
    key = "magician"
    moves = (Swap, Redraw)

    def powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*(Swap(other) for other in range(s.seats) if other != seat), *redraw_moves(s.hands[seat])]

    def partly(self, s: CitadelsState, seat: int) -> Collection[str]:
        return (Redraw.kind,) if len(s.hands[seat]) > LISTED else ()

    def narrowed(self, s: CitadelsState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        """Every possible count of each card, in addition to the known ones; every set, if there are few."""
        hand, wanted = Counter(s.hands[seat]), known.get("districts", {})
        if kind != Redraw.kind or not set(wanted) <= set(hand):
            return []
        bounds = {card: wanted.get(card, (0, n)) for card, n in sorted(hand.items())}
        open_: dict[str, range] = {card: range(low, min(high, hand[card]) + 1) for card, (low, high) in bounds.items()}
        if prod(map(len, open_.values())) <= MOST:
            counts = [dict(zip(open_, ns, strict=True)) for ns in product(*open_.values())]
        else:
            least, most = ({card: ns[end] for card, ns in open_.items()} for end in (0, -1))
            counts = [least, most, *({**least, card: n} for card, ns in open_.items() for n in ns)]
        sets = [tuple(card for card, n in chosen.items() for _ in range(n)) for chosen in counts]
        return [Redraw(chosen) for chosen in dict.fromkeys(sets) if chosen]

    def check(self, s: CitadelsState, seat: int, move: Move) -> bool:
        if not isinstance(move, Redraw):
            return False
        left = list(s.hands[seat])
        for card in move.districts:
            if card not in left:
                raise IllegalMove("cit.error.not_in_hand")
            left.remove(card)
        if not move.districts or move.districts != tuple(sorted(move.districts)):
            raise IllegalMove("move.illegal", move=str(move))
        return True

    def samples(self, s: CitadelsState, seat: int, chance: Chance) -> Iterable[Move]:
        chosen = tuple(sorted(card for card in s.hands[seat] if chance.below(2)))
        listed = redraw_moves(s.hands[seat])
        return [Redraw(chosen)] if chosen and Redraw(chosen) not in listed else []

    def use(self, ctx: Ctx, seat: int, move: Move) -> None:
        s = ctx.s
        if isinstance(move, Swap):
            other = move.player
            mine, theirs = s.hands[seat], s.hands[other]
            s.hands[seat], s.hands[other] = theirs, mine
            ctx.emit("cit.power.swap", seat=seat, to_seat=other, n=len(mine), m=len(theirs))
            for who, hand in ((seat, theirs), (other, mine)):
                if hand:
                    ctx.emit("cit.power.swap_own", to=[who], districts=list(hand))
        elif isinstance(move, Redraw):
            effects.from_hand(s, seat, move.districts)
            effects.put_under_deck(s, move.districts)
            ctx.emit("cit.power.redraw", seat=seat, n=len(move.districts))
            effects.draw_cards(ctx, seat, len(move.districts))


RULE = Magician
