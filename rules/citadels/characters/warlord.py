"""The Warlord destroys a district at the end of the turn."""  # citadels.md 7.8

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects, order
from rules.citadels.decisions import Ask
from rules.citadels.hooks import RULES, Character
from rules.citadels.moves import Pass, Power
from rules.citadels.state import CitadelsState, CitadelsStep, Ctx, district_place, district_tokens
from rules.core import IllegalMove, Move, Phrase

PASS = Pass("power")


@dataclass(frozen=True, slots=True)
class Destroy(Power):
    """Destroy a district: `power-destroy 2 market`."""

    kind: ClassVar[str] = "power-destroy"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    player: int
    district: str


def destruction_price(s: CitadelsState, owner: int, place: int) -> int:
    """The value of the district minus one, plus the surcharge of its city."""
    built = s.cities[owner][place]
    return built.value - 1 + effects.destruction_surcharge(s, owner, built.key)


def destruction_refusal(s: CitadelsState, seat: int, owner: int, place: int) -> str:
    """The key of the reason why that district cannot be destroyed; empty: it can."""
    if reason := effects.city_protection(s, owner):
        return reason
    if RULES[s.cities[owner][place].key].is_safe_from_rank_8:
        return "cit.error.shielded"
    return "cit.error.too_dear" if destruction_price(s, owner, place) > s.gold[seat] else ""


def list_destructions(s: CitadelsState, seat: int) -> list[Move]:
    """Every legal destruction."""
    destructions: dict[Move, None] = {}
    for owner, city in enumerate(s.cities):
        if effects.city_protection(s, owner):
            continue
        for place, token in enumerate(district_tokens(city)):
            if not destruction_refusal(s, seat, owner, place):
                destructions[Destroy(owner, token)] = None
    return list(destructions)


@dataclass(frozen=True, slots=True)
class DestroyOne(Ask):
    """Destroy a district, or decline."""

    kind: ClassVar[str] = "cit.warlord"
    moment: ClassVar[int] = order.END_POWER
    phrase_key: ClassVar[str] = "destroy"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*list_destructions(s, seat), PASS]

    def check(self, s: CitadelsState, seat: int, move: Move) -> None:
        if isinstance(move, Destroy) and 0 <= move.player < s.seats:
            place = district_place(s.cities[move.player], move.district)
            if place < 0:
                raise IllegalMove("cit.error.not_in_city", seat=move.player, district=move.district)
            if reason := destruction_refusal(s, seat, move.player, place):
                raise IllegalMove(reason)
        elif move != PASS:
            raise IllegalMove("move.illegal", move=str(move))

    def describe_effect(self, s: CitadelsState, move: Move) -> Sequence[Phrase]:
        if not isinstance(move, Destroy):
            return ()
        price = destruction_price(s, move.player, district_place(s.cities[move.player], move.district))
        return [Phrase("cit.preview.pays", {"n": price})]

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        if not isinstance(move, Destroy):
            ctx.emit("cit.power.no_destroy", seat=self.seat)
            return
        place = district_place(s.cities[move.player], move.district)
        price = destruction_price(s, move.player, place)
        s.gold[self.seat] -= price
        built = effects.remove_district(s, move.player, place)
        ctx.emit("cit.power.destroy", seat=self.seat, from_seat=move.player, district=built.key, n=price)
        effects.settle_destroyed_district(ctx, move.player, built)
        s.ruin = built.key
        for owner, city in enumerate(s.cities):
            if any(RULES[other.key].on_any_destroyed(ctx, owner, self.seat) for other in city):
                return
        s.ruin = ""
        effects.put_under_deck(s, [built.key])


class Warlord(Character):
    key = "warlord"
    colour = "red"
    moves = (Destroy,)

    def steps_at_turn_end(self, s: CitadelsState, seat: int) -> Sequence[CitadelsStep]:
        return (DestroyOne(seat),) if list_destructions(s, seat) else ()


RULE = Warlord
