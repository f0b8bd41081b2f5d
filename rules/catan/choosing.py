"""Several players choose cards of their hands, all at once and unseen until the last has chosen."""  # catan.md 8.2

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Protocol, Self, cast

from rules.core import IllegalMove, Move, Phrase

from . import effects
from .cards import CARDS, choices, pack, unpack
from .state import CatanState, Ctx
from .steps import CatanStep, illegal


class CardsMove(Protocol):
    """A move that names cards."""

    kinds: tuple[str, ...]


@lru_cache(maxsize=16)  # a large hand has thousands
def ways(made: Any, hand: int, n: int) -> tuple[Move, ...]:
    """Every way to choose so many cards."""
    return tuple(made(unpack(cards)) for cards in choices(hand, n))


@dataclass(frozen=True, slots=True)
class ChooseCards(CatanStep):
    """Everybody who owes cards chooses them, in any order; then `all_chosen` lets it take effect.

    Who is asked is public, so an answer that is forced by the cards is asked for as well. Until all have chosen the
    cards stay in the hands.
    """

    word: ClassVar[str]  # of its task and of its events
    made: ClassVar[type[Move]]  # the kind of move that answers; it has one field, `kinds`
    owed: tuple[tuple[int, int], ...]  # seat, how many: in the order in which they take effect
    given: tuple[tuple[int, int], ...] = ()  # seat, cards

    def waiting(self, s: CatanState) -> Collection[int]:
        if not self.given:
            return [seat for seat, _ in self.owed]
        done = {seat for seat, _ in self.given}
        return [seat for seat, _ in self.owed if seat not in done]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.task.{self.word}", {"n": dict(self.owed)[seat]})

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return ways(cast(Any, self.made), s.hands[seat], dict(self.owed)[seat])

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if type(move) is not self.made:
            raise IllegalMove(f"catan.error.{self.word}_first")
        kinds = cast(CardsMove, move).kinds
        if not set(kinds) <= set(CARDS):
            raise illegal(move)
        n = dict(self.owed)[seat]
        if len(kinds) != n:
            raise IllegalMove(f"catan.error.{self.word}_count", n=n, chosen=len(kinds))
        cards = pack(kinds)
        effects.must_pay(s, seat, cards)
        if unpack(cards) != kinds:
            raise illegal(move)  # one spelling only

    def answer(self, ctx: Ctx, seat: int, move: Move) -> Self:
        kinds = cast(CardsMove, move).kinds
        ctx.emit(f"catan.{self.word}.done", seat=seat, n=len(kinds))
        ctx.emit(f"catan.{self.word}.own", to=[seat], cards=list(kinds))
        return replace(self, given=(*self.given, (seat, pack(kinds))))

    def happen(self, ctx: Ctx) -> None:
        given = dict(self.given)
        self.all_chosen(ctx, [(seat, given[seat]) for seat, _ in self.owed])

    def all_chosen(self, ctx: Ctx, given: list[tuple[int, int]]) -> None:
        """(seat, its cards) of all, in the order in which they take effect."""
        raise NotImplementedError
