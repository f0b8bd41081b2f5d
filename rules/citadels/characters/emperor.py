"""The Emperor gives the crown away for a gold or a card."""  # citadels.md 7.12

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects, order
from rules.citadels.cards import DISTRICTS
from rules.citadels.decisions import Ask
from rules.citadels.hooks import Character
from rules.citadels.moves import Power
from rules.citadels.scoring import list_scores
from rules.citadels.state import OUT, CitadelsState, CitadelsStep, Ctx
from rules.core import Move, Phrase


@dataclass(frozen=True, slots=True)
class Crown(Power):
    """Give the crown to a player: `power-crown 2`."""

    kind: ClassVar[str] = "power-crown"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Pay with a gold or a card: `pay gold`, `pay castle`."""

    kind: ClassVar[str] = "pay"
    secret_fields: ClassVar[tuple[str, ...]] = ("what",)
    public_values: ClassVar[tuple[str, ...]] = ("gold",)
    what: str


GOLD = Pay("gold")


@dataclass(frozen=True, slots=True)
class GiveCrown(Ask):
    """Choose the new crown holder: not the present one, not the Emperor."""

    kind: ClassVar[str] = "cit.emperor.give"
    moment: ClassVar[int] = order.OPENING
    phrase_key: ClassVar[str] = "crown"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Crown(other) for other in range(s.seats) if other not in (seat, s.crown)]

    def default_move(self, s: CitadelsState, seat: int) -> Crown:
        """A player who can pay, with the fewest points; of equals the first to the left."""
        points = list_scores(s)
        others = [other for other in (*range(seat + 1, s.seats), *range(seat)) if other != s.crown]

        def preference(other: int) -> tuple[bool, int]:
            can_pay = bool(s.gold[other] or s.hands[other])
            return not can_pay, points[other]

        return Crown(min(others, key=preference))

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase("cit.fallback.crown", {"to_seat": self.default_move(s, seat).player})

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Crown)
        s = ctx.s
        effects.move_crown(ctx, move.player)
        hand = s.hands[move.player]
        if s.gold[move.player] and not hand:
            pay_emperor(ctx, move.player, self.seat, GOLD.what)
        elif hand and (s.gold[move.player] or len(hand) > 1):
            ctx.push(PayEmperor(move.player, emperor=self.seat))
        elif hand:
            pay_emperor(ctx, move.player, self.seat, hand[0])
        else:
            ctx.emit("cit.power.unpaid", seat=move.player, to_seat=self.seat)


@dataclass(frozen=True, slots=True)
class PayEmperor(Ask):
    """The crowned player pays the Emperor."""

    kind: ClassVar[str] = "cit.emperor.pay"
    phrase_key: ClassVar[str] = "pay"
    emperor: int = OUT

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        cards: list[Move] = [Pay(card) for card in dict.fromkeys(s.hands[seat])]
        return [GOLD, *cards] if s.gold[seat] else cards

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        """A gold; without gold the cheapest card."""
        return GOLD if s.gold[seat] else Pay(min(s.hands[seat], key=lambda card: DISTRICTS[card].cost))

    def describe_default_move(self, s: CitadelsState, seat: int) -> Phrase:
        return Phrase("cit.fallback.pay_gold" if s.gold[seat] else "cit.fallback.pay_card", {"to_seat": self.emperor})

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Pay)
        pay_emperor(ctx, self.seat, self.emperor, move.what)


def pay_emperor(ctx: Ctx, seat: int, emperor: int, what: str) -> None:
    """Pay a gold (`gold`), or that card of the hand."""
    s = ctx.s
    if what == GOLD.what:
        effects.give_gold(s, seat, emperor, 1)
        ctx.emit("cit.power.paid_gold", seat=seat, to_seat=emperor)
        return
    effects.remove_from_hand(s, seat, [what])
    effects.add_to_hand(s, emperor, [what])
    ctx.emit("cit.power.paid_card", seat=seat, to_seat=emperor)
    ctx.emit("cit.power.paid_card_own", to=[seat, emperor], seat=seat, to_seat=emperor, district=what)


class Emperor(Character):
    key = "emperor"
    least_seats = 3  # with two players the crown might have nowhere to go
    too_few_players_key = "cit.option_error.emperor"
    colour = "yellow"
    never_face_up = True
    moves = (Crown, Pay)

    def steps_before_turn(self, s: CitadelsState, seat: int) -> Sequence[CitadelsStep]:
        return (GiveCrown(seat),)


RULE = Emperor
