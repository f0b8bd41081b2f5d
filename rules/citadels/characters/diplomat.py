"""The Diplomat exchanges a district at the end of the turn."""  # citadels.md 7.16

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.citadels import effects, order
from rules.citadels.decisions import Ask
from rules.citadels.hooks import RULES, Character
from rules.citadels.moves import Pass, Power
from rules.citadels.state import CitadelsState, CitStep, Ctx, district_place, district_tokens
from rules.core import IllegalMove, Move, Phrase

PASS = Pass("power")


@dataclass(frozen=True, slots=True)
class Exchange(Power):
    """Give a district for another: `power-exchange temple 2 palace`."""

    kind: ClassVar[str] = "power-exchange"
    players: ClassVar[tuple[str, ...]] = ("player",)
    own: str
    player: int
    district: str


def exchange_price(s: CitadelsState, seat: int, own: int, owner: int, theirs: int) -> int:
    """The difference in value, paid to the other player; never negative."""
    taken = s.cities[owner][theirs]
    return max(0, taken.value + effects.destruction_surcharge(s, owner, taken.key) - s.cities[seat][own].value)


def exchange_refusal(s: CitadelsState, seat: int, own: int, owner: int, theirs: int) -> str:
    """The key of the reason why these two districts cannot be exchanged; empty: they can."""
    if reason := effects.city_protection(s, owner):
        return reason
    mine, yours = s.cities[seat], s.cities[owner]
    given, taken = mine[own].key, yours[theirs].key
    if RULES[taken].shielded:
        return "cit.error.shielded"
    if given != taken and (any(b.key == taken for b in mine) or any(b.key == given for b in yours)):
        return "cit.error.exchange_twice"
    if given == taken and (sum(b.key == given for b in mine) > 1 or sum(b.key == taken for b in yours) > 1):
        return "cit.error.exchange_twice"
    return "cit.error.too_dear" if exchange_price(s, seat, own, owner, theirs) > s.gold[seat] else ""


def list_exchanges(s: CitadelsState, seat: int) -> list[Move]:
    """Every legal exchange."""
    found: dict[Move, None] = {}
    mine = district_tokens(s.cities[seat])
    for owner, city in enumerate(s.cities):
        if owner == seat or not city or effects.city_protection(s, owner):
            continue
        for theirs, token in enumerate(district_tokens(city)):
            for own, given in enumerate(mine):
                if not exchange_refusal(s, seat, own, owner, theirs):
                    found[Exchange(given, owner, token)] = None
    return list(found)


@dataclass(frozen=True, slots=True)
class ExchangeOne(Ask):
    """Exchange two districts, or decline."""

    kind: ClassVar[str] = "cit.diplomat"
    moment: ClassVar[int] = order.END_POWER
    word: ClassVar[str] = "exchange"

    def legal(self, s: CitadelsState, seat: int) -> Iterable[Move]:
        return [*list_exchanges(s, seat), PASS]

    def check(self, s: CitadelsState, seat: int, move: Move) -> None:
        if isinstance(move, Exchange) and 0 <= move.player < s.seats and move.player != seat:
            own = district_place(s.cities[seat], move.own)
            theirs = district_place(s.cities[move.player], move.district)
            if own < 0:
                raise IllegalMove("cit.error.not_in_city", seat=seat, district=move.own)
            if theirs < 0:
                raise IllegalMove("cit.error.not_in_city", seat=move.player, district=move.district)
            if reason := exchange_refusal(s, seat, own, move.player, theirs):
                raise IllegalMove(reason)
        elif move != PASS:
            raise IllegalMove("move.illegal", move=str(move))

    def told(self, s: CitadelsState, move: Move) -> Sequence[Phrase]:
        if not isinstance(move, Exchange):
            return ()
        own, theirs = (
            district_place(s.cities[self.seat], move.own),
            district_place(s.cities[move.player], move.district),
        )
        n = exchange_price(s, self.seat, own, move.player, theirs)
        return [Phrase("cit.preview.pays_to", {"n": n, "to_seat": move.player})]

    def answer(self, ctx: Ctx, move: Move) -> None:
        s = ctx.s
        if not isinstance(move, Exchange):
            ctx.emit("cit.power.no_exchange", seat=self.seat)
            return
        owner = move.player
        own, theirs = district_place(s.cities[self.seat], move.own), district_place(s.cities[owner], move.district)
        n = exchange_price(s, self.seat, own, owner, theirs)
        mine, yours = s.cities[self.seat], s.cities[owner]
        given, taken = mine[own], yours[theirs]
        s.cities[self.seat] = (*mine[:own], taken, *mine[own + 1 :])
        s.cities[owner] = (*yours[:theirs], given, *yours[theirs + 1 :])
        effects.give_gold(s, self.seat, owner, n)
        s.changed = ((self.seat, own), (owner, theirs))
        ctx.emit("cit.power.exchange", seat=self.seat, own=given.key, to_seat=owner, district=taken.key, n=n)
        if taken.cards:
            ctx.emit("cit.power.museum_own", to=[self.seat], districts=list(taken.cards))
        if given.cards:
            ctx.emit("cit.power.museum_own", to=[owner], districts=list(given.cards))


class Diplomat(Character):
    key = "diplomat"
    exchanges = True
    colour = "red"
    moves = (Exchange,)

    def end_power(self, s: CitadelsState, seat: int) -> Sequence[CitStep]:
        return (ExchangeOne(seat),) if list_exchanges(s, seat) else ()


RULE = Diplomat
