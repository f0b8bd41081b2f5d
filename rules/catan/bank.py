"""Maritime trade."""  # catan.md 2.5

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.core import IllegalMove, Move, Phrase

from . import effects
from .cards import CARDS, NUMBER, ONE, count_cards, count_kind, kinds_in
from .effects import SPECIAL
from .expansion import Action
from .moves import Bank
from .state import CatanState, Ctx

TRADES: Final = tuple(tuple(Bank(give, take) for take in CARDS) for give in CARDS)


def bank_rates(s: CatanState, seat: int) -> tuple[int, ...]:
    """Kind of card in play -> how many of it the bank takes from the player for one card."""
    rates = s.harbour_rates[seat][: len(s.hooks.cards)]
    for adjust_rates in s.hooks.adjusted_bank_rates:
        rates = adjust_rates(s, seat, rates)
    return rates


class BankTrade(Action):
    """Trade equal cards for another one, at the best rate."""

    moves = (Bank,)

    def add_legal_moves(self, s: CatanState, seat: int, moves: list[Move]) -> None:
        hand = s.hands[seat]
        if count_cards(hand) < SPECIAL:  # the best rate there is
            return
        for give, rate in enumerate(bank_rates(s, seat)):
            if count_kind(hand, give) >= rate:
                moves += [TRADES[give][take] for take in kinds_in(s.bank) if take != give]

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        assert isinstance(move, Bank)
        cards = s.hooks.cards
        if move.give not in cards or move.take not in cards:
            raise IllegalMove("move.illegal", move=str(move))
        if move.give == move.take:
            raise IllegalMove("catan.error.same_kind")
        give = NUMBER[move.give]
        rate = bank_rates(s, seat)[give]
        if count_kind(s.hands[seat], give) < rate:
            raise IllegalMove("catan.error.rate", card=move.give, n=rate)
        if not count_kind(s.bank, NUMBER[move.take]):
            raise IllegalMove("catan.error.bank_empty", card=move.take)

    def describe_effect(self, s: CatanState, seat: int, move: Move) -> Sequence[Phrase]:
        assert isinstance(move, Bank)
        rate = bank_rates(s, seat)[NUMBER[move.give]]
        return [Phrase("catan.preview.bank", {"n": rate, "give": move.give, "take": move.take})]

    def carry_out_action(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, Bank)
        s = ctx.s
        give, take = NUMBER[move.give], NUMBER[move.take]
        rate = bank_rates(s, seat)[give]
        ctx.emit("catan.bank.traded", seat=seat, n=rate, give=move.give, take=move.take)
        effects.spend_cards(ctx, seat, rate * ONE[give])
        effects.receive_cards(s, seat, ONE[take])
