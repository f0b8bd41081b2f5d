"""The Wizard looks at a hand and takes a card from it."""  # citadels.md 7.11

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from rules.citadels import effects
from rules.citadels.decisions import Ask
from rules.citadels.default_moves import best_cards
from rules.citadels.hooks import Character
from rules.citadels.moves import Pass, Power
from rules.citadels.state import OUT, CitadelsState, Ctx
from rules.citadels.view import Offer
from rules.core import Move

PASS = Pass("wizard")


@dataclass(frozen=True, slots=True)
class Look(Power):
    """Look at a hand: `power-look 2`."""

    kind: ClassVar[str] = "power-look"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int


@dataclass(frozen=True, slots=True)
class Take(Power):
    """Take a card from that hand: `power-take castle`."""

    kind: ClassVar[str] = "power-take"
    secret_fields: ClassVar[tuple[str, ...]] = ("district",)
    district: str


@dataclass(frozen=True, slots=True)
class BuildTaken(Power):
    """Build the taken card at once: `power-build`."""

    kind: ClassVar[str] = "power-build"


@dataclass(frozen=True, slots=True)
class TakeCard(Ask):
    """After looking at a hand, take one of its cards."""

    kind: ClassVar[str] = "cit.wizard.take"
    phrase_key: ClassVar[str] = "take"
    victim: int = OUT

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Take(card) for card in dict.fromkeys(s.hands[self.victim])]

    def default_move(self, s: CitadelsState, seat: int) -> Move:
        (card,) = best_cards(s, seat, s.hands[self.victim], count=1)
        return Take(card)

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("wizard", s.hands[self.victim], 1, self.victim)

    def owner_of_hand_seen(self) -> int:
        return self.victim

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, Take)
        s = ctx.s
        effects.remove_from_hand(s, self.victim, [move.district])
        seats: dict[str, Any] = {"seat": self.seat, "from_seat": self.victim}
        ctx.emit("cit.power.took", **seats)
        ctx.emit("cit.power.took_own", to=seats.values(), **seats, district=move.district)
        assert s.turn is not None
        if s.turn.acted:  # whatever the card costs, because not asking would reveal it
            s.taken, s.taken_from = move.district, self.victim
            ctx.push(UseCard(self.seat))
        else:
            effects.add_to_hand(s, self.seat, [move.district])


@dataclass(frozen=True, slots=True)
class UseCard(Ask):
    """Build the taken card at once, in addition to the usual limit, or keep it."""

    kind: ClassVar[str] = "cit.wizard.use"
    phrase_key: ClassVar[str] = "use"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [PASS] if effects.building_refusal(s, seat, s.taken) else [BuildTaken(), PASS]

    def cards_offered(self, s: CitadelsState) -> Offer | None:
        return Offer("wizard_use", (s.taken,), 1, s.taken_from)

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        card, s.taken, s.taken_from = s.taken, "", OUT
        if isinstance(move, BuildTaken):
            effects.build_district(ctx, self.seat, card)
        else:
            effects.add_to_hand(s, self.seat, [card])
            ctx.emit("cit.power.kept", seat=self.seat)


class Wizard(Character):
    key = "wizard"
    may_build_copies = True
    moves = (Look, Take, BuildTaken)

    def list_powers(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [Look(other) for other in range(s.seats) if other != seat and s.hands[other]]

    def use_power(self, ctx: Ctx, seat: int, move: Move) -> None:
        assert isinstance(move, Look)
        ctx.emit("cit.power.look", seat=seat, to_seat=move.player)
        ctx.emit("cit.power.look_own", to=[seat], to_seat=move.player, districts=list(ctx.s.hands[move.player]))
        ctx.push(TakeCard(seat, victim=move.player))


RULE = Wizard
