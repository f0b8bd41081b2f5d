"""The Master Merchant: take two cards from a player with more points."""  # catan.md 10.5, 8.2 D22

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from rules.catan import effects
from rules.catan.cards import CARDS, count_cards, covers_cost, even_choice, kind_counts, pack_cards, unpack_cards
from rules.catan.choosing import FEWEST, moves_choosing_cards
from rules.catan.moves import Pass
from rules.catan.places import OUT
from rules.catan.state import MOST_SEATS, CatanState, Ctx
from rules.catan.steps import Ask, illegal_move_error
from rules.catan.view import Choice
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from ..moves import PASS_TAKE, AnswerTake
from ..open_cards import OpenCards
from ..realm import Realm
from .card import Progress

MOST: Final = 2  # cards taken


@dataclass(frozen=True, slots=True)
class CardMasterMerchant(Move):
    """Look at a leading player's hand and take two cards: `card-master-merchant 2`."""

    kind: ClassVar[str] = "card-master-merchant"
    group: ClassVar[str | None] = "card"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


MOVES: Final = tuple(map(CardMasterMerchant, range(MOST_SEATS)))


class MasterMerchant(Progress):
    """The victim has more points than the player."""

    key = "master-merchant"
    move = CardMasterMerchant

    def add_legal_moves(self, s: CatanState, realm: Realm, seat: int, moves: list[Move]) -> None:
        own_points = s.points[seat]
        moves += [MOVES[other] for other in range(s.seats) if s.points[other] > own_points and s.hands[other]]

    def play(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, CardMasterMerchant)
        s = ctx.s
        ctx.emit("catan.play.looks", reveals=True, seat=seat, to_seat=move.player)
        ctx.emit("catan.play.looks_own", to=[seat], to_seat=move.player, cards=effects.card_names(s.hands[move.player]))
        ctx.push(TakeCards(seat, owner=move.player))


@dataclass(frozen=True, slots=True)
class TakeCards(Ask, OpenCards):
    """The player sees the hand of another and chooses cards."""

    kind: ClassVar[str] = "catan.ck.take"
    phrase_key: ClassVar[str] = "take"
    owner: int = OUT

    def fewest_to_take(self, s: CatanState) -> int:
        """The number of cards that must be taken."""
        may_decline = s.hooks.chosen["master_merchant_may_decline"] == "on"
        return 0 if may_decline else min(MOST, count_cards(s.hands[self.owner]))

    def hands_seen(self, seat: int | None) -> Collection[int]:
        return (self.owner,) if seat == self.seat else ()

    def cards_to_choose(self, s: CatanState, you: int) -> Choice:
        hand = s.hands[self.owner]
        return Choice(
            self.phrase_key, unpack_cards(hand), self.fewest_to_take(s), min(MOST, count_cards(hand)), self.owner
        )

    def waiting(self, s: CatanState) -> Collection[int]:
        forced = self.fewest_to_take(s) == count_cards(s.hands[self.owner])  # the whole hand
        return NOBODY if self.done or forced else ONLY_SEAT[self.seat]

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        hand = s.hands[self.owner]
        most = min(MOST, count_cards(hand))
        moves: list[Move] = []
        for n in range(most, max(self.fewest_to_take(s), 1) - 1, -1):
            moves += moves_choosing_cards(AnswerTake, hand, n)
        if not self.fewest_to_take(s):
            moves.append(PASS_TAKE)
        return moves

    def default_move(self, s: CatanState, seat: int) -> Move:
        """The minimal number of cards, of the victim's most frequent kinds."""
        hand, least = s.hands[self.owner], self.fewest_to_take(s)
        return AnswerTake(unpack_cards(even_choice(FEWEST, kind_counts(hand), least))) if least else PASS_TAKE

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        least = self.fewest_to_take(s)
        return Phrase("catan.fallback.take", {"n": least}) if least else Phrase("catan.fallback.take_nothing")

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if isinstance(move, AnswerTake):
            if not set(move.kinds) <= set(CARDS):
                raise illegal_move_error(move)
            if not max(self.fewest_to_take(s), 1) <= len(move.kinds) <= MOST:
                raise IllegalMove("catan.error.take_which")
            cards = pack_cards(move.kinds)
            if not covers_cost(s.hands[self.owner], cards):
                raise IllegalMove("catan.error.take_which")
            if unpack_cards(cards) != move.kinds:
                raise illegal_move_error(move)  # one spelling only: cards in canonical order
        elif not isinstance(move, Pass):
            raise IllegalMove("catan.error.take_first")
        elif move != PASS_TAKE:
            raise IllegalMove("catan.error.pass_step", step=move.step)
        elif self.fewest_to_take(s):
            raise IllegalMove("catan.error.take_first")

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        if isinstance(move, AnswerTake):
            self._take_cards(ctx, pack_cards(move.kinds))
        else:
            ctx.emit("catan.play.took_nothing", seat=self.seat, from_seat=self.owner)

    def carry_out_step(self, ctx: Ctx) -> None:
        if not self.done:
            self._take_cards(ctx, ctx.s.hands[self.owner])

    def _take_cards(self, ctx: Ctx, cards: int) -> None:
        seats: dict[str, Any] = {"seat": self.seat, "from_seat": self.owner}
        effects.give_cards(ctx.s, self.owner, self.seat, cards)
        ctx.emit("catan.play.took", **seats, n=count_cards(cards))
        ctx.emit("catan.play.took_own", to=seats.values(), **seats, cards=effects.card_names(cards))


CARD: Final = MasterMerchant()
