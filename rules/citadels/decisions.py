"""Base class of decisions, and the action, which several steps share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, Final, Self

from rules.core import NOBODY, ONLY_SEAT, Move, Phrase

from . import effects, order
from .cards import sorted_cards
from .default_moves import best_cards
from .hooks import RULES
from .moves import CARDS, GOLD, Gold, Keep
from .state import OUT, CitadelsState, CitadelsStep, Ctx
from .view import Offer


@dataclass(frozen=True, slots=True)
class Ask(CitadelsStep):
    """One decision of one player."""

    phrase_key: ClassVar[str]  # its part of the keys of phrases: `cit.task.keep`
    sees_deck: ClassVar[bool] = False  # the player sees the content of the deck
    seat: int
    done: bool = False

    def waiting(self, s: CitadelsState) -> Collection[int]:
        return NOBODY if self.done else ONLY_SEAT[self.seat]

    def task(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase(f"cit.task.{self.phrase_key}")

    def apply_move(self, ctx: Ctx, seat: int, move: Move) -> Self:
        ctx.s.changed = ()
        self.apply_choice(ctx, move)
        return replace(self, done=True)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        """Carry out the choice."""
        raise NotImplementedError

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        """Cards only the deciding player sees."""
        return None

    def owner_of_hand_seen(self) -> int:
        """The player whose hand the deciding player sees; OUT: nobody."""
        return OUT

    def describe_effect(self, s: CitadelsState, move: Move) -> Sequence[Phrase]:
        """The publicly known effect of a legal choice, in words."""
        return ()


GOLD_TOLD: Final = Phrase("cit.fallback.gold", {"n": effects.ACTION_GOLD})


@lru_cache(maxsize=4096)
def list_keep_moves(cards: tuple[str, ...], count: int) -> tuple[Keep, ...]:
    """Every way to keep that many of these cards, in the order shown."""
    choices = dict.fromkeys(tuple(sorted(combination)) for combination in combinations(cards, count))
    return tuple(map(Keep, choices))


def list_action_moves(s: CitadelsState) -> list[Move]:
    """The two forms of the action."""  # citadels.md 6.1
    return [GOLD, CARDS] if s.deck else [GOLD]


def take_action(ctx: Ctx, seat: int, move: Move) -> CitadelsStep | None:
    """Take the action; returns the step of choosing cards, if any."""
    s = ctx.s
    if isinstance(move, Gold):
        s.gold[seat] += effects.ACTION_GOLD
        ctx.emit("cit.action.gold", seat=seat, n=effects.ACTION_GOLD)
        return None
    rules = [RULES[built.key] for built in s.cities[seat]]
    look = effects.LOOK + sum(rule.extra_look for rule in rules)
    keep = effects.KEEP + sum(rule.extra_keep for rule in rules)
    cards, s.deck = s.deck[:look], s.deck[look:]
    if len(cards) <= keep:
        effects.add_to_hand(s, seat, cards)
        ctx.emit("cit.action.drew", seat=seat, n=len(cards))
        ctx.emit("cit.action.drew_own", to=[seat], districts=list(sorted_cards(cards)))
        return None
    s.looked, s.looker = cards, seat
    ctx.emit("cit.action.looks", seat=seat, n=len(cards))
    ctx.emit("cit.action.looks_own", to=[seat], districts=list(sorted_cards(cards)))
    return KeepCards(seat, count=keep)


@dataclass(frozen=True, slots=True)
class KeepCards(Ask):
    """Choose the cards to keep. Also asked if all are equal, because not asking would reveal that."""

    kind: ClassVar[str] = "cit.keep"
    phrase_key: ClassVar[str] = "keep"
    count: int = 1

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return list_keep_moves(sorted_cards(s.looked), self.count)

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return Keep(best_cards(s, seat, sorted_cards(s.looked), self.count))

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase("cit.fallback.keep", {"n": self.count})

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("keep", sorted_cards(s.looked), self.count)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Keep)
        s = ctx.s
        put_back = list(s.looked)
        for card in move.districts:
            put_back.remove(card)
        s.looked, s.looker = (), OUT
        s.deck += tuple(put_back)
        effects.add_to_hand(s, self.seat, move.districts)
        ctx.emit("cit.action.kept", seat=self.seat, n=len(move.districts), under=len(put_back))
        ctx.emit("cit.action.kept_own", to=[self.seat], districts=list(move.districts))


@dataclass(frozen=True, slots=True)
class HalfTurn(Ask):
    """Only the action: for the holder of a bewitched character, and for the Witch before naming one."""

    kind: ClassVar[str] = "cit.half"
    moment: ClassVar[int] = order.HALF
    phrase_key: ClassVar[str] = "half"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return list_action_moves(s)

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        return GOLD

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return GOLD_TOLD

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        turn = ctx.s.turn
        assert turn is not None
        ctx.s.turn = turn._replace(acted=True)
        choice = take_action(ctx, self.seat, move)
        if choice is not None:
            ctx.push(choice)
