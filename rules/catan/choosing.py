"""Simultaneous secret choices of cards by several players."""  # catan.md 8.2

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, Final, Protocol, Self, cast

from rules.core import Chance, IllegalMove, Known, Move, Phrase
from rules.core.list_limits import MOST_LISTED_MOVES

from . import cards as hands
from . import effects
from .cards import CARDS, card_choices, kind_counts, pack_cards, unpack_cards
from .state import CatanState, Ctx
from .steps import CatanStep, illegal_move_error


class CardsMove(Protocol):
    """A move that names cards."""

    kinds: tuple[str, ...]


FEWEST: Final = (0,) * len(CARDS)


@lru_cache(maxsize=16)
def moves_choosing_cards(move_type: Any, hand: int, count: int) -> tuple[Move, ...]:
    """Every move that chooses that many cards of a hand."""
    return tuple(move_type(unpack_cards(cards)) for cards in card_choices(hand, count))


@lru_cache(maxsize=64)
def moves_choosing_within(move_type: Any, least: tuple[int, ...], most: tuple[int, ...], n: int) -> tuple[Move, ...]:
    """Every move that chooses n cards with bounds per kind; a selection if there are too many."""
    choice_count = hands.count_choices(least, most, n)
    choices = (
        hands.choices_within(least, most, n) if choice_count <= MOST_LISTED_MOVES else hands.few_choices(least, most, n)
    )
    return tuple(move_type(unpack_cards(cards)) for cards in choices) if choice_count else ()


@dataclass(frozen=True, slots=True)
class ChooseCards(CatanStep):
    """Every player who owes cards chooses them, in any order; then `apply_all_choices` applies all choices. The seats
    asked are public, so forced answers are asked for too. Until all have chosen the cards stay in the hands."""

    phrase_key: ClassVar[str]  # its part of the keys of phrases and events: `catan.task.discard`
    answer_type: ClassVar[type[Move]]  # the move that answers; it has one field, `kinds`
    owed: tuple[tuple[int, int], ...]  # (seat, number of cards) in the order in which they take effect
    given: tuple[tuple[int, int], ...] = ()  # (seat, cards)

    def waiting(self, s: CatanState) -> Collection[int]:
        if not self.given:
            return [seat for seat, _ in self.owed]
        done = {seat for seat, _ in self.given}
        return [seat for seat, _ in self.owed if seat not in done]

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.task.{self.phrase_key}", {"n": dict(self.owed)[seat]})

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return moves_choosing_within(
            cast(Any, self.answer_type), FEWEST, kind_counts(s.hands[seat]), dict(self.owed)[seat]
        )

    def default_move(self, s: CatanState, seat: int) -> Move:
        """Repeatedly a card of the most frequent kind; of equals the first, so commodities come last."""
        chosen = hands.even_choice(FEWEST, kind_counts(s.hands[seat]), dict(self.owed)[seat])
        move: Move = cast(Any, self.answer_type)(unpack_cards(chosen))
        return move

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase(f"catan.fallback.{self.phrase_key}", {"n": dict(self.owed)[seat]})

    def partly_listed_kinds(self, s: CatanState, seat: int) -> Collection[str]:
        too_many = hands.count_choices(FEWEST, kind_counts(s.hands[seat]), dict(self.owed)[seat]) > MOST_LISTED_MOVES
        return (self.answer_type.kind,) if too_many else ()

    def list_matching_moves(self, s: CatanState, seat: int, kind: str, known: Known) -> Iterable[Move]:
        if kind != self.answer_type.kind:
            return ()
        hand, known_counts = kind_counts(s.hands[seat]), known.get("kinds", {})
        bounds = [known_counts.get(card, (0, n)) for card, n in zip(CARDS, hand, strict=True)]
        least = tuple(low for low, _ in bounds)
        most = tuple(min(high, n) for (_, high), n in zip(bounds, hand, strict=True))
        if not set(known_counts) <= set(CARDS) or any(low > high for low, high in zip(least, most, strict=True)):
            return ()
        return moves_choosing_within(cast(Any, self.answer_type), least, most, dict(self.owed)[seat])

    def sample_unlisted_moves(self, s: CatanState, seat: int, chance: Chance) -> Iterable[Move]:
        """A random choice, if not all are listed."""
        if self.partly_listed_kinds(s, seat):
            cards = hands.random_choice(s.hands[seat], dict(self.owed)[seat], chance)
            move = cast(Any, self.answer_type)(unpack_cards(cards))
            if move not in self.legal(s, seat):
                yield move

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if type(move) is not self.answer_type:
            raise IllegalMove(f"catan.error.{self.phrase_key}_first")
        kinds = cast(CardsMove, move).kinds
        if not set(kinds) <= set(CARDS):
            raise illegal_move_error(move)
        n = dict(self.owed)[seat]
        if len(kinds) != n:
            raise IllegalMove(f"catan.error.{self.phrase_key}_count", n=n, chosen=len(kinds))
        cards = pack_cards(kinds)
        effects.check_can_pay(s, seat, cards)
        if unpack_cards(cards) != kinds:
            raise illegal_move_error(move)  # one spelling only: cards in canonical order

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> Self:
        kinds = cast(CardsMove, move).kinds
        ctx.emit(f"catan.{self.phrase_key}.done", seat=seat, n=len(kinds))
        ctx.emit(f"catan.{self.phrase_key}.own", to=[seat], cards=list(kinds))
        return replace(self, given=(*self.given, (seat, pack_cards(kinds))))

    def carry_out_step(self, ctx: Ctx) -> None:
        cards_of = dict(self.given)
        self.apply_all_choices(ctx, [(seat, cards_of[seat]) for seat, _ in self.owed])

    def apply_all_choices(self, ctx: Ctx, cards_by_seat: list[tuple[int, int]]) -> None:
        """Apply the choices of all: (seat, packed cards), in order of effect."""
        raise NotImplementedError
