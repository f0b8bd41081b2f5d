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
from rules.core import NOBODY, ONLY_SEAT, IllegalMove, Move, Phrase

from .cities import lose_city
from .deck import CheckLimit, cards_left, draw_progress
from .moves import CORNERS, DECK, AnswerCity, AnswerDeck, AnswerKnights
from .realm import (
    SPACES,
    TRACKS,
    Realm,
    count_cities_standing,
    fighting_strength,
    plain_cities,
    realm_of,
)
from .simultaneous import SimultaneousDecision

LOSSES: Final = tuple(map(AnswerCity, CORNERS))


def barbarian_strength(s: CatanState, realm: Realm) -> int:
    """The number of cities on the board."""
    return sum(count_cities_standing(s, realm, seat) for seat in range(s.seats))


def advance_ship(ctx: Ctx) -> None:
    """Move the ship one space; on the last one the barbarians attack."""
    realm = realm_of(ctx.s)
    realm.ship += 1
    ctx.emit("catan.barbarians.nearer", n=SPACES - realm.ship)
    if realm.ship < SPACES:
        return
    ctx.emit("catan.barbarians.landed", n=barbarian_strength(ctx.s, realm))
    if ctx.s.hooks.chosen["mean_rule"] == "on":
        asked = tuple(seat for seat in ctx.s.seats_from_active() if realm.knights[seat] & realm.active)
        ctx.push(Battle(asked), CheckLimit())
    else:
        ctx.push(Battle(sent=realm.active), CheckLimit())


@dataclass(frozen=True, slots=True)
class Battle(CatanStep):
    """The attack. By the mean rule players first choose in turn which knights fight."""  # catan.md 8.2 D3

    kind: ClassVar[str] = "catan.ck.battle"
    asked: tuple[int, ...] = ()  # seats still to be asked
    sent: int = 0  # corners of the fighting knights, as bits

    def waiting(self, s: CatanState) -> Collection[int]:
        return ONLY_SEAT[self.asked[0]] if self.asked else NOBODY

    def task(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.task.battle")

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        realm = realm_of(s)
        own_active = [CORNERS[corner] for corner in set_bits(realm.knights[seat] & realm.active)]
        subsets = chain.from_iterable(combinations(own_active, n) for n in range(len(own_active) + 1))
        return [AnswerKnights(knights) for knights in subsets]

    def default_move(self, s: CatanState, seat: int) -> Move:
        """All knights, as without the mean rule: sending none may lose a city."""
        realm = realm_of(s)
        return AnswerKnights(tuple(CORNERS[corner] for corner in set_bits(realm.knights[seat] & realm.active)))

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerKnights):
            raise IllegalMove("catan.error.battle_first")
        if move not in self.legal(s, seat):
            raise IllegalMove("catan.error.battle_which")

    def carry_out_move(self, ctx: Ctx, seat: int, move: Move) -> Battle:
        assert isinstance(move, AnswerKnights)
        corners = sum(1 << corner for corner in move.knights)
        strength = fighting_strength(realm_of(ctx.s), seat, corners)
        ctx.emit("catan.barbarians.sent", seat=seat, n=strength, knights=[str(corner) for corner in move.knights])
        return replace(self, asked=self.asked[1:], sent=self.sent | corners)

    def carry_out_step(self, ctx: Ctx) -> None:
        fight_barbarians(ctx, self.sent)


def fight_barbarians(ctx: Ctx, sent: int) -> None:
    """Resolve the battle; the fighting knights become inactive."""
    s = ctx.s
    realm = realm_of(s)
    strengths = [fighting_strength(realm, seat, sent) for seat in range(s.seats)]
    barbarians, knights = barbarian_strength(s, realm), sum(strengths)
    won = knights >= barbarians
    ctx.emit("catan.barbarians.won" if won else "catan.barbarians.lost", n=barbarians, m=knights, knights=strengths)
    realm.active &= ~sent
    realm.ready &= ~sent
    realm.ship = 0
    realm.came = True
    if won:
        reward_defenders(ctx, realm, strengths)
    else:
        plunder_cities(ctx, realm, strengths)


def reward_defenders(ctx: Ctx, realm: Realm, strengths: list[int]) -> None:
    """The single strongest defender gets a Defender of Catan card; tied ones draw a progress card each."""
    most = max(strengths)
    if not most:
        return  # catan.md R7
    s = ctx.s
    best = [seat for seat in s.seats_from_active() if strengths[seat] == most]
    if len(best) == 1:
        realm.defenders[best[0]] += 1
        s.points[best[0]] += 1
        ctx.emit("catan.barbarians.defender", seat=best[0])
    else:
        ctx.emit("catan.barbarians.tied", seats=best)
        ctx.push(*(PickDeck(seat) for seat in best))


def plunder_cities(ctx: Ctx, realm: Realm, strengths: list[int]) -> None:
    """The weakest defenders with a city other than a metropolis lose one."""
    s = ctx.s
    cities_of = {seat: cities for seat in s.seats_from_active() if (cities := plain_cities(s, realm, seat))}
    if not cities_of:
        return
    least = min(strengths[seat] for seat in cities_of)
    losers = tuple(seat for seat in cities_of if strengths[seat] == least)
    forced = tuple((seat, cities_of[seat][0]) for seat in losers if len(cities_of[seat]) == 1)
    ctx.push(LoseCity(losers, forced))


@dataclass(frozen=True, slots=True)
class LoseCity(SimultaneousDecision):
    """Players choose the city they lose. Owners of a single city lose it without being asked."""  # catan.md 8.2 D4

    kind: ClassVar[str] = "catan.ck.lose"
    phrase_key: ClassVar[str] = "lose"
    answer_type: ClassVar[type[Move]] = AnswerCity

    def possible_decisions(self, s: CatanState, seat: int) -> Iterable[int]:
        return plain_cities(s, realm_of(s), seat)

    def default_move(self, s: CatanState, seat: int) -> AnswerCity:
        """The city that produces least; of equals one without a wall, then the first."""
        walls = realm_of(s).walls[seat]

        def worth(corner: int) -> tuple[int, int]:
            return corner_pips(s, corner), walls >> corner & 1

        return LOSSES[min(self.possible_decisions(s, seat), key=worth)]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.lose", {"corner": str(self.default_move(s, seat).corner)})

    def as_move(self, decision: int) -> Move:
        return LOSSES[decision]

    def decision_for_event(self, decision: int) -> dict[str, Any]:
        return {"corner": str(Corner(decision))}

    def apply_decision(self, ctx: Ctx, seat: int, decision: int) -> None:
        assert ctx.s.buildings[decision] == CITY
        lose_city(ctx, seat, decision)


@dataclass(frozen=True, slots=True)
class PickDeck(Ask):
    """A tied defender chooses a deck and draws."""  # catan.md 8.2 D5

    kind: ClassVar[str] = "catan.ck.deck"
    phrase_key: ClassVar[str] = "deck"

    def _decks_with_cards(self, s: CatanState) -> list[int]:
        realm = realm_of(s)
        return [track for track in range(len(TRACKS)) if cards_left(realm, track)]

    def waiting(self, s: CatanState) -> Collection[int]:
        return NOBODY if self.done or len(self._decks_with_cards(s)) < 2 else ONLY_SEAT[self.seat]

    def legal(self, s: CatanState, seat: int) -> Iterable[Move]:
        return [DECK[track] for track in self._decks_with_cards(s)]

    def default_move(self, s: CatanState, seat: int) -> Move:
        return DECK[self._decks_with_cards(s)[0]]

    def describe_default_move(self, s: CatanState, seat: int) -> Phrase:
        return Phrase("catan.fallback.deck", {"track": TRACKS[self._decks_with_cards(s)[0]]})

    def check(self, s: CatanState, seat: int, move: Move) -> None:
        if not isinstance(move, AnswerDeck):
            raise IllegalMove("catan.error.deck_first")
        if move not in self.legal(s, seat):
            raise IllegalMove("catan.error.deck_which")

    def apply_choice(self, ctx: Ctx, move: Move) -> None:
        assert isinstance(move, AnswerDeck)
        draw_progress(ctx, self.seat, TRACKS.index(move.track))

    def carry_out_step(self, ctx: Ctx) -> None:
        decks = self._decks_with_cards(ctx.s)
        if not self.done and decks:
            draw_progress(ctx, self.seat, decks[0])
