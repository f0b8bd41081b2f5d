"""What a player reads off the table: who stands where, what it yields, how far everybody is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final, TypeVar

from rules.catan.cards import CLOTH, NUMBER
from rules.catan.layout import DESERT, TERRAINS, layouts
from rules.catan.places import OUT
from rules.catan.view import BuildingView, CatanView, KnightView, PlayerView
from rules.core import Chance

T = TypeVar("T")
Cards = tuple[int, ...]  # how many of each kind in play

ROLLS: Final = 36  # in so many rolls each pair of dice comes once
DOTS: Final = tuple(max(0, 6 - abs(7 - token)) if 2 <= token <= 12 and token != 7 else 0 for token in range(13))
GOODS: Final = {1: 7, 2: 5, 4: 6}  # terrain -> the commodity that a city gets there
GAME: Final = 72  # rolls of a game, about
A_CARD: Final = 0.15  # what a card is worth in points, about

# How useful the kinds are, in the order of the cards.
PLAIN: Final = (1.0, 1.0, 0.8, 1.1, 1.1)
KNIGHTLY: Final = (0.8, 0.9, 0.9, 1.0, 1.1, 1.25, 1.25, 1.25)
MISSING, PLENTY = 1.35, 0.8  # factor of a kind one has not, or has a lot of
A_LOT: Final = 6  # dots


class Situation:
    """A view of one seat, and what follows from it. Worked out when it is asked for; lives for one decision."""

    def __init__(self, view: CatanView, chance: Chance) -> None:
        assert view.you is not None
        self.view = view
        self.chance = chance
        self.me = view.you
        self.mine: PlayerView = view.players[self.me]
        self.layout = layouts()[view.board]
        self.kinds = range(len(view.cards))
        self.knightly = len(view.cards) > CLOTH  # are there commodities?
        self.others = [seat for seat in range(view.seats) if seat != self.me]
        self.hand = self.counts(view.hand)
        self.weights = KNIGHTLY if self.knightly else PLAIN
        self._known: dict[Any, Any] = {}

    def memo(self, ask: Callable[[Situation], T]) -> T:
        """The answer to a question about this situation, worked out once."""
        if ask not in self._known:
            self._known[ask] = ask(self)
        answer: T = self._known[ask]
        return answer

    def counts(self, cards: Iterable[str]) -> Cards:
        """Cards by name as numbers."""
        numbers = [0] * len(self.view.cards)
        for card in cards:
            numbers[NUMBER[card]] += 1
        return tuple(numbers)

    # --- the board

    @cached_property
    def terrain(self) -> list[int]:
        return [TERRAINS.index(hex_.terrain) for hex_ in self.view.hexes]

    @cached_property
    def dots(self) -> list[int]:
        """How likely each hex yields, the robber aside."""
        return [DOTS[hex_.token] for hex_ in self.view.hexes]

    @cached_property
    def robber(self) -> int:
        return next(h for h, hex_ in enumerate(self.view.hexes) if hex_.robber)

    @cached_property
    def buildings(self) -> Mapping[int, BuildingView]:
        return {building.corner: building for building in self.view.buildings}

    @cached_property
    def knights(self) -> Mapping[int, KnightView]:
        return {knight.corner: knight for knight in self.view.knights}

    @cached_property
    def held(self) -> list[int]:
        """Corner -> who has a piece there."""
        held = [OUT] * len(self.layout.corners)
        for building in self.view.buildings:
            held[building.corner] = building.seat
        for knight in self.view.knights:
            held[knight.corner] = knight.seat
        return held

    @cached_property
    def roads(self) -> list[int]:
        """Path -> whose road."""
        roads = [OUT] * len(self.layout.paths)
        for path, seat in self.view.roads:
            roads[path] = seat
        return roads

    @cached_property
    def own(self) -> list[BuildingView]:
        return self.of(self.me)

    def of(self, seat: int) -> list[BuildingView]:
        """The buildings of a player."""
        return [building for building in self.view.buildings if building.seat == seat]

    @cached_property
    def free(self) -> frozenset[int]:
        """Corners where a settlement could stand as far as distances go."""
        beside = self.layout.beside
        return frozenset(
            v for v, seat in enumerate(self.held) if seat == OUT and not any(w in self.buildings for w in beside[v])
        )

    # --- what it yields

    def yields(self, terrain: int, city: bool) -> tuple[int, ...]:
        """The kinds of cards that a building gets beside such a hex."""
        if terrain == DESERT:
            return ()
        if not city:
            return (terrain,)
        return (terrain, GOODS.get(terrain, terrain)) if self.knightly else (terrain, terrain)

    def made(self, seat: int, blocked: bool) -> Cards:
        """Cards of each kind that a player gets in 36 rolls; `blocked`: with the robber where it is."""
        made = [0] * len(self.view.cards)
        for building in self.view.buildings:
            if building.seat == seat:
                for h in self.layout.hexes_at[building.corner]:
                    if not (blocked and h == self.robber):
                        for kind in self.yields(self.terrain[h], building.city):
                            made[kind] += self.dots[h]
        return tuple(made)

    @cached_property
    def production(self) -> Cards:
        """What I get in 36 rolls, wherever the robber is now."""
        return self.made(self.me, False)

    @cached_property
    def productions(self) -> list[Cards]:
        return [self.made(seat, False) for seat in range(self.view.seats)]

    @cached_property
    def needed(self) -> tuple[float, ...]:
        """How much I want to produce more of each kind."""
        return tuple(
            weight * (MISSING if not made else PLENTY if made > A_LOT else 1.0)
            for weight, made in zip(self.weights, self.production, strict=True)
        )

    def corner_yield(self, corner: int, city: bool, more: bool = False) -> float:
        """Useful dots that a building there brings; `more`: those of the city beyond the settlement."""
        total = 0.0
        needed = self.needed
        for h in self.layout.hexes_at[corner]:
            kinds = self.yields(self.terrain[h], city)
            for kind in kinds[1:] if more else kinds:
                total += self.dots[h] * needed[kind]
        return total

    # --- the race

    @cached_property
    def score(self) -> int:
        return self.view.scores[self.me]

    @cached_property
    def rolls(self) -> float:
        """How many rolls are left, about."""
        left = 1 - (max(self.view.scores) - 2) / max(1, self.view.goal - 2)
        return GAME * min(1.0, max(0.1, left))

    @cached_property
    def dot(self) -> float:
        """What one more dot is worth in points until the end."""
        return A_CARD * self.rolls / ROLLS

    @cached_property
    def threats(self) -> Mapping[int, float]:
        """Player -> how much what they lose is worth to me, against what I gain. The leader counts most."""
        most = max(self.view.scores[seat] for seat in self.others) or 1
        found = {}
        for seat in self.others:
            score = self.view.scores[seat]
            near = 1.5 if score >= self.view.goal - 2 else 1.0
            found[seat] = near * (0.15 + 0.35 * (score / max(1, most)) ** 3)
        return found

    def closing(self, seat: int) -> bool:
        """Could the player win in a turn?"""
        return self.view.scores[seat] >= self.view.goal - 2

    def points(self, n: int) -> float:
        """What n points are worth at this moment: everything, where they win."""
        wins = self.me == self.view.active and self.view.phase != "setup" and self.score + n >= self.view.goal
        return n + 20.0 if wins and n > 0 else float(n)

    # --- luck

    def blur(self, spread: float) -> float:
        """A small number of my own luck, between -spread and spread."""
        return spread * (self.chance.below(2001) / 1000 - 1)
