"""The Diplomat exchanges a district at the end of the turn."""  # citadels.md 7.16

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
class Exchange(Power):
    """Give a district for another: `power-exchange temple 2 palace`."""

    kind: ClassVar[str] = "power-exchange"
    seat_fields: ClassVar[tuple[str, ...]] = ("player",)
    own: str
    player: int
    district: str


def exchange_price(s: CitadelsState, seat: int, own_place: int, owner: int, their_place: int) -> int:
    """The difference in value, paid to the other player; never negative."""
    given, taken = s.cities[seat][own_place], s.cities[owner][their_place]
    return max(0, taken.value + effects.destruction_surcharge(s, owner, taken.key) - given.value)


def exchange_refusal(s: CitadelsState, seat: int, own_place: int, owner: int, their_place: int) -> str:
    """The key of the reason why these two districts cannot be exchanged; empty: they can."""
    if reason := effects.city_protection(s, owner):
        return reason
    own_city, their_city = s.cities[seat], s.cities[owner]
    given, taken = own_city[own_place].key, their_city[their_place].key
    if RULES[taken].is_safe_from_rank_8:
        return "cit.error.shielded"
    own_rest = [*own_city[:own_place], *own_city[own_place + 1 :]]
    their_rest = [*their_city[:their_place], *their_city[their_place + 1 :]]
    if any(built.key == taken for built in own_rest) or any(built.key == given for built in their_rest):
        return "cit.error.exchange_twice"
    return "cit.error.too_dear" if exchange_price(s, seat, own_place, owner, their_place) > s.gold[seat] else ""


def list_exchanges(s: CitadelsState, seat: int) -> list[Move]:
    """Every legal exchange."""
    exchanges: dict[Move, None] = {}
    own_tokens = district_tokens(s.cities[seat])
    for owner, city in enumerate(s.cities):
        if owner == seat or not city or effects.city_protection(s, owner):
            continue
        for their_place, their_token in enumerate(district_tokens(city)):
            for own_place, own_token in enumerate(own_tokens):
                if not exchange_refusal(s, seat, own_place, owner, their_place):
                    exchanges[Exchange(own_token, owner, their_token)] = None
    return list(exchanges)


@dataclass(frozen=True, slots=True)
class ExchangeOne(Ask):
    """Exchange two districts, or decline."""

    kind: ClassVar[str] = "cit.diplomat"
    moment: ClassVar[int] = order.END_POWER
    phrase_key: ClassVar[str] = "exchange"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*list_exchanges(s, seat), PASS]

    def check(self, s: CitadelsState, seat: int, move: Move) -> None:
        if isinstance(move, Exchange) and 0 <= move.player < s.seats and move.player != seat:
            own_place = district_place(s.cities[seat], move.own)
            their_place = district_place(s.cities[move.player], move.district)
            if own_place < 0:
                raise IllegalMove("cit.error.not_in_city", seat=seat, district=move.own)
            if their_place < 0:
                raise IllegalMove("cit.error.not_in_city", seat=move.player, district=move.district)
            if reason := exchange_refusal(s, seat, own_place, move.player, their_place):
                raise IllegalMove(reason)
        elif move != PASS:
            raise IllegalMove("move.illegal", move=str(move))

    def describe_effect(self, s: CitadelsState, move: Move) -> Sequence[Phrase]:
        if not isinstance(move, Exchange):
            return ()
        own_place = district_place(s.cities[self.seat], move.own)
        their_place = district_place(s.cities[move.player], move.district)
        price = exchange_price(s, self.seat, own_place, move.player, their_place)
        return [Phrase("cit.preview.pays_to", {"n": price, "to_seat": move.player})]

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        if not isinstance(move, Exchange):
            ctx.emit("cit.power.no_exchange", seat=self.seat)
            return
        owner = move.player
        own_city, their_city = s.cities[self.seat], s.cities[owner]
        own_place, their_place = district_place(own_city, move.own), district_place(their_city, move.district)
        price = exchange_price(s, self.seat, own_place, owner, their_place)
        given, taken = own_city[own_place], their_city[their_place]
        s.cities[self.seat] = (*own_city[:own_place], taken, *own_city[own_place + 1 :])
        s.cities[owner] = (*their_city[:their_place], given, *their_city[their_place + 1 :])
        effects.give_gold(s, self.seat, owner, price)
        s.changed = ((self.seat, own_place), (owner, their_place))
        ctx.emit("cit.power.exchange", seat=self.seat, own=given.key, to_seat=owner, district=taken.key, n=price)
        if taken.cards:
            ctx.emit("cit.power.museum_own", to=[self.seat], districts=list(taken.cards))
        if given.cards:
            ctx.emit("cit.power.museum_own", to=[owner], districts=list(given.cards))


class Diplomat(Character):
    key = "diplomat"
    exchanges_districts = True
    colour = "red"
    moves = (Exchange,)

    def steps_at_turn_end(self, s: CitadelsState, seat: int) -> Sequence[CitadelsStep]:
        return (ExchangeOne(seat),) if list_exchanges(s, seat) else ()


RULE = Diplomat
