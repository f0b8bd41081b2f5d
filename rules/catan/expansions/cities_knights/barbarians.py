"""The barbarians: their ship, their attack, and its results."""  # catan.md 9.4

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any, ClassVar, Final

from rules.catan.default_moves import corner_pips
from rules.catan.network import set_bits
from rules.catan.places import Corner
from rules.catan.state import CITY, CatanState, Ctx
from rules.catan.steps import Ask, CatanStep
from rules.core import ALONE, NOBODY, IllegalMove, Move, Phrase

from .cities import lose_city
from .deck import CheckLimit, cards_left, draw_progress
from .moves import CORNERS, DECK, AnswerCity, AnswerDeck, AnswerKnights
from .realm import (
    SPACES,
    TRACKS,
    Realm,
    count_cities_standing,
    fighting_strength,
    metropolises_of,
    plain_cities,
    realm_of,
)
from .simultaneous import Together

LOSSES: Final = tuple(map(AnswerCity, CORNERS))


def barbarian_strength(s: CatanState, r: Realm) -> int:
    """The number of cities."""
    return sum(count_cities_standing(s, r, seat) for seat in range(s.seats))


def advance_ship(ctx: Ctx) -> None:
    """Move the ship one space; on the last one the barbarians attack."""
    r = realm_of(ctx.s)
    r.ship += 1
    ctx.emit("catan.barbarians.nearer", n=SPACES - r.ship)
    if r.ship < SPACES:
        return
    ctx.emit("catan.barbarians.landed", n=barbarian_strength(ctx.s, r))
    asked: tuple[int, ...] = ()
    sent = r.active
    if ctx.s.hooks.chosen["mean_rule"] == "on":
        asked = tuple(seat for seat in ctx.s.from_active() if r.knights[seat] & r.active)
        sent = 0
    ctx.push(Battle(asked, sent), CheckLimit())


@dataclass(frozen=True, slots=True)
class Battle(CatanStep):
    """The attack. By the mean rule players first choose in turn which knights fight."""  # catan.md 8.2 D3

    kind: ClassVar[str] = "catan.ck.battle"
    asked: tuple[int, ...] = ()  # seats still to be asked
    sent: int = 0  # corners of the fighting knights, as bits

    def waiting(self, s: CatanState) -> Collection[int]:
        return ALONE[self.asked[0]] if self.asked else NOBODY

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.task.battle")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        r = realm_of(s)
        mine = [CORNERS[v] for v in set_bits(r.knights[seat] & r.active)]
        subsets = chain.from_iterable(combinations(mine, n) for n in range(len(mine) + 1))
        return [AnswerKnights(knights) for knights in subsets]

    def fallback(self, s: CatanState, seat: int) -> Move:
        """All knights, as without the mean rule: sending none may lose a city."""
        r = realm_of(s)
        return AnswerKnights(tuple(CORNERS[v] for v in set_bits(r.knights[seat] & r.active)))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerKnights):
            raise IllegalMove("catan.error.battle_first")
        if move not in self.legal(s, seat):
            raise IllegalMove("catan.error.battle_which")

    def answer(self, ctx: Ctx, seat: int, move: Move) -> Battle:
        assert isinstance(move, AnswerKnights)
        corners = sum(1 << v for v in move.knights)
        n = fighting_strength(realm_of(ctx.s), seat, corners)
        ctx.emit("catan.barbarians.sent", seat=seat, n=n, knights=[str(v) for v in move.knights])
        return replace(self, asked=self.asked[1:], sent=self.sent | corners)

    def happen(self, ctx: Ctx) -> None:
        fight_barbarians(ctx, self.sent)


def fight_barbarians(ctx: Ctx, sent: int) -> None:
    """Resolve the battle; the fighting knights become inactive."""
    s = ctx.s
    r = realm_of(s)
    shares = [fighting_strength(r, seat, sent) for seat in range(s.seats)]
    barbarians = barbarian_strength(s, r)
    won = sum(shares) >= barbarians
    ctx.emit("catan.barbarians.won" if won else "catan.barbarians.lost", n=barbarians, m=sum(shares), knights=shares)
    r.active &= ~sent
    r.ready &= ~sent
    r.ship = 0
    r.came = True
    if won:
        reward_defenders(ctx, r, shares)
    else:
        plunder_cities(ctx, r, shares)


def reward_defenders(ctx: Ctx, r: Realm, shares: list[int]) -> None:
    """The single strongest defender gets a Defender of Catan card; tied ones draw a progress card each."""
    most = max(shares)
    if not most:
        return  # catan.md R7
    s = ctx.s
    best = [seat for seat in s.from_active() if shares[seat] == most]
    if len(best) == 1:
        r.defenders[best[0]] += 1
        s.points[best[0]] += 1
        ctx.emit("catan.barbarians.defender", seat=best[0])
    else:
        ctx.emit("catan.barbarians.tied", seats=best)
        ctx.push(*(PickDeck(seat) for seat in best))


def plunder_cities(ctx: Ctx, r: Realm, shares: list[int]) -> None:
    """The weakest defenders with a city other than a metropolis lose one."""
    s = ctx.s
    owners = [seat for seat in s.from_active() if count_cities_standing(s, r, seat) > len(metropolises_of(s, r, seat))]
    if not owners:
        return
    least = min(shares[seat] for seat in owners)
    losers = tuple(seat for seat in owners if shares[seat] == least)
    forced = [(seat, plain_cities(s, r, seat)) for seat in losers]
    ctx.push(LoseCity(losers, tuple((seat, cities[0]) for seat, cities in forced if len(cities) == 1)))


@dataclass(frozen=True, slots=True)
class LoseCity(Together):
    """Players choose the city they lose. A single one is lost without asking."""  # catan.md 8.2 D4

    kind: ClassVar[str] = "catan.ck.lose"
    word: ClassVar[str] = "lose"
    made: ClassVar[type[Move]] = AnswerCity

    def options(self, s: CatanState, seat: int) -> Iterable[int]:
        return plain_cities(s, realm_of(s), seat)

    def fallback(self, s: CatanState, seat: int) -> AnswerCity:
        """The city that produces least; of equals one without a wall, then the first."""
        walls = realm_of(s).walls[seat]
        return LOSSES[min(self.options(s, seat), key=lambda v: (corner_pips(s, v), walls >> v & 1))]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.lose", {"corner": str(self.fallback(s, seat).corner)})

    def as_move(self, decision: int) -> Move:
        return LOSSES[decision]

    def told(self, decision: int) -> dict[str, Any]:
        return {"corner": str(Corner(decision))}

    def decided(self, ctx: Ctx, seat: int, decision: int) -> None:
        assert ctx.s.buildings[decision] == CITY
        lose_city(ctx, seat, decision)


@dataclass(frozen=True, slots=True)
class PickDeck(Ask):
    """A tied defender chooses a deck and draws."""  # catan.md 8.2 D5

    kind: ClassVar[str] = "catan.ck.deck"
    word: ClassVar[str] = "deck"

    def _decks(self, s: CatanState) -> list[int]:
        r = realm_of(s)
        return [track for track in range(len(TRACKS)) if cards_left(r, track)]

    def waiting(self, s: CatanState) -> Collection[int]:
        return NOBODY if self.done or len(self._decks(s)) < 2 else ALONE[self.seat]

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [DECK[track] for track in self._decks(s)]

    def fallback(self, s: CatanState, seat: int) -> Move:
        return DECK[self._decks(s)[0]]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.deck", {"track": TRACKS[self._decks(s)[0]]})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerDeck):
            raise IllegalMove("catan.error.deck_first")
        if move not in self.legal(s, seat):
            raise IllegalMove("catan.error.deck_which")

    def decided(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerDeck)
        draw_progress(ctx, self.seat, TRACKS.index(move.track))

    def happen(self, ctx: Ctx) -> None:
        decks = self._decks(ctx.s)
        if not self.done and decks:
            draw_progress(ctx, self.seat, decks[0])
