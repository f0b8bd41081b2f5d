"""Simultaneous secret choices of cards by several players."""  # catan.md 8.2

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Final, Protocol, Self, cast

from rules.core import Chance, IllegalMove, Known, Move, Phrase
from rules.core.list_limits import MOST

from . import cards as hands
from . import effects
from .cards import CARDS, card_choices, kind_counts, pack_cards, unpack_cards
from .state import CatanState, Ctx
from .steps import CatanStep, plain_refusal


class CardsMove(Protocol):
    """A move that names cards."""

    kinds: tuple[str, ...]


FEWEST: Final = (0,) * len(CARDS)


@lru_cache(maxsize=16)
def moves_choosing_cards(made: Any, hand: int, n: int) -> tuple[Move, ...]:
    """Every move that chooses n cards."""
    return tuple(made(unpack_cards(cards)) for cards in card_choices(hand, n))


@lru_cache(maxsize=64)
def moves_choosing_within(made: Any, least: tuple[int, ...], most: tuple[int, ...], n: int) -> tuple[Move, ...]:
    """Every move that chooses n cards with bounds per kind; a selection if there are too many."""
    number = hands.count_choices(least, most, n)
    found = hands.choices_within(least, most, n) if number <= MOST else hands.few_choices(least, most, n)
    return tuple(made(unpack_cards(cards)) for cards in found) if number else ()


@dataclass(frozen=True, slots=True)
class ChooseCards(CatanStep):
    """Every player who owes cards chooses them, in any order; then `all_chosen` applies all choices. The seats asked
    are public, so forced answers are asked for too. Until all have chosen the cards stay in the hands."""

    word: ClassVar[str]  # names its task and its events
    made: ClassVar[type[Move]]  # the move that answers; it has one field, `kinds`
    owed: tuple[tuple[int, int], ...]  # (seat, number of cards) in the order in which they take effect
    given: tuple[tuple[int, int], ...] = ()  # (seat, cards)

    def waiting(self, s: CatanState) -> Collection[int]:
        if not self.given:
            return [seat for seat, _ in self.owed]
        done = {seat for seat, _ in self.given}
        return [seat for seat, _ in self.owed if seat not in done]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.task.{self.word}", {"n": dict(self.owed)[seat]})

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return moves_choosing_within(cast(Any, self.made), FEWEST, kind_counts(s.hands[seat]), dict(self.owed)[seat])

    def fallback(self, s: CatanState, seat: int) -> Move:
        """Repeatedly a card of the most frequent kind; of equals the first, so commodities come last."""
        chosen = hands.even_choice(FEWEST, kind_counts(s.hands[seat]), dict(self.owed)[seat])
        move: Move = cast(Any, self.made)(unpack_cards(chosen))
        return move

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.fallback.{self.word}", {"n": dict(self.owed)[seat]})

    def partly(self, s: CatanState, seat: int) -> Collection[str]:
        many = hands.count_choices(FEWEST, kind_counts(s.hands[seat]), dict(self.owed)[seat]) > MOST
        return (self.made.kind,) if many else ()

    def narrowed(self, s: CatanState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        if kind != self.made.kind:
            return ()
        have, wanted = kind_counts(s.hands[seat]), known.get("kinds", {})
        bounds = [wanted.get(card, (0, n)) for card, n in zip(CARDS, have, strict=True)]
        least = tuple(low for low, _ in bounds)
        most = tuple(min(high, n) for (_, high), n in zip(bounds, have, strict=True))
        fits = set(wanted) <= set(CARDS) and all(low <= high for low, high in zip(least, most, strict=True))
        return moves_choosing_within(cast(Any, self.made), least, most, dict(self.owed)[seat]) if fits else ()

    def sample(self, s: CatanState, seat: int, chance: Chance) -> Iterable[Move]:
        """A random choice, if not all are listed."""
        if self.partly(s, seat):
            chosen = cast(Any, self.made)(
                unpack_cards(hands.random_choice(s.hands[seat], dict(self.owed)[seat], chance))
            )
            if chosen not in self.legal(s, seat):
                yield chosen

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if type(move) is not self.made:
            raise IllegalMove(f"catan.error.{self.word}_first")
        kinds = cast(CardsMove, move).kinds
        if not set(kinds) <= set(CARDS):
            raise plain_refusal(move)
        n = dict(self.owed)[seat]
        if len(kinds) != n:
            raise IllegalMove(f"catan.error.{self.word}_count", n=n, chosen=len(kinds))
        cards = pack_cards(kinds)
        effects.must_pay(s, seat, cards)
        if unpack_cards(cards) != kinds:
            raise plain_refusal(move)  # one spelling only: cards in canonical order

    def answer(self, ctx: Ctx, seat: int, move: Move) -> Self:
        kinds = cast(CardsMove, move).kinds
        ctx.emit(f"catan.{self.word}.done", seat=seat, n=len(kinds))
        ctx.emit(f"catan.{self.word}.own", to=[seat], cards=list(kinds))
        return replace(self, given=(*self.given, (seat, pack_cards(kinds))))

    def happen(self, ctx: Ctx) -> None:
        given = dict(self.given)
        self.all_chosen(ctx, [(seat, given[seat]) for seat, _ in self.owed])

    def all_chosen(self, ctx: Ctx, given: list[tuple[int, int]]) -> None:
        """Apply the choices: (seat, cards) of all, in order of effect."""
        raise NotImplementedError
