"""Maritime trade."""  # catan.md 2.5

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import IllegalMove, Move, Phrase

from . import effects
from .cards import CARDS, NUMBER, ONE, count_cards
from .effects import SPECIAL
from .expansion import Action
from .moves import Bank
from .state import CatanState, Ctx

TRADES: Final = tuple(tuple(Bank(give, take) for take in CARDS) for give in CARDS)
NUMBERS: Final = {5: tuple(range(5)), 8: tuple(range(8))}  # number of kinds of cards -> their indexes


def bank_rates(s: CatanState, seat: int) -> tuple[int, ...]:
    """Kind of card in play -> how many of it the bank takes from the player for one card."""
    found = s.rates[seat][: len(s.hooks.cards)]
    for ask in s.hooks.rates:
        found = ask(s, seat, found)
    return found


class BankTrade(Action):
    """Trade equal cards for another one, at the best rate."""

    moves = (Bank,)

    def legal(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        hand = s.hands[seat]
        if count_cards(hand) < SPECIAL:
            return
        numbers = NUMBERS[len(s.hooks.cards)]
        rate = bank_rates(s, seat)
        for give in numbers:
            if hand >> 8 * give & 127 >= rate[give]:
                bank = s.bank
                trades = TRADES[give]
                moves += [trades[take] for take in numbers if take != give and bank >> 8 * take & 127]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, Bank)
        cards = s.hooks.cards
        if move.give not in cards or move.take not in cards:
            raise IllegalMove("move.illegal", move=str(move))
        if move.give == move.take:
            raise IllegalMove("catan.error.same_kind")
        give = NUMBER[move.give]
        n = bank_rates(s, seat)[give]
        if s.hands[seat] >> 8 * give & 127 < n:
            raise IllegalMove("catan.error.rate", card=move.give, n=n)
        if not s.bank >> 8 * NUMBER[move.take] & 127:
            raise IllegalMove("catan.error.bank_empty", card=move.take)

    def told(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        assert isinstance(move, Bank)
        n = bank_rates(s, seat)[NUMBER[move.give]]
        return [Phrase("catan.preview.bank", {"n": n, "give": move.give, "take": move.take})]

    def do(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, Bank)
        s = ctx.s
        give, take = NUMBER[move.give], NUMBER[move.take]
        n = bank_rates(s, seat)[give]
        ctx.emit("catan.bank.traded", seat=seat, n=n, give=move.give, take=move.take)
        effects.spend_cards(ctx, seat, n * ONE[give])
        effects.receive_cards(s, seat, ONE[take])
